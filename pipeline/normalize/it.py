"""Italian: what it brings to the rules of the European languages."""

import re

from pipeline.normalize import european_numbers as numbers
from pipeline.normalize.en_numbers import roman
from pipeline.normalize.european import Currency, Rule, Tongue, names, table
from pipeline.normalize.european_rules import spoken_by

Match = re.Match[str]
_NO_NOUNS = names(
    "di del della dei degli delle dello e ed o a al alla in nel nella che è sono per con senza si lo la il le gli i un una "
    "più meno come se non ma fu era ha hanno da dal dalla su sul fra tra ogni anche quando dove perché virgola punto"
)
_MASCULINE_A = names("problema sistema programma tema poema pianeta poeta clima dramma cinema diploma panorama")
_UNO = re.compile(r"(?:z|s[^aeiou]|gn|ps|x|y|pn)\w+")
_QUEENS = names("Elisabetta Maria Caterina Cleopatra Margherita Isabella Giovanna Cristina")
_SAINTS = (
    "Pietro|Paolo|Francesco|Maria|Antonio|Giovanni|Marco|Luca|Matteo|Giorgio|Lorenzo|Martino|Michele|Nicola|Stefano|Andrea|Giuseppe|"
    "Anna|Lucia|Chiara|Caterina|Agata|Elena|Rita|Teresa|Giacomo|Carlo|Ambrogio|Agostino|Benedetto|Domenico|Gennaro|Vincenzo|Donato|"
    "Sofia|Croce|Margherita|Cecilia|Barbara|Bernardo|Filippo|Giuliano|Leonardo|Severino|Vitale|Zeno|Eustorgio|Egidio|Agnese"
)
_CENTURY = "secolo|secoli|millennio"


def agree(said: str, value: int, noun: str) -> str:
    """Say `un libro`, `una casa`, `uno studente`."""
    if value != 1 or said != "uno" or not noun or noun in _NO_NOUNS or noun[0].isupper():
        return said
    word = noun.lower()
    if word not in _MASCULINE_A and (
        word.endswith(("a", "zione", "sione", "tà", "trice")) or word in {"notte", "parte", "volta", "mano"}
    ):
        return "una"
    return "uno" if _UNO.match(word) else "un"


def _ordinal(value: int, *, feminine: bool) -> str:
    said = numbers.ordinal("it", value)
    return said[:-1] + "a" if feminine else said


def _rank(found: Match) -> str:
    return _ordinal(int(found["n"]), feminine=found["end"] in {"ª", "a"})


def _ruler(found: Match) -> str:
    value = roman(found["r"])
    return f"{found['name']} {_ordinal(value, feminine=found['name'] in _QUEENS)}" if value else found.group()


def _ranked(found: Match) -> str:
    """Say every Roman numeral of a match as a rank."""
    feminine = bool(
        re.search(
            r"guerra|edizione|repubblica|legislatura|giornata|fiera|rivoluzione|crociata", found.group(), re.IGNORECASE
        )
    )
    return re.sub(
        r"\b[IVXL]+\b",
        lambda m: _ordinal(roman(m.group()), feminine=feminine) if roman(m.group()) else m.group(),
        found.group(),
    )


def _date(day: int, month: int, year: str, before: str) -> str:
    del before
    said = f"{'primo' if day == 1 else numbers.cardinal('it', day)} {MONTHS[month - 1]}"
    return f"{said} {year}" if year else said


def _clock(hour: int, minute: int | None, second: int | None) -> str:
    said = "una" if hour == 1 else numbers.cardinal("it", hour)
    if minute:
        said += f" e {'zero ' if minute < 10 else ''}{numbers.cardinal('it', minute)}"
    if second is not None:
        said += (
            f" e {agree(numbers.cardinal('it', second), second, 'secondo')} {'secondo' if second == 1 else 'secondi'}"
        )
    return said


