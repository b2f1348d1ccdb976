import pytest

from pipeline.documents.read import read_script
from pipeline.errors import BadDocument


def nested_list(depth: int) -> bytes:
    return "".join("  " * level + f"- item number {level}\n" for level in range(depth)).encode()


@pytest.mark.parametrize("text", [nested_list(60), b"> " * 60 + b"item number 59"], ids=["list", "quotation"])
def test_what_is_nested_deep_is_read(text):
    (chapter,) = read_script(text, "text/markdown").chapters
    assert "item number 59" in chapter.text


@pytest.mark.parametrize("text", [nested_list(150), b"> " * 250 + b"lost"], ids=["list", "quotation"])
def test_what_is_nested_too_deep_is_refused_and_never_dropped(text):
    with pytest.raises(BadDocument, match="nested over 100 deep"):
        read_script(text, "text/markdown")


def test_ten_thousand_headings_are_looked_at_once_each(monkeypatch):
    from pipeline.documents import chapters

    looked = []
    speaks = chapters._speaks

    def counting(text, block):
        looked.append(block)
        return speaks(text, block)

    monkeypatch.setattr(chapters, "_speaks", counting)
    read_script(b"# H\n\n" * 2_000 + b"And then a text.", "text/markdown")
    assert len(looked) < 10_000
