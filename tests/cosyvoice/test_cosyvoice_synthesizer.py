"""The synthesizer on a generated bundle: what it promises its caller."""

import pytest

from models.cosyvoice import engine
from models.cosyvoice.engine import Engine
from models.cosyvoice.graphs import GRAPHS
from models.loader import Loader
from models.session import open_session
from pipeline.errors import ModelMissing, SynthesisError
from pipeline.ports import LanguageRun
from pipeline.voices import VoiceBlend

MODEL = "cosyvoice-fake"
VOICE = VoiceBlend(MODEL, (("zh-female", 1.0),))
UNITS = "<|zh|>你好，世界。"
SHARED = {"full": set(GRAPHS), "small": {"flow_estimator"}}


@pytest.fixture
def cosy(options, drop):
    drop()
    return Loader(options).open(MODEL)


def strict(options, drop, **changes):
    drop(synthetic=False, **changes)
    return Loader(options).open(MODEL)


def run(text, language):
    return LanguageRun(text, language, 0, len(text))


def test_the_same_segment_is_the_same_bytes_whatever_was_spoken_before(cosy, noise):
    first = cosy.synthesize(UNITS, VOICE, speed=1.0, noise=noise)
    cosy.synthesize(UNITS * 3, VOICE, speed=0.7, noise=noise)
    again = cosy.synthesize(UNITS, VOICE, speed=1.0, noise=noise)
    cosy.close()
    opened_again = cosy.synthesize(UNITS, VOICE, speed=1.0, noise=noise)

    assert first.samples.tobytes() == again.samples.tobytes() == opened_again.samples.tobytes()
    assert first.sample_rate == 22_050
    other = cosy.synthesize(UNITS, VOICE, speed=1.0, noise=lambda stage, attempt: noise(stage, attempt, seed=1))
    assert other.samples.tobytes() != first.samples.tobytes()


def test_each_stage_draws_from_its_own_noise(cosy, noise):
    asked = []

    def watched(stage, attempt):
        asked.append((stage, attempt))
        return noise(stage, attempt)

    cosy.synthesize(UNITS, VOICE, speed=1.0, noise=watched)

    assert asked == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_weights_are_read_where_workers_share_them_unless_that_costs_time(options, drop, noise, monkeypatch):
    opened = {}

    def watched(path, threads, *, repack):
        opened[path.stem] = repack
        return open_session(path, threads, repack=repack)

    monkeypatch.setattr(engine, "open_session", watched)
    for name, weights in (("full", "float32"), ("small", "int8-dynamic")):
        drop(name, weights=weights)
        voice = VoiceBlend(name, (("zh-female", 1.0),))
        Loader(options).open(name).synthesize(UNITS, voice, speed=1.0, noise=noise)
        assert {graph for graph, repack in opened.items() if repack} == set(opened) - SHARED[name]


@pytest.mark.parametrize("speed", [0.8, 1.25])
def test_speed_changes_the_length_and_nothing_before_it(cosy, noise, speed):
    plain = cosy.synthesize(UNITS, VOICE, speed=1.0, noise=noise)
    fast = cosy.synthesize(UNITS, VOICE, speed=speed, noise=noise)

    frames = len(plain.samples) // 256
    assert len(fast.samples) == int(frames / speed) * 256


def test_voices_differ_and_an_unknown_one_is_named(cosy, noise):
    one = cosy.synthesize(UNITS, VOICE, speed=1.0, noise=noise)
    two = cosy.synthesize(UNITS, VoiceBlend(MODEL, (("en-male", 1.0),)), speed=1.0, noise=noise)

    assert one.samples.tobytes() != two.samples.tobytes()
    with pytest.raises(SynthesisError, match="no voice zh-famale; it has zh-female, en-male, voice-3"):
        cosy.synthesize(UNITS, VoiceBlend(MODEL, (("zh-famale", 1.0),)), speed=1.0, noise=noise)


@pytest.mark.parametrize(("units", "speed", "says"), [("", 1.0, "empty"), (UNITS, 3.0, "speed 3")])
def test_what_cannot_be_spoken_says_why(cosy, noise, units, speed, says):
    with pytest.raises(SynthesisError, match=says):
        cosy.synthesize(units, VOICE, speed=speed, noise=noise)


def test_the_shortest_text_is_spoken(cosy, noise):
    assert len(cosy.synthesize("a", VOICE, speed=2.0, noise=noise).samples) >= 256


def test_speech_without_an_end_is_tried_twice_and_then_an_error(options, drop, noise):
    cosy = strict(options, drop, end_bias=-50.0)
    asked = []

    def watched(stage, attempt):
        asked.append((stage, attempt))
        return noise(stage, attempt)

    with pytest.raises(
        SynthesisError, match=r"ran away 2 times.*does not end \(57 speech tokens, 1\.1 s, where 1\.3 s are"
    ):
        cosy.synthesize(UNITS, VOICE, speed=1.0, noise=watched)
    assert asked == [(0, 0), (0, 1)]


def test_a_second_try_that_ends_well_is_spoken_with_its_own_noise(options, drop, noise, monkeypatch):
    cosy = strict(options, drop)
    circle, fine = [7] * 60, list(range(40)) * 2
    tries = iter([(circle * 3, True), (fine, True)])
    monkeypatch.setattr(Engine, "tokens", lambda *_: next(tries))
    asked = []

    def watched(stage, attempt):
        asked.append((stage, attempt))
        return noise(stage, attempt)

    audio = cosy.synthesize(UNITS, VOICE, speed=1.0, noise=watched)

    assert asked == [(0, 0), (0, 1), (1, 1), (2, 1), (3, 1)]
    assert len(audio.samples) == int(80 / 50 * 22_050 / 256) * 256


