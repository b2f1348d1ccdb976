"""Readings of Mandarin that the dictionaries miss: characters whose sound hangs on the words around them.

A small table of our own, in simplified characters; it is applied after jieba and pypinyin. What is not here and is read
wrong is a matter for a job's lexicon.
"""

import re
from collections.abc import Sequence

Word = tuple[str, list[str]]  #: a word and the pinyin of each of its characters

_NUMBER = "一二三四五六七八九十百千两几"
#: Pattern of the characters, and their readings.
_CONTEXTS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), tuple(readings.split()))
    for pattern, readings in (
        # rows and lines: 第三行, 两行字; not 一行人, 第一行动
        (rf"(?<=第[{_NUMBER}])行(?![动星程为政走李使进驶])|(?<=第[{_NUMBER}][{_NUMBER}])行(?![动星程为政走李使进驶])", "hang2"),
        ("(?<=[二三四五六七八九十百千两几数每])行(?![动星程为政走李使进驶人善不])", "hang2"),
        ("(?<=[一这那首末隔])行(?=[字诗泪代小大文数]|脚印|眼泪)", "hang2"),
        # long, not grown
        ("(?<=[很太更最极不真越超多])长(?![大高辈官者老子女孙势出成相满进个])", "chang2"),
        ("(?<![年成生增校班市部局院所会首家船团处科队社助身见学师兄特擅专增])长(?=[约达]?[一二三四五六七八九十百千两]+多?[公厘毫]?[米里尺分丈])", "chang2"),
        ("(?<=头发)长(?=长了)|(?<=草)长(?=得)|(?<=树)长(?=得)", "zhang3"),
        ("(?<=头发长)长(?=了)", "chang2"),
        # to count
        ("数(?=一数|不清|不过来|得清|到[一二三四五六七八九十百])|(?<=数一)数|(?<=数了)数", "shu3"),
        ("(?<![参分多少总次人岁函])数数(?=[，。！？了吧看]|$)", "shu3 shu4"),
        # must
        ("(?<=[你我他她它们咱谁都总])得(?=马上|赶紧|赶快|立刻|先|去|走|把|给|看看|想|问|等|用|有|说|让|再|多|好好|自己|小心|注意|加|回|吃|做|学|快点|早点)", "dei3"),
        ("大夫(?=[来说看给开您好们治诊问，。！？]|$)(?<![士卿]大夫)|(?<=[王李张刘陈赵周吴孙请问叫])大夫", "dai4 fu5"),
        ("背(?=着?[书背]?包[^含围括])|背(?=着(?:书包|孩子|行李|弟弟|妹妹|枪|箩筐|竹篓|她|他|我|老人|吉他))|背(?=着书包|着背包|起行李|起孩子)", "bei1"),
        ("量(?=[一了]?(?:量|体温|血压|身高|尺寸|三围|体重|一下))|(?<=量一)量", "liang2"),
        ("(?<=[会能要可不])盛(?=[饭汤水菜])|盛(?=了?一?[碗勺]|饭)", "cheng2"),
        ("(?<=[很太真多么])奇数", "qi2 shu4"),
        ("(?<=[晾晒])干(?!部|事|活|涉|预|练|劲)", "gan1"),
        ("种(?=[了着过]?(?:树|花|菜|地|田|瓜|豆|果|草|水稻|小麦|庄稼|一棵|几棵|两棵))(?<![各这那某几一二三四五六七八九十百千两多何品物]种)", "zhong4"),
        ("(?<=[银商投农工建央分])行长", "hang2 zhang3"),
        ("只(?=(?:猫|狗|鸟|鸡|鸭|羊|手|脚|眼|耳|老虎|兔|船|箱|鞋|蝴蝶|蜜蜂|蚂蚁|熊))", "zhi1"),
        ("(?<=[不没])着(?=[，。！？]|$)(?<=[睡找够猜买用见][不没]着)", "zhao2"),
        ("(?<=[睡找够猜])着了", "zhao2 le5"),
        ("都(?=[是有在会能要说没不很去来知喜被可将已])", "dou1"),
        ("为(?=[人民祖国你我他她它谁什大孩客])(?<![成作认称以分变化选视改当任]为)", "wei4"),
        ("(?<=[应])和(?=着|道)", "he4"),
        ("(?<=[暖])和(?=[，。！？了的多]|$)", "huo5"),
        ("和(?=了?点?面(?:团|粉|时))", "huo2"),
        ("(?<=[很太真最弄又不别好])脏|脏(?=[了兮东衣水乱话的，。！？]|$)(?<![内心肝肾脾五]脏)", "zang1"),
        ("切(?=[菜肉片块丝碎开断割成葱姜蒜蛋瓜西土])(?<![一密亲急迫关]切)", "qie1"),
        ("嚼(?=[了着碎烂口]|$)", "jiao2"),
        ("混(?=水摸鱼)", "hun2"),
    )
)  # fmt: skip
_NOUN_BEFORE = re.compile(
    r"[块片亩草土这那此某各随遍满就当外内本林耕荒种扫拖坐倒空工场基产境旧故墓绿盆洼湿农菜的在是]$"
)
_NOUN_AFTER = re.compile(r"[很是有被就都里上下面的不没真也在和，。点方区段]")
_VERBS = frozenset("说走跑看想问答写读笑哭叫喊听站坐躺做吃喝摇唱跳飞推拉拿放抬转离回来去进出讲谈爬抱握盯望瞪等跟追告")


def corrected(words: Sequence[Word]) -> list[Word]:
    """Return the words of a stretch of Han with the readings that depend on their neighbours."""
    found = [(word, list(readings)) for word, readings in words]
    _particles(found)
    text = "".join(word for word, _ in found)
    places = [(word, at) for word, (letters, _) in enumerate(found) for at in range(len(letters))]
    for pattern, readings in _CONTEXTS:
        for match in pattern.finditer(text):
            for at, reading in enumerate(readings, match.start()):
                word, letter = places[at]
                if len(found[word][1]) == len(found[word][0]):
                    found[word][1][letter] = reading
    return found


def _particles(words: list[Word]) -> None:
    """Give 地 between an adverb and its verb its neutral sound, in place.

    得 after a verb keeps the tone that the dictionaries give it: the model was trained on it.
    """
    for at, (word, readings) in enumerate(words):
        before = words[at - 1][0] if at else ""
        after = word[1:] or (words[at + 1][0] if at + 1 < len(words) else "")
        if word[0] == "地" and len(before) > 1 and _leads_on(word, before, after):
            readings[0] = "de5"


def _leads_on(word: str, before: str, after: str) -> bool:
    """Tell whether 地 stands between an adverb and its verb; jieba glues some verbs to it (地说)."""
    if len(word) > 1 and (len(word) > 2 or word[1] not in _VERBS):
        return False
    return bool(after) and not _NOUN_BEFORE.search(before) and not _NOUN_AFTER.match(after)
