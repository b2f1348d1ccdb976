"""Verse in plain text: the lines of a stanza are kept, those of wrapped prose are joined."""

import pytest

from pipeline.documents.plain import read_plain


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("The tide comes in,\nThe night comes down;\nAcross the sand so damp\nThe rider leaves the town.\n", 4),
        ("床前明月光\n疑是地上霜\n举头望明月\n低头思故乡\n", 4),
        ("We walked to the old town, where\nnobody lived. Then, at the bridge,\nPeter stopped and looked at the\nriver, and said no more.\n", 1),
        ("他走进了那座古老的房子里，然\n后看着太阳慢慢地落下山去，再\n踏着月光回到那条长满青草的小\n路上去了。\n", 1),
    ],
)  # fmt: skip
def test_the_lines_of_a_stanza_are_lines_and_those_of_wrapped_prose_are_none(text, blocks):
    assert len(read_plain(text).chapters[0].blocks) == blocks


def test_every_line_of_a_stanza_is_of_one_kind():
    blocks = read_plain("Come in,\nSit down,\nDrink up,\nGo home.\n\nThen he slept.\n").chapters[0].blocks
    assert [block.kind for block in blocks] == ["item"] * 4 + ["paragraph"]
