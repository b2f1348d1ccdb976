"""CosyVoice-300M on ONNX Runtime: the bundle of graphs and tables, and what runs it. No torch here."""
