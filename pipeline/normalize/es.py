"""Spanish: what it brings to the rules of the European languages."""

import re

from pipeline.normalize import european_numbers as numbers
from pipeline.normalize.en_numbers import roman
from pipeline.normalize.european import Currency, Rule, Tongue, names, table
from pipeline.normalize.european_rules import spoken_by

Match = re.Match[str]
_MASCULINE_A = names(
    "días problemas sistemas programas idiomas mapas temas poemas planetas poetas atletas turistas artistas "
    "periodistas policías guías kilogramas gramas papas dálmatas dramas fantasmas síntomas climas esquemas diplomas aromas lemas"
)  # fmt: skip
_FEMININE = re.compile(r"\w+(?:as|ciones|siones|dades|tades|ces)|\w+(?:a|ción|sión|dad|tad)|manos?|mujer(?:es)?|tribus?|calles?|noches?|tardes?|clases?|partes?|vez|razón|razones|flor(?:es)?|leyes|redes|torres|naves|frases|llaves")  # fmt: skip
_NO_NOUNS = names(
    "de del y o u e a al en que es son por para con sin se le lo la el los las un una más menos como si no ni pero fue "
    "era está están hay ha han había coma punto mil millón millones cada ya también desde hasta entre sobre según "
    "contra hacia cuando donde porque mientras aunque"
)
_RULERS = (
    "Luis|Carlos|Felipe|Fernando|Alfonso|Enrique|Isabel|Juan|Pablo|Pedro|Jaime|Sancho|Ramiro|Ordoño|Bermudo|García|Jorge|"
    "Eduardo|Guillermo|Ricardo|Jacobo|María|Federico|Francisco|José|Napoleón|Nicolás|Alejandro|Iván|Pío|Benedicto|León|"
    "Gregorio|Clemente|Inocencio|Urbano|Sixto|Julio|Bonifacio|Adriano|Martín|Leopoldo|Alberto|Balduino|Humberto|Manuel|"
    "Víctor|Otón|Conrado|Maximiliano|Rodolfo|Gustavo|Cristián|Olaf|Ramsés|Ptolomeo|Cleopatra|Darío|Jerjes|Ciro|Catalina|"
    "Margarita|Amadeo|Teobaldo|Abderramán|Solimán|Selim|Murad"
)
_FEMININE_EVENTS = names("guerra edición feria cumbre bienal república copa asamblea conferencia legislatura")
_EVENTS = (
    "|".join(sorted(_FEMININE_EVENTS))
    + "|congreso|concurso|festival|aniversario|encuentro|premio|centenario|foro|simposio|milenio"
)
_QUEENS = names("Isabel María Cleopatra Catalina Margarita")


def agree(said: str, value: int, noun: str) -> str:
    """Say `una casa`, `veintiún libros`, `doscientas páginas`."""
    if not noun or noun in _NO_NOUNS or noun[0].isupper():
        return said
    word = noun.lower()
    if _feminine(word) and (word.endswith("s") or value == 1):
        head, large, tail = said.rpartition("illones ")
        tail = re.sub(r"(\bun|\bveintiun)o$", r"\1a", tail).replace("cientos", "cientas")
        return head + large + tail.replace("quinientos", "quinientas")
    return re.sub(r"\buno$", "un", said.removesuffix("veintiuno") + "veintiún" if said.endswith("veintiuno") else said)


def _feminine(word: str) -> bool:
    masculine = word in _MASCULINE_A or f"{word}s" in _MASCULINE_A
    return not masculine and _FEMININE.fullmatch(word) is not None


def _ordinal(value: int, *, feminine: bool) -> str:
    special = {11: "undécimo", 12: "duodécimo"}
    said = special.get(value) or numbers.ordinal("es", value)
    if 13 <= value <= 19:
        said = said.replace("décimo ", "decimo")
    return re.sub(r"o\b", "a", said) if feminine else said


def _rank(found: Match) -> str:
    value, ending = int(found["n"]), found["end"]
    noun = re.match(r"\s([a-záéíóúñ]{3,40})", found.string[found.end() : found.end() + 42])
    before_noun = (
        ending in {"º", "°", "ro"} and noun is not None and noun[1] not in _NO_NOUNS and not _feminine(noun[1])
    )
    if (ending.startswith("e") or before_noun) and value in {1, 3}:  # el tercer piso
        return _ordinal(value, feminine=False)[:-1]
    said = _ordinal(value, feminine=ending in {"ª", "as"} or ending[-1] == "a")
    return said + "s" * ending.endswith("s")


