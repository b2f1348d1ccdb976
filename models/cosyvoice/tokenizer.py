"""Text to the ids that the text encoder knows, with the language as a tag before it.

The tag is a token of its own. Nothing else in a text ever is: what a user writes between <| and |> is spelled like any
other text, so that no text can end a sentence or change its language.
"""

import base64
import binascii
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from models.cosyvoice.facts import Tokenizer
from pipeline.errors import ExtraMissing, ModelDamaged, ModelMissing

LANGUAGES = ("en", "zh", "ja", "yue", "ko")
RANKS = "multilingual.tiktoken"  #: the file of whisper-multilingual, in the bundle's folder
_RANK_COUNT = 50_257
#: After the ranks come <|endoftext|>, <|startoftranscript|> and 100 languages in Whisper's order.
_TAG_IDS = {"en": 50_259, "zh": 50_260, "ko": 50_264, "ja": 50_266, "yue": 50_358}
_PATTERN = r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
_TAG = re.compile(r"<\|(" + "|".join(LANGUAGES) + r")\|>")

#: `encode(units)` gives the ids of a text with or without a tag.
Encode = Callable[[str], list[int]]


def tagged(text: str, language: str) -> str:
    """Return a text with its language's tag; as it is when the model has no tag for that language."""
    return f"<|{language}|>{text}" if language in LANGUAGES else text


def untagged(units: str) -> tuple[str, str]:
    """Return the language of a tagged text ("" when there is no tag) and the text."""
    found = _TAG.match(units)
    return (found[1], units[found.end() :]) if found else ("", units)


def open_tokenizer(name: Tokenizer, folder: Path) -> Encode:
    """Return the encoder of a bundle. Raises ExtraMissing, ModelMissing or ModelDamaged."""
    if name == "bytes-tiny":
        return _encode_bytes
    encode, tags = _whisper(folder / RANKS), _TAG_IDS
    return lambda units: _with_tag(units, encode, tags)


def _with_tag(units: str, encode: Encode, tags: dict[str, int]) -> list[int]:
    language, text = untagged(units)
    return ([tags[language]] if language else []) + encode(text)


def _encode_bytes(units: str) -> list[int]:
    """Return UTF-8 bytes, and tags above them: for checkpoints of random weights."""
    tags = {language: 256 + at for at, language in enumerate(LANGUAGES)}
    return _with_tag(units, lambda text: list(text.encode(errors="replace")), tags)


@cache
def _whisper(path: Path) -> Encode:
    try:
        from tiktoken import Encoding
    except ImportError as err:
        raise ExtraMissing(
            "CosyVoice needs an optional part that is not installed: pip install 'voicemill[cosyvoice]'",
            given="cosyvoice",
        ) from err
    encoding = Encoding("whisper-multilingual", pat_str=_PATTERN, mergeable_ranks=_ranks(path), special_tokens={})
    return encoding.encode_ordinary


def _ranks(path: Path) -> dict[bytes, int]:
    try:
        lines = path.read_bytes().splitlines()
        ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
    except FileNotFoundError as err:
        raise ModelMissing(f"no tokenizer at {path}; export the bundle again", path=str(path)) from err
    except (OSError, ValueError, binascii.Error) as err:
        raise ModelDamaged(f"{path} is not a file of token ranks: {err}", path=str(path)) from err
    if len(ranks) != _RANK_COUNT or sorted(ranks.values()) != list(range(_RANK_COUNT)):
        raise ModelDamaged(
            f"{path} holds {len(ranks)} ranks; allowed: {_RANK_COUNT}, numbered in a row", path=str(path)
        )
    return ranks
