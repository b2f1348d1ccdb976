"""What cannot be right is noticed, and what merely is slow or long is not."""

import numpy as np
import pytest

from models.cosyvoice.guard import complaint, hangs


def speech(count, seed=0):
    return np.random.default_rng(seed).integers(0, 4096, count).tolist()


@pytest.mark.parametrize("period", [1, 2, 7, 25, 50])
def test_three_seconds_of_a_circle_are_noticed(period):
    assert hangs(speech(40) + speech(period, 1) * 160)


def test_few_sounds_are_a_hang_and_speech_is_not():
    few = np.random.default_rng(0).integers(0, 7, 160).tolist()

    assert hangs(few)
    assert not hangs(speech(800))
    assert not hangs(speech(149, 0)[:1] * 149)  # under three seconds: may be a silence
    assert not hangs(speech(30) * 2 + speech(150, 3))  # a refrain long ago


@pytest.mark.parametrize(
    ("ended", "spoken_s", "expected_s", "says"),
    [
        (True, 4.0, 4.0, ""),
        (True, 0.6, 0.1, ""),  # one word, slowly
        (True, 0.3, 1.0, ""),
        (False, 8.0, 4.0, "does not end"),
        (True, 0.5, 4.0, "lasts 0.5 s; expected for this text: 0.9 to 12.5 s"),
        (True, 14.0, 4.0, "lasts 14.0 s"),
    ],
)
def test_a_complaint_says_what_is_wrong(ended, spoken_s, expected_s, says):
    told = complaint(speech(int(spoken_s * 50)), ended=ended, spoken_s=spoken_s, expected_s=expected_s)

    assert says in told
    assert bool(told) == bool(says)
