"""The shared word lists hold what their sources hold, and nothing else."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.phonemes import words
from models.phonemes.lexicon import Lexicon, _folder
from models.phonemes.words import WordList, compiled, shared_words
from models.phonemes.zh import Mandarin

WORD = st.text(st.characters(exclude_characters="\t\n", exclude_categories=["Cs"]), max_size=12)


@given(st.dictionaries(WORD, WORD, max_size=200), WORD)
def test_a_list_answers_as_the_dictionary_it_is_made_of(entries, stranger):
    made = WordList(compiled(entries.items()))
    assert {word: made.get(word) for word in entries} == entries
    assert made.get(stranger) == entries.get(stranger)
    assert made.get("\ud800") is None


@pytest.mark.parametrize("variant", ["us", "gb"])
def test_every_english_word_is_read_as_the_lists_say(variant, tmp_path):
    lexicon = Lexicon(variant, tmp_path)
    gold, silver = (json.loads((_folder() / f"{variant}_{name}.json").read_bytes()) for name in ("gold", "silver"))
    wrong = []
    for word, entry in gold.items():
        if isinstance(entry, str):
            right = lexicon.find(word) == lexicon.gold(word) == entry
        else:
            right = all(lexicon.find(word, tag) == sound for tag, sound in entry.items() if tag != "None")
            right = right and lexicon.find(word, final=True) == entry.get("None", entry["DEFAULT"])
            right = right and lexicon.gold(word) is None
        if not right:
            wrong.append(word)
    assert wrong == []
    assert [word for word in silver if word not in gold and lexicon._words.get(word) != "s" + silver[word]] == []
    assert lexicon.find("xqzzt") is None
    assert not lexicon.knows("xqzzt")


def test_every_chinese_word_counts_as_in_jiebas_dictionary_and_every_beginning_of_one_is_there(tmp_path):
    Mandarin(tmp_path)("你好")
    (path,) = tmp_path.glob("zh-words-*.words")
    made = words._opened(path)
    assert made is not None
    source = find_spec("jieba")
    assert source is not None
    assert source.origin is not None
    rows = [line.split(" ") for line in Path(source.origin).with_name("dict.txt").read_text("utf-8").splitlines()]
    counts = {row[0]: row[1] for row in rows}
    beginnings = {word[:end]: "0" for word in counts for end in range(1, len(word))}
    assert [word for word, count in (beginnings | counts).items() if made.get(word) != count] == []
    assert made.get(" ") == str(sum(int(row[1]) for row in rows))
    assert made.get("你好嗎嗎嗎") is None


def test_the_file_is_made_once_and_found_by_the_next_worker(tmp_path, monkeypatch):
    source = tmp_path / "source.json"
    source.write_text("{}", encoding="utf-8")
    made = shared_words(tmp_path / "words", "en-us", [source], lambda: [("tea", "tˈi")])

    def never():
        raise AssertionError("made again")

    found = shared_words(tmp_path / "words", "en-us", [source], never)

    assert made.get("tea") == found.get("tea") == "tˈi"


def test_other_sources_make_another_file_and_the_old_one_goes(tmp_path):
    source, folder = tmp_path / "source.json", tmp_path / "words"
    for text in ("old", "new"):
        source.write_text(text, encoding="utf-8")
        entry = ("tea", text)
        shared_words(folder, "en-us", [source], lambda entry=entry: [entry])  # type: ignore[misc]
    shared_words(folder, "en-us-x", [source], lambda: [("tea", "x")])

    assert shared_words(folder, "en-us", [source], list).get("tea") == "new"
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-1], lambda data: b"x" * len(data)])
def test_a_file_that_is_not_whole_is_made_again(tmp_path, damage):
    source = tmp_path / "source.json"
    source.write_text("{}", encoding="utf-8")
    shared_words(tmp_path / "words", "en-us", [source], lambda: [("tea", "tˈi")])
    (path,) = (tmp_path / "words").iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))

    assert shared_words(tmp_path / "words", "en-us", [source], lambda: [("tea", "tˈi")]).get("tea") == "tˈi"
    assert path.read_bytes() == whole


def test_where_no_file_can_be_written_the_words_are_held_in_memory(tmp_path):
    source = tmp_path / "source.json"
    source.write_text("{}", encoding="utf-8")
    assert shared_words(source / "words", "en-us", [source], lambda: [("tea", "tˈi")]).get("tea") == "tˈi"


def test_workers_that_start_at_once_all_read_the_same_and_leave_one_file(tmp_path):
    script = "import sys; from pathlib import Path; from models.phonemes.lexicon import Lexicon; "
    script += "print(Lexicon('us', Path(sys.argv[1])).find('hello'))"
    command = [sys.executable, "-c", script, str(tmp_path)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") for _ in range(3)]
    assert {process.communicate(timeout=60)[0] for process in started} == {"həlˈO\n"}
    assert [path.suffix for path in tmp_path.iterdir()] == [".words"]