def _ruler(found: Match) -> str:
    value = roman(found["r"])
    if not value:
        return found.group()
    ranked = value <= 10 and found["name"] in _RULERS.split("|")
    said = _ordinal(value, feminine=found["name"] in _QUEENS) if ranked else numbers.cardinal("es", value)
    return f"{found['name']} {said}"


def _don(found: Match) -> str:
    before = re.search(r"(\w+) $", found.string[max(0, found.start() - 30) : found.start()])
    initial = before is not None and before[1][0].isupper() and before[1] not in {"A", "Y", "De", "Con", "Por"}
    return found.group() if initial else "don"  # Franklin D. Roosevelt


def _event(found: Match) -> str:
    value, noun = roman(found["r"]), found["noun"]
    if not value:
        return found.group()
    feminine = noun.lower() in _FEMININE_EVENTS
    said = _ordinal(value, feminine=feminine)
    return f"{said if feminine or not said.endswith(('primero', 'tercero')) else said[:-1]} {noun}"


def _date(day: int, month: int, year: str, before: str) -> str:
    del before
    said = f"{'primero' if day == 1 else numbers.cardinal('es', day)} de {MONTHS[month - 1]}"
    return f"{said} de {year}" if year else said


def _clock(hour: int, minute: int | None, second: int | None) -> str:
    said = re.sub(r"uno$", "una", numbers.cardinal("es", hour))
    if second is not None:
        return f"{said} {numbers.cardinal('es', minute or 0)} y {agree(numbers.cardinal('es', second), second, 'segundos')} segundos"
    if not minute:
        return (
            f"{said} {'hora' if hour == 1 else 'horas'}"
            if minute is None or hour > 12 or hour == 0
            else f"{said} en punto"
        )
    return f"{said} {'cero ' if minute < 10 else ''}{numbers.cardinal('es', minute)}"


def _fraction(above: int, below: int) -> str:
    names = {2: "medio", 3: "tercio", 4: "cuarto", 10: "décimo", 100: "centésimo"}
    name = names.get(below) or (numbers.ordinal("es", below) if 4 < below < 10 else "")
    if not name or above >= below:
        return f"{numbers.cardinal('es', above)} sobre {numbers.cardinal('es', below)}"
    return f"un {name}" if above == 1 else f"{numbers.cardinal('es', above)} {name}s"


MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
)  # fmt: skip
_MONTH = "|".join([*MONTHS, "setiembre"])
_EURO = Currency("euro", "euros", "céntimo", "céntimos")
_DOLLAR = Currency("dólar", "dólares", "centavo", "centavos")
_POUND = Currency("libra", "libras", "penique", "peniques")
_HALF_DAY = {"a": "de la mañana", "p": "de la tarde", "m": "del mediodía"}
_EARLY: tuple[Rule, ...] = (
    (r"(?<=\d)\s?M€", " millones €"),
    (r"(?<=\d)\s?k€", " mil €"),
    (r"\bs\.\s?(?=[IVX]{1,6}\b)", "siglo "),
    (rf"\b1(?:\.?º|\.?°|ero)?(?= de (?:{_MONTH})\b)", "primero"),
    (r"(?<=\b[Dd]ía )1(?=[,.;]|$)|(?<=\bel )1\.?º(?= de\b)", "uno"),
    (r"(?<![\w.,:])(?P<h>\d{1,2})(?::(?P<m>[0-5]\d))?\s?(?P<half>[apm])\.\s?m\.(?P<s>)", lambda m: f"{_clock(int(m['h']), int(m['m'] or 0), None).removesuffix(' en punto').removesuffix(' horas')} {_HALF_DAY[m['half']]}" + "." * (not m.string[m.end() :].strip())),
    (r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4])\s?h(?:\s?(?P<m>[0-5]\d)(?!\d))?(?:s|rs)?\b", lambda m: _clock(int(m["h"]), int(m["m"]) if m["m"] else None, None)),
    (r"(?<=\baños )['’]?(?P<a>\d0)s?\b", lambda m: numbers.cardinal("es", int(m["a"]))),
    (r"(?<![\w.,])(?P<n>[1-9]\d{0,2})(?P<end>°)(?=\s[a-záéíóúñ]{3,})(?!\s(?:norte|sur|este|oeste|bajo|grados|sobre|latitud|longitud))", _rank),
    (r"(?<![\w.])D\.(?=\s[A-ZÁÉÍÓÚ][a-záéíóúñ])", _don),
    (r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4])\.(?P<m>[0-5]\d)\s?h(?:oras|rs|s)?\b", lambda m: _clock(int(m["h"]), int(m["m"]), None)),
    (r"\by/o\b", "y o"),
    (r"(?<=\d) ?x ?(?=\d)", " por "),
)  # fmt: skip
_RANKS: tuple[Rule, ...] = (
    (rf"\b(?P<r>[IVX]{{1,6}}) (?P<noun>(?i:{_EVENTS}))\b", _event),
    (r"\b(?P<name>[A-ZÁÉÍÓÚÑ][a-záéíóúñ]{1,20}) (?P<r>[IVX]{2,8})\b(?!['’.]\w)", _ruler),
    (rf"\b(?P<name>{_RULERS}) (?P<r>[IVX])\b(?!\.?\s?[A-ZÁÉÍÓÚ])(?!['’.]\w)", _ruler),
    (r"(?<![\w.,])(?P<n>[1-9]\d{0,2})\.?(?P<end>º|ª|er|os|as|(?<=1)(?:ro|ra)|(?<=3)(?:ro|ra)|(?<=2)(?:do|da)|(?<=[456])(?:to|ta)|(?<=[70])(?:mo|ma)|(?<=8)(?:vo|va)|(?<=9)(?:no|na))(?!\w)", _rank),
)  # fmt: skip
_UNITS = table(
    "%: por ciento; ‰: por mil; km: kilómetro, kilómetros; m: metro, metros; cm: centímetro, centímetros; mm: milímetro, milímetros; "
    "µm: micrómetro, micrómetros; nm: nanómetro, nanómetros; km/h: kilómetro por hora, kilómetros por hora; m/s: metro por segundo, "
    "metros por segundo; km²: kilómetro cuadrado, kilómetros cuadrados; km2: kilómetro cuadrado, kilómetros cuadrados; m²: metro cuadrado, "
    "metros cuadrados; m2: metro cuadrado, metros cuadrados; cm²: centímetro cuadrado, centímetros cuadrados; m³: metro cúbico, metros "
    "cúbicos; m3: metro cúbico, metros cúbicos; cm³: centímetro cúbico, centímetros cúbicos; ha: hectárea, hectáreas; kg: kilo, kilos; "
    "g: gramo, gramos; mg: miligramo, miligramos; t: tonelada, toneladas; l: litro, litros; L: litro, litros; ml: mililitro, mililitros; "
    "mL: mililitro, mililitros; cl: centilitro, centilitros; min: minuto, minutos; s: segundo, segundos; ms: milisegundo, milisegundos; "
    "h: hora, horas; °C: grado Celsius, grados Celsius; ºC: grado Celsius, grados Celsius; °F: grado Fahrenheit, grados Fahrenheit; "
    "°: grado, grados; W: vatio, vatios; kW: kilovatio, kilovatios; kWh: kilovatio hora, kilovatios hora; MW: megavatio, megavatios; V: voltio, voltios; "
    "Hz: hercio, hercios; kHz: kilohercio, kilohercios; MHz: megahercio, megahercios; GHz: gigahercio, gigahercios; "
    "MB: megabyte, megabytes; GB: gigabyte, gigabytes; TB: terabyte, terabytes; kB: kilobyte, kilobytes; dB: decibelio, decibelios; "
    "kcal: kilocaloría, kilocalorías; hab.: habitante, habitantes"
)

