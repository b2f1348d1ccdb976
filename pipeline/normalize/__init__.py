"""Written form to spoken form, one module a language."""
