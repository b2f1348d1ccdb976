"""The token loop on a generated graph with real attention: buffers, growth, bounds."""

import numpy as np
import pytest

from models.cosyvoice.engine import Engine, Speaker
from models.cosyvoice.lm import GROWTH, Bounds, Passage, greedy
from tests.cosyvoice.fakes import DIMS


@pytest.fixture
def engine(drop):
    return Engine(drop())


def rows(count, seed=0):
    return np.random.default_rng(seed).standard_normal((1, count, DIMS.llm_width), dtype=np.float32)


def stepped(engine, given, first):
    passage = engine.passage(given[:, :first])
    before = passage.scores[0].copy()
    return [before, *(passage.step(given[:, at]).copy() for at in range(first, given.shape[1]))]


@pytest.mark.parametrize("length", [2, GROWTH - 1, GROWTH, GROWTH + 1, 2 * GROWTH + 3])
def test_steps_say_what_one_pass_says_over_every_growth(engine, length):
    given = rows(length)
    whole = engine.passage(given).scores[0]

    assert np.abs(stepped(engine, given, 1)[-1] - whole).max() < 1e-5


def test_every_position_is_heard(engine):
    given = rows(200)
    last = stepped(engine, given, 5)[-1]
    for at in (0, 4, 5, 127, 128, 198):
        other = given.copy()
        other[0, at] += 1
        assert np.abs(stepped(engine, other, 5)[-1] - last).max() > 1e-6


def test_a_segment_is_the_same_to_the_bit_after_a_long_one(engine):
    given = rows(20)
    fresh = [scores.tobytes() for scores in stepped(engine, given, 10)]
    stepped(engine, rows(300, 1), 290)

    assert [scores.tobytes() for scores in stepped(engine, given, 10)] == fresh


def test_scores_are_kept_by_nobody_but_the_next_step(engine):
    passage: Passage = engine.passage(rows(3))
    before = passage.scores[0].copy()
    passage.step(rows(1, 5)[0])

    assert np.abs(passage.scores[0] - before).max() > 1e-6


@pytest.mark.parametrize(("end_bias", "count", "ended"), [(50.0, 7, True), (-50.0, 30, False)])
def test_the_end_comes_no_sooner_than_the_least_and_no_later_than_the_most(drop, end_bias, count, ended):
    engine = Engine(drop(end_bias=end_bias))

    heard, by_itself = engine.tokens(rows(5), Bounds(7, 30, DIMS.speech_vocab), greedy)

    assert (len(heard), by_itself) == (count, ended)
    assert DIMS.speech_vocab not in heard


def test_the_opening_is_start_speaker_text_task_and_prompt(engine):
    embedding = rows(24).reshape(-1)[:192]
    special = engine._tables["llm_embedding"].whole()
    text = engine.encoded([1, 2, 3])[0]

    preset = engine.opening([1, 2, 3], Speaker(embedding))[0]
    assert preset.shape == (6, DIMS.llm_width)
    assert np.array_equal(preset[0], special[0])
    assert np.array_equal(preset[2:5], text)
    assert np.array_equal(preset[5], special[1])
    instructed = engine.opening([3], Speaker(embedding, in_lm=False, text_ids=[1, 2]))[0]
    assert np.array_equal(instructed, np.concatenate([special[:1], text, special[1:]]))
    cloned = engine.opening([3], Speaker(embedding, text_ids=[1, 2], lm_tokens=[9, 8]))[0]
    assert np.array_equal(cloned[:6], preset)
    assert np.array_equal(cloned[6:], engine._tables["speech_embedding"].whole()[[9, 8]])
