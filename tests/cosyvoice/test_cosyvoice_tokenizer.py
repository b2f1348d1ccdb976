"""Text to ids: the tag is one token, and no text can make another."""

import pytest

from models.cosyvoice import tokenizer
from models.cosyvoice.tokenizer import open_tokenizer, tagged, untagged
from pipeline.errors import ExtraMissing, ModelDamaged, ModelMissing


def test_bytes_are_their_own_ids_and_tags_come_after(tmp_path):
    encode = open_tokenizer("bytes-tiny", tmp_path)

    assert encode("ab") == [97, 98]
    assert [encode(f"<|{tag}|>")[0] for tag in ("en", "zh", "ja", "yue", "ko")] == [256, 257, 258, 259, 260]
    assert encode("<|yue|>你") == [259, *"你".encode()]
    assert encode("<|endoftext|>") == list(b"<|endoftext|>")
    assert encode("a<|zh|>") == list(b"a<|zh|>")


def test_a_tag_goes_on_and_comes_off():
    assert tagged("你好", "zh") == "<|zh|>你好"
    assert tagged("hallo", "de") == "hallo"
    assert untagged("<|zh|><|en|>x") == ("zh", "<|en|>x")
    assert untagged("<|de|>x") == ("", "<|de|>x")


def test_a_missing_or_foreign_file_of_ranks_says_so(tmp_path):
    pytest.importorskip("tiktoken")
    with pytest.raises(ModelMissing, match=r"multilingual\.tiktoken"):
        open_tokenizer("whisper-multilingual", tmp_path)
    (tmp_path / "multilingual.tiktoken").write_bytes(b"YQ== 0\nYg== 1\n")
    with pytest.raises(ModelDamaged, match="holds 2 ranks; allowed: 50257"):
        open_tokenizer("whisper-multilingual", tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "multilingual.tiktoken").write_bytes(b"what is this\n")
    with pytest.raises(ModelDamaged, match="not a file of token ranks"):
        open_tokenizer("whisper-multilingual", other)


def test_without_the_extra_the_command_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tiktoken", None)
    tokenizer._whisper.cache_clear()

    with pytest.raises(ExtraMissing, match=r"voicemill\[cosyvoice\]"):
        open_tokenizer("whisper-multilingual", tmp_path)