def _hours(found: Match) -> str:
    if found["m"]:
        return _clock(int(found["h"]), int(found["m"]), None)
    hour = int(found["h"])
    return "un'ora" if hour == 1 else f"{numbers.cardinal('it', hour)} ore"


def _fraction(above: int, below: int) -> str:
    names = {2: "mezzo", 4: "quarto"}
    name = names.get(below) or (numbers.ordinal("it", below) if below in {3, 5, 6, 7, 8, 9, 10, 12, 100} else "")
    if not name or above >= below:
        return f"{numbers.cardinal('it', above)} su {numbers.cardinal('it', below)}"
    return f"un {name}" if above == 1 else f"{numbers.cardinal('it', above)} {name[:-1]}i"


def _saint(found: Match) -> str:
    name = found["name"]
    return (
        "Sant'" + name
        if name[0] in "AEIOU"
        else ("Santa " if (name[-1] == "a" and name not in {"Luca", "Nicola"}) or name == "Croce" else "San ") + name
    )


MONTHS = (
    "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre",
)  # fmt: skip
_MONTH = "|".join(MONTHS)
_EURO = Currency("euro", "euro", "centesimo", "centesimi")
_DOLLAR = Currency("dollaro", "dollari", "centesimo", "centesimi")
_POUND = Currency("sterlina", "sterline", "penny", "pence")
_EARLY: tuple[Rule, ...] = (
    (r"(?<=\d)\s?(?:M€|mln(?= ?€))", " milioni "),
    (r"(?<=\d)\s?(?:mln)\b\.?", " milioni"),
    (r"(?<=\d)\s?(?:mld|mrd)\b\.?", " miliardi"),
    (rf"\b1(?:º|°)?(?= (?:{_MONTH})\b)", "primo"),
    (r"(?i:(?<=\bore )|(?<=\balle )|(?<=\bdalle )|(?<=\bdelle )|(?<=\ble )|(?<=\ball['’])|(?<=\bl['’]))(?P<h>[01]?\d|2[0-4])[.:](?P<m>[0-5]\d)(?P<s>)(?!\d|[.,]\d|\s?%)", lambda m: _clock(int(m["h"]), int(m["m"]), None)),
    (r"(?i:(?<=\bore )|(?<=\ball['’]))1\b(?![.,:]?\d)", "una"),
    (r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4])\s?h(?:\s?(?P<m>[0-5]\d)(?!\d))?\b", _hours),
    (r"(?<=\banni )['’]?(?P<a>\d0)\b", lambda m: numbers.cardinal("it", int(m["a"]))),
    (r"(?<=[IVX] )sec\.", "secolo"),
    (r"\bsec\.\s(?=[IVX]{1,6}\b)", "secolo "),
    (rf"(?<![A-Z]\. )(?<![A-Z]\.)(?<!\w)S\.\s(?P<name>{_SAINTS})\b", _saint),
    (r"(?<=\d) ?x ?(?=\d)", " per "),
    (r"(?<![\w.,])(?P<n>[1-9]\d{0,2})(?P<end>°)(?=\s[a-zàèéìòù]{3,})(?!\s(?:nord|sud|est|ovest|gradi|sotto|sopra|latitudine|longitudine))", _rank),
    (r"\be/o\b", "e o"),
)  # fmt: skip
_RANKS: tuple[Rule, ...] = (
    (rf"\b(?i:{_CENTURY}) [IVXL]{{1,6}}\b(?:(?:\s?[-–]\s?| e | al )[IVXL]{{1,6}}\b)?", _ranked),
    (rf"\b[IVXL]{{1,6}}(?:(?:\s?[-–]\s?| e (?:il |nel |del )?)[IVXL]{{1,6}})? (?i:{_CENTURY}|guerra|edizione|repubblica|legislatura|congresso|anniversario|capitolo|canto|crociata)\b", _ranked),
    (r"\b(?P<name>Capitolo|Parte|Libro|Atto|Scena|Volume|Tomo|Titolo|Canto|Articolo|Sezione|Fase|Tipo) (?P<r>[IVX]{1,7})\b(?!['’.]\w)", lambda m: f"{m['name']} {numbers.cardinal('it', roman(m['r']))}" if roman(m["r"]) else m.group()),
    (r"\b(?P<name>[A-ZÀ-Þ][a-zà-ÿ]{1,20}) (?P<r>[IVX]{2,8})\b(?!['’.]\w)", _ruler),
    (r"\b(?P<name>Luigi|Carlo|Enrico|Filippo|Giovanni|Paolo|Pio|Leone|Umberto|Vittorio|Emanuele|Francesco|Napoleone|Federico|Elisabetta|Alessandro|Nicola|Pietro|Giorgio) (?P<r>[IVX])\b(?!\.\s?[A-Z])", _ruler),
    (r"(?<![\w.,])(?P<n>[1-9]\d{0,2})\.?(?P<end>º|ª)(?!\w)", _rank),
)  # fmt: skip
_UNITS = table(
    "%: per cento; ‰: per mille; km: chilometro, chilometri; m: metro, metri; cm: centimetro, centimetri; mm: millimetro, millimetri; "
    "µm: micrometro, micrometri; nm: nanometro, nanometri; km/h: chilometro orario, chilometri orari; m/s: metro al secondo, metri al "
    "secondo; km²: chilometro quadrato, chilometri quadrati; km2: chilometro quadrato, chilometri quadrati; kmq: chilometro quadrato, "
    "chilometri quadrati; mq: metro quadrato, metri quadrati; m²: metro quadrato, metri quadrati; m2: metro quadrato, metri quadrati; "
    "cm²: centimetro quadrato, centimetri quadrati; m³: metro cubo, metri cubi; m3: metro cubo, metri cubi; mc: metro cubo, metri cubi; cm³: centimetro cubo, "
    "centimetri cubi; ha: ettaro, ettari; kg: chilo, chili; g: grammo, grammi; mg: milligrammo, milligrammi; t: tonnellata, "
    "tonnellate; l: litro, litri; L: litro, litri; ml: millilitro, millilitri; mL: millilitro, millilitri; cl: centilitro, centilitri; "
    "min: minuto, minuti; s: secondo, secondi; ms: millisecondo, millisecondi; °C: grado Celsius, gradi Celsius; °F: grado Fahrenheit, "
    "gradi Fahrenheit; °: grado, gradi; W: watt; kW: chilowatt; kWh: chilowattora; MW: megawatt; V: volt; Hz: hertz; kHz: chilohertz; "
    "MHz: megahertz; GHz: gigahertz; MB: megabyte; GB: gigabyte; TB: terabyte; kB: kilobyte; dB: decibel; kcal: chilocaloria, chilocalorie"
)