TONGUE = Tongue(
    language="es",
    marks={",": "coma", ".": "punto"},
    minus="menos",
    per="por",
    to="a",
    ratio="a",
    months=MONTHS,
    money={
        "€": _EURO, "EUR": _EURO, "euros": _EURO, "euro": _EURO, "$": _DOLLAR, "US$": _DOLLAR, "USD": _DOLLAR, "dólares": _DOLLAR,
        "£": _POUND, "GBP": _POUND, "CHF": Currency("franco suizo", "francos suizos", "céntimo", "céntimos"),
        "R$": Currency("real", "reales", "centavo", "centavos"), "¥": Currency("yen", "yenes", "sen", "senes"),
        "MXN": Currency("peso", "pesos", "centavo", "centavos"), "pesos": Currency("peso", "pesos", "centavo", "centavos"),
    },
    money_and="con",
    scales="mil millones|millones|millón|billones|billón|mil",
    of=lambda many: f"de {many}",
    units=_UNITS,
    abbreviations={
        "etc.": "etcétera", "EE. UU.": "Estados Unidos", "EEUU": "Estados Unidos", "a. C.": "antes de Cristo", "d. C.": "después de Cristo",
        "a. de C.": "antes de Cristo", "d. de C.": "después de Cristo", "p. ej.": "por ejemplo", "Ud.": "usted", "Uds.": "ustedes", "Vd.": "usted",
        "Vds.": "ustedes", "aprox.": "aproximadamente", "máx.": "máximo", "mín.": "mínimo", "tel.": "teléfono", "avda.": "avenida",
        "pág.": "página", "págs.": "páginas", "núm.": "número", "cap.": "capítulo", "vol.": "volumen", "izq.": "izquierda", "dcha.": "derecha",
        "depto.": "departamento", "admón.": "administración", "cía.": "compañía", "S. A.": "ese a", "JJ. OO.": "Juegos Olímpicos", "RR. HH.": "recursos humanos",
    },
    closing=frozenset({"etc.", "EE. UU.", "a. C.", "d. C.", "S. A.", "Uds.", "RR. HH.", "JJ. OO."}),
    titles={
        "Sr.": "señor", "Sra.": "señora", "Srta.": "señorita", "Sres.": "señores", "Dr.": "doctor", "Dra.": "doctora", "Dres.": "doctores",
        "Prof.": "profesor", "Profa.": "profesora", "Lic.": "licenciado", "Ing.": "ingeniero", "Arq.": "arquitecto", "Gral.": "general",
        "Mons.": "monseñor", "Sto.": "santo", "Sta.": "santa", "D.ª": "doña", "Dña.": "doña", "Av.": "avenida", "av.": "avenida", "c/": "calle", "Fr.": "fray",
        "S. M.": "su majestad", "Excmo.": "excelentísimo", "Excma.": "excelentísima",
    },
    before_number={
        "pág.": "página", "págs.": "páginas", "p.": "página", "pp.": "páginas", "núm.": "número", "n.º": "número", "nº": "número", "n°": "número",
        "No.": "número", "cap.": "capítulo", "caps.": "capítulos", "vol.": "volumen", "t.": "tomo", "art.": "artículo", "arts.": "artículos",
        "fig.": "figura", "ed.": "edición", "sec.": "sección", "c.": "circa", "ca.": "circa", "aprox.": "aproximadamente", "kil.": "kilómetro",
    },
    address={".": "punto", "/": "barra", "@": "arroba", "-": "guion", "_": "guion bajo", "+": "más"},
    symbols={
        "+": " más ", "=": " igual a ", "&": " y ", "%": " por ciento ", "@": " arroba ", "§": " sección ", "×": " por ", "÷": " entre ",
        "±": " más menos ", "<": " menor que ", ">": " mayor que ", "≤": " menor o igual que ", "≥": " mayor o igual que ", "≈": " aproximadamente ",
        "≠": " distinto de ", "€": " euros ", "$": " dólares ", "£": " libras ", "²": " al cuadrado ", "³": " al cubo ", "°": " grados ",
        "©": " copyright ", "®": " marca registrada ", "™": " marca ", "π": " pi ", "*": "", "_": " ", "√": " raíz de ", "∞": " infinito ",
    },
    vulgar=_fraction,
    vulgar_and="y",
    half="medio",
    version="versión",
    agree=agree,
    date=_date,
    clock=_clock,
    phone=lambda group: numbers.digits("es", group),
    phones=r"[6-9]\d{2} \d{2} \d{2} \d{2}|[6-9]\d{8}",
    phone_words="tel|tel\\.|teléfono|móvil|llame|llamar|llama|llámenos|llámame|fax|whatsapp",
    numbered="capítulos?|tomos?|volúmenes|volumen|partes?|libros?|actos?|escenas?|secciones|sección|artículos?|anexos?|títulos?|fases?|siglos?|lección|canto|figura|tabla|tipo|grado",
    number_sign="número",
    early=_EARLY,
    ranks=_RANKS,
)  # fmt: skip


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Spanish text."""
    return spoken_by(TONGUE, text)
