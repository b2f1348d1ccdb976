"""Japanese: OpenJTalk's readings in the symbols that Kokoro's Japanese voices were trained on."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.phonemes.ja import Japanese
from pipeline.errors import ExtraMissing


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("こんにちは、田中さん。", "koɲɲiʨiβa, tanakasaɴ."),  # は as a particle inside a greeting
        ("東京大学", "toːkʲoːdaiɡakɯ"),
        ("学校へ本を。", "ɡaʔkoː e hoɴ o."),
        ("「待って。」と言った。", "“maʔte.” to iʔta."),  # っ is glued to what it doubles
        ("三本、二本", "samboɴ, ɲihoɴ"),
        ("散歩、参加、産地、サント、三振", "sampo, saŋka, saɲʨi, santo, saɴɕiɴ"),
        ("本も本が本だ", "hom mo hoŋ ɡa hon da"),  # ん is shaped by the next word too
        ("ティッシュとウィスキー", "tʲiʔɕɨ to βisɨkʲiː"),
        ("ファッション、チェック、デュエット", "ɸaʔɕoɴ, ʨeʔkɯ, dʲɨeʔto"),
        ("ヴァイオリン、クァルテット、グァム", "vaioɾʲiɴ, kᵝaɾɯteʔto, ɡᵝamɯ"),
        ("ニャーニャー", "ɲaːɲaː"),
        ("人々は時々", "çitobʲito βa tokʲidokʲi"),
        ("え…本当？！", "e… hontoː?!"),
        ("A（B）", "ei (bʲiː)"),
        ("ｱﾆﾒ", "aɲime"),
    ],
)
def test_a_text_sounds_as_it_should(japanese, text, phonemes):
    assert japanese(text).phonemes == phonemes


@pytest.mark.parametrize(
    ("text", "kana"),
    [
        ("4時", "よじ"), ("7月", "しちがつ"), ("4月", "しがつ"), ("9月", "くがつ"), ("9時", "くじ"), ("300円", "さんびゃくえん"),
        ("600", "ろっぴゃく"), ("800", "はっぴゃく"), ("3,000", "さんぜん"), ("8,000", "はっせん"), ("3つ", "みっつ"),
        ("8本", "はっぽん"), ("1本", "いっぽん"), ("6匹", "ろっぴき"), ("10個", "じゅっこ"), ("4人", "よにん"), ("一人", "ひとり"),
        ("1月1日", "いちがつついたち"), ("14日", "じゅうよっか"), ("20日", "はつか"), ("24日", "にじゅうよっか"),
        ("二十歳", "はたち"), ("24時", "にじゅうよじ"), ("2億7,765万円", "におくななせんななひゃくろくじゅうごまんえん"),
        ("1.23", "いってんにさん"), ("0.55", "れいてんごご"), ("10%", "じゅっぱーせんと"), ("2024年", "にせんにじゅうよねん"),
        ("8分", "はっぷん"), ("8分の1", "はちぶんのいち"),
        ("18個", "じゅうはっこ"), ("80個", "ハチジュッコ"), ("値は", "あたいわ"), ("値が下がる", "ねがさがる"), ("何を", "なにお"), ("何ですか", "なんですか"), ("この方は", "このかたわ"),
        ("この方法は", "このほうほうわ"), ("上手と下手", "じょうずとへた"), ("お父さん", "おとうさん"), ("〇〇さん", "まるまるさん"),
    ],
)  # fmt: skip
def test_numbers_counters_and_kanji_are_read_as_they_are_said(japanese, text, kana):
    assert sound(japanese, text) == sound(japanese, f"{kana}")


def sound(japanese, text):
    """Return the phonemes without spaces, long vowels written out."""
    said = japanese(text).phonemes.replace(" ", "")
    for vowel, long in (("o", "oɯ"), ("e", "ei"), ("ɯ", "ɯɯ"), ("ɨ", "ɨɯ")):
        said = said.replace(f"{vowel}ː", long)
    return said


def test_what_has_no_sound_is_reported(japanese):
    assert japanese("星★と音♪です。").unread == ("★", "♪")
    assert japanese("＄5").unread == ("＄",)
    assert japanese("「本」・（紙）～。").unread == ()


@settings(deadline=None)  # the machine may be busy
@given(
    st.text(st.sampled_from("ぁあかんっゃーアンッャァヴ々一二百日本語はへを12.,%、。「」…～ aZ!?（）★"), max_size=40)
)
def test_every_symbol_is_in_the_vocabulary_and_nothing_is_silent(japanese, symbols, text):
    read = japanese(text)
    assert set(read.phonemes) <= symbols
    wordy = any(char.isalnum() for char in text)
    assert not wordy or any(map(str.isalpha, read.phonemes)) or read.unread or not text.strip("ーっッ々 .,%、。…～")


def test_a_text_longer_than_openjtalk_takes_is_read_whole(japanese):
    once = japanese("吾輩は猫である").phonemes
    assert japanese("吾輩は猫である。" * 500).phonemes.split(". ") == [once] * 499 + [once + "."]
    assert japanese("あ" * 3000).phonemes.count("aː") == 1500


def test_threads_get_what_one_thread_gets(japanese):
    texts = ["風が強い日です。", "3本の木", "東京へ行った。", "値は1.23"] * 8
    alone = [japanese(text).phonemes for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: japanese(text).phonemes, texts)) == alone


def test_a_child_forked_after_reading_reads_as_well(japanese):
    wanted = japanese("東京へ行った。").phonemes
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        os.write(write_end, japanese("東京へ行った。").phonemes.encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read_end, 1000).decode() == wanted


def test_the_big_dictionary_and_the_models_to_download_stay_closed():
    code = (
        "import sys; from models.phonemes.ja import Japanese; Japanese()('風の方が強い。何ですか。'); "
        "maps = open('/proc/self/maps').read(); "
        "print('sudachidict' in maps, 'huggingface_hub' in sys.modules, 'sys.dic' in maps)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "True"]


def test_reading_starts_no_threads():
    code = (
        "import os, onnxruntime; from models.phonemes.ja import Japanese; before = len(os.listdir('/proc/self/task')); "
        "Japanese()('何ですか。'); print(len(os.listdir('/proc/self/task')) - before, type(onnxruntime.InferenceSession))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "<class", "'type'>"]


def test_without_its_extra_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyopenjtalk", None)
    with pytest.raises(ExtraMissing, match=r"pip install 'voicemill\[ja\]'"):
        Japanese()("東京")
