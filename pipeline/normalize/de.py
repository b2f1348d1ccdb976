"""German: what it brings to the rules of the European languages."""

from pipeline.normalize import de_said as said
from pipeline.normalize import european_numbers as numbers
from pipeline.normalize.european import Currency, Tongue, table
from pipeline.normalize.european_rules import spoken_by

_EURO = Currency("Euro", "Euro", "Cent", "Cent")
_DOLLAR = Currency("Dollar", "Dollar", "Cent", "Cent")
_POUND = Currency("Pfund", "Pfund", "Penny", "Pence")
_UNITS = table(
    "%: Prozent; ‰: Promille; km: Kilometer; m: Meter; cm: Zentimeter; mm: Millimeter; µm: Mikrometer; nm: Nanometer; "
    "km/h: Kilometer pro Stunde; m/s: Meter pro Sekunde; km²: Quadratkilometer; km2: Quadratkilometer; m²: Quadratmeter; "
    "m2: Quadratmeter; qm: Quadratmeter; cm²: Quadratzentimeter; m³: Kubikmeter; m3: Kubikmeter; cm³: Kubikzentimeter; ha: Hektar; "
    "kg: Kilogramm; g: Gramm; mg: Milligramm; t: Tonne, Tonnen; l: Liter; L: Liter; ml: Milliliter; mL: Milliliter; cl: Zentiliter; "
    "min: Minute, Minuten; Min.: Minute, Minuten; s: Sekunde, Sekunden; Sek.: Sekunde, Sekunden; ms: Millisekunde, Millisekunden; h: Stunde, Stunden; "
    "Std.: Stunde, Stunden; °C: Grad Celsius; °F: Grad Fahrenheit; °: Grad; W: Watt; kW: Kilowatt; kWh: Kilowattstunde, Kilowattstunden; MW: Megawatt; "
    "V: Volt; Hz: Hertz; kHz: Kilohertz; MHz: Megahertz; GHz: Gigahertz; MB: Megabyte; GB: Gigabyte; TB: Terabyte; kB: Kilobyte; dB: Dezibel; "
    "kcal: Kilokalorie, Kilokalorien; PS: P S"
)

TONGUE = Tongue(
    language="de",
    marks={",": "Komma", ".": "Punkt"},
    minus="minus",
    per="pro",
    to="bis",
    ratio="zu",
    months=said.MONTHS,
    money={
        "€": _EURO, "EUR": _EURO, "Euro": _EURO, "$": _DOLLAR, "US$": _DOLLAR, "USD": _DOLLAR, "Dollar": _DOLLAR, "£": _POUND, "GBP": _POUND,
        "CHF": Currency("Franken", "Franken", "Rappen", "Rappen"), "Fr.": Currency("Franken", "Franken", "Rappen", "Rappen"),
        "R$": Currency("Real", "Reais", "Centavo", "Centavos"), "¥": Currency("Yen", "Yen", "Sen", "Sen"),
    },
    money_and="und",
    scales="Millionen|Million|Milliarden|Milliarde|Billionen|Tausend|tausend",
    of=str,
    units=_UNITS,
    abbreviations={
        "z. B.": "zum Beispiel", "usw.": "und so weiter", "d. h.": "das heißt", "bzw.": "beziehungsweise", "ca.": "circa", "u. a. m.": "und anderes mehr", "u. a.": "unter anderem",
        "o. Ä.": "oder Ähnliches", "u. Ä.": "und Ähnliches", "v. Chr.": "vor Christus", "n. Chr.": "nach Christus", "z. T.": "zum Teil", "u. U.": "unter Umständen",
        "i. d. R.": "in der Regel", "m. E.": "meines Erachtens", "o. g.": "oben genannte", "s. o.": "siehe oben", "s. u.": "siehe unten", "etc.": "et cetera",
        "usf.": "und so fort", "vgl.": "vergleiche", "inkl.": "inklusive", "exkl.": "exklusive", "ggf.": "gegebenenfalls", "evtl.": "eventuell",
        "bspw.": "beispielsweise", "sog.": "sogenannte", "Jh.": "Jahrhundert", "Jhd.": "Jahrhundert", "Std.": "Stunden", "Min.": "Minuten", "Tel.": "Telefon",
        "Hbf.": "Hauptbahnhof", "geb.": "geboren", "gest.": "gestorben", "Hrsg.": "Herausgeber", "max.": "maximal", "mind.": "mindestens", "zzgl.": "zuzüglich",
        "u. v. m.": "und vieles mehr", "i. A.": "im Auftrag", "a. D.": "außer Dienst", "Nr.": "Nummer", "allg.": "allgemein", "entspr.": "entsprechend",
    },
    closing=frozenset({"usw.", "etc.", "usf.", "v. Chr.", "n. Chr.", "o. Ä.", "u. Ä.", "a. D.", "u. v. m.", "Jh."}),
    titles={
        "Dr.": "Doktor", "Prof.": "Professor", "Hr.": "Herr", "Hrn.": "Herrn", "Fr.": "Frau", "St.": "Sankt", "Dipl.": "Diplom", "Ing.": "Ingenieur",
    },
    before_number={
        "Nr.": "Nummer", "Hausnr.": "Hausnummer", "Nrn.": "Nummern", "S.": "Seite", "Bd.": "Band", "Bde.": "Bände", "Kap.": "Kapitel", "Abb.": "Abbildung", "Tab.": "Tabelle",
        "Art.": "Artikel", "Abs.": "Absatz", "Ziff.": "Ziffer", "Vers.": "Version", "Jg.": "Jahrgang", "Aufl.": "Auflage", "H.": "Heft", "§§": "Paragrafen",
    },
    address={".": "Punkt", "/": "Schrägstrich", "@": "at", "-": "Bindestrich", "_": "Unterstrich", "+": "plus"},
    symbols={
        "+": " plus ", "=": " gleich ", "&": " und ", "%": " Prozent ", "@": " at ", "§": " Paragraf ", "×": " mal ", "÷": " geteilt durch ",
        "±": " plus minus ", "<": " kleiner als ", ">": " größer als ", "≤": " kleiner oder gleich ", "≥": " größer oder gleich ", "≈": " ungefähr ",
        "≠": " ungleich ", "€": " Euro ", "$": " Dollar ", "£": " Pfund ", "²": " Quadrat ", "³": " hoch drei ", "°": " Grad ",
        "©": " Copyright ", "®": " eingetragene Marke ", "™": " Marke ", "π": " Pi ", "*": "", "_": " ", "√": " Wurzel aus ", "∞": " unendlich ",
    },
    vulgar=said.fraction,
    vulgar_and="",
    half="einhalb",
    version="Version",
    agree=said.agree,
    date=said.date,
    clock=said.clock,
    phone=lambda group: numbers.digits("de", group),
    phones=r"0\d{2,4}[ /-]\d{5,9}|0\d{2,4}[ /-]\d{3,4}[ -]\d{2,5}",
    phone_words="Tel|Tel\\.|Telefon|Telefonnummer|Handy|Fax|Mobil",
    numbered="Kapitels?|Band|Bände|Teile?|Buch|Bücher|Akt|Szene|Abschnitt|Artikel|Anhang|Titel|Phase|Klasse|Stufe|Typ|Tafel|Abbildung|Gruppe(?= [IVX]{2})",
    number_sign="Nummer",
    year=said.year,
    decimals_as_number=False,
    early=said.EARLY,
    ranks=said.RANKS,
)  # fmt: skip


def spoken(text: str) -> str:
    """Return the spoken form of cleaned German text."""
    return spoken_by(TONGUE, text)
