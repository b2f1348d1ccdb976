"""The networks of CosyVoice as functions of a state dict. Torch is imported here, and only here, when a module is loaded."""
