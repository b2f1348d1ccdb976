"""Pronunciations from files."""

from pipeline.errors import BadDocument
from pipeline.lexicon import Entry


def read_lexicon(data: bytes, name: str) -> tuple[Entry, ...]:
    """Return the entries of a YAML file of `word: respelling` or `word: /ipa/`. Raises BadDocument naming the file."""
    import yaml  # noqa: PLC0415 - only jobs with a lexicon need it

    try:
        found = yaml.safe_load(data)
    except yaml.YAMLError as err:
        raise BadDocument(f"{name} is no YAML: {err}", given=name) from err
    if not isinstance(found, dict) or not all(isinstance(said, str) for said in found.values()):
        raise BadDocument(f"{name} is not a map of words to what is said for them", given=name)
    return tuple(
        Entry(str(word), ipa=said.strip("/")) if said.startswith("/") else Entry(str(word), say=said)
        for word, said in found.items()
    )
