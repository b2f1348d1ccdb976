"""English: written form to spoken form.

An ordered list of rules, each a pattern and what is said for it. The order is the design: what looks like a number but
is none (addresses, phones, dates, times) goes first, money and units next, plain numbers last, lone symbols at the end.
"""

import re
from collections.abc import Callable

from pipeline.normalize import en_numbers as say
from pipeline.normalize import en_parts as said
from pipeline.normalize.common import plain_romans
from pipeline.normalize.en_words import (
    ABBREVIATIONS,
    BEFORE_NUMBER,
    CODES,
    COUNTED,
    MONEY,
    MONTHS,
    RULERS,
    SYMBOLS,
    UNITS,
)  # fmt: skip

Match = re.Match[str]
_N = r"(?:\d{1,3}(?:[,'_]\d{3})+|\d+)(?:\.\d+)?"  # a plain number
_TO = r"\s?(?:-|–|—|−|to)\s?"
_MONTH = "|".join([*MONTHS, "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"])
_UNIT = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
_SIGN = "|".join(re.escape(sign) for sign in sorted(MONEY, key=len, reverse=True))
_TLD = "com|org|net|edu|gov|mil|int|io|ai|dev|app|info|tv|me|eu|uk|de|fr|es|it|cn|jp|kr|br|ca|au|in|us|ch|nl|se"
_COUNTS = (
    "people|men|women|children|users|times|miles|meters|feet|pages|words|years|days|hours|minutes|points|students|"
    "employees|members|soldiers|books|copies|dollars|pounds|euros|calories|steps|items|units|votes|patients|species"
)
_ADDRESS = re.compile(
    rf"(?:\b(?:https?://|ftp://|www\.)[^\s<>\"”’)\]]+[\w/])|(?<![\w.+@-])[\w.+-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,8}}|"
    rf"(?<![\w.@-])(?:[a-z0-9-]{{1,63}}\.){{1,8}}(?:{_TLD})\b(?:/[\w%./~+-]*[\w/])?(?:[?#][\w%=&+./-]*[\w=])?(?!\.?[\w@])",
    re.IGNORECASE,
)


def unspoken(text: str) -> str:
    """Return what is left out on purpose: the scheme and the query of web addresses."""
    return "".join(
        "".join(said.SCHEME.findall(found.group()) + said.QUERY.findall(found.group()))
        for found in _ADDRESS.finditer(text)
    )


def spoken(text: str) -> str:
    """Return the spoken form of cleaned English text."""
    text = re.sub(r"[‘’ʼ]|′(?=\w)|(?<=\w)´(?=\w)", "'", plain_romans(text))
    for pattern, rule in _RULES:
        text = pattern.sub(rule, text)
    return re.sub(r" +([,.;:!?…”)])", r"\1", re.sub(r"\s+", " ", text)).strip() if text.strip() else ""


