"""Keys: what is spoken, and nothing else, decides what is shared.

A segment's fingerprint covers everything that changes its sound and nothing that does not: not where it stands, not
who asked, not the host. A change elsewhere in a book, in the normalizer or in a lexicon keeps every segment whose
units stay the same. Raise a version here when equal inputs come to sound different.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from pipeline.ports import Noise
from pipeline.voices import ModelCard, VoiceBlend

POSTPROCESSING_VERSION = 1  #: of what happens to an utterance before it is stored: trimming, fades, cleaning
RENDERING_VERSION = 2  #: of everything between segments and files: parsing, planning, assembly, loudness, encoding


def canonical_json(value: Any) -> bytes:
    """Return one spelling of a JSON value: keys sorted, no white space, ASCII.

    Raises ValueError for NaN and infinities, which JSON lacks.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def text_sha256(text: bytes) -> str:
    """Return the sha256 that stands for a source in its canonical request."""
    return hashlib.sha256(text).hexdigest()


def segment_fingerprint(*, card: ModelCard, voice: VoiceBlend, speed: float, units: str, seed: int) -> str:
    """Return the key of one segment's utterance.

    Args:
        card: the model; its revision names weights and graph family.
        voice: a canonical blend (weights sum to one).
        speed: 1.0 is the voice's own pace.
        units: exactly what reaches the model.
        seed: of the model's noise.
    """
    return _digest(
        {
            "kind": "segment",
            "model": card.id,
            "revision": card.revision,
            "voice": sorted([name, round(float(weight), 6)] for name, weight in voice.parts if weight),
            "speed": round(float(speed), 6),  # 1 and 1.0 are one pace
            "units": units,
            "seed": int(seed),
            "postprocessing": POSTPROCESSING_VERSION,
        }
    )


def rendering_fingerprint(canonical_request: Mapping[str, Any], model_revision: str) -> str:
    """Return the key of what identical requests share. Known before planning.

    Args:
        canonical_request: of `Request.canonical`.
        model_revision: of the model that will speak it.
    """
    return _digest(
        {
            "kind": "rendering",
            "request": dict(canonical_request),
            "revision": model_revision,
            "rendering": RENDERING_VERSION,
            "postprocessing": POSTPROCESSING_VERSION,
        }
    )


def segment_key(fingerprint: str) -> str:
    """Return where an utterance is stored."""
    return f"segments/{fingerprint[:2]}/{fingerprint}.flac"


def render_key(fingerprint: str, name: str) -> str:
    """Return where an output of a rendering is stored; `name` is ours, never a user's."""
    return f"renders/{fingerprint}/{name}"


def noise_for(seed: int, fingerprint: str) -> Noise:
    """Return the noise of one segment: equal segments get equal noise on every host.

    Args:
        seed: of the request.
        fingerprint: of the segment, 64 hex digits.
    """
    key = int(fingerprint, 16)

    def noise(stage: int, attempt: int) -> np.random.Generator:
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, key, stage, attempt])))

    return noise


def _digest(value: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical_json(value)).hexdigest()
