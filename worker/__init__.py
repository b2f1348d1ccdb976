"""The consumer process: composition root, one synthesizer per process."""
