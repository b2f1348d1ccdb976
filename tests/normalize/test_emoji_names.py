"""Emoji by name, for jobs that ask for it."""

import subprocess
import sys

import emoji
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.normalize.emoji_names import LANGUAGES, name_emoji


@pytest.mark.parametrize(
    ("written", "language", "named"),
    [
        ("Great 👍", "en", "Great thumbs up"), ("Great 👍", "de", "Great daumen hoch"), ("好👍", "zh", "好 拇指向上"),
        ("👍", "es", "pulgar hacia arriba"), ("👍", "fr", "pouce vers le haut"), ("👍", "it", "pollice in su"),
        ("👍", "pt", "polegar para cima"), ("👍", "ja", "サムズアップ"), ("👍", "ko", "올린 엄지"),
        ("visited 🇯🇵 and 🇫🇷.", "en", "visited Japan and France ."), ("旗🇯🇵", "ja", "旗 旗、日本"),
        ("❤️ ❤ ☺ ✅", "en", "red heart red heart smiling face check mark button"),
    ],
)  # fmt: skip
def test_an_emoji_is_said_by_its_name_in_the_texts_language(written, language, named):
    assert " ".join(name_emoji(written, language).split()) == named


def test_a_name_leaves_out_the_tone_of_a_skin():
    assert name_emoji("👍🏽", "en") == name_emoji("👍", "en")
    assert name_emoji("🤷🏿‍♀️", "en").split() == ["woman", "shrugging"]


def test_a_family_is_one_name():
    assert name_emoji("👨‍👩‍👧‍👦", "en").split() == ["family", "man", "woman", "girl", "boy"]


def test_a_keycap_is_its_digit():
    assert name_emoji("1️⃣ time", "en") == "1 time"


def test_signs_that_are_read_anyway_stay():
    assert name_emoji("© 2020 Acme™ → ★", "en") == "© 2020 Acme™ → ★"


def test_a_language_without_names_drops_them():
    assert name_emoji("ठीक 👍 है 1️⃣", "hi") == "ठीक  है 1"


@settings(deadline=None)
@given(st.text(), st.sampled_from(sorted(LANGUAGES)))
def test_what_is_between_emoji_stays(text, language):
    kept = emoji.replace_emoji(text, "\0").split("\0")
    named = name_emoji(text, language)
    at = 0
    for part in kept:
        assert part in named[at:]
        at = named.index(part, at) + len(part)


def test_names_are_not_loaded_before_they_are_asked_for():
    code = "import sys, pipeline.normalize.emoji_names as names; names.name_emoji('plain', 'en'); sys.exit('emoji' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
