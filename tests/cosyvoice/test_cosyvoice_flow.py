"""Frames between tokens, speed, times and guidance."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.cosyvoice import flow
from models.cosyvoice.flow import Steps

RATE = (22_050, 256)
EDGE = flow.edge_frames(50, RATE)


@pytest.fixture(scope="module")
def reference():
    return np.load(Path(__file__).parent / "data" / "arithmetic.npz")


def applied(between, values):
    return (1 - between.weight) * values[between.first] + between.weight * values[between.second]


def test_frames_of_tokens_and_edges_are_the_original_s():
    assert [flow.frames_of(tokens, 50, RATE) for tokens in (33, 64, 90)] == [56, 110, 155]
    assert EDGE == 34


def test_speed_is_the_original_s(reference):
    assert np.abs(flow.stretched(reference["mel"], 1.25) - reference["mel_at_1_25"]).max() <= 1e-5


@pytest.mark.parametrize(("speed", "frames"), [(0.8, 50), (1.25, 32), (0.5, 80), (2.0, 20), (1.0, 40)])
def test_speed_makes_so_many_frames(reference, speed, frames):
    assert flow.stretched(reference["mel"], speed).shape == (1, 80, frames)


@given(st.integers(1, 300), st.integers(0, 60))
def test_every_frame_lies_between_neighbours_and_every_part_keeps_to_itself(tokens, prompt_tokens):
    frames = flow.frames_of(tokens, 50, RATE)
    prompt = (prompt_tokens, flow.frames_of(prompt_tokens, 50, RATE))
    between = flow.regulated(tokens, frames, EDGE, prompt)

    assert len(between.first) == len(between.second) == len(between.weight) == frames + prompt[1]
    assert set((between.second - between.first).tolist()) <= {0, 1}
    assert ((between.weight >= 0) & (between.weight <= 1)).all()
    assert (between.second[: prompt[1]] < max(prompt_tokens, 1)).all()
    assert (between.first[prompt[1] :] >= prompt_tokens).all()
    if frames:
        assert between.second.max() == prompt_tokens + tokens - 1  # the last token is heard


@pytest.mark.parametrize(("tokens", "parts"), [(40, [(0, 40, 68)]), (41, [(0, 20, 34), (20, 21, 2), (21, 41, 34)])])
def test_more_than_forty_tokens_are_spread_in_three_parts(tokens, parts):
    frames = flow.frames_of(tokens, 50, RATE)
    between = flow.regulated(tokens, frames, EDGE)

    start = 0
    for first, last, wide in parts:
        part = slice(start, start + wide)
        assert between.first[part].min() == first
        assert between.second[part].max() == last - 1
        start += wide
    assert start == frames


def test_a_straight_line_stays_straight_between_the_outermost_centres():
    between = flow.regulated(30, flow.frames_of(30, 50, RATE), EDGE)
    frames = len(between.first)
    wanted = np.clip((np.arange(frames) + 0.5) * 30 / frames - 0.5, 0, 29)

    assert np.abs(applied(between, np.arange(30.0)) - wanted).max() < 1e-6


def test_times_are_those_it_was_trained_with(reference):
    assert np.abs(flow.times(10)[:10] - reference["t"]).max() <= 1e-6
    assert flow.times(10)[10] == pytest.approx(1.0)


def recorded(asked):
    def field(x, mu, t, speaker, cond):
        asked.append((len(x), float(t[0]), mu.copy(), speaker.copy(), cond.copy()))
        return mu + speaker[:, :, None] + cond  # constant in time: one step is exact

    return field


def ones(*shape):
    return np.ones(shape, np.float32)


def test_guidance_asks_with_the_text_and_without_it_and_exaggerates_the_difference():
    asked: list[Any] = []
    around = (ones(1, 80, 5), 2 * ones(1, 80), 3 * ones(1, 80, 5))

    mel = flow.follow(recorded(asked), np.zeros((1, 80, 5), np.float32), around, Steps(4, 0.7, 4))

    assert np.allclose(mel, 1.7 * 6, atol=1e-5)  # without the text the field is zero
    assert [each[0] for each in asked] == [2, 2, 2, 2]
    for _, _, mu, speaker, cond in asked:
        assert not mu[1].any()
        assert not speaker[1].any()
        assert not cond[1].any()


def test_guidance_can_be_left_out_or_end_early():
    asked: list[Any] = []
    around = (ones(1, 80, 5), ones(1, 80), ones(1, 80, 5))
    start = np.zeros((1, 80, 5), np.float32)

    assert np.allclose(flow.follow(recorded(asked), start, around, Steps(3, 0.0, 3)), 3, atol=1e-5)
    flow.follow(recorded(asked), start, around, Steps(3, 0.7, 1))
    assert [each[0] for each in asked] == [1, 1, 1, 2, 1, 1]


def test_a_speaker_is_projected_at_length_one():
    weight, bias = np.eye(2, 3, dtype=np.float32), np.array([0.5, 0.0], np.float32)

    assert np.allclose(flow.projected(np.array([[3.0, 4.0, 0.0]], np.float32), weight, bias), [[1.1, 0.8]])
    assert np.allclose(flow.projected(np.zeros((1, 3), np.float32), weight, bias), [[0.5, 0.0]])
