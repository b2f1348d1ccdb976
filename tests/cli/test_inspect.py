"""`voicemill inspect`: the plan of a job, written out."""

import json

import pytest

TEXT = """Chapter IV

Dr. Ames paid $5 to Xyzzyq on 3 May 1999. Her name was Анна.

Nobody had ever asked him that question before, and he took his time."""


def inspected(voicemill, *arguments, text=TEXT):
    shown = voicemill("inspect", "-", *arguments, "--json", stdin=text.encode())
    assert (shown.code, shown.err) == (0, "")
    return json.loads(shown.out)


def test_every_sentence_is_shown_with_what_is_said_for_it_and_where_it_stands(voicemill):
    (chapter,) = inspected(voicemill)["chapters"]

    assert chapter["title"] == "Chapter IV"
    assert [each["text"] for each in chapter["sentences"]] == [
        "Chapter IV",
        "Dr. Ames paid $5 to Xyzzyq on 3 May 1999.",
        "Her name was Анна.",
        "Nobody had ever asked him that question before, and he took his time.",
    ]
    assert chapter["sentences"][1]["spoken"] == (
        "Doctor Ames paid five dollars to Xyzzyq on the third of May nineteen ninety-nine."
    )
    assert all(TEXT[each["start"] : each["end"]] == each["text"] for each in chapter["sentences"])
    runs = [run for each in chapter["sentences"] for run in each["runs"]]
    assert all(" ".join(TEXT[run["start"] : run["end"]].split()) == run["text"] for run in runs)


def test_segments_hold_what_reaches_the_model_and_what_follows_them(voicemill):
    segments = inspected(voicemill)["segments"]

    assert [each["index"] for each in segments] == list(range(len(segments)))
    assert set(segments[0]) == {
        "index", "chapter", "text", "start", "end", "spoken", "phonemes", "lang", "runs", "voice", "speed", "pause_s",
        "reason", "fingerprint", "cached",
    }  # fmt: skip
    assert segments[-1]["phonemes"].startswith("nˈObˌ")
    assert (segments[0]["reason"], segments[0]["pause_s"]) == ("heading", 0.8)
    assert {each["voice"] for each in segments} == {"af_heart"}
    assert "".join("".join(each["text"].split()) for each in segments) == "".join(TEXT.split())


def test_what_is_risky_is_named_with_its_place(voicemill):
    shown = inspected(voicemill)

    assert [(span["text"], span["language"]) for span in shown["unsupported_spans"]] == [("Анна", "ru")]
    (guessed,) = (each for each in shown["warnings"] if each["code"] == "guessed_words")
    assert TEXT[guessed["start"] : guessed["end"]] == guessed["text"] == "Xyzzyq"


def test_the_page_begins_with_the_risky_places(voicemill):
    shown = voicemill("inspect", "-", stdin=TEXT.encode())

    lines = shown.out.splitlines()
    assert lines[0].startswith("1 chapter in en, ")
    assert "  Анна (ru)" in lines
    assert lines.index("  Анна (ru)") < lines.index("Chapter IV")
    assert "    → Chapter four." in lines


def test_a_model_that_takes_text_has_no_phonemes(voicemill):
    assert inspected(voicemill, "--voice", "tone")["segments"][0]["phonemes"] is None


def test_a_language_without_a_voice_is_shown_in_its_spoken_form(voicemill):
    shown = inspected(voicemill, "--lang", "de", text="Am Montag kam niemand.")

    assert shown["language"] == "de"
    assert shown["segments"][0]["spoken"] == "Am Montag kam niemand."
    assert [each["code"] for each in shown["warnings"]] == ["no_voice"]


@pytest.mark.parametrize("flags", [(), ("--cached",)])
def test_what_is_stored_is_told_when_asked(voicemill, flags):
    estimate = inspected(voicemill, *flags)["estimate"]

    assert estimate["cached_segments"] == (0 if flags else None)
    assert estimate["audio_s"] > estimate["synth_s"] > 1


def test_pronunciations_pauses_and_emoji_are_those_of_a_job(voicemill, tmp_path):
    (tmp_path / "words.yaml").write_text("Xyzzyq: /ˈzɪzi/\nAmes: Aims\n", encoding="utf-8")

    shown = inspected(
        voicemill, "--lexicon", "words.yaml", "--pause", "paragraph=1.5", "--emoji", "name", text=TEXT + " 👍"
    )

    assert "Aims" in shown["segments"][1]["spoken"]
    assert "zˈɪzi" in shown["segments"][1]["phonemes"] or "ˈzɪzi" in shown["segments"][1]["phonemes"]
    assert "thumbs up" in shown["chapters"][0]["sentences"][-1]["spoken"] + shown["segments"][-1]["spoken"]
    assert 1.5 in {each["pause_s"] for each in shown["segments"]}


def test_a_text_that_a_job_would_refuse_is_refused_by_name(voicemill):
    refused = voicemill("inspect", "-", stdin=b"...")

    assert (refused.code, refused.out) == (2, "")
    assert "nothing that can be spoken" in refused.err


def test_a_voice_that_is_unknown_is_refused_with_the_nearest(voicemill):
    assert "af_heart" in voicemill("inspect", "-", "--voice", "af_hart", stdin=b"Hello there.").err


@pytest.mark.parametrize(
    ("flags", "text", "told"),
    [
        ((), "Ce matin-là, personne ne savait qui avait ouvert la porte du moulin, ni pourquoi.", ["fr, not en"]),
        (("--voice", "zf_xiaobei"), "Nobody in the valley knew who had opened the door of the mill.", ["en, not zh"]),
        (("--lang", "fr"), "Ce matin-là, personne ne savait qui avait ouvert la porte du moulin.", []),
        ((), "Nobody in the valley knew who had opened the door of the mill.", []),
    ],
)
def test_a_text_plainly_in_another_language_than_its_voice_is_told(voicemill, flags, text, told):
    warnings = inspected(voicemill, *flags, text=text)["warnings"]

    assert [each["text"] for each in warnings if each["code"] == "language_mismatch"] == told


def test_a_heteronym_read_wrong_is_put_right_by_a_lexicon(voicemill, tmp_path):
    text = "A minute crack ran through the cup, and nobody saw it."
    (tmp_path / "words.yaml").write_text("minute crack: /maɪˈnuːt kɹæk/\n", encoding="utf-8")

    wrong = inspected(voicemill, text=text)["segments"][0]["phonemes"]
    right = inspected(voicemill, "--lexicon", "words.yaml", text=text)["segments"][0]["phonemes"]

    assert "mˈɪnət" in wrong  # the sixty seconds: a known miss of the rules
    assert "mInˈut kɹæk" in right
    assert right.partition("kɹæk")[2] == wrong.partition("kɹˈæk")[2]
