"""The whole text to be spoken: chapters of blocks, with the offsets that every later stage keeps.

A chapter's `text` is its parsed text before any cleaning; offsets (`start`, `end`) count its code points. Blocks do not
overlap and stand in order; what lies between them is white space or markup that is not spoken.
"""

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "paragraph", "item", "scene_break"]
MarkKind = Literal["pause", "voice", "rate", "language", "sentence", "alias", "phonemes", "say_as"]


@dataclass(frozen=True, slots=True)
class Block:
    """A run of the chapter's text that is spoken as a whole: nothing is ever joined across two blocks."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0  #: heading level 1–6, else 0


@dataclass(frozen=True, slots=True)
class Mark:
    """What an author asks for at a place of the text, by SSML or by inline marks; never part of the text itself.

    `value` is, by kind: pause: seconds; voice: a voice expression; rate: a factor of the job's speed; language: BCP 47
    primary tag; sentence: unused (the stretch is one); alias: what is said instead of the text; phonemes: IPA;
    say_as: how the text is read, `interpret-as` with `:format` where one is given.
    """

    kind: MarkKind
    start: int
    end: int  #: equal to `start` for a pause
    value: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A titled part of a script; the unit of encoding and delivery."""

    title: str
    text: str
    blocks: tuple[Block, ...]
    marks: tuple[Mark, ...] = ()  #: by start; those around others first


@dataclass(frozen=True, slots=True)
class Script:
    """A parsed source."""

    chapters: tuple[Chapter, ...]
