"""Graphs made from the checkpoints of other frameworks; needs torch, which speaking never does."""
