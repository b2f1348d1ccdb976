"""Rules, applied and mapped: both give the same text, and every stretch of it knows where it comes from."""

import re

from hypothesis import given
from hypothesis import strategies as st

from pipeline.normalize.rules import Stretch, apply, apply_mapped, compiled

RULES = compiled(
    (r"(\d+) ?kg", r"\1 kilograms"),
    (re.compile(r"\d+"), lambda found: " ".join(found.group())),
    (r"\*+", ""),
    (r" +", " "),
    (r"$", "."),
)


def test_what_is_said_is_mapped_to_what_was_written():
    said, stretches = apply_mapped(RULES, "It is 12kg *now*")

    assert said == "It is 1 2 kilograms now."
    assert stretches == (
        Stretch(0, 6, 0, 6),
        Stretch(6, 19, 6, 10),
        Stretch(19, 20, 10, 11),
        Stretch(20, 23, 12, 15),
        Stretch(23, 24, 15, 15),
    )


@given(st.text(alphabet="a1 kg*.x", max_size=40))
def test_the_map_covers_the_spoken_form_in_order_and_changes_nothing(text):
    said, stretches = apply_mapped(RULES, text)

    assert said == apply(RULES, text)
    assert [each.spoken_start for each in stretches] == [0, *(each.spoken_end for each in stretches)][: len(stretches)]
    assert (stretches[-1].spoken_end if stretches else 0) == len(said)
    assert all(0 <= each.start <= each.end <= len(text) for each in stretches)
