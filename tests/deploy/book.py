"""A book of six short chapters, and the proof that a job spoke it once."""

from collections.abc import Mapping
from typing import Any

from tests.deploy.stack import Stack

_PLACES = ("by the river", "behind the mill", "on the long road", "under the bridge", "in the old town")
_THINGS = ("a wheel of oak", "two sacks of flour", "a letter without a name", "the key of the tower", "a blue lantern")
_PEOPLE = ("The miller", "A traveller", "The youngest daughter", "An old sailor", "The clerk")
_CHINESE = ["河边的磨坊今天很安静。", "老人说明天会下雨。", "孩子们在桥下找到一把旧钥匙。", "晚上大家一起听故事。"]


def chapter(number: int) -> list[str]:
    """Return an English chapter's sentences, no two alike in the whole book."""
    return [
        f"{_PEOPLE[n]} found {_THINGS[(n + number) % 5]} {_PLACES[(n * 2 + number) % 5]} on day {10 * number + n}."
        for n in range(5)
    ]


def book(first: int, english: int, *, chinese: bool) -> list[list[str]]:
    """Return chapters, each with its title first."""
    chapters = [[f"Chapter {number}", *chapter(number)] for number in range(first, first + english)]
    return [*chapters, ["尾声", *_CHINESE]] if chinese else chapters


def markdown(chapters: list[list[str]]) -> str:
    """Return the book as it is submitted."""
    return "\n\n".join(
        f"# {title}\n\n" + ("" if any(c >= "一" for c in title) else " ").join(rest) for title, *rest in chapters
    )


def spoken_once(stack: Stack, result: Mapping[str, Any], chapters: list[list[str]]) -> str:
    """Check every sentence, segment and chapter of a job; return a line that tells what was counted."""
    (key,) = (each["key"] for each in result["artifacts"] if each["kind"] == "manifest")
    manifest = stack.read_json(key)
    said = [[sentence["text"] for sentence in each["sentences"]] for each in manifest["chapters"]]
    assert said == chapters, f"the manifest's sentences are not the book's: {said}"
    used = {segment["key"] for each in manifest["chapters"] for segment in each["segments"]}
    held = [sentence["segments"] for each in manifest["chapters"] for sentence in each["sentences"]]
    assert all(held), "a sentence without a segment"
    versions = stack.versions()
    assert used <= stack.segments(), "a segment of the manifest is not stored"
    twice = {name: count for name, count in versions.items() if count != 1 and not name.endswith("last-use.json")}
    assert twice == {}, f"written more than once: {twice}"
    files = [each["key"] for each in result["artifacts"] if each["kind"] == "chapter"]
    assert len(files) == len(set(files)) == len(chapters)
    assert all(versions[name] == 1 for name in files)
    sentences = sum(map(len, said))
    return f"{sentences} sentences once, {len(used)} segments and {len(files)} chapters written once"
