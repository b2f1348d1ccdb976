"""Which sentences are cut, which are joined, and what their pauses are."""

from pipeline.plan import PlanContext, pack, plan_script
from pipeline.request import RenderOptions
from pipeline.script import Block, BlockKind, Chapter, Script

LONG = "The keeper walked along the harbour wall until the lamps of the town were small behind him."


def chapter(*blocks: tuple[BlockKind, str]) -> Chapter:
    text, made = "", []
    for kind, content in blocks:
        made.append(Block(kind, len(text), len(text) + len(content)))
        text += content + "\n\n"
    return Chapter("", text, tuple(made))


def spoken(context: PlanContext, *blocks: tuple[BlockKind, str]):
    plan = next(plan_script(Script((chapter(*blocks),)), context))
    return [segment for part in plan.parts for segment in part.segments]


def test_a_sentence_is_a_segment(segments):
    other = LONG.replace("keeper", "pilot")

    assert [segment.text for segment in segments(f"{LONG} {other}")] == [LONG, other]


def test_a_short_sentence_joins_the_next_one(segments):
    assert [segment.text for segment in segments(f"{LONG} Why? {LONG}")] == [LONG, f"Why? {LONG}"]


def test_the_last_short_sentence_of_a_block_joins_the_one_before(segments):
    assert [segment.text for segment in segments(f"{LONG} {LONG} Nobody saw.")] == [LONG, f"{LONG} Nobody saw."]


def test_short_sentences_that_are_enough_together_stay_together(segments):
    run = "He knocked. Nobody came. He knocked again. He left."

    assert [segment.text for segment in segments(f"{LONG} {run} {LONG}")] == [LONG, run, LONG]


def test_nothing_is_joined_across_blocks(context):
    found = spoken(context, ("heading", "Night"), ("paragraph", "Rain."), ("paragraph", LONG))

    assert [segment.text for segment in found] == ["Night", "Rain.", LONG]


def test_a_long_sentence_is_cut_at_its_clauses_into_balanced_pieces(segments):
    clause = "and then the keeper of the light went down to the water"
    found = segments(", ".join([clause] * 6) + ".")

    assert all(segment.text.endswith((",", ".")) for segment in found)
    assert max(len(segment.text) for segment in found) <= 1.5 * min(len(segment.text) for segment in found)
    assert [segment.reason for segment in found[:-1]] == ["cut"] * (len(found) - 1)
    assert {round(segment.pause_s, 3) for segment in found[:-1]} == {0.12}


def test_a_long_quotation_is_cut_between_its_sentences_and_not_after_a_title(segments):
    line = "We saw Mr. Gray and Prof. Smith on the harbour wall this morning"
    found = segments(f"“{line}. {line}! {line}. {line}.” The keeper nodded.")

    assert not [segment for segment in found if segment.text.endswith(("Mr.", "Prof."))]
    assert len(found) > 1
    assert [(segment.reason, segment.pause_s) for segment in found[:-1]] == [("question", 0.35)]


def test_a_clause_is_kept_whole_up_to_the_limit(segments):
    clause = "word " * 50  # 250: over the aim of 160, under the limit of 300

    assert len(segments(clause.strip() + ".")) == 1


def test_a_number_keeps_its_digits_and_its_unit(segments):
    text = "投资总额达到1,234.56万元而且" * 30

    found = segments(text)

    assert len(found) > 5
    assert sum(segment.text.count("1,234.56万元") for segment in found) == 30
    assert "".join(segment.text for segment in found) == text


def test_a_wall_of_text_without_a_mark_is_cut_between_words(segments):
    words = "on and on it went without any mark at all until nobody knew where it began " * 20

    for segment in segments(words):
        assert set(segment.text.split()) <= set(words.split())


def test_the_longest_of_the_reasons_that_meet_counts(context):
    found = spoken(
        context,
        ("heading", "One"), ("paragraph", f"{LONG} Is it? Perhaps it is: {LONG}"), ("item", "first of the two items here"),
        ("item", "second of the two items here"), ("paragraph", LONG), ("scene_break", "***"), ("heading", "Two"),
        ("paragraph", LONG),
    )  # fmt: skip

    assert [segment.reason for segment in found] == [
        "heading", "sentence", "paragraph", "item", "paragraph", "scene_break", "heading", "sentence",
    ]  # fmt: skip
    assert [segment.pause_s for segment in found] == [0.8, 0.3, 0.7, 0.45, 0.7, 1.5, 0.8, 0.3]


