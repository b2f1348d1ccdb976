"""Readers that turn a source text into a script, one module a media type."""