_RULES: tuple[tuple[re.Pattern[str], str | Callable[[Match], str]], ...] = tuple(
    (re.compile(pattern) if isinstance(pattern, str) else pattern, rule)
    for pattern, rule in (
        (r"(?<!\d)\d{25,}", lambda m: f" {say.digits(m.group())} "),  # bounds the work of every later rule
        (_ADDRESS, said.address),
        (r"\b[A-Z][A-Z']+(?:[ ,-]+[A-Z][A-Z']*|[ ,-]+[AI])*\b", said.shout),
        (r"\bWW(I{1,2})\b", r"World War \1"),
        (r"\bPh\.\s?D\b\.?", "P H D"),
        (r"(?<![\w.])a\.k\.a\.", "also known as"),
        (r"(?<=\d)/(?=(?:second|minute|hour|day|night|week|month|year|person)\b)", " per "),
        (r"(?<![\d.,] )(?<![\d.,])\b[1-9]\d{0,2}(?: \d{3}){2,4}\b(?![ .,]?\d)", lambda m: m.group().replace(" ", "")),
        (r"(?<![\w.])e\.\s?g\.,?", "for example,"),
        (r"(?<![\w.])i\.\s?e\.,?", "that is,"),
        (r"\bDr\.(?=\s+[A-Z])", "Doctor"),
        (r"\bDr\.", "Drive"),
        (r"(?<=[a-z] )St\.(?=\s+(?:The|He|She|It|They|We|I|In|And|But|A|On|At|There|This|That)\b)", "Street."),
        (r"\bSt\.(?!\s+[A-Z])", lambda m: "Street" + ("" if m.string[m.end() :].strip() else ".")),
        (r"\bSt\.(?=\s+[A-Z])", "Saint"),
        (r"\b(?P<word>Vol|Ch|Sec|Pt|Art|Fig)\.\s?(?=[IVXLC]+\b)", lambda m: BEFORE_NUMBER[m["word"]] + " "),
        (rf"\b(?P<word>{'|'.join(BEFORE_NUMBER)})\.\s?(?=\d)", lambda m: BEFORE_NUMBER[m["word"]] + " "),
        (rf"\b(?P<word>{'|'.join(ABBREVIATIONS)})\.(?!\w)", said.abbreviation),
        (r"\bvs?(?=\s)(?<=\bvs)|(?<=\w )v\.(?=\s[A-Z])", "versus"),
        (r"\b([A-Z])\.(?=(?:[A-Z]\.){0,8}[A-Z]\b|(?:\s?[A-Z]\.){0,8}\s+[A-Z][\w'])", r"\1 "),
        (r"(?<=\b[A-Z] )([A-Z])\.(?=\s+\w|,)", r"\1"),
        (r"(?<=\d)\s?([ap])\.\s?m\.(?=\s+[A-Z]|\s*$)", lambda m: f" {m[1].upper()} M."),
        (r"\b([apAP])\.\s?[mM]\.", lambda m: f"{m[1].upper()} M"),
        (r"\b(\d+)(?:'\s?|\s?ft\.? )(\d+)(?:\"|”|''|″|\s?in\b\.?)", lambda m: f"{say.cardinal(int(m[1]))} foot {say.cardinal(int(m[2]))}"),
        (r"\b([A-G])#(?!\w)", r"\1 sharp"),
        (r"(?<=\w)\^(?=\w)", " to the power of "),
        (r"(?:(?<=[\d)])|(?<=\b[A-Za-z]))(?:[⁺⁻][⁰¹²³⁴-⁹]+|[⁰¹²³⁴-⁹]{2,9}|[⁰⁴-⁹])", said.power),
        (r"~\s?(?=\d)", "about "),
        (r"(?<=\d)\s?\*\s?(?=\d)", " times "),
        # numbers that are something else
        (rf"(?i)(?P<lead>\b(?:{CODES})\b(?:\s+(?:is|number|of))?[\s:#]*)(?P<n>\d{{3,}})\b(?![.,]\d)", said.code),
        (r"(?<![\w.])\+\d[\d ()-]{6,}\d\b|(?<![\w.])\(\d{2,4}\)\s?\d{3,4}[- ]\d{3,4}\b", said.phone),
        (r"(?<![\w.,$£€-])(?:(?:1-)?\d{3,4}-\d{3,4}-\d{4}|\d{3}-\d{4}|\d{4} \d{3} \d{3,4}|0\d{2,4} \d{3,4} \d{3,4})(?![\w-]|[.,]\d)", said.phone),
        (r"\b(?P<y>[12]\d{3})[-/.](?P<mo>\d{1,2})[-/.](?P<d>\d{1,2})\b(?!\.\d)", said.numeric_date),
        (r"\b(?P<mo>\d{1,2})/(?P<d>\d{1,2})/(?P<y>[12]\d{3})\b", said.numeric_date),
        (rf"\b(?P<month>{_MONTH})\.? (?P<d>[0-3]?\d)(?:st|nd|rd|th)?\b(?!:|\.\d)(?:,? (?P<y>[12]\d{{3}})\b)?", said.month_first),
        (rf"\b(?:the )?(?P<d>[0-3]?\d)(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH})\b\.?(?:,? (?P<y>[12]\d{{3}})\b)?", said.day_first),
        (r"\b(?:(?P<q>[1-4])Q|Q(?P<q2>[1-4])[ -]?)(?P<y>(?:20)?\d\d)\b", lambda m: said.quarter(m) if m["q"] else
            f"the {say.ordinal(int(m['q2']))} quarter of {say.year(int(m['y']) + (2000 if len(m['y']) == 2 else 0))}"),
        (r"\b(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?:\s?(?P<half>[aApP])[mM]\b)?(?=$|[^\d:])", said.time),
        (r"(?<![\d.:])\b(?P<h>1[0-2]|0?[1-9])\s?(?P<half>[aApP])\.?[mM]\b(?P<m>)(?P<s>)",
            lambda m: f"{say.cardinal(int(m['h']))} {m['half'].upper()} M"),
        (r"(?<=\bM) ?[–-] ?(?=[a-z])", " to "),
        (r"\b(?P<v>v(?:er(?:sion)?)?\.?\s?)(?P<n>\d+(?:\.\d+)*)\b(?!%)", said.version),
        (r"(?P<v>)(?<![\w.,])(?P<n>\d+(?:\.\d+){2,})\b", said.version),
        # amounts
        (r"(?<![\w.,$£€])'?(?P<n>[2-9]0|1\d\d0|20\d0)'?s\b", said.decade),
        (rf"(?P<sign>{_SIGN})\s?(?P<n>{_N})(?:{_TO}(?:{_SIGN})?(?P<upper>{_N}))?(?:\s?(?P<scale>thousand|million|billion|trillion|[kKmMbBtT]n?)\b)?", said.money),
        (rf"(?P<n>{_N})\s?(?P<sign>[€£])(?P<scale>)(?P<upper>)", said.money),
        (rf"\b(?P<word>{'|'.join(COUNTED)})\.? (?P<r>[IVXLC]+)\b(?!')", said.roman_count),
        (rf"\b(?P<word>{'|'.join(RULERS)}) (?P<r>[IVX]+)\b(?!'(?!s))", said.roman_rank),
        (r"\b(?P<word>[A-Z][a-z]+) (?P<r>(?:X{0,3}(?:II|III|IV|VI{1,3}|IX)|XI|XV|XX))\b", said.roman_count),
        (r"(?<![\w.,$£€])(\d{3,})s\b", lambda m: say.number(m[1]) + "s"),
        (rf"(?<=\d)\s?%(?={_TO}{_N}\s?%)", ""),
        (rf"(?<![\w.])(?P<n>[-−]?{_N})(?:{_TO}(?P<upper>{_N}))?[ -]?(?P<unit>{_UNIT})(?![\w²³])", said.unit),
        (rf"(?<![\w.])(?P<n>{_N})(?P<scale>k|bn|mn|tn|M(?! [A-Z])|B(?= [a-z]))\b", lambda m: say.scaled(m["n"], m["scale"])),
        (rf"(?<![\w.,/-])(?P<a>{_N})\s?[–—-]\s?(?P<b>{_N})(?![\w-]|\.\d)", said.number_range),
        (r"(?<![\w./])(?:(?P<w>\d+)[ -])?(?P<a>\d{1,2})[/⁄](?P<b>\d{1,2})(?![\w/])",
            lambda m: (f"{say.number(m['w'])} and " if m["w"] else "") + said.slash(m)),
        (rf"(?:(?P<w>\d+)\s?)?(?P<v>[{say.VULGAR}])", lambda m: f" {say.vulgar(m['w'] or '', m['v'])}"),
        (r"\b(\d+):(\d+)\b", lambda m: f"{say.number(m[1])} to {say.number(m[2])}"),
        (r"\b(\d+)(?:st|nd|rd|th)\b", lambda m: say.ordinal(int(m[1]))),
        (r"#\s?(?=\d)", "number "),
        (r"#(?=[A-Za-z])", "hashtag "),
        (rf"(?<![\w.,$-])(?:10[1-9]\d|1[1-9]\d\d|20\d\d)(?![\w,.]*\d)(?!\s+(?:{_COUNTS})\b)(?=\W|$)", said.year),
        (rf"(?:(?<=^)|(?<=[\s(\[=“\"]))[-−](?={_N})", "minus "),
        (r"(?<![\d.])\.(?=\d)", "point "),
        (r"(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)", " "),
        (rf"(?<![\d.]){_N}", lambda m: say.number(m.group())),
        (r"\d+", lambda m: f" {say.digits(m.group())} "),
        (r"(?<=\w),(?=\w)", ", "),
        (r"(?<=\w)\.(?=[a-z]{2,})", " dot "),
        ("|".join(re.escape(sign) for sign in SYMBOLS), lambda m: SYMBOLS[m.group()]),
    )
)  # fmt: skip
