"""Rules are applied in order, each to what the others made."""

import re

from pipeline.normalize.rules import apply, compiled


def test_every_rule_sees_what_those_before_it_made():
    rules = compiled(
        (r"(\d+) ?kg", r"\1 kilograms"),
        (re.compile(r"\d+"), lambda found: " ".join(found.group())),
        (r"\*+", ""),
        (r"$", "."),
    )

    assert apply(rules, "It is 12kg *now*") == "It is 1 2 kilograms now."
    assert apply(rules[1:], "It is 12kg *now*") == "It is 1 2kg now."
