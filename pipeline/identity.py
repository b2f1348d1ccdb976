"""Which store this is: a random name kept in the store itself.

A client whose settings point at another store than the workers' would hand a text over where no worker looks, and look
for audio where none is. Addresses cannot tell (one store has many), so the name is compared.
"""

import io
import secrets

from pipeline.errors import ObjectMissing
from pipeline.ports import ObjectStore

KEY = "identity/name"


def store_identity(store: ObjectStore, *, create: bool = False) -> str | None:
    """Return the store's name; None when it has none and `create` is off. Raises StorageError."""
    into = io.BytesIO()
    try:
        store.get(KEY, into)
    except ObjectMissing:
        if not create:
            return None
        store.put(KEY, secrets.token_hex(16).encode(), content_type="text/plain")
        store.get(KEY, into)  # of two workers that start together, the first one's name
    return into.getvalue().decode()
