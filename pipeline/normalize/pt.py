"""Portuguese, as Brazil says it: what it brings to the rules of the European languages."""

import re

from pipeline.normalize import european_numbers as numbers
from pipeline.normalize.en_numbers import roman
from pipeline.normalize.european import Currency, Rule, Tongue, names, table
from pipeline.normalize.european_rules import spoken_by

Match = re.Match[str]
_LANGUAGE = "pt_BR"
_NO_NOUNS = names(
    "de do da dos das e ou a à ao aos às em no na nos nas que é são por para com sem se o os as um uma mais menos como não "
    "mas foi era há já também desde até entre sobre quando onde porque vírgula ponto milhão milhões mil"
)
_MASCULINE_A = names(
    "dias problemas sistemas programas idiomas mapas temas poemas planetas poetas atletas artistas turistas quilogramas gramas "
    "climas dramas fantasmas sintomas"
)  # fmt: skip
_FEMININE = re.compile(r"\w+(?:as|ções|sões|dades|zes)|\w+(?:a|ção|são|dade|gem|gens)|mãos?|partes?|noites?|tardes?|mulher(?:es)?|cidades?|vez|flor(?:es)?|torres|classes|chaves")  # fmt: skip
_FEMININE_EVENTS = names("guerra edição feira bienal república copa assembleia conferência jornada mostra")
_EVENTS = (
    "|".join(sorted(_FEMININE_EVENTS))
    + "|congresso|festival|encontro|fórum|simpósio|concurso|aniversário|prêmio|milênio"
)
_QUEENS = names("Isabel Maria Elizabeth Elisabete Catarina Cleópatra Margarida")
_RULERS = (
    "Luís|Carlos|Filipe|Fernando|Afonso|Henrique|Isabel|João|Paulo|Pedro|Manuel|Sancho|Dinis|Duarte|Sebastião|José|Maria|Miguel|"
    "Jorge|Eduardo|Guilherme|Ricardo|Jaime|Frederico|Francisco|Napoleão|Nicolau|Alexandre|Ivan|Pio|Bento|Leão|Gregório|Clemente|"
    "Inocêncio|Urbano|Sisto|Júlio|Bonifácio|Adriano|Leopoldo|Alberto|Humberto|Vítor|Elizabeth|Catarina|Ramsés|Ptolomeu|Cleópatra"
)


def agree(said: str, value: int, noun: str) -> str:
    """Say `duas casas`, `uma hora`, `duzentas páginas`."""
    word = noun.lower()
    if (
        not noun
        or noun in _NO_NOUNS
        or noun[0].isupper()
        or {word, f"{word}s"} & _MASCULINE_A
        or not _FEMININE.fullmatch(word)
    ):
        return said
    if not (word.endswith("s") or value == 1):
        return said
    head, large, tail = said.rpartition("ilhões ")
    tail = re.sub(r"\bum$", "uma", re.sub(r"\bdois\b", "duas", tail))
    return head + large + re.sub(r"(centos|entos)\b", lambda m: m[1][:-2] + "as", tail)


def _ordinal(value: int, *, feminine: bool) -> str:
    said = numbers.ordinal(_LANGUAGE, value)
    return re.sub(r"o\b", "a", said) if feminine else said


def _rank(found: Match) -> str:
    said = _ordinal(int(found["n"]), feminine=found["end"][0] in "ªa")
    return said + "s" * found["end"].endswith("s")


def _ruler(found: Match) -> str:
    value = roman(found["r"])
    if not value:
        return found.group()
    ranked = value <= 10 and found["name"] in _RULERS.split("|")
    said = _ordinal(value, feminine=found["name"] in _QUEENS) if ranked else numbers.cardinal(_LANGUAGE, value)
    return f"{found['name']} {said}"


def _event(found: Match) -> str:
    value = roman(found["r"])
    feminine = found["noun"].lower() in _FEMININE_EVENTS
    return f"{_ordinal(value, feminine=feminine)} {found['noun']}" if value else found.group()


