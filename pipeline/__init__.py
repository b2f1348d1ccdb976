"""Pure domain: text to script to segments to audio to files. Knows no queue, no store, no ONNX."""