TONGUE = Tongue(
    language="it",
    marks={",": "virgola", ".": "punto"},
    minus="meno",
    per="al",
    to="a",
    ratio="a",
    months=MONTHS,
    money={
        "€": _EURO, "EUR": _EURO, "euro": _EURO, "$": _DOLLAR, "US$": _DOLLAR, "USD": _DOLLAR, "dollari": _DOLLAR, "£": _POUND, "GBP": _POUND,
        "CHF": Currency("franco svizzero", "franchi svizzeri", "centesimo", "centesimi"),
        "R$": Currency("real", "real", "centavo", "centavos"), "¥": Currency("yen", "yen", "sen", "sen"),
    },
    money_and="e",
    scales="milioni|milione|miliardi|miliardo|mila",
    of=lambda many: f"di {many}",
    units=_UNITS,
    abbreviations={
        "ecc.": "eccetera", "etc.": "eccetera", "a.C.": "avanti Cristo", "a. C.": "avanti Cristo", "d.C.": "dopo Cristo", "d. C.": "dopo Cristo",
        "p. es.": "per esempio", "per es.": "per esempio", "ad es.": "ad esempio", "ca.": "circa", "tel.": "telefono", "pag.": "pagina", "pagg.": "pagine",
        "cap.": "capitolo", "max.": "massimo", "cfr.": "confronta", "S.p.A.": "esse pi a", "S.r.l.": "esse erre elle", "gen.": "gennaio", "febb.": "febbraio",
        "sett.": "settembre", "ott.": "ottobre", "nov.": "novembre", "dic.": "dicembre", "vol.": "volume",
    },
    closing=frozenset({"ecc.", "etc.", "a.C.", "a. C.", "d.C.", "d. C.", "S.p.A.", "S.r.l."}),
    titles={
        "Sig.": "signor", "Sig.ra": "signora", "Sig.na": "signorina", "Sigg.": "signori", "sig.": "signor", "sig.ra": "signora", "sig.na": "signorina",
        "Dott.": "dottor", "dott.": "dottor", "Dott.ssa": "dottoressa", "dott.ssa": "dottoressa", "Dr.": "dottor", "Prof.": "professor", "prof.": "professor",
        "Prof.ssa": "professoressa", "prof.ssa": "professoressa", "Ing.": "ingegner", "ing.": "ingegner", "Avv.": "avvocato", "avv.": "avvocato",
        "Arch.": "architetto", "Geom.": "geometra", "On.": "onorevole", "Mons.": "monsignor", "SS.": "santi", "v.le": "viale", "V.le": "viale", "p.zza": "piazza", "P.zza": "piazza",
        "c.so": "corso", "C.so": "corso",
    },
    before_number={
        "pag.": "pagina", "pagg.": "pagine", "p.": "pagina", "pp.": "pagine", "n.": "numero", "nn.": "numeri", "nr.": "numero", "n°": "numero", "nº": "numero",
        "cap.": "capitolo", "vol.": "volume", "voll.": "volumi", "art.": "articolo", "artt.": "articoli", "fig.": "figura", "ed.": "edizione", "ca.": "circa",
        "vers.": "versione", "t.": "tomo",
    },
    address={".": "punto", "/": "barra", "@": "chiocciola", "-": "trattino", "_": "trattino basso", "+": "più"},
    symbols={
        "+": " più ", "=": " uguale ", "&": " e ", "%": " per cento ", "@": " chiocciola ", "§": " paragrafo ", "×": " per ", "÷": " diviso ",
        "±": " più o meno ", "<": " minore di ", ">": " maggiore di ", "≤": " minore o uguale a ", "≥": " maggiore o uguale a ", "≈": " circa ",
        "≠": " diverso da ", "€": " euro ", "$": " dollari ", "£": " sterline ", "²": " al quadrato ", "³": " al cubo ", "°": " gradi ",
        "©": " copyright ", "®": " marchio registrato ", "™": " marchio ", "π": " pi greco ", "*": "", "_": " ", "√": " radice di ", "∞": " infinito ",
    },
    vulgar=_fraction,
    vulgar_and="e",
    half="mezzo",
    version="versione",
    agree=agree,
    date=_date,
    clock=_clock,
    phone=lambda group: numbers.digits("it", group),
    phones=r"0\d{1,3}[ /-]\d{5,8}|3\d{2}[ -]\d{6,7}|3\d{2} \d{3} \d{3,4}",
    phone_words="tel|tel\\.|telefono|cellulare|chiama|chiamate|chiamare|fax",
    numbered="capitol[oi]|part[ei]|libr[oi]|att[oi]|scen[ae]|volum[ei]|tom[oi]|titol[oi]|cant[oi]|articol[oi]|sezion[ei]|fas[ei]|tipo|figura|tabella|lezione|allegato",
    number_sign="numero",
    early=_EARLY,
    ranks=_RANKS,
)  # fmt: skip


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Italian text."""
    return spoken_by(TONGUE, text)