def _date(day: int, month: int, year: str, before: str) -> str:
    del before
    said = f"{'primeiro' if day == 1 else numbers.cardinal(_LANGUAGE, day)} de {MONTHS[month - 1]}"
    return f"{said} de {year}" if year else said


def _clock(hour: int, minute: int | None, second: int | None) -> str:
    said = agree(numbers.cardinal(_LANGUAGE, hour), hour, "hora" if hour == 1 else "horas")
    if second is not None:
        return (
            f"{said} {'hora' if hour == 1 else 'horas'}, {numbers.cardinal(_LANGUAGE, minute or 0)} minutos e "
            f"{numbers.cardinal(_LANGUAGE, second)} segundos"
        )
    if not minute:
        return f"{said} {'hora' if hour == 1 else 'horas'}"
    return f"{said} e {numbers.cardinal(_LANGUAGE, minute)}"


def _fraction(above: int, below: int) -> str:
    names = {2: "meio", 3: "terço", 4: "quarto", 100: "centésimo"}
    name = names.get(below) or (numbers.ordinal(_LANGUAGE, below) if 4 < below <= 10 else "")
    if not name or above >= below:
        return f"{numbers.cardinal(_LANGUAGE, above)} sobre {numbers.cardinal(_LANGUAGE, below)}"
    return f"um {name}" if above == 1 else f"{numbers.cardinal(_LANGUAGE, above)} {name}s"


def _dom(found: Match) -> str:
    name = found["name"]
    return f"{'dona' if name[-1] == 'a' or name in {'Inês', 'Isabel', 'Leonor', 'Beatriz'} else 'dom'} {name}"


MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
)  # fmt: skip
_MONTH = "|".join(MONTHS)
_EURO = Currency("euro", "euros", "centavo", "centavos")
_DOLLAR = Currency("dólar", "dólares", "centavo", "centavos")
_POUND = Currency("libra", "libras", "pêni", "pence")
_REAL = Currency("real", "reais", "centavo", "centavos")
_EARLY: tuple[Rule, ...] = (
    (r"(?<=\d)\s?M€", " milhões €"),
    (r"(?<=\d)\s?(?:mi|mm)(?=\b(?! \w+ by))(?<= mi)", " milhões"),
    (r"(?<=\d)\s?bi\b", " bilhões"),
    (r"\bséc\.\s?(?=[IVX]{1,6}\b)", "século "),
    (rf"\b1(?:\.?º|°)?(?= de (?:{_MONTH})\b)", "primeiro"),
    (r"(?<![\w.,:])(?P<h>[01]?\d|2[0-4])\s?h(?:\s?(?P<m>[0-5]\d)(?:\s?min\b)?(?!\d))?(?:rs|s)?\b(?!\w)", lambda m: _clock(int(m["h"]), int(m["m"]) if m["m"] else None, None)),
    (r"(?<=\banos )['’]?(?P<a>\d0)\b", lambda m: numbers.cardinal(_LANGUAGE, int(m["a"]))),
    (r"(?<![A-Z]\. )(?<![A-Z]\.)(?<!\w)D\.\s(?P<name>[A-ZÁÉÍÓÚÂÊÔ][a-zà-ÿ]{2,20})\b", _dom),
    (r"(?<![\w.,])(?P<n>[1-9]\d{0,2})(?P<end>°)(?=\s[a-zà-ÿ]{3,})(?!\s(?:norte|sul|leste|oeste|graus|abaixo|acima|latitude|longitude))", _rank),
    (r"(?<=\d) ?x ?(?=\d)", " por "),
    (r"(?:(?<=\b[nd]a )|(?<=\bà )|(?<=\bpela )|(?<=^))R\.(?=\s[A-ZÁÉÍÓÚÂÊÔ][a-zà-ÿ])", "rua"),
    (r"\be/ou\b", "e ou"),
)  # fmt: skip
_RANKS: tuple[Rule, ...] = (
    (rf"\b(?P<r>[IVX]{{1,6}}) (?P<noun>(?i:{_EVENTS}))\b", _event),
    (r"\b(?P<name>[A-ZÁÉÍÓÚÂÊÔÃÕÇ][a-zà-ÿ]{1,20}) (?P<r>[IVX]{2,8})\b(?!['’.]\w)", _ruler),
    (rf"\b(?P<name>{_RULERS}) (?P<r>[IVX])\b(?!\.\s?[A-Z])(?!['’.]\w)", _ruler),
    (r"(?<![\w.,])(?P<n>[1-9]\d{0,2})\.?(?P<end>ºs|ªs|º|ª|os|as|[oa](?=\s[a-zà-ÿ]{3,}))(?!\w)", _rank),
)  # fmt: skip
_UNITS = table(
    "%: por cento; ‰: por mil; km: quilômetro, quilômetros; m: metro, metros; cm: centímetro, centímetros; mm: milímetro, milímetros; "
    "µm: micrômetro, micrômetros; nm: nanômetro, nanômetros; km/h: quilômetro por hora, quilômetros por hora; m/s: metro por segundo, "
    "metros por segundo; km²: quilômetro quadrado, quilômetros quadrados; km2: quilômetro quadrado, quilômetros quadrados; m²: metro "
    "quadrado, metros quadrados; m2: metro quadrado, metros quadrados; cm²: centímetro quadrado, centímetros quadrados; m³: metro cúbico, "
    "metros cúbicos; m3: metro cúbico, metros cúbicos; cm³: centímetro cúbico, centímetros cúbicos; ha: hectare, hectares; kg: quilo, "
    "quilos; g: grama, gramas; mg: miligrama, miligramas; t: tonelada, toneladas; l: litro, litros; L: litro, litros; ml: mililitro, "
    "mililitros; mL: mililitro, mililitros; cl: centilitro, centilitros; min: minuto, minutos; s: segundo, segundos; ms: milissegundo, "
    "milissegundos; °C: grau Celsius, graus Celsius; ºC: grau Celsius, graus Celsius; °F: grau Fahrenheit, graus Fahrenheit; °: grau, "
    "graus; W: watt, watts; kW: quilowatt, quilowatts; kWh: quilowatt-hora, quilowatts-hora; MW: megawatt, megawatts; V: volt, volts; "
    "Hz: hertz; kHz: quilohertz; MHz: megahertz; GHz: gigahertz; MB: megabyte, megabytes; GB: gigabyte, gigabytes; TB: terabyte, "
    "terabytes; kB: quilobyte, quilobytes; dB: decibel, decibéis; kcal: quilocaloria, quilocalorias; hab.: habitante, habitantes"
)