def test_chapters_of_a_book_end_with_a_long_pause_and_a_single_text_with_a_short_one(context):
    one, two = (list(plan_script(Script((chapter(("paragraph", LONG)),) * count), context)) for count in (1, 2))

    assert [plan.parts[-1].segments[-1].pause_s for plan in one] == [0.3]
    assert [plan.parts[-1].segments[-1].pause_s for plan in two] == [2.0, 2.0]


def test_a_question_is_followed_by_its_own_pause(segments):
    found = segments(f"{LONG[:-1]}? {LONG}")

    assert (found[0].reason, found[0].pause_s) == ("question", 0.35)


def test_overridden_pauses_are_used(context):
    options = RenderOptions(pauses_s={"sentence": 0.5, "chapter": 9.0})
    changed = PlanContext(context.synthesizer, context.voice, "en", 1.0, options)

    assert [segment.pause_s for segment in spoken(changed, ("paragraph", f"{LONG} {LONG}"))] == [0.5, 9.0]


def test_what_cannot_be_spoken_is_reported_and_its_pause_is_not_doubled(context):
    script = Script(
        (chapter(("paragraph", LONG), ("paragraph", "שלום\nעולם"), ("paragraph", "…"), ("paragraph", LONG)),)
    )

    plan = next(plan_script(script, context))

    silent = [segment for part in plan.parts for segment in part.segments if not segment.units]
    assert [(segment.text, segment.fingerprint, segment.pause_s) for segment in silent] == [
        ("שלום עולם", "", 0.0),
        ("…", "", 0.0),
    ]
    assert [(span.text, span.language) for span in plan.unsupported] == [("שלום עולם", "he")]
    span = plan.unsupported[0]
    assert script.chapters[0].text[span.start : span.end] == "שלום\nעולם"


def test_unknown_symbols_and_guessed_words_are_counted_once(plan):
    found = plan(f"A ☃ stood there. Xyzzy said so. {LONG}")

    assert found.unknown == {"☃": 1}
    assert found.guessed == {"Xyzzy": 1}


def test_a_heading_is_spelled_with_a_full_stop_that_its_text_lacks(context):
    heading, chinese, asked = (
        spoken(context, ("heading", title))[0] for title in ("The Night", "雨夜", "Who goes there?")
    )

    assert (heading.text, heading.units) == ("The Night", "The Night.")
    assert chinese.units == "雨夜。"
    assert asked.units == "Who goes there?"


def test_prose_is_spelled_less_than_twice_a_sentence(plan, speller):
    found = plan(f"{LONG} Short one. {LONG} {LONG} " * 40)

    assert speller.calls < 2 * len(found.sentences)


def test_parts_are_about_as_long_as_asked_and_number_on_over_chapters(context):
    paragraph: tuple[BlockKind, str] = ("paragraph", f"{LONG} {LONG}")
    script = Script((chapter(*[paragraph] * 20), chapter(("paragraph", LONG))))

    first, second = plan_script(script, context)

    assert [part.index for part in (*first.parts, *second.parts)] == list(range(len(first.parts) + 1))
    lengths = [sum(s.expected_s + s.pause_s for s in part.segments) for part in first.parts]
    assert all(15 < length <= 30 for length in lengths)
    assert pack([]) == ()


def test_symbols_alone_are_silent_and_counted(context):
    plan = next(plan_script(Script((chapter(("paragraph", LONG), ("paragraph", "∀ ∑ ∀")),)), context))

    assert plan.unknown == {"∀": 2, "∑": 1}


def test_a_chapter_that_nothing_can_speak_keeps_its_last_pause_and_is_a_file_of_its_own(context):
    unspeakable = chapter(("paragraph", "שלום"), ("paragraph", "עולם"))
    _, silent = plan_script(Script((chapter(("paragraph", LONG)), unspeakable)), context)
    segments = [segment for part in silent.parts for segment in part.segments]

    assert not any(segment.units for segment in segments)
    assert [segment.pause_s for segment in segments] == [0.0, 2.0]
    assert [span.text for span in silent.unsupported] == ["שלום", "עולם"]
