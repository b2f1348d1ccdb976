"""A reading written after its kanji: 願（ねが）い, 漢字《かんじ》, ｜本気《マジ》.

Brackets of kana after kanji are a reading unless they hold words that comment on it (雨（など）) or more kana than the
kanji can sound. The kanji are spoken and the reading is left out; where the author marks what it covers (｜), the
reading is spoken instead: such readings are often none that a dictionary has.
"""

import re

RUBY = re.compile(
    r"[｜|](?P<base>[^《》｜|\n]{1,20})《(?P<forced>[ぁ-ゖァ-ヺー・]{1,20})》|"
    r"(?<=[㐀-䶿一-鿿々〆豈-﫿])《(?P<novel>[ぁ-ゖァ-ヺー・]{1,20})》|"
    r"(?<=[㐀-䶿一-鿿々〆豈-﫿ぁ-ゖ])[（(](?P<kana>[ぁ-ゖー]{1,20}(?:[・ 　][ぁ-ゖー]{1,10})?)[）)]"
)
#: What a writer adds in brackets that is no reading.
_COMMENTS = re.compile(
    "など|のみ|だけ|まで|から|ほか|より|くらい|ぐらい|ごろ|あり|なし|または|および|もしくは|つまり|"
    "すなわち|いわゆる|たぶん|おそらく|ただし|かな|はい|いいえ|うち|もの|こと|ため|とき|ところ|そう|"
    "これ|それ|この|その|あの|どれ|いずれも|すべて|ともに|らしい|でした|です|ます|した|する|ある|"
    "いる|ない|だった|しかし|けど|けれど|なお|また|さらに|もちろん|かも|だが|だけど|ね|よ|か|え|ん|"
    "わら|わらい|うそ|まあ|いや|なぜ|なに|だれ|どこ|いつ|ちなみに|とくに|あるいは|そして|ほぼ|やや|"
    "ずっと|もう|まだ|さすが|たとえば"
)
_READ_SO = {"物": "もの", "者": "もの", "事": "こと", "為": "ため", "時": "とき", "所": "ところ", "処": "ところ", "他": "ほか", "外": "ほか", "内": "うち",
    "嘘": "うそ", "何": "なに", "誰": "だれ", "笑": "わらい", "世": "よ", "根": "ね", "音": "ね", "値": "ね", "絵": "え", "夜": "よ"}  # fmt: skip
_WORD = re.compile(r"([㐀-䶿一-鿿々〆豈-﫿]+)([ぁ-ゖ]*)$")  # kanji, and the kana that end the word: 食|べる
_MOST_KANA = 5  # that one kanji sounds: 承 うけたまわ


def without_ruby(found: re.Match[str]) -> str:
    """Return what is spoken for a reading in brackets."""
    if found["forced"]:
        return "".join(chr(ord(char) + 0x60) if "ぁ" <= char <= "ゖ" else char for char in found["forced"])
    return "" if found["novel"] or _is_reading(found) else found.group()


def unspoken(text: str) -> str:
    """Return the letters that are left out: what `without_ruby` drops, and the voicing marks of half-width kana."""
    found = RUBY.finditer(text)
    dropped = [each["base"] or each.group() for each in found if each["forced"] or not without_ruby(each)]
    return "".join([*dropped, *re.findall("[ﾞﾟ]", text)])


def _is_reading(found: re.Match[str]) -> bool:
    kana = found["kana"]
    word = _WORD.search(found.string[max(0, found.start() - 14) : found.start()])
    if word is None:
        return False
    kanji, tail = word.groups()
    if _COMMENTS.fullmatch(kana):
        return not tail and _READ_SO.get(kanji) == kana
    if tail and not kana.endswith(tail):
        return False
    sounds = len(kana) - len(tail)
    return 0 < sounds <= _MOST_KANA * len(kanji) and (sounds > 1 or len(kanji) == 1)
