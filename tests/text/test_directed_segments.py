"""What authors ask for reaches the segments: voices, paces, pauses, pronunciations; and nothing of it is lost by cutting."""

from dataclasses import replace

import pytest

from models.options import ModelOptions
from models.tone import Tone
from pipeline.errors import UnknownVoice
from pipeline.lexicon import Entry
from pipeline.plan import PlanContext, plan_script
from pipeline.request import RenderOptions
from pipeline.script import Block, Chapter, Mark, Script
from pipeline.voices import ModelCard, Voice, VoiceBlend

CARD = ModelCard(
    "tone",
    "1",
    24_000,
    ("en", "zh"),
    tuple(Voice(name, "tone", ("en",), 24_000, "Apache-2.0") for name in ("tone", "tone-low", "tone-zh")),
)


def blend(name: str) -> VoiceBlend:
    return VoiceBlend("tone", ((name, 1.0),))


def planned(*paragraphs, marks=(), language="en", voice="tone", **options):
    text = "\n\n".join(paragraphs)
    blocks, at = [], 0
    for paragraph in paragraphs:
        blocks.append(Block("paragraph", at, at + len(paragraph)))
        at += len(paragraph) + 2
    script = Script((Chapter("", text, tuple(blocks), tuple(marks)),))
    context = PlanContext(Tone(CARD, ModelOptions()), blend(voice), language, 1.0, RenderOptions(**options))
    (chapter,) = plan_script(script, context)
    return chapter


def segments(*paragraphs, **how):
    return [each for part in planned(*paragraphs, **how).parts for each in part.segments]


def mark(kind, text, stretch, value="", at=0):
    start = text.index(stretch, at)
    return Mark(kind, start, start + len(stretch), value)


LONG = "Nobody in the whole town could say who had rung the bell. It rang again before anyone had found the key."


def test_a_pause_between_two_sentences_replaces_the_one_that_was_there():
    at = LONG.index(" It")

    short, _ = segments(LONG, marks=[Mark("pause", at, at, "0.05")])

    assert (short.pause_s, short.reason) == (0.05, "break")


@pytest.mark.parametrize(("asked", "heard"), [("0.1", 0.7), ("2.5", 2.5)])
def test_at_the_end_of_a_paragraph_the_longer_pause_counts(asked, heard):
    first, _ = segments(LONG[:57], LONG[58:], marks=[Mark("pause", 57, 57, asked)])
    between, _ = segments(LONG[:57], LONG[58:], marks=[Mark("pause", 58, 58, asked)])

    assert first.pause_s == between.pause_s == heard


def test_a_pause_inside_a_sentence_parts_it_there_and_two_take_the_longer():
    at = LONG.index(" could")

    before, after, _ = segments(LONG, marks=[Mark("pause", at, at, "1"), Mark("pause", at + 1, at + 1, "0.4")])

    assert (before.text, before.pause_s) == ("Nobody in the whole town", 1.0)
    assert after.text.startswith("could say")
    assert before.first_sentence == after.first_sentence == 0


def test_another_voice_speaks_its_stretch_and_no_more():
    text = "He looked up from the page and said “we are closed for the season” and went on with his reading as before."

    spoken = segments(text, marks=[mark("voice", text, "“we are closed for the season”", "tone-low")])

    assert [(each.voice, each.text[:8]) for each in spoken] == [
        ("tone", "He looke"),
        ("tone-low", "“we are "),
        ("tone", "and went"),
    ]
    assert [each.reason for each in spoken] == ["voice", "voice", "sentence"]
    assert len({each.fingerprint for each in spoken}) == 3


def test_inner_voices_and_rates_win_over_outer_ones():
    text = "one two three four five"
    marks = [Mark("voice", 0, 23, "tone-low"), Mark("voice", 4, 7, "tone-zh"), mark("rate", text, "three four", "0.25")]

    spoken = segments(text, marks=marks)

    assert [(each.text, each.voice, each.speed) for each in spoken] == [
        ("one", "tone-low", 1.0),
        ("two", "tone-zh", 1.0),
        ("three four", "tone-low", 0.5),
        ("five", "tone-low", 1.0),
    ]


def test_a_voice_that_the_model_lacks_is_refused_by_name():
    with pytest.raises(UnknownVoice, match="tone-lo"):
        segments("Hello there.", marks=[Mark("voice", 0, 5, "tone-lo")])


def test_a_change_of_voice_keeps_the_segments_outside_it():
    other = segments(LONG, marks=[Mark("voice", 0, 57, "tone-low")])

    assert segments(LONG)[1].fingerprint == other[1].fingerprint
    assert segments(LONG)[0].fingerprint != other[0].fingerprint


def test_an_alias_is_said_and_the_text_and_its_place_stay():
    text = "Dr. No. 5 lives in the old lighthouse at the end of the pier."

    (only,) = segments(text, marks=[mark("alias", text, "No. 5", "number five")])

    assert only.spoken == "Dr. number five lives in the old lighthouse at the end of the pier."
    assert only.text == text
    assert [(text[run.start : run.end], run.spoken) for run in only.runs][1] == ("No. 5", "number five")


def test_no_sentence_and_no_segment_ends_inside_a_pronunciation():
    text = "The band is called Who? What! Where. It never " + "plays " * 60 + "today."
    phrase = "Who? What! Where."
    words = " ".join(["plays"] * 30)

    plan = planned(text, lexicon=(Entry(phrase, say="who what where"), Entry(words, say="so " + words)))

    assert plan.sentences[0].text.startswith("The band is called Who? What! Where.")
    assert all(
        not segment.start < text.index(phrase) + 5 < segment.end or phrase in segment.text
        for part in plan.parts
        for segment in part.segments
    )


