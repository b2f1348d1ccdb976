"""The queue contract: messages, ledger, Celery app, task bodies, client."""
