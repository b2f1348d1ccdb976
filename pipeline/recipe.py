"""A request made definite: voice, model and language resolved, the text known by its hash.

The recipe is all that a worker needs to render; its fingerprint is what identical requests share.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

from pipeline.errors import BadDocument, InputError, InvalidRequest, TextTooLong
from pipeline.fingerprint import rendering_fingerprint, text_sha256
from pipeline.lexicon import matched
from pipeline.ports import ObjectStore
from pipeline.request import SOURCE_MOST_BYTES, RenderOptions, Request, options_from_json
from pipeline.script import Script
from pipeline.voices import Catalogue, VoiceBlend


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a rendering is made of."""

    fingerprint: str
    canonical: dict[str, Any]  #: see Request.canonical; voice, model and language are never None here
    text: str | None
    source: str | None  #: key in the store
    priority: str
    ttl_s: int

    def to_json(self) -> dict[str, Any]:
        """Return what the ledger keeps; the fingerprint is its key."""
        return {
            "canonical": self.canonical,
            "text": self.text,
            "source": self.source,
            "priority": self.priority,
            "ttl_s": self.ttl_s,
        }


def recipe_from_json(fingerprint: str, data: Mapping[str, Any]) -> Recipe:
    """Return the recipe that `to_json` gave."""
    return Recipe(fingerprint, data["canonical"], data["text"], data["source"], data["priority"], data["ttl_s"])


def make_recipe(request: Request, text: bytes, catalogue: Catalogue, source: str | None) -> Recipe:
    """Resolve a request whose text is `text`. Raises UnknownVoice, UnknownModel, UnsupportedLanguage."""
    voice = catalogue.resolve(request.voice, request.model)
    canonical = request.canonical(text_sha256(text)) | {
        "voice": str(voice),
        "model": voice.model,
        "language": catalogue.language_for(voice, request.language),
    }
    return Recipe(
        rendering_fingerprint(canonical, catalogue.model(voice.model).revision),
        canonical,
        None,
        source,
        request.priority,
        request.ttl_s,
    )


def speaks(catalogue: Catalogue, recipe: Recipe) -> bool:
    """Whether these models make what the recipe was accepted for: its voice, with the weights and settings of then."""
    try:
        voice = voice_of(recipe.canonical, catalogue)
    except InputError:
        return False
    return rendering_fingerprint(recipe.canonical, catalogue.model(voice.model).revision) == recipe.fingerprint


def directed(request: Request, script: Script, catalogue: Catalogue) -> Request:
    """Return a request whose options are definite for its text: voices that exist, pronunciations that match it.

    Raises UnknownVoice for a voice that its model lacks, in the options or in the text.
    """
    model = catalogue.resolve(request.voice, request.model).model
    for chapter in script.chapters:
        for name in dict.fromkeys(mark.value for mark in chapter.marks if mark.kind == "voice"):
            catalogue.resolve(name, model)
    options = replace(
        request.options,
        voices={language: str(catalogue.resolve(name, model)) for language, name in request.options.voices.items()},
        lexicon=matched(request.options.lexicon, (chapter.text for chapter in script.chapters)),
    )
    return replace(request, options=options)


def voice_of(canonical: Mapping[str, Any], catalogue: Catalogue) -> VoiceBlend:
    """Return the voice of a canonical request."""
    return catalogue.resolve(canonical["voice"], canonical["model"])


def options_of(canonical: Mapping[str, Any]) -> RenderOptions:
    """Return the options of a canonical request."""
    return options_from_json(canonical["options"])


def source_key(source: str, bucket: str) -> str:
    """Return the store key that a request's `source` names: an inbox key, or an s3 URL in the store's own bucket."""
    if not source.startswith("s3://"):
        return source
    owner, _, key = source.removeprefix("s3://").partition("/")
    if owner != bucket:
        raise InvalidRequest(
            f"source {source!r} is in bucket {owner!r}; workers read from their own bucket {bucket!r} only",
            given=source,
            allowed=f"s3://{bucket}/…",
        )
    return key


def read_source(store: ObjectStore, key: str) -> bytes:
    """Fetch a source text. Raises ObjectMissing or TextTooLong (before anything is read)."""
    described = store.head(key)
    if described is not None and described.size > SOURCE_MOST_BYTES:
        raise TextTooLong(
            f"source {key!r} has {described.size:,} bytes; a text may have {SOURCE_MOST_BYTES:,}",
            given=described.size,
            allowed=SOURCE_MOST_BYTES,
        )
    into = BytesIO()
    store.get(key, into)
    return into.getvalue()


def text_of(recipe: Recipe, store: ObjectStore) -> bytes:
    """Return the recipe's text. Raises BadDocument when the source is no longer the text that was handed over."""
    if recipe.text is not None:
        return recipe.text.encode()
    data = read_source(store, recipe.source or "")
    if text_sha256(data) != recipe.canonical["text_sha256"]:
        raise BadDocument(f"source {recipe.source!r} was changed after the job was submitted", given=recipe.source)
    return data
