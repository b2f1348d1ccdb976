"""Grapheme to phoneme front ends bound to a model."""
