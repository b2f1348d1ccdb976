"""A book's worth of prose of our own, English or Chinese: seeded, so always the same, and no sentence twice."""

import random
from collections.abc import Callable, Iterator

_EN = {
    "who": "the keeper|her brother|the old pilot|a boy from the mill|Mrs. Hale|the harbour master|nobody but Dr. Moss|the widow from "
    "Elm St.|a stranger in a grey coat|the schoolmaster|their cousin Ann|the night watchman",
    "did": "walked along|looked across|came back to|had never left|remembered|drew a map of|sat down beside|closed the gate of|counted the "
    "steps to|swept|was waiting near|turned away from",
    "place": "the harbour wall|the lower mill|the chapel yard|the long bridge|the row of grey houses|the lighthouse|the empty market|the "
    "ferry landing|the river path|the station|the drying lines|the keeper's garden",
    "when": "before the tide turned|on the morning of 12 June 1999|at 8:30 a.m.|when the rain had stopped|in the winter of 1887|while the "
    "lamps were still burning|after the third storm|long before anyone was awake|every other Sunday|as soon as the bell rang",
    "and": "and the gulls followed|but nobody answered|because the well was dry|which surprised us all|though it cost $1,250 to "
    "repair|where the road bends twice|and that was the end of it|as if nothing had happened|so we went home",
    "said": "It is late|You never told me|The boat is gone|I counted 37 of them|Leave the lamp|We start at nine|Nobody reads "
    "that any more|The U.S. ship is here",
    "tag": "she said|he cried|asked the keeper|the boy whispered|I answered",
}
_ZH = {
    "who": "守灯塔的老人|她的哥哥|船长|磨坊里的男孩|王太太|港务长|村里的医生|穿灰衣的陌生人|小学校长|他们的表妹|更夫|卖鱼的女人",
    "did": "慢慢走过|远远望着|又回到了|从来没有离开过|还记得|画了一张地图，上面是|坐在旁边看着|关上了门，走出|数着台阶走到|打扫了|一直等在|转身离开了",
    "place": "港口的石墙|下游的磨坊|教堂的院子|那座长桥|一排灰色的房子|海边的灯塔|空荡荡的集市|渡口|河边的小路|火车站|晾衣场|后面的花园",
    "when": "潮水退去之前|1999年6月12日早上|上午8点30分|雨停了以后|那一年冬天|灯还亮着的时候|第三次风暴过后|天还没亮|每隔一个星期天|钟声刚响",
    "and": "海鸥跟在后面|可是没有人回答|因为井已经干了|大家都很吃惊|虽然修理花了1250元|路在那里拐了两个弯|事情就这样结束了|好像什么也没有发生|于是我们回家了",
    "said": "天不早了|你从来没有告诉我|船已经走了|我数了37个|把灯留下|我们九点开始|再也没有人读这个了|OK，我马上来",
    "tag": "她说|他喊道|老人问|男孩低声说|我答道",
}  # fmt: skip
EN, ZH = ({kind: line.split("|") for kind, line in each.items()} for each in (_EN, _ZH))
CHAPTER_WORDS = 3_000


def book(language: str, words: int, *, chapters: bool = True) -> str:
    """Return a plain text of so many words (Chinese: characters over 1.6), with or without chapter headings."""
    rng = random.Random(0)
    make: Callable[[random.Random], str] = _chinese if language == "zh" else _english
    heading = "第{}章\n\n" if language == "zh" else "Chapter {}\n\n"
    written = in_chapter = 0
    number, pieces = 1, [heading.format(1) if chapters else ""]
    for paragraph in _paragraphs(rng, make, "" if language == "zh" else " "):
        size = round(len(paragraph) / 1.6) if language == "zh" else len(paragraph.split())
        written, in_chapter = written + size, in_chapter + size
        pieces.append(paragraph + "\n\n")
        if written >= words:
            return "".join(pieces)
        if chapters and in_chapter >= CHAPTER_WORDS:
            number, in_chapter = number + 1, 0
            pieces.append(heading.format(number))
    raise AssertionError("the paragraphs never end")


def _paragraphs(rng: random.Random, make: Callable[[random.Random], str], glue: str) -> Iterator[str]:
    seen: set[str] = set()
    while True:
        sentences: list[str] = []
        wanted = rng.randint(1, 8)
        while len(sentences) < wanted:
            sentence = make(rng)
            if sentence not in seen:
                seen.add(sentence)
                sentences.append(sentence)
        yield glue.join(sentences)


def _english(rng: random.Random) -> str:
    def pick(kind: str) -> str:
        return rng.choice(EN[kind])

    clause = f"{pick('who')} {pick('did')} {pick('place')}"
    kind = rng.random()
    if kind < 0.15:
        return f"“{pick('said')},” {pick('tag')}, and {clause} {pick('when')}."
    sentence = f"{clause} {pick('when')}, {pick('and')}"
    if kind < 0.45:
        sentence = f"{pick('when')}, {sentence}, {pick('and')}"
    elif kind < 0.55:
        sentence += f"; {pick('who')} {pick('did')} {pick('place')} with {rng.randint(2, 400)} others"
    return sentence[0].upper() + sentence[1:] + rng.choice("....!?")


def _chinese(rng: random.Random) -> str:
    def pick(kind: str) -> str:
        return rng.choice(ZH[kind])

    clause = f"{pick('who')}{pick('did')}{pick('place')}"
    kind = rng.random()
    if kind < 0.15:
        return f"“{pick('said')}。”{pick('tag')}，{pick('when')}{clause}。"
    sentence = f"{pick('when')}，{clause}，{pick('and')}"
    if kind < 0.45:
        sentence += f"，{pick('who')}{pick('did')}{pick('place')}"
    elif kind < 0.55:
        sentence += f"；一共{rng.randint(2, 400)}个人，{pick('and')}"
    return sentence + rng.choice("。。。。！？")
