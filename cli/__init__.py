"""The voicemill command."""
