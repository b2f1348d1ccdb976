"""French: what it brings to the rules of the European languages."""

import re

from pipeline.normalize import european_numbers as numbers
from pipeline.normalize.en_numbers import roman
from pipeline.normalize.european import Currency, Rule, Tongue, table
from pipeline.normalize.european_rules import spoken_by

Match = re.Match[str]
_FEMININE = re.compile(
    r"\w+(?:tions?|sions?|ettes?|ances?|ences?|ures?|esses?|elles?|ées|ies|ités?)|(?:page|heure|minute|seconde|année|semaine|"
    r"personne|voiture|maison|femme|fille|tonne|étoile|ville|île|chambre|lettre|place|rue|porte|journée|nuit|fleur|chose|"
    r"partie|table|chaise|pièce|carte|image|ligne|livre sterling|couronne|école|église|classe|idée|main|tête|vie|histoire|"
    r"œuvre|route|montagne|pomme|bouteille|tasse|goutte|calorie|caisse|marche|assiette|clé|mère|sœur|tante|reine|dame|vache|poule)s?|fois|voix|croix"
)  # fmt: skip
_NOT_FEMININE = re.compile(r"silences?|incendies?|génies?|parapluies?|musées|lycées|trophées|murmures?|quelles?|elles?")


def agree(said: str, value: int, noun: str) -> str:
    """Say `une heure`, `vingt et une pages`."""
    if value % 10 == 1 and said.endswith("un") and _FEMININE.fullmatch(noun) and not _NOT_FEMININE.fullmatch(noun):
        return said + "e"
    return said


def _ordinal(value: int, *, feminine: bool) -> str:
    return ("première" if feminine else "premier") if value == 1 else numbers.ordinal("fr", value)


def _rank(found: Match) -> str:
    written = found["n"]
    value = int(written) if written.isdecimal() else roman(written)
    if not value:
        return found.group()
    ending = found["end"]
    if ending.startswith(("nd", "d")) and value == 2:
        said = "seconde" if "de" in ending else "second"
    else:
        said = _ordinal(value, feminine=ending.startswith(("re", "ère", "ere")))
    return said + "s" * (ending.endswith("s") and not said.endswith("s"))


def _ruler(found: Match) -> str:
    value = roman(found["r"])
    return f"{found['name']} {numbers.cardinal('fr', value)}" if value else found.group()


def _centuries(found: Match) -> str:
    return re.sub(
        r"[IVXL]+", lambda m: numbers.ordinal("fr", roman(m.group())) if roman(m.group()) else m.group(), found.group()
    )


def _date(day: int, month: int, year: str, before: str) -> str:
    del before
    said = f"{'premier' if day == 1 else numbers.cardinal('fr', day)} {MONTHS[month - 1]}"
    return f"{said} {year}" if year else said


def _clock(hour: int, minute: int | None, second: int | None) -> str:
    said = agree(numbers.cardinal("fr", hour), hour, "heures") + (" heures" if hour > 1 else " heure")
    if minute:
        said += f" {agree(numbers.cardinal('fr', minute), minute, 'minutes')}"
    if second is not None:
        said += (
            f"{' minutes' if minute else ''} et {agree(numbers.cardinal('fr', second), second, 'secondes')} secondes"
        )
    return said


def _fraction(above: int, below: int) -> str:
    names = {2: "demi", 3: "tiers", 4: "quart"}
    name = names.get(below) or (numbers.ordinal("fr", below) if 4 < below <= 10 or below in {12, 100} else "")
    if not name or above >= below:
        return f"{numbers.cardinal('fr', above)} sur {numbers.cardinal('fr', below)}"
    return f"{numbers.cardinal('fr', above)} {name}{'' if above == 1 or name.endswith('s') else 's'}"


def _of(many: str) -> str:
    return ("d'" if many[0] in "aeiouéy" else "de ") + many


def _phone(group: str) -> str:
    if len(group) == 2:
        return numbers.whole("fr", group) if group[0] != "0" else f"zéro {numbers.digits('fr', group[1])}"
    return numbers.digits("fr", group)


MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip
_MONTH = "|".join(MONTHS)
_EURO = Currency("euro", "euros", "centime", "centimes")
_DOLLAR = Currency("dollar", "dollars", "cent", "cents")
_POUND = Currency("livre sterling", "livres sterling", "penny", "pence")
_EARLY: tuple[Rule, ...] = (
    (r"(?<=\d)\s?M€", " millions €"),
    (r"(?<=\d)\s?(?:Md€|Mds€|Mds? €)", " milliards €"),
    (r"(?<=\d)\s?k€", " mille €"),
    (rf"\b1(?:er|ᵉʳ)?(?= (?:{_MONTH})\b)", "premier"),
    (r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4])\s?[hH](?:\s?(?P<m>[0-5]\d)(?!\d))?(?:\s?(?P<s>[0-5]\d)\s?s)?\b(?!\w)", lambda m: _clock(int(m["h"]), int(m["m"]) if m["m"] else None, int(m["s"]) if m["s"] else None)),
    (r"\bà (\d{1,3}) h(?=[\s.,])", r"à \1 heures"),
    (r"(?<=\bannées )['’]?(?P<a>\d0)\b", lambda m: numbers.cardinal("fr", int(m["a"]))),
    (r"\b[Nn][°º]s?\s?(?=\d)|\b[Nn]os?\.\s?(?=\d)", "numéro "),
    (r"(?<=\d) ?x ?(?=\d)", " fois "),
    (r"(?<![\w.,])(?P<n>[1-9]\d?)°(?=\))", lambda m: ("première" if m["n"] == "1" else _ordinal(int(m["n"]), feminine=False)) + "ment"),
    (r"\bet/ou\b", "et ou"),
    (r"(?<![A-Z]\. )(?<![A-Z]\.)(?<!\w)M\.(?=\s(?:[A-ZÀ-Þ][\w’']|l[ea]\s|l['’]|et M))", "monsieur"),
)  # fmt: skip
_RANKS: tuple[Rule, ...] = (
    (r"\b(?P<n>[IVX]|[IVXL]{2,8})(?P<end>(?:ère|re|er|ème|e|ᵉʳ|ᵉ)s?)\b(?![’'])", _rank),
    (r"\b[IVXL]{2,8}(?:\s?[-–]\s?|\set\s)(?=[a-zà-ÿ-]+ième)", _centuries),
    (r"\bsiècles? [IVX]{1,6}\b", _centuries),
    (r"\b(?P<name>[A-ZÀ-Þ][a-zà-ÿ]{1,20}) (?P<r>[IVX]{2,8})\b(?!['’.]\w)", _ruler),
    (r"\b(?P<name>Louis|Charles|Henri|Philippe|Jean|Paul|Pie|Léon|Alphonse|Georges|Pierre|Alexandre|Édouard) (?P<r>[VX])\b(?!\.\s?[A-Z])", _ruler),
    (r"(?<![\w.,])(?P<n>[1-9]\d{0,3})(?P<end>(?:ère|ere|re|er|ème|eme|e|ᵉʳ|ᵉ|nde|nd|(?<=\b2)de?)s?)(?!\w)", _rank),
)  # fmt: skip
_UNITS = table(
    "%: pour cent; ‰: pour mille; km: kilomètre, kilomètres; m: mètre, mètres; cm: centimètre, centimètres; mm: millimètre, millimètres; "
    "µm: micromètre, micromètres; nm: nanomètre, nanomètres; km/h: kilomètre heure, kilomètres heure; m/s: mètre par seconde, mètres par "
    "seconde; km²: kilomètre carré, kilomètres carrés; km2: kilomètre carré, kilomètres carrés; m²: mètre carré, mètres carrés; m2: mètre "
    "carré, mètres carrés; cm²: centimètre carré, centimètres carrés; m³: mètre cube, mètres cubes; m3: mètre cube, mètres cubes; cm³: "
    "centimètre cube, centimètres cubes; ha: hectare, hectares; kg: kilogramme, kilogrammes; g: gramme, grammes; mg: milligramme, milligrammes; "
    "t: tonne, tonnes; l: litre, litres; L: litre, litres; ml: millilitre, millilitres; mL: millilitre, millilitres; cl: centilitre, centilitres; "
    "min: minute, minutes; s: seconde, secondes; ms: milliseconde, millisecondes; °C: degré Celsius, degrés Celsius; "
    "°F: degré Fahrenheit, degrés Fahrenheit; °: degré, degrés; W: watt, watts; kW: kilowatt, kilowatts; kWh: kilowattheure, kilowattheures; "
    "MW: mégawatt, mégawatts; V: volt, volts; Hz: hertz; kHz: kilohertz; MHz: mégahertz; GHz: gigahertz; Mo: mégaoctet, mégaoctets; "
    "Go: gigaoctet, gigaoctets; To: téraoctet, téraoctets; ko: kilooctet, kilooctets; MB: mégabyte, mégabytes; GB: gigabyte, gigabytes; dB: décibel, décibels; kcal: kilocalorie, kilocalories; "
    "hab.: habitant, habitants"
)

