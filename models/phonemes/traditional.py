"""Traditional characters as simplified ones, one for one: jieba's words and most readings are listed in these only.

The pairs are those of the character list that misaki ships (from PaddleSpeech, Apache-2.0); it is read as a file, its
package is never imported. It serves the look-up alone: what is spoken and shown keeps its own characters.
"""

import ast
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

# Several traditional characters share a simplified one that is read otherwise here.
_KEPT = re.compile(
    "乾(?=[坤隆陵])|(?<=康)乾|著(?=[作名者書书述稱称])|(?<=[名顯显編编論论原專专巨卓土遺遗所合])著|瞭(?=望)|(?<=[慰狼])藉"
)
_BETTER = {"麼": "么", "鍾": "钟", "妳": "你", "祂": "他", "裡": "里", "線": "线", "羣": "群", "牀": "床", "綫": "线"}


def simplified(text: str) -> str:
    """Return a text of the same length in simplified characters."""
    table = _table()
    plain = text.translate(table)
    if plain == text:
        return text
    for kept in _KEPT.finditer(text):
        plain = plain[: kept.start()] + kept.group() + plain[kept.end() :]
    return plain


@cache
def _table() -> dict[int, str]:
    """Return the pairs, or none where misaki's list is not where it was: then only simplified words are known."""
    spec = find_spec("misaki")
    folders = spec.submodule_search_locations if spec else None
    source = Path(next(iter(folders))) / "zh_normalization" / "char_convert.py" if folders else None
    if source is None or not source.is_file():
        return {}
    lists = {
        statement.targets[0].id: statement.value.value
        for statement in ast.parse(source.read_text("utf-8")).body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and isinstance(statement.value, ast.Constant)
    }
    simple, full = str(lists.get("simplified_charcters", "")), str(lists.get("traditional_characters", ""))
    pairs = {full_one: one for one, full_one in zip(simple, full, strict=False) if one != full_one}
    return {ord(char): one for char, one in (pairs | _BETTER).items()}