TONGUE = Tongue(
    language=_LANGUAGE,
    marks={",": "vírgula", ".": "ponto"},
    minus="menos",
    per="por",
    to="a",
    ratio="a",
    months=MONTHS,
    money={
        "R$": _REAL, "BRL": _REAL, "reais": _REAL, "€": _EURO, "EUR": _EURO, "euros": _EURO, "$": _DOLLAR, "US$": _DOLLAR, "USD": _DOLLAR,
        "dólares": _DOLLAR, "£": _POUND, "GBP": _POUND, "CHF": Currency("franco suíço", "francos suíços", "cêntimo", "cêntimos"),
        "¥": Currency("iene", "ienes", "sen", "senes"),
    },
    money_and="e",
    scales="milhões|milhão|bilhões|bilhão|trilhões|trilhão|mil",
    of=lambda many: f"de {many}",
    units=_UNITS,
    abbreviations={
        "etc.": "etcétera", "a.C.": "antes de Cristo", "a. C.": "antes de Cristo", "d.C.": "depois de Cristo", "d. C.": "depois de Cristo",
        "p. ex.": "por exemplo", "aprox.": "aproximadamente", "máx.": "máximo", "mín.": "mínimo", "tel.": "telefone", "pág.": "página",
        "págs.": "páginas", "cap.": "capítulo", "vol.": "volume", "EUA": "Estados Unidos", "E.U.A.": "Estados Unidos", "V. Exa.": "vossa excelência",
        "V. Ex.ª": "vossa excelência", "séc.": "século", "Ltda.": "limitada", "Cia.": "companhia", "S. A.": "esse a", "S.A.": "esse a", "obs.": "observação", "hab.": "habitantes",
        "vc": "você",
    },
    closing=frozenset({"etc.", "a.C.", "a. C.", "d.C.", "d. C.", "S. A.", "Ltda.", "E.U.A."}),
    titles={
        "Sr.": "senhor", "Sra.": "senhora", "Srta.": "senhorita", "Srs.": "senhores", "Sras.": "senhoras", "Dr.": "doutor", "Dra.": "doutora",
        "Drs.": "doutores", "Prof.": "professor", "Profa.": "professora", "Prof.ª": "professora", "Profª.": "professora", "Exmo.": "excelentíssimo",
        "Exma.": "excelentíssima", "Sto.": "santo", "Sta.": "santa", "Av.": "avenida", "av.": "avenida", "Eng.": "engenheiro", "Gen.": "general", "Cel.": "coronel",
        "Pe.": "padre", "Mons.": "monsenhor", "Dep.": "deputado", "Sen.": "senador", "Pça.": "praça", "Al.": "alameda",
    },
    before_number={
        "pág.": "página", "págs.": "páginas", "p.": "página", "pp.": "páginas", "nº": "número", "n.º": "número", "n°": "número", "No.": "número", "cap.": "capítulo",
        "caps.": "capítulos", "vol.": "volume", "t.": "tomo", "art.": "artigo", "arts.": "artigos", "fig.": "figura", "ed.": "edição", "c.": "cerca de",
        "aprox.": "aproximadamente", "inc.": "inciso",
    },
    address={".": "ponto", "/": "barra", "@": "arroba", "-": "hífen", "_": "sublinhado", "+": "mais"},
    symbols={
        "+": " mais ", "=": " igual a ", "&": " e ", "%": " por cento ", "@": " arroba ", "§": " parágrafo ", "×": " vezes ", "÷": " dividido por ",
        "±": " mais ou menos ", "<": " menor que ", ">": " maior que ", "≤": " menor ou igual a ", "≥": " maior ou igual a ", "≈": " aproximadamente ",
        "≠": " diferente de ", "€": " euros ", "$": " dólares ", "£": " libras ", "²": " ao quadrado ", "³": " ao cubo ", "°": " graus ",
        "©": " copyright ", "®": " marca registrada ", "™": " marca ", "π": " pi ", "*": "", "_": " ", "√": " raiz de ", "∞": " infinito ",
    },
    vulgar=_fraction,
    vulgar_and="e",
    half="meio",
    version="versão",
    agree=agree,
    date=_date,
    clock=_clock,
    phone=lambda group: numbers.digits(_LANGUAGE, group),
    phones=r"\(\d{2}\) ?\d{4,5}-\d{4}|\d{2} \d{4,5}-\d{4}|(?![12]\d{3}-[12])\d{4,5}-\d{4}",
    phone_words="tel|tel\\.|telefone|celular|ligue|ligar|fax|whatsapp",
    numbered="capítulos?|tomos?|volumes?|partes?|livros?|atos?|cenas?|seções|seção|artigos?|anexos?|títulos?|fases?|séculos?|lição|canto|figura|tabela|tipo|grau|inciso",
    number_sign="número",
    early=_EARLY,
    ranks=_RANKS,
)  # fmt: skip


def spoken(text: str) -> str:
    """Return the spoken form of cleaned Portuguese text."""
    return spoken_by(TONGUE, text)