TONGUE = Tongue(
    language="fr",
    marks={",": "virgule", ".": "point"},
    minus="moins",
    per="par",
    to="à",
    ratio="à",
    months=MONTHS,
    money={
        "€": _EURO, "EUR": _EURO, "euros": _EURO, "euro": _EURO, "$": _DOLLAR, "US$": _DOLLAR, "USD": _DOLLAR, "dollars": _DOLLAR,
        "£": _POUND, "GBP": _POUND, "CHF": Currency("franc suisse", "francs suisses", "centime", "centimes"),
        "R$": Currency("réal", "réaux", "centavo", "centavos"), "¥": Currency("yen", "yens", "sen", "sens"),
        "francs": Currency("franc", "francs", "centime", "centimes"), "F": Currency("franc", "francs", "centime", "centimes"),
    },
    money_and="et",
    scales="millions|million|milliards|milliard|mille",
    of=_of,
    units=_UNITS,
    abbreviations={
        "etc.": "et cetera", "av. J.-C.": "avant Jésus-Christ", "apr. J.-C.": "après Jésus-Christ", "ap. J.-C.": "après Jésus-Christ", "J.-C.": "Jésus-Christ",
        "p. ex.": "par exemple", "c.-à-d.": "c'est-à-dire", "c. à d.": "c'est-à-dire", "env.": "environ", "cf.": "confer", "tél.": "téléphone",
        "hab.": "habitants", "max.": "maximum", "min.": "minimum", "janv.": "janvier", "févr.": "février", "juil.": "juillet", "sept.": "septembre",
        "oct.": "octobre", "nov.": "novembre", "déc.": "décembre", "s.v.p.": "s'il vous plaît", "svp": "s'il vous plaît", "chap.": "chapitre", "vol.": "volume",
        "bd": "boulevard", "qqn": "quelqu'un", "qqch.": "quelque chose", "c.-à-d": "c'est-à-dire",
    },
    closing=frozenset({"etc.", "av. J.-C.", "apr. J.-C.", "ap. J.-C.", "hab.", "s.v.p."}),
    titles={
        "MM.": "messieurs", "Mme": "madame", "Mmes": "mesdames", "Mme.": "madame", "Mlle.": "mademoiselle", "Mlle": "mademoiselle", "Mlles": "mesdemoiselles", "Dr": "docteur", "Dr.": "docteur",
        "Drs": "docteurs", "Pr": "professeur", "Me": "maître", "Mgr": "monseigneur", "St": "saint", "Ste": "sainte", "Cie": "compagnie", "av.": "avenue",
        "Av.": "avenue", "Bd": "boulevard", "pl.": "place", "S. M.": "sa majesté",
    },
    before_number={
        "p.": "page", "pp.": "pages", "chap.": "chapitre", "vol.": "volume", "t.": "tome", "art.": "article", "fig.": "figure", "éd.": "édition",
        "no": "numéro", "sect.": "section", "env.": "environ", "v.": "vers", "ch.": "chapitre",
    },
    address={".": "point", "/": "slash", "@": "arobase", "-": "tiret", "_": "tiret bas", "+": "plus"},
    symbols={
        "+": " plus ", "=": " égale ", "&": " et ", "%": " pour cent ", "@": " arobase ", "§": " paragraphe ", "×": " fois ", "÷": " divisé par ",
        "±": " plus ou moins ", "<": " inférieur à ", ">": " supérieur à ", "≤": " inférieur ou égal à ", "≥": " supérieur ou égal à ", "≈": " environ ",
        "≠": " différent de ", "€": " euros ", "$": " dollars ", "£": " livres ", "²": " au carré ", "³": " au cube ", "°": " degrés ",
        "©": " copyright ", "®": " marque déposée ", "™": " marque ", "π": " pi ", "*": "", "_": " ", "√": " racine de ", "∞": " infini ",
    },
    vulgar=_fraction,
    vulgar_and="et",
    half="demi",
    version="version",
    agree=agree,
    date=_date,
    clock=_clock,
    phone=_phone,
    phones=r"0\d(?:[ .-]\d{2}){4}|0[1-9]\d{8}",
    phone_words="tél|tél\\.|téléphone|appelez|appeler|fax|portable|joignable au",
    numbered="chapitres?|tomes?|volumes?|parties?|livres?|actes?|scènes?|sections?|articles?|annexes?|titres?|phases?|chants?|figure|tableau|type|leçon|niveau",
    number_sign="numéro",
    early=_EARLY,
    ranks=_RANKS,
)  # fmt: skip


def spoken(text: str) -> str:
    """Return the spoken form of cleaned French text."""
    return spoken_by(TONGUE, text)
