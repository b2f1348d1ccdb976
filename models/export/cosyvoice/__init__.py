"""CosyVoice: an official checkpoint in, a bundle out."""
