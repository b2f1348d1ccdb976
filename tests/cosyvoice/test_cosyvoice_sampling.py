"""Sampling against the original: candidates, and how often each is drawn."""

from pathlib import Path

import numpy as np
import pytest

from models.cosyvoice.sampling import Sampling, draw, nucleus, probabilities

RULES = Sampling(top_p=0.8, top_k=25, window=10, ratio=0.1)
#: the 0.1 % point of chi squared, by degrees of freedom
CHI2 = {14: 36.12, 240: 312.2}


@pytest.fixture(scope="module")
def reference():
    return np.load(Path(__file__).parent / "data" / "arithmetic.npz")


def scores(*chances):
    return np.log(np.array(chances, np.float32))


def test_the_nucleus_is_the_original_s_in_order(reference):
    chances = probabilities(reference["logp"])

    assert nucleus(chances, RULES).tolist() == reference["nucleus_candidates"].tolist()


def test_draws_are_as_frequent_as_the_original_s(reference):
    candidates = reference["nucleus_candidates"]
    noise = np.random.default_rng(5)
    mine = np.bincount([draw(reference["logp"], [], RULES, noise) for _ in range(20_000)], minlength=257)
    theirs = reference["histogram_20000_draws"]

    assert set(np.flatnonzero(mine)) == set(candidates.tolist()) == set(np.flatnonzero(theirs))
    both = mine[candidates] + theirs[candidates]
    assert ((mine[candidates] - theirs[candidates]) ** 2 / both).sum() < CHI2[14]


def test_a_token_just_heard_gives_way_to_all_others_by_their_chance(reference):
    chances = probabilities(reference["logp"])
    first = int(nucleus(chances, RULES)[0])
    noise = np.random.default_rng(6)
    only = Sampling(top_p=1e-9, top_k=25, window=10, ratio=0.1)  # a nucleus of one: always drawn, always heard
    drawn = np.bincount([draw(reference["logp"], [first], only, noise) for _ in range(20_000)], minlength=257)

    others = chances.copy()
    others[first] = 0
    expected = others / others.sum() * 20_000
    often = expected >= 5
    assert drawn[first] == 0
    assert ((drawn - expected)[often] ** 2 / expected[often]).sum() < CHI2[240]


def test_only_the_window_counts_and_only_so_many_times():
    sure = scores(0.97, 0.01, 0.01, 0.01)
    noise = np.random.default_rng(0)

    assert draw(sure, [0] + [1] * 10, RULES, noise) == 0  # eleven back
    assert draw(sure, [0] + [1] * 9, RULES, noise) != 0
    twice = Sampling(top_p=0.8, top_k=25, window=10, ratio=0.2)
    assert draw(sure, [0, 1], twice, noise) == 0
    assert draw(sure, [0, 0], twice, noise) != 0


def test_what_may_not_come_never_comes():
    impossible = np.array([0.0, -np.inf, -np.inf, -1.0], np.float32)
    noise = np.random.default_rng(0)

    assert {draw(impossible, [0], RULES, noise) for _ in range(200)} == {3}
    assert {draw(impossible, [], RULES, noise) for _ in range(200)} <= {0, 3}


def test_when_there_is_nothing_else_a_token_is_repeated():
    assert draw(np.array([0.0, -np.inf], np.float32), [0], RULES, np.random.default_rng(0)) == 0


def test_of_equal_tokens_the_lower_id_comes_first_and_top_k_holds():
    even = np.zeros(100, np.float32)

    assert nucleus(probabilities(even), RULES).tolist() == list(range(25))
    assert nucleus(probabilities(even), Sampling(0.0351, 25, 10, 0.1)).tolist() == [
        0,
        1,
        2,
        3,
    ]  # the crossing one counts


def test_a_vocabulary_smaller_than_top_k_is_taken_whole():
    assert nucleus(probabilities(scores(0.5, 0.3, 0.2)), Sampling(1.0, 25, 10, 0.1)).tolist() == [0, 1, 2]


def test_equal_noise_draws_equal_tokens(reference):
    def run():
        noise = np.random.default_rng(9)
        heard: list[int] = []
        for _ in range(50):
            heard.append(draw(reference["logp"], heard, RULES, noise))
        return heard

    assert run() == run()
