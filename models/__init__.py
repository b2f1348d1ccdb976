"""Everything that knows ONNX: sessions, synthesizers, phonemes, the voice catalogue and its downloads."""
