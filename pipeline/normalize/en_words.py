"""English abbreviations, names and symbols: what is written short and said long."""


def _list(words: str) -> list[str]:
    return words.split()


#: Said in full wherever they are written with their dot.
ABBREVIATIONS = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Messrs": "Messieurs", "Prof": "Professor", "Rev": "Reverend",
    "Gen": "General", "Col": "Colonel", "Capt": "Captain", "Lt": "Lieutenant", "Sgt": "Sergeant", "Cpl": "Corporal",
    "Maj": "Major", "Gov": "Governor", "Sen": "Senator", "Rep": "Representative", "Hon": "Honorable", "Jr": "junior",
    "Sr": "senior", "Mt": "Mount", "Ft": "Fort", "Ave": "Avenue", "Blvd": "Boulevard", "Rd": "Road", "Ln": "Lane",
    "Hwy": "Highway", "Inc": "Incorporated", "Ltd": "Limited", "Corp": "Corporation", "Co": "Company",
    "Dept": "Department", "Univ": "University", "Assn": "Association", "Bros": "Brothers", "vs": "versus",
    "etc": "et cetera", "approx": "approximately", "est": "estimated", "cf": "compare", "viz": "namely", "al": "al",
    "Jan": "January", "Feb": "February", "Mar": "March", "Apr": "April", "Jun": "June", "Jul": "July", "Aug": "August",
    "Sept": "September", "Sep": "September", "Oct": "October", "Nov": "November", "Dec": "December", "Mon": "Monday",
    "Tues": "Tuesday", "Tue": "Tuesday", "Wed": "Wednesday", "Thurs": "Thursday", "Thu": "Thursday", "Fri": "Friday",
    "min": "minutes", "hr": "hour", "hrs": "hours", "ed": "edition", "eds": "editors", "tel": "telephone",
}  # fmt: skip
#: Said in full only before a number.
BEFORE_NUMBER = {
    "No": "number", "Nos": "numbers", "no": "number", "nos": "numbers", "Fig": "Figure", "Figs": "Figures",
    "fig": "figure", "Eq": "Equation", "Eqs": "Equations", "Vol": "Volume", "vol": "volume", "Ch": "Chapter",
    "ch": "chapter", "Sec": "Section", "sec": "section", "Ed": "edition", "p": "page", "pp": "pages", "Art": "Article",
    "Pt": "Part", "Nr": "number", "ca": "circa", "c": "circa", "Ver": "version", "ver": "version", "v": "version",
}  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
#: Unit, said of one, said of many.
UNITS = {
    "km/h": ("kilometer per hour", "kilometers per hour"), "kph": ("kilometer per hour", "kilometers per hour"),
    "mph": ("mile per hour", "miles per hour"), "m/s": ("meter per second", "meters per second"),
    "mmHg": ("millimeter of mercury", "millimeters of mercury"), "kWh": ("kilowatt hour", "kilowatt hours"),
    "km²": ("square kilometer", "square kilometers"), "km2": ("square kilometer", "square kilometers"),
    "m²": ("square meter", "square meters"), "m2": ("square meter", "square meters"),
    "m³": ("cubic meter", "cubic meters"), "m3": ("cubic meter", "cubic meters"),
    "cm²": ("square centimeter", "square centimeters"), "cm³": ("cubic centimeter", "cubic centimeters"),
    "km": ("kilometer", "kilometers"), "cm": ("centimeter", "centimeters"), "mm": ("millimeter", "millimeters"),
    "µm": ("micrometer", "micrometers"), "nm": ("nanometer", "nanometers"), "m": ("meter", "meters"),
    "ft": ("foot", "feet"), "yd": ("yard", "yards"), "mi": ("mile", "miles"), "kg": ("kilogram", "kilograms"),
    "mg": ("milligram", "milligrams"), "µg": ("microgram", "micrograms"), "g": ("gram", "grams"),
    "lb": ("pound", "pounds"), "lbs": ("pound", "pounds"), "oz": ("ounce", "ounces"), "mL": ("milliliter", "milliliters"),
    "ml": ("milliliter", "milliliters"), "cl": ("centiliter", "centiliters"), "L": ("liter", "liters"),
    "l": ("liter", "liters"), "ms": ("millisecond", "milliseconds"), "s": ("second", "seconds"),
    "min": ("minute", "minutes"), "mins": ("minute", "minutes"), "h": ("hour", "hours"), "hr": ("hour", "hours"),
    "hrs": ("hour", "hours"), "GHz": ("gigahertz", "gigahertz"), "MHz": ("megahertz", "megahertz"),
    "kHz": ("kilohertz", "kilohertz"), "Hz": ("hertz", "hertz"), "TB": ("terabyte", "terabytes"),
    "GB": ("gigabyte", "gigabytes"), "MB": ("megabyte", "megabytes"), "kB": ("kilobyte", "kilobytes"),
    "KB": ("kilobyte", "kilobytes"), "Gbps": ("gigabit per second", "gigabits per second"),
    "Mbps": ("megabit per second", "megabits per second"), "kW": ("kilowatt", "kilowatts"), "MW": ("megawatt", "megawatts"),
    "W": ("watt", "watts"), "V": ("volt", "volts"), "kV": ("kilovolt", "kilovolts"), "mV": ("millivolt", "millivolts"),
    "mA": ("milliamp", "milliamps"), "Ω": ("ohm", "ohms"), "dB": ("decibel", "decibels"), "kcal": ("kilocalorie", "kilocalories"),
    "kJ": ("kilojoule", "kilojoules"), "kPa": ("kilopascal", "kilopascals"), "hPa": ("hectopascal", "hectopascals"),
    "psi": ("P S I", "P S I"), "rpm": ("revolution per minute", "revolutions per minute"), "fps": ("frame per second", "frames per second"),
    "px": ("pixel", "pixels"), "pt": ("point", "points"), "ha": ("hectare", "hectares"), "°C": ("degree Celsius", "degrees Celsius"),
    "℃": ("degree Celsius", "degrees Celsius"), "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "℉": ("degree Fahrenheit", "degrees Fahrenheit"), "°": ("degree", "degrees"), "%": ("percent", "percent"),
    "‰": ("per mille", "per mille"),
}  # fmt: skip
#: Sign: of one, of many, its hundredth of one, of many.
MONEY = {
    "$": ("dollar", "dollars", "cent", "cents"), "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"), "¥": ("yen", "yen", "sen", "sen"), "￥": ("yen", "yen", "sen", "sen"),
    "₹": ("rupee", "rupees", "paisa", "paise"), "₩": ("won", "won", "jeon", "jeon"), "₽": ("ruble", "rubles", "kopek", "kopeks"),
    "US$": ("U S dollar", "U S dollars", "cent", "cents"), "C$": ("Canadian dollar", "Canadian dollars", "cent", "cents"),
    "A$": ("Australian dollar", "Australian dollars", "cent", "cents"), "HK$": ("Hong Kong dollar", "Hong Kong dollars", "cent", "cents"),
}  # fmt: skip
SYMBOLS = {
    "&": " and ", "@": " at ", "+": " plus ", "=": " equals ", "×": " times ", "÷": " divided by ", "±": " plus or minus ",
    "<": " less than ", ">": " greater than ", "≤": " at most ", "≥": " at least ", "≠": " is not equal to ",
    "≈": " about ", "∞": " infinity ", "√": " square root of ", "°": " degrees ", "%": " percent ", "‰": " per mille ",
    "$": " dollars ", "£": " pounds ", "€": " euros ", "¥": " yen ", "¢": " cents ", "§": " section ", "©": " copyright ",
    "²": " squared ", "³": " cubed ", "−": " minus ", "µ": " micro ", "#": " number ", "_": " ", "*": " ", "`": " ", "^": " ",
    "|": ", ", "•": ", ", "™": " trademark ", "®": " registered ", "℠": " service mark ",
    "№": " number ", "¶": " paragraph ", "⋅": " times ", "♀": " female ", "♂": " male ", "♭": " flat ", "♯": " sharp ",
    "~": " ", "\\": " ",
    "α": " alpha ", "β": " beta ", "γ": " gamma ", "δ": " delta ", "ε": " epsilon ", "θ": " theta ", "λ": " lambda ",
    "μ": " mu ", "π": " pi ", "σ": " sigma ", "φ": " phi ", "ζ": " zeta ", "η": " eta ", "ι": " iota ",
    "κ": " kappa ", "ν": " nu ", "ξ": " xi ", "ρ": " rho ", "τ": " tau ", "υ": " upsilon ", "χ": " chi ", "ψ": " psi ",
    "Γ": " gamma ", "Θ": " theta ", "Λ": " lambda ", "Ξ": " xi ", "Π": " pi ", "Φ": " phi ", "Ψ": " psi ", "ω": " omega ", "Δ": " delta ", "Σ": " sigma ", "Ω": " omega ",
}  # fmt: skip
#: A Roman numeral after one of these is a count: Chapter IV.
COUNTED = _list(
    "Chapter Part Book Act Scene Volume Vol Section Appendix Article Phase Type Stage Class Grade Level Lesson Unit "
    "Canto Psalm War Title Figure Table Mark Bowl Apollo Fantasy Rocky Episode Season Division Group Factor Category"
)
#: A Roman numeral after one of these is a rank: Henry the eighth.
RULERS = _list(
    "Henry Louis George Charles James Edward Richard William Elizabeth Mary Philip Frederick Napoleon Nicholas Alexander "
    "Catherine Peter Ivan Francis Leopold Victor Emmanuel Albert John Paul Pius Benedict Leo Gregory Clement Innocent "
    "Urban Boniface Thutmose Ramesses Ramses Amenhotep Ptolemy Cleopatra Darius Xerxes Cyrus Artaxerxes Antiochus "
    "Seleucus Philippe Carlos Juan Felipe Alfonso Ferdinand Haakon Harald Olav Olaf Christian Gustav Carl Oscar Margrethe "
    "Harold Otto Ludwig Wilhelm Friedrich Karl Joseph Maximilian Rudolf Sigismund Boris Mehmed Selim Murad Suleiman "
    "Baldwin Stephen Robert David Malcolm Kenneth Constantine Justinian Theodosius Basil Michael Leopold Umberto Pedro "
    "Edmund Ethelred Sixtus Adrian Julius Celestine Martin Nicolas Mithridates Attalus Seti Rama Hassan Hussein Abdullah"
)
#: Words that show that capitals are shouting or a heading, not acronyms.
SMALL_WORDS = frozenset(
    _list(
        "the of and to in a is it for not on with as be by at from this that you are was were have has had no do all but or "
        "my your his her our we they he she i if so what who when where how why will can may must one two new"
    )
)
#: After one of these a number is a code, read digit by digit.
CODES = (
    "zip|zip code|postcode|postal code|pin|pin code|code|password|passcode|serial number|account number|extension|ext"
)
