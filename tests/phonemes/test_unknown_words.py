"""Words that the lexicon lacks are put together from those it has, or read by rule; none is dropped, each is named."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from models.phonemes.en import English
from models.phonemes.lexicon import Lexicon
from models.phonemes.own_words import OWN_WORDS

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéèêëàâäçñöøüßœæłšžčő"


def plain(sound: str) -> str:
    return sound.replace("T", "ɾ")


@pytest.fixture(scope="module")
def british():
    return English("gb")


@pytest.mark.parametrize(
    ("word", "sound"),
    [
        ("localhost", "lˈOkəlhˌOst"), ("webhooks", "wˈɛbhˌʊks"), ("ungoogleable", "ʌnɡˈuɡᵊləbəl"),
        ("microservices", "mˌIkɹOsˈɜɹvəsᵻz"), ("overfitting", "ˌOvəɹfˈɪɾɪŋ"), ("reskinned", "ɹiskˈɪnd"),
        ("girlboss", "ɡˈɜɹlbˌɔs"), ("untweetable", "ʌntwˈiɾəbəl"), ("rawdogging", "ɹˈɔdˌɔɡɪŋ"),
        ("antivaxxers", "ˌæntivˈæksəɹz"), ("Trumpian", "tɹˈʌmpiən"), ("livestreamed", "lˈIvstɹˌimd"),
        ("backrooms'", "bˈækɹˌumz"), ("doorframe-less", "dˈɔɹfɹˌAmlˌɛs"),
    ],
)  # fmt: skip
def test_parts_that_are_known_make_the_whole(english, word, sound):
    assert plain(english(word).phonemes) == sound


@pytest.mark.parametrize("word", ["Gandolfi", "Redisson", "Tyrionne", "Hermia", "Bilbao-esque"])
def test_a_name_is_not_taken_apart_into_rare_words(english, word):
    assert "wˌʌn" not in english(word).phonemes
    assert english(word).phonemes


@pytest.mark.parametrize(
    ("word", "sound"),
    [
        ("Hermione", "həɹmˈIəni"), ("Hermione's", "həɹmˈIəniz"), ("Nguyen", "nwˈɪn"), ("Siobhan", "ʃəvˈɔn"),
        ("kubectl", "kjˈubkəntɹˌOl"), ("PostgreSQL", "pˈOstɡɹɛskjˌuˈɛl"), ("GitHub", "ɡˈɪthˌʌb"), ("NumPy", "nˈʌmpˌI"),
        ("WiFi", "wˈIfˌI"), ("YouTubers", "jˈutˌubəɹz"), ("O'Brien's", "ObɹˈIənz"), ("Zoë", "zˈOi"), ("Zoe's", "zˈOiz"),
        ("Chloë", "klˈOi"), ("jalapeños", "hˌɑləpˈAnjOz"), ("Beyoncé", "biˈɑnsA"),
    ],
)  # fmt: skip
def test_names_and_makes_of_our_own_are_known(english, word, sound):
    read = english(word)
    assert plain(read.phonemes) == sound
    assert read.guessed == ()


@pytest.mark.parametrize(
    ("word", "sound"),
    [
        ("rosé", "ɹOzˈA"), ("rose", "ɹˈOz"), ("résumé", "ɹˈɛzəmˌA"), ("résumés", "ɹˈɛzəmˌAz"), ("café", "kæfˈA"),
        ("cafés", "kæfˈAz"), ("pâté", "pætˈA"), ("pate", "pˈAt"), ("cliché", "kliʃˈA"), ("naïve", "nɑˈiv"),
        ("façade", "fəsˈɑd"), ("coöperate", "kOˈɑpəɹˌAt"), ("EXPOSÉ", "ˌɛkspOzˈA"), ("Mbappé", "mbˌæpˈA"),
    ],
)  # fmt: skip
def test_an_accent_that_changes_the_word_is_heard(english, word, sound):
    assert plain(english(word).phonemes) == sound


@pytest.mark.parametrize(
    ("word", "sound"),
    [
        ("sooo", "sˌO"), ("noooo", "nˈO"), ("loooong", "lˈɔŋ"), ("cooool", "kˈul"), ("goood", "ɡˈʊd"), ("heyyy", "hˈA"),
        ("yesss", "jˈɛs"), ("byeee", "bˈI"), ("pssst", "psst"), ("shhhh", "ʃʃ"), ("brrr", "bɹɹ"),
        ("aaargh", "ˈɑɹɡ"), ("argh", "ˈɑɹɡ"), ("ughhh", "ˈʌɡ"), ("grrrr", "ɡɹɹ"), ("hahahaha", "hˈɑhˈɑhˈɑhˈɑ"), ("tsk", "tsk"),
    ],
)  # fmt: skip
def test_noises_and_drawn_out_words_are_said_and_not_spelled(english, word, sound):
    assert english(word).phonemes == sound


@pytest.mark.parametrize("word", ["committee", "Hawaii", "bookkeeper", "IIII", "www", "AAA"])
def test_what_only_looks_drawn_out_is_left_alone(english, word):
    assert english(word).phonemes not in {"", "hˈA"}
    if word.islower() and word != "www":
        assert english(word).guessed == ()


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("gonna", "ɡˈʌnə"), ("y'all", "jˈɔl"), ("'twas", "twˈʌz"), ("o'clock", "əklˈɑk"), ("goin'", "ɡˈOən"),
        ("nothin'", "nˈʌθɪn"), ("couldn't've", "kˌʊdᵊntəv"), ("who'd've", "hˌudəv"), ("'ello", "əlˈO"), ("'ouse", "ˈWs"),
        ("d'you", "djˈu"), ("'til", "tˈɪl"), ("'hello'", "həlˈO"), ("th'other", "ðˈʌðəɹ"), ("shoulda", "ʃˈʊdə"),
    ],
)  # fmt: skip
def test_speech_written_as_it_sounds_is_read_so(english, text, sound):
    assert english(text).phonemes == sound


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("IBM's", "ˌIbˌiˈɛmz"), ("CEO'S", "sˌiˌiˈOz"), ("APIs", "ˌApˌiˈIz"), ("PhDs", "pˌiˌAʧdˈiz"), ("B-side", "bˈisˌId"),
        ("X-ray", "ˈɛksɹˌA"), ("T-shirt", "tˈiʃˌɜɹt"), ("McGonagall", "mˌəkɡˈOnəɡɔl"),
    ],
)  # fmt: skip
def test_letters_and_initials_are_named(english, text, sound):
    assert english(text).phonemes == sound


@pytest.mark.parametrize(
    ("word", "sound"),
    [("tales", "tˈAlz"), ("double", "dˈʌbᵊl"), ("arithmetic", "əɹˈɪθmətˌɪk"), ("midair", "mˌɪdˈɛɹ"), ("triple", "tɹˈɪpᵊl"),
     ("metaplastic", "mˌɛɾəplˈæstɪk"), ("lived", "lˈɪvd"), ("wasn’t", "wˈʌzᵊnt")],
)  # fmt: skip
def test_common_words_that_readers_reported_are_right(english, word, sound):
    assert plain(english(word).phonemes) == sound


@pytest.mark.parametrize(
    ("name", "sound"),
    [("Paul", "pˈɔl"), ("Emily's", "ˈɛməliz"), ("Margaret", "mˈɑɹɡɹət"), ("RYAN", "ɹˈIən"), ("Poirot", "pwɑɹˈO"),
     ("Ms Hernandez", "mˈɪz həɹnˈændˌɛz"), ("Mozart", "mˈOtsˌɑɹt")],
)  # fmt: skip
def test_names_that_stories_are_full_of_are_known(english, name, sound):
    read = english(name)
    assert plain(read.phonemes) == sound
    assert read.guessed == ()


def test_words_of_our_own_are_those_that_the_lists_lack_in_symbols_of_the_model():
    lists = Lexicon()
    assert [word for word in OWN_WORDS if lists.lists(word) or lists.lists(word.capitalize())] == []
    assert set("".join(OWN_WORDS.values())) <= set("AIOWYQbdfhijklmnpstuvwzæðŋɑɐɔəɛɜɡɪɹʃʊʌʒʤʧˈˌθᵊɾ")
    assert [word for word, sound in OWN_WORDS.items() if sound.count("ˈ") > 2] == []


def test_british_guesses_have_british_sounds(british):
    assert set("OTɾɚ").isdisjoint(british("Voldemort's localhost photoshopped Verstappen Frodo").phonemes)


def test_what_espeak_would_be_asked_is_only_what_no_part_is_known_of():
    asked: list[str] = []
    English(fallback=lambda word: asked.append(word) or "zˈɔ")("webhooks ungoogleable sooo hmmm Zorbleckian")  # type: ignore[func-returns-value]
    assert asked == ["zorbleckian"]


@settings(deadline=None, max_examples=300)  # the machine may be busy
@given(
    st.text(st.sampled_from(LETTERS + "'’-"), min_size=1, max_size=16).filter(lambda word: any(map(str.isalpha, word)))
)
@example("''s")
@example("é")
@example("és")
@example("'é'")
@example("ß")
@example("n't")
@example("'S")
@example("in'")
@example("o'é")
def test_every_word_with_a_letter_gives_phonemes(english, british, word):
    for reader in (english, british):
        assert any(symbol.isalpha() for symbol in reader(word).phonemes)


@settings(deadline=None)  # the machine may be busy
@given(st.lists(st.text(st.sampled_from(LETTERS), min_size=1, max_size=10), min_size=1, max_size=8))
def test_no_word_of_a_sentence_is_dropped(english, words):
    assert len(english(" ".join(words)).phonemes.split()) >= len(words)


def test_a_word_of_any_length_is_read_in_time_that_grows_with_it(english):
    assert english("a" * 10_000).phonemes
    assert english("'" * 50_000 + "a").phonemes
    assert english("ha" * 5_000).phonemes
    assert english("xyz-" * 3_000).phonemes
    assert english("unre" * 5_000).phonemes
