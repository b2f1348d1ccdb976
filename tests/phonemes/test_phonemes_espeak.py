"""The optional espeak reader, and English in espeak's IPA without it."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from models.phonemes import espeak_library
from models.phonemes.espeak import Espeak
from models.phonemes.ipa import to_espeak_ipa
from pipeline.errors import ExtraMissing


@pytest.mark.parametrize(
    ("language", "text", "phonemes"),
    [
        ("es", "¿Cómo estás, señor?", "kˈomo estˈas, seɲˈoɾ?"),
        ("it", "Che bella città (oggi)!", "ke bˈɛlla ʧitːˈa (ˈɔʤːɪ)!"),
        ("fr", "«Bonjour», le monde.", "“bɔ̃ʒˈuʁ”, lə mˈɔ̃d."),
        ("fr", "Les hommes ont un grand ami.", "lez ˈɔmz ˈɔ̃t œ̃ ɡʁˈɑ̃t amˈi."),
        ("es", "uno – dos", "ˈuno — dˈos"),
        ("it", "La D e la I.", "la dˈiː e la ˈi."),
        ("hi", "लड़का गया। पेड़।", "lˈʌɽkˌaː ɡˈʌjaː. pˈeːɽ."),
    ],
)
def test_languages_read_in_kokoro_symbols(espeak, language, text, phonemes):
    assert espeak(text, language).phonemes == phonemes


@pytest.mark.parametrize(("language", "text"), [("pt", "O coração não dorme."), ("hi", "नमस्ते दुनिया।")])
def test_every_symbol_is_one_of_kokoro_s(espeak, symbols, language, text):
    assert set(espeak(text, language).phonemes) <= symbols


@pytest.mark.parametrize("mark", "'’ʼ")
def test_an_elision_is_one_word_whatever_its_apostrophe(espeak, mark):
    assert espeak(f"l{mark}homme", "fr").phonemes == "lˈɔm"


def test_raw_is_espeak_s_own_ipa(espeak):
    assert espeak("My joy", "en", raw=True).phonemes == "maɪ dʒˈɔɪ"


def test_unknown_english_words_come_in_kokoro_symbols(espeak):
    assert espeak.english("Kubernetes") == "kˌubəɹnˈɛTiz".replace("T", "ɾ")
    assert espeak.english("Kubernetes", "gb")


def test_threads_share_one_reader(espeak):
    words = ["uno", "dos", "tres", "cuatro"] * 10
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda word: espeak(word, "es").phonemes, words))
    assert found == [espeak(word, "es").phonemes for word in words]


def test_a_missing_extra_names_its_install_line_and_licence(monkeypatch):
    monkeypatch.setitem(sys.modules, "phonemizer", None)
    monkeypatch.setitem(sys.modules, "espeakng_loader", None)
    with pytest.raises(ExtraMissing, match=r"voicemill\[espeak\].*GPL"):
        Espeak()("hola", "es")


@pytest.mark.parametrize(
    ("variant", "kokoro", "ipa"),
    [
        ("us", "hi ɡˌO hˈOm.", "hiː ɡˌoʊ hˈoʊm."), ("us", "wˈɔTəɹ", "wˈɔːɾɚ"), ("us", "bˈɜɹd, hˈɜɹi", "bˈɜːd, hˈɜːɹi"),
        ("us", "hˈæpi", "hˈæpi"), ("us", "ʧˈYs ʌv ʤˈʌʤ", "tʃˈɔɪs ʌv dʒˈʌdʒ"), ("us", "“jˈu”", '"jˈuː"'),
        ("gb", "ɡˌQ kˈɑː", "ɡˌəʊ kˈɑː"), ("gb", "wˈAtᵻd", "wˈeɪtɪd"),
    ],
)  # fmt: skip
def test_kokoro_english_becomes_espeak_ipa(variant, kokoro, ipa):
    assert to_espeak_ipa(kokoro, variant) == ipa


def test_nothing_is_copied_to_the_folder_for_temporary_files(espeak, tmp_path):
    # which may hold no programs in a container; a process that is killed would leave its copies there
    code = (
        "import os\nfrom models.phonemes.espeak import Espeak\nread = Espeak()\n"
        "print(read('uno', 'es').phonemes, read('un', 'fr').phonemes, read('uno', 'es').phonemes, flush=True)\nos._exit(9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"TMPDIR": str(tmp_path), "PYTHONPATH": "."}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert done.returncode == 9, done.stderr
    assert done.stdout.split() == [
        espeak("uno", "es").phonemes,
        espeak("un", "fr").phonemes,
        espeak("uno", "es").phonemes,
    ]
    assert list(tmp_path.iterdir()) == []


def test_without_files_in_memory_phonemizer_copies_as_it_always_did(espeak, monkeypatch):
    monkeypatch.delattr("os.memfd_create")

    assert Espeak()("uno", "es") == espeak("uno", "es")


def test_a_library_that_cannot_be_opened_says_so(monkeypatch, espeak):
    def refused(path):
        raise OSError(f"{path}: failed to map segment from shared object")

    monkeypatch.setattr(espeak_library, "_in_memory", refused)
    monkeypatch.setattr(
        "phonemizer.backend.espeak.api.EspeakAPI.__init__", lambda self, library, data: refused(library)
    )
    with pytest.raises(ExtraMissing, match=r"cannot be opened here: .*libespeak-ng.*failed to map"):
        Espeak()("uno", "es")
