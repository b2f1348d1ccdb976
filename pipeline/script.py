"""The whole text to be spoken: chapters of blocks, with the offsets that every later stage keeps.

A chapter's `text` is its parsed text before any cleaning; offsets (`start`, `end`) count its code points. Blocks do not
overlap and stand in order; what lies between them is white space or markup that is not spoken.
"""

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "paragraph", "item", "scene_break"]


@dataclass(frozen=True, slots=True)
class Block:
    """A run of the chapter's text that is spoken as a whole: nothing is ever joined across two blocks."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0  #: heading level 1–6, else 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """A titled part of a script; the unit of encoding and delivery."""

    title: str
    text: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A parsed source."""

    chapters: tuple[Chapter, ...]