def test_only_the_sentence_that_an_entry_touches_is_spoken_anew():
    plain, changed = segments(LONG), segments(LONG, lexicon=(Entry("key", say="quay"),))

    assert [a.fingerprint == b.fingerprint for a, b in zip(plain, changed, strict=True)] == [True, False]


def test_an_entry_of_a_language_counts_in_runs_of_it_only():
    spoken = segments("我们在 GitHub 上见 bug。", language="zh", lexicon=(Entry("bug", "虫", language="zh"),))
    there = segments("我们在 GitHub 上见 bug。", language="zh", lexicon=(Entry("bug", "beetle", language="en"),))

    assert "bug" in spoken[0].spoken
    assert "beetle" in there[0].spoken


def test_the_authors_mark_counts_before_the_lexicon():
    text = "Ask Xi about it, please, before the others come in."

    (only,) = segments(text, marks=[mark("alias", text, "Xi", "shee")], lexicon=(Entry("Xi", say="ksai"),))

    assert "shee" in only.spoken


def test_phonemes_for_a_model_that_takes_text_are_a_warning_and_the_text_is_spoken():
    text = "The word is tomato, and nothing else is."

    plan = planned(text, marks=[mark("phonemes", text, "tomato", "təˈmɑːtoʊ")])

    assert [(each.code, each.text, text[each.start : each.end]) for each in plan.notices] == [
        ("phonemes_unsupported", "tomato", "tomato")
    ]
    assert plan.parts[0].segments[0].spoken == text


def test_a_sentence_of_the_author_is_one_whatever_stands_in_it():
    text = "It was Mr Who? He came. Then he left again for good."

    plan = planned(text, marks=[mark("sentence", text, "It was Mr Who? He came.")])

    assert [each.text for each in plan.sentences] == ["It was Mr Who? He came.", "Then he left again for good."]


def test_emoji_are_named_when_asked_for():
    assert segments("Well done 👍 all of you.", emoji="name")[0].spoken == "Well done thumbs up all of you."


def test_a_longer_foreign_stretch_goes_to_the_second_voice_and_a_crumb_does_not():
    text = "请大家记住 this is a longer sentence 然后继续工作吧。他用 API 写的代码很好看。"

    spoken = segments(text, language="zh", voice="tone-zh", voices={"en": "tone"})

    assert [(each.voice, each.text) for each in spoken] == [
        ("tone-zh", "请大家记住"),
        ("tone", "this is a longer sentence"),
        ("tone-zh", "然后继续工作吧。他用 API 写的代码很好看。"),
    ]
    assert [each.reason for each in spoken][:2] == ["language", "language"]


def test_joined_segments_are_the_text_whatever_is_asked_for():
    text = LONG + " 42 🦉 GitHub? " + LONG
    marks = [Mark("voice", 10, 90, "tone-low"), Mark("pause", 33, 33, "1"), Mark("rate", 60, 130, "1.2")]

    chapter = planned(text, marks=marks, lexicon=(Entry("bell", say="gong"),), emoji="name")

    joined = "".join(each.text for part in chapter.parts for each in part.segments)
    assert "".join(joined.split()) == "".join(text.split())
    assert replace(chapter.parts[0].segments[0], index=0).voice == "tone"


@pytest.mark.parametrize("kind", ["voice", "rate"])
def test_the_mark_after_a_voice_is_said_by_it_and_is_no_segment_of_its_own(kind):
    text = "A guest said so. Then he left!"
    value = "tone-low" if kind == "voice" else "0.8"

    made = segments(text, marks=[mark(kind, text, "said so", value), mark(kind, text, "he left", value)])

    assert [each.text for each in made] == ["A guest", "said so.", "Then", "he left!"]


def test_a_voice_that_begins_at_the_mark_after_another_keeps_it():
    text = "He said so? Well, yes."
    at = text.index("?")

    made = segments(text, marks=[Mark("voice", 0, at, "tone-low"), Mark("voice", at, len(text), "tone-zh")])

    assert made[0].text == "He said so"
    assert "".join("".join(each.text.split()) for each in made) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "entry", "spoken"),
    [
        ("Nguyen's house.", Entry("Nguyen", say="win"), "win's house."),
        ("Nguyen’s house.", Entry("Nguyen", say="win"), "win's house."),
        ("Nguyen'single house.", Entry("Nguyen", say="win"), "Nguyen'single house."),
        ("Nguyen' house.", Entry("Nguyen", say="win"), "win' house."),
    ],
)
def test_a_possessive_s_belongs_to_the_respelled_word(text, entry, spoken):
    assert " ".join(each.spoken for each in segments(text, lexicon=(entry,))) == spoken


@pytest.mark.parametrize(
    ("ipa", "said"), [("ˈænə", "ˈænəz"), ("dʒæk", "dʒæks"), ("ˈmæks", "ˈmæksɪz"), ("bɑʃ", "bɑʃɪz")]
)
def test_a_possessive_s_is_said_as_english_says_it_after_a_given_pronunciation(ipa, said):
    from pipeline.staging import Override, _possessive

    assert _possessive(Override(phonemes=ipa)) == Override(phonemes=said)
