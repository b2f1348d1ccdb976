import json

import pytest

from pipeline.errors import ObjectDamaged
from pipeline.plan_json import chapter_from_json, chapter_to_json, part_from_json, part_to_json


@pytest.fixture
def planned(plan):
    return plan("The ☃ stood by the old harbour wall for the whole night. Xyzzy. 雨。 שלום עולם. " * 5)


def through_json(value):
    return json.loads(json.dumps(value))


def test_parts_come_back_as_they_were(planned):
    assert planned.parts
    for part in planned.parts:
        assert part_from_json(through_json(part_to_json(part))) == part


def test_a_chapter_comes_back_without_its_segments_but_with_their_parts(planned):
    value = through_json(chapter_to_json(planned))
    header = chapter_from_json(value)

    assert "segments" not in json.dumps(value)
    assert header.parts == tuple(part.index for part in planned.parts)
    for name in ("index", "title", "sentences", "unsupported", "unknown", "guessed"):
        assert getattr(header.chapter, name) == getattr(planned, name)
    assert planned.unsupported
    assert planned.unknown
    assert planned.guessed


@pytest.mark.parametrize("broken", [{}, [], None, {"version": 2}, {"version": 1}, {"version": 1, "index": 0}])
def test_what_is_no_plan_of_this_version_is_damaged(broken):
    with pytest.raises(ObjectDamaged, match="plan"):
        part_from_json(broken)
    with pytest.raises(ObjectDamaged, match="plan"):
        chapter_from_json(broken)


def test_an_unknown_field_is_refused_not_dropped(planned):
    value = through_json(part_to_json(planned.parts[0]))
    value["segments"][0]["volume"] = 11

    with pytest.raises(ObjectDamaged):
        part_from_json(value)
