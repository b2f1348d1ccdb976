"""IPA that authors give arrives in the symbols of the model, and what it lacks is reported."""

import pytest

from models.kokoro import vocabulary
from models.phonemes.front import PhonemeFront
from models.phonemes.given import for_piper, from_ipa
from pipeline.ports import LanguageRun


@pytest.mark.parametrize(
    ("ipa", "us", "gb"),
    [
        ("təˈmɑːtəʊ", "təmˈɑtO", "təmˈɑːtQ"),
        ("təˈmeɪtoʊ", "təmˈAtO", "təmˈAtO"),
        ("tə.ˈmeɪ.toʊ", "təmˈAtO", "təmˈAtO"),
        ("ˈt͡ʃɜːt͡ʃ", "ʧˈɜɹʧ", "ʧˈɜːʧ"),
        ("ˈdʒʌdʒ", "ʤˈʌʤ", "ʤˈʌʤ"),
        ("ˈlɛstɚ", "lˈɛstəɹ", "lˈɛstəɹ"),
        ("bɝd", "bɜɹd", "bɜɹd"),
        ("bɜd", "bɜɹd", "bɜd"),
        ("ˈboɪ", "bˈY", "bˈY"),
        ("haʊs", "hWs", "hWs"),
        ("ˈraɪt", "ɹˈIt", "ɹˈIt"),
        ("ɡoʊ", "ɡO", "ɡO"),
        ("go.oʊ", "ɡɔO", "ɡɔO"),
        ("ˈbɒtl̩", "bˈɑtᵊl", "bˈɒtᵊl"),
        ("ˈbʌtn̩", "bˈʌtᵊn", "bˈʌtᵊn"),
        ("ˈstrɛŋkθ", "stɹˈɛŋkθ", "stɹˈɛŋkθ"),
        ("kʰæt", "kæt", "kat"),
        ("kat", "kæt", "kat"),
        ("het", "hɛt", "hɛt"),
        ("ˌɪn.təˈneɪ.ʃən.əl", "ˌɪntənˈAʃənəl", "ˌɪntənˈAʃənəl"),
        ("mˈIsɑki", "mˈIsɑki", "mˈIsɑki"),
        ("kˈOkəɹO", "kˈOkəɹO", "kˈOkəɹO"),
        ("nuː ˈjɔːk", "nu jˈɔk", "nuː jˈɔːk"),
    ],
)
def test_english_ipa_becomes_the_symbols_of_the_variant(ipa, us, gb):
    assert (from_ipa(ipa, "en", "us"), from_ipa(ipa, "en", "gb")) == (us, gb)


@pytest.mark.parametrize(
    ("language", "ipa", "said"),
    [
        ("es", "ˈt͡ʃuro", "ʧˈuro"),
        ("es", "ˈmai", "mˈai"),
        ("es", "xaˈmon", "xamˈon"),
        ("fr", "bɔ̃ˈʒuʁ", "bɔ\u0303ʒˈuʁ"),
        ("it", "ˈpit͡t͡sa", "pˈitʦa"),
        ("pt", "ˈnɐ̃w̃", "nˈɐ\u0303w\u0303"),
        ("zh", "ʈ͡ʂʊŋ˥", "ꭧʊ→ŋ"),
        ("zh", "xaŋ˧˥", "xa↗ŋ"),
        ("zh", "ni˨˩˦ xau˨˩˦", "ni↓ xau↓"),
        ("zh", "tɕʰi˥˩", "ʨʰi↘"),
        ("zh", "t͡sai˥˩", "ʦai↘"),
        ("ja", "t͡ɕiba", "ʨiba"),
        ("ja", "tsɨnami", "ʦɨnami"),
        ("de", "ˈʔɪç", "ʔˈɪç"),
    ],
)
def test_other_languages_keep_their_sounds(language, ipa, said):
    assert from_ipa(ipa, language) == said


@pytest.mark.parametrize(
    ("ipa", "said"),
    [("təˈmeɪ.toʊ", "təmˈeɪtoʊ"), ("ˈt͡ʃɜːt͡ʃ", "tʃˈɜːtʃ"), ("kˈOkəɹO", "kˈoʊkəɹoʊ"), ("gəʊ", "ɡəʊ"), ("l̩", "l̩")],
)
def test_piper_gets_the_ipa_of_espeak(ipa, said):
    assert for_piper(ipa) == said


def test_what_is_in_kokoro_s_symbols_already_is_not_changed():
    symbols = frozenset(vocabulary()) - set('earg;:,.!?—…"()“” ')
    kept = {symbol for symbol in symbols if from_ipa(f"t{symbol}", "fr") == f"t{symbol}"}
    assert symbols - kept <= {"ʃ", "ʒ"}  # after t they are affricates


@pytest.mark.parametrize(("flavour", "lacking"), [("kokoro", "ʘ"), ("piper", "ʘ")])
def test_a_sound_that_the_model_lacks_is_reported_and_the_others_are_said(flavour, lacking):
    front = PhonemeFront(frozenset(vocabulary()) - {"ʘ"}, frozenset({"en"}), flavour)

    made = front.spell([LanguageRun("kiss", "en", 0, 4, phonemes=f"{lacking}ˈkɪs")])

    assert made.unknown == {"ʘ": 1}
    assert made.units == "kˈɪs"


def test_given_ipa_is_spoken_in_the_accent_of_the_voice():
    run = LanguageRun("tomato", "en", 0, 6, phonemes="təˈmɑːtəʊ")
    fronts = (PhonemeFront(frozenset(vocabulary()), frozenset({"en"}), "kokoro", variant) for variant in ("us", "gb"))

    assert [front.spell([run]).units for front in fronts] == ["təmˈɑtO", "təmˈɑːtQ"]
