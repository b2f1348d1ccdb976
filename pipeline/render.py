"""Rendering: the work behind each unit, against the ports. Plan, speak a part, bind a chapter, publish the whole.

Every step can be repeated: what it makes is named by what it is made of, and what is found finished is kept. So a unit
that was lost anywhere costs at most one segment, and a second run changes nothing.
"""

import hashlib
import io
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pipeline.audio import Audio, Utterance
from pipeline.documents.read import read_script
from pipeline.errors import EmptyText, ObjectDamaged, ObjectMissing, SynthesisError
from pipeline.fingerprint import noise_for, render_key, segment_key
from pipeline.plan import ChapterPlan, Part, PlanContext, plan_script
from pipeline.plan_json import chapter_from_json, chapter_to_json, part_from_json, part_to_json
from pipeline.ports import ObjectStore, StoredObject, Synthesizer
from pipeline.recipe import Recipe, options_of, text_of, voice_of
from pipeline.segment import Segment
from pipeline.trim import decode_utterance, encode_utterance, finish
from pipeline.voices import Catalogue

NAME = "segment"  #: metadata of an utterance: the fingerprint of what it says


@dataclass(frozen=True, slots=True)
class Spoken:
    """One segment's utterance in the store."""

    segment: Segment
    stored: StoredObject
    audio: Utterance
    synth_s: float | None = None  #: in the model, wall clock; None: it was there already
    synth_cpu_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Renderer:
    """Does the work on one rendering."""

    recipe: Recipe
    store: ObjectStore
    catalogue: Catalogue
    synthesizer: Synthesizer
    part_s: float

    def key(self, name: str) -> str:
        """Return the store key of one of the rendering's objects."""
        return render_key(self.recipe.fingerprint, name)

    def plan(self, check: Callable[[], None]) -> dict[str, Any]:
        """Parse the text, plan it, store the plan, and return its summary; `check` is called often, and may raise."""
        canonical = self.recipe.canonical
        script = read_script(text_of(self.recipe, self.store), canonical["media_type"])
        context = PlanContext(
            synthesizer=self.synthesizer,
            voice=voice_of(canonical, self.catalogue),
            language=canonical["language"],
            speed=canonical["speed"],
            options=options_of(canonical),
            part_s=self.part_s,
        )
        chapters: list[dict[str, Any]] = []
        speakable = False
        for chapter in plan_script(script, context, check):
            for part in chapter.parts:
                self.put_json(f"plan/part-{part.index:05}.json", part_to_json(part))
                check()
            self.put_json(f"plan/chapter-{chapter.index:04}.json", chapter_to_json(chapter))
            total = sum(len(part.segments) for part in chapter.parts)
            speakable = speakable or any(segment.units for part in chapter.parts for segment in part.segments)
            chapters.append({"title": chapter.title, "parts": len(chapter.parts), "total": total})
        if not speakable:
            raise EmptyText(f"nothing in the text can be spoken in {canonical['language']!r} by {canonical['voice']!r}")
        summary = {
            "parts": sum(chapter["parts"] for chapter in chapters),
            "total": sum(chapter["total"] for chapter in chapters),
            "chapters": chapters,
        }
        self.put_json("plan.json", {"version": 1, "request": canonical} | summary)
        return summary

    def part(self, index: int) -> Part:
        """Return a planned part."""
        return part_from_json(self.get_json(f"plan/part-{index:05}.json"))

    def chapter(self, index: int) -> ChapterPlan:
        """Return a planned chapter with all its parts."""
        header = chapter_from_json(self.get_json(f"plan/chapter-{index:04}.json"))
        return replace(header.chapter, parts=tuple(self.part(number) for number in header.parts))

    def utterance(self, segment: Segment) -> Spoken:
        """Return a segment's utterance; a missing or damaged one is made (again) and stored."""
        key = segment_key(segment.fingerprint)
        damaged = False
        try:
            return self._found(key, segment)
        except ObjectMissing:
            pass
        except ObjectDamaged:
            damaged = True
        wall, cpu = time.monotonic(), time.process_time()
        raw = self._synthesized(segment)
        synth_s, synth_cpu_s = time.monotonic() - wall, time.process_time() - cpu
        audio = finish(raw)
        data = encode_utterance(audio)
        said = {NAME: segment.fingerprint}
        stored = self.store.put(key, data, content_type="audio/flac", metadata=said, replace=damaged)
        if stored.size != len(data) or (stored.sha256 and stored.sha256 != _sha256(data)):
            # another machine was first: its audio is adopted, so that every chapter holds the same
            found = self._found(key, segment)
            stored, audio = found.stored, found.audio
        return Spoken(segment, stored, audio, synth_s, synth_cpu_s)

    def _found(self, key: str, segment: Segment) -> Spoken:
        """Return the utterance that is in the store.

        Raises ObjectMissing, or ObjectDamaged; also when it does not bear this segment's name, because somebody copied
        another file over it: sound as it may be, it says something else.
        """
        into = io.BytesIO()
        stored = self.store.get(key, into)
        if stored.metadata.get(NAME) != segment.fingerprint:
            raise ObjectDamaged(f"object {key!r} is not what was stored there: it bears another name", key=key)
        return Spoken(segment, stored, decode_utterance(into.getvalue()))

    def _synthesized(self, segment: Segment) -> Audio:
        canonical = self.recipe.canonical
        voice = self.catalogue.resolve(segment.voice, canonical["model"])
        noise = noise_for(canonical["options"]["seed"], segment.fingerprint)
        try:
            return self.synthesizer.synthesize(segment.units, voice, speed=segment.speed, noise=noise)
        except SynthesisError as err:
            words = " ".join(segment.text.split()[:8])
            raise SynthesisError(
                f"segment {segment.index} ({words!r}) cannot be spoken by {voice}: {err.message}",
                **(err.details | {"segment": {"spot": str(segment.index), "words": words[:80]}}),
            ) from err

    def put_json(self, name: str, value: Mapping[str, Any]) -> StoredObject:
        """Store a record. One that is there, sound and equal stays untouched; any other is replaced."""
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        return self.put(name, data, "application/json")

    def put(self, name: str, data: bytes | Path, content_type: str, sha256: str = "") -> StoredObject:
        """Store one of the rendering's objects. One that is there, sound and equal stays untouched.

        `sha256` is that of the data where it is known: a gigabyte is not read again to name it.
        """
        key, digest, metadata = self.key(name), sha256 or _sha256(data), {"ttl_s": str(self.recipe.ttl_s)}
        store = partial(self.store.put, key, data, content_type=content_type, metadata=metadata, sha256=digest)
        # the first wins: neither a stalled worker nor a second try of a call that had landed writes it again
        there = store() if self.store.head(key) is None else self.sound(key)
        return there if there is not None and there.sha256 == digest else store(replace=True)

    def sound(self, key: str) -> StoredObject | None:
        """Describe an object after reading it back; None when it is missing or damaged."""
        try:
            return self.store.get(key, Nowhere())
        except (ObjectMissing, ObjectDamaged):
            return None

    def get_json(self, name: str) -> dict[str, Any]:
        """Fetch a record."""
        into = io.BytesIO()
        self.store.get(self.key(name), into)
        value: dict[str, Any] = json.loads(into.getvalue())
        return value


class Nowhere(io.BytesIO):
    """Takes bytes and keeps none: what an object is read into when only its soundness is of interest."""

    def write(self, data: Any) -> int:
        """Take the data."""
        return len(data)


def _sha256(data: bytes | Path) -> str:
    if isinstance(data, bytes):
        return hashlib.sha256(data).hexdigest()
    with data.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