def test_a_circle_is_left_before_the_most_tokens_have_come(options, drop, noise, monkeypatch):
    monkeypatch.setattr("models.cosyvoice.synthesizer.draw", lambda scores, heard, rules, noise: len(heard) % 5)
    steps = []
    embedded = Engine.embedded

    def counted(engine, token):
        steps.append(token)
        return embedded(engine, token)

    monkeypatch.setattr(Engine, "embedded", counted)
    cosy = strict(options, drop)

    with pytest.raises(SynthesisError, match=r"repeats itself for 3 s"):
        cosy.synthesize("<|en|>" + "a long sentence of many words " * 4, VOICE, speed=1.0, noise=noise)
    assert len(steps) == 2 * 150


def test_guards_can_be_turned_off_and_that_is_another_revision(options, drop, noise):
    drop(synthetic=False, end_bias=-50.0)
    off = options.model_copy(update={"cosyvoice_guards": "off"})

    assert len(Loader(off).open(MODEL).synthesize(UNITS, VOICE, speed=1.0, noise=noise).samples) > 0
    assert Loader(off).open(MODEL).card.revision != Loader(options).open(MODEL).card.revision


def test_fewer_steps_and_no_guidance_sound_other_and_are_other_revisions(options, drop, noise):
    drop()
    changes = [{}, {"cosyvoice_steps": 5}, {"cosyvoice_guidance": 0.0}, {"cosyvoice_guided_steps": 3}]
    every = [Loader(options.model_copy(update=change)).open(MODEL) for change in changes]

    assert len({cosy.synthesize(UNITS, VOICE, speed=1.0, noise=noise).samples.tobytes() for cosy in every}) == 4
    untagged = Loader(options.model_copy(update={"cosyvoice_tag": False})).open(MODEL)
    assert len({cosy.card.revision for cosy in [*every, untagged]}) == 5


@pytest.mark.parametrize("told", ["Sadly.", "Sadly.<endofprompt>", "Sadly.<|endofprompt|>"])
def test_an_instruction_is_read_before_the_text_without_the_speaker(options, drop, noise, monkeypatch, told):
    drop()
    plain = Loader(options).open(MODEL)
    instructed = Loader(options.model_copy(update={"cosyvoice_instruction": told})).open(MODEL)
    seen = []
    opening = Engine.opening

    def watched(engine, ids, speaker):
        seen.append(speaker)
        return opening(engine, ids, speaker)

    monkeypatch.setattr(Engine, "opening", watched)

    one = instructed.synthesize(UNITS, VOICE, speed=1.0, noise=noise)
    two = plain.synthesize(UNITS, VOICE, speed=1.0, noise=noise)

    assert bytes(seen[0].text_ids) == (told if told.endswith(">") else f"{told}<endofprompt>").encode()
    assert [speaker.in_lm for speaker in seen] == [False, True]
    assert len(seen[1].text_ids) == 0
    assert one.samples.tobytes() != two.samples.tobytes()
    assert instructed.card.revision != plain.card.revision


def test_a_text_is_normalized_and_tagged_with_its_main_language(cosy):
    spelling = cosy.spell([run("涨了", "zh"), run("iPhone ", "en"), run("3.5%。", "zh")], VOICE)

    assert spelling.units == "<|zh|>涨了iPhone 百分之三点五。"
    assert spelling.spoken == "涨了iPhone 百分之三点五。"
    english = cosy.spell([run("It costs $5.", "en")], VOICE)
    assert english.units == "<|en|>It costs five dollars."
    assert english.cost == pytest.approx(len(english.spoken) + 1)  # bytes and the tag


def test_the_tag_can_be_left_out(options, drop):
    drop()
    cosy = Loader(options.model_copy(update={"cosyvoice_tag": False})).open(MODEL)

    assert cosy.spell([run("你好。", "zh")], VOICE).units == "你好。"


def test_a_tag_in_a_text_is_text(cosy):
    spelling = cosy.spell([run("<|en|>你好<|endoftext|>。", "zh")], VOICE)

    assert spelling.units.startswith("<|zh|>")
    ids = cosy._encode(spelling.units)
    assert ids[0] == 257
    assert max(ids[1:]) < 256


def test_other_languages_are_reported_and_not_spoken(cosy):
    russian = run("Привет", "ru")
    spelling = cosy.spell([run("他说", "zh"), russian, run("。", "zh")], VOICE)

    assert spelling.unsupported == (russian,)
    assert spelling.spoken == "他说。"
    assert cosy.spell([russian], VOICE).units == ""


@pytest.mark.parametrize("text", ["……", "！？", "   ", "***"])
def test_marks_alone_are_not_spoken(cosy, text):
    spelling = cosy.spell([run(text, "zh")], VOICE)

    assert (spelling.units, spelling.cost) == ("", 0.0)


def test_a_pronunciation_is_reported_as_ignored(cosy):
    given = LanguageRun("Nguyen", "en", 0, 6, phonemes="wˈɪn")

    assert [each.code for each in cosy.spell([given], VOICE).notices] == ["phonemes_unsupported"]


def test_cost_keeps_both_tokens_and_seconds_within_the_limits(cosy):
    limits = cosy.limits(1.0)

    assert (limits.aim, limits.most) == (40, 60)
    assert cosy.expected_s(limits.most, 1.0) == 15
    assert cosy.limits(0.5).most == 30
    dense = cosy.spell([run("a" * 10, "en")], VOICE)
    assert dense.cost == 11


def test_a_file_that_went_missing_is_named(options, drop, noise):
    folder = drop()
    cosy = Loader(options).open(MODEL)
    (folder / "lm.onnx").unlink()

    with pytest.raises(ModelMissing, match=r"lm\.onnx"):
        cosy.synthesize(UNITS, VOICE, speed=1.0, noise=noise)
