"""English units and currencies: how each is written and what is said."""

#: What a rate is per, by how it is written after the slash.
PER = {
    "h": "hour", "hr": "hour", "hour": "hour", "s": "second", "sec": "second", "second": "second", "min": "minute",
    "minute": "minute", "d": "day", "day": "day", "night": "night", "wk": "week", "week": "week", "mo": "month", "month": "month",
    "yr": "year", "year": "year", "a": "year", "s²": "second squared", "s2": "second squared", "s^2": "second squared", "kg": "kilogram",
    "g": "gram", "mg": "milligram", "t": "ton", "lb": "pound", "oz": "ounce", "L": "liter", "l": "liter", "dL": "deciliter",
    "dl": "deciliter", "mL": "milliliter", "ml": "milliliter", "gal": "gallon", "m": "meter", "km": "kilometer", "cm": "centimeter",
    "mm": "millimeter", "mi": "mile", "mile": "mile", "ft": "foot", "in": "inch", "m²": "square meter", "m2": "square meter",
    "m^2": "square meter", "m³": "cubic meter", "m3": "cubic meter", "m^3": "cubic meter", "cm²": "square centimeter",
    "cm³": "cubic centimeter", "cm3": "cubic centimeter", "km²": "square kilometer", "km2": "square kilometer", "ha": "hectare", "acre": "acre",
    "ft²": "square foot", "kWh": "kilowatt hour", "MWh": "megawatt hour", "K": "kelvin", "mol": "mole", "person": "person", "capita": "capita",
    "student": "student", "user": "user", "head": "head", "unit": "unit", "100 km": "one hundred kilometers", "100km": "one hundred kilometers",
    "share": "share", "page": "page", "game": "game", "barrel": "barrel", "ton": "ton", "tonne": "tonne", "pound": "pound", "hectare": "hectare",
}  # fmt: skip
_PLAIN = {
    "km": "kilometer", "m": "meter", "dm": "decimeter", "cm": "centimeter", "mm": "millimeter", "µm": "micrometer",
    "μm": "micrometer", "nm": "nanometer", "yd": "yard", "yds": "yard", "mi": "mile", "kg": "kilogram", "g": "gram", "mg": "milligram",
    "µg": "microgram", "μg": "microgram", "mcg": "microgram", "ng": "nanogram", "lb": "pound", "lbs": "pound", "oz": "ounce", "mL": "milliliter",
    "ml": "milliliter", "cl": "centiliter", "cL": "centiliter", "dl": "deciliter", "dL": "deciliter", "hl": "hectoliter", "L": "liter",
    "l": "liter", "µL": "microliter", "μL": "microliter", "gal": "gallon", "qt": "quart", "tsp": "teaspoon", "tbsp": "tablespoon", "Tbsp": "tablespoon", "pts": "point", "ms": "millisecond",
    "µs": "microsecond", "μs": "microsecond", "ns": "nanosecond", "s": "second", "sec": "second", "secs": "second", "min": "minute", "mins": "minute",
    "h": "hour", "hr": "hour", "hrs": "hour", "wk": "week", "wks": "week", "yr": "year", "yrs": "year", "TB": "terabyte", "PB": "petabyte",
    "GB": "gigabyte", "MB": "megabyte", "kB": "kilobyte", "KB": "kilobyte", "GiB": "gibibyte", "MiB": "mebibyte", "KiB": "kibibyte",
    "Mbit": "megabit", "Gbit": "gigabit", "kbit": "kilobit", "Mb": "megabit", "Gb": "gigabit", "kb": "kilobit",
    "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt", "TW": "terawatt", "mW": "milliwatt", "W": "watt", "V": "volt", "kV": "kilovolt",
    "mV": "millivolt", "mA": "milliamp", "Ω": "ohm", "kΩ": "kilohm", "dB": "decibel", "kcal": "kilocalorie", "cal": "calorie",
    "kJ": "kilojoule", "MJ": "megajoule", "J": "joule", "Wh": "watt hour", "kWh": "kilowatt hour", "MWh": "megawatt hour",
    "GWh": "gigawatt hour", "TWh": "terawatt hour", "mAh": "milliamp hour", "Ah": "amp hour", "Pa": "pascal", "kPa": "kilopascal",
    "hPa": "hectopascal", "MPa": "megapascal", "mbar": "millibar", "N": "newton", "kN": "kilonewton", "Nm": "newton meter", "mol": "mole",
    "mmol": "millimole", "kn": "knot", "kt": "knot", "px": "pixel", "MP": "megapixel", "pt": "point", "ha": "hectare", "ly": "light year", "t": "ton",
    "°C": "degree Celsius", "℃": "degree Celsius", "°F": "degree Fahrenheit",
    "℉": "degree Fahrenheit", "°": "degree",
}  # fmt: skip
_SQUARES = {"km": "kilometer", "m": "meter", "cm": "centimeter", "mm": "millimeter", "mi": "mile", "yd": "yard"}
_UNCHANGED = {
    "GHz": "gigahertz", "MHz": "megahertz", "kHz": "kilohertz", "Hz": "hertz", "psi": "P S I", "%": "percent", "‰": "per mille", "pct": "percent",
    "ppm": "parts per million", "ppb": "parts per billion", "hp": "horsepower", "dpi": "dots per inch", "bar": "bar",
}  # fmt: skip
#: Unit, said of one, said of many.
UNITS = (
    {unit: (word, word + "s" if not word.startswith("degree ") else word.replace("degree", "degrees")) for unit, word in _PLAIN.items()}
    | {unit: (word, word) for unit, word in _UNCHANGED.items()}
    | {f"{unit}{two}": (f"square {word}", f"square {word}s") for unit, word in _SQUARES.items() for two in ("²", "2", "^2")}
    | {f"{unit}{three}": (f"cubic {word}", f"cubic {word}s") for unit, word in _SQUARES.items() for three in ("³", "3", "^3")}
    | {f"sq{dot}{unit}": (f"square {word}", f"square {word}s") for unit, word in _SQUARES.items() for dot in (" ", ". ", ".")}
    | {f"sq{dot}ft": ("square foot", "square feet") for dot in (" ", ". ", ".", "")}
    | {f"cu{dot}ft": ("cubic foot", "cubic feet") for dot in (" ", ". ", ".", "")}
    | {
        "ft": ("foot", "feet"), "ft²": ("square foot", "square feet"), "ft³": ("cubic foot", "cubic feet"), "in²": ("square inch", "square inches"),
        "mph": ("mile per hour", "miles per hour"), "kph": ("kilometer per hour", "kilometers per hour"),
        "mpg": ("mile per gallon", "miles per gallon"), "bpm": ("beat per minute", "beats per minute"),
        "rpm": ("revolution per minute", "revolutions per minute"), "RPM": ("revolution per minute", "revolutions per minute"),
        "fps": ("frame per second", "frames per second"), "Gbps": ("gigabit per second", "gigabits per second"),
        "Mbps": ("megabit per second", "megabits per second"), "kbps": ("kilobit per second", "kilobits per second"),
        "mmHg": ("millimeter of mercury", "millimeters of mercury"), "mm Hg": ("millimeter of mercury", "millimeters of mercury"),
        "lb-ft": ("pound foot", "pound feet"), "ft-lb": ("foot pound", "foot pounds"), "bps": ("basis point", "basis points"),
    }
)  # fmt: skip
#: Sign: of one, of many, its hundredth of one, of many.
MONEY = {
    "$": ("dollar", "dollars", "cent", "cents"), "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"), "¥": ("yen", "yen", "sen", "sen"), "￥": ("yen", "yen", "sen", "sen"),
    "₹": ("rupee", "rupees", "paisa", "paise"), "₩": ("won", "won", "jeon", "jeon"), "₽": ("ruble", "rubles", "kopek", "kopeks"),
    "₺": ("lira", "lira", "kurus", "kurus"), "₪": ("shekel", "shekels", "agora", "agorot"), "₴": ("hryvnia", "hryvnias", "kopiyka", "kopiykas"),
    "₱": ("peso", "pesos", "centavo", "centavos"), "₫": ("dong", "dong", "xu", "xu"), "₦": ("naira", "naira", "kobo", "kobo"),
    "฿": ("baht", "baht", "satang", "satang"), "₿": ("bitcoin", "bitcoins", "cent", "cents"),
    "US$": ("U S dollar", "U S dollars", "cent", "cents"), "C$": ("Canadian dollar", "Canadian dollars", "cent", "cents"),
    "CA$": ("Canadian dollar", "Canadian dollars", "cent", "cents"), "AU$": ("Australian dollar", "Australian dollars", "cent", "cents"),
    "A$": ("Australian dollar", "Australian dollars", "cent", "cents"), "HK$": ("Hong Kong dollar", "Hong Kong dollars", "cent", "cents"),
    "NZ$": ("New Zealand dollar", "New Zealand dollars", "cent", "cents"), "S$": ("Singapore dollar", "Singapore dollars", "cent", "cents"),
    "NT$": ("Taiwan dollar", "Taiwan dollars", "cent", "cents"), "R$": ("real", "reais", "centavo", "centavos"),
    "MX$": ("Mexican peso", "Mexican pesos", "centavo", "centavos"), "Rs.": ("rupee", "rupees", "paisa", "paise"),
    "Rs": ("rupee", "rupees", "paisa", "paise"),
}  # fmt: skip
#: The same by the codes of ISO 4217.
MONEY_CODES = {
    "USD": MONEY["US$"], "EUR": MONEY["€"], "GBP": MONEY["£"], "JPY": MONEY["¥"], "CNY": ("yuan", "yuan", "fen", "fen"),
    "RMB": ("yuan", "yuan", "fen", "fen"), "CHF": ("Swiss franc", "Swiss francs", "centime", "centimes"), "CAD": MONEY["C$"],
    "AUD": MONEY["A$"], "NZD": MONEY["NZ$"], "HKD": MONEY["HK$"], "SGD": MONEY["S$"], "TWD": MONEY["NT$"], "INR": MONEY["₹"],
    "KRW": MONEY["₩"], "RUB": MONEY["₽"], "BRL": MONEY["R$"], "MXN": MONEY["MX$"], "TRY": MONEY["₺"], "ILS": MONEY["₪"],
    "THB": MONEY["฿"], "SEK": ("Swedish krona", "Swedish kronor", "öre", "öre"), "NOK": ("Norwegian krone", "Norwegian kroner", "øre", "øre"),
    "DKK": ("Danish krone", "Danish kroner", "øre", "øre"), "PLN": ("zloty", "zlotys", "grosz", "groszy"),
    "CZK": ("Czech koruna", "Czech korunas", "heller", "hellers"), "HUF": ("forint", "forints", "filler", "fillers"),
    "ZAR": ("rand", "rand", "cent", "cents"), "AED": ("dirham", "dirhams", "fils", "fils"), "BTC": MONEY["₿"],
}  # fmt: skip
