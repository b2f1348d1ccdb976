"""English abbreviations, names and symbols: what is written short and said long."""


def _list(words: str) -> list[str]:
    return words.split()


#: Said in full wherever they are written with their dot.
ABBREVIATIONS = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Messrs": "Messieurs", "Mme": "Madame", "Mlle": "Mademoiselle",
    "Prof": "Professor", "Rev": "Reverend", "Revd": "Reverend", "Gen": "General", "Col": "Colonel", "Capt": "Captain",
    "Cpt": "Captain", "Lt": "Lieutenant", "Sgt": "Sergeant", "Cpl": "Corporal", "Pvt": "Private", "Maj": "Major",
    "Adm": "Admiral", "Cmdr": "Commander", "Cdr": "Commander", "Gov": "Governor", "Sen": "Senator",
    "Rep": "Representative", "Pres": "President", "Hon": "Honorable", "Esq": "Esquire", "Jr": "junior", "Sr": "senior",
    "Supt": "Superintendent", "Insp": "Inspector", "Det": "Detective", "Atty": "Attorney", "Amb": "Ambassador",
    "Mt": "Mount", "Mts": "Mountains", "Ft": "Fort", "Ave": "Avenue", "Av": "Avenue", "Blvd": "Boulevard", "Rd": "Road",
    "Ln": "Lane", "Hwy": "Highway", "Pkwy": "Parkway", "Rte": "Route", "Apt": "Apartment", "Bldg": "Building",
    "Inc": "Incorporated", "Ltd": "Limited", "Corp": "Corporation", "Co": "Company", "Dept": "Department",
    "dept": "department", "Univ": "University", "Assn": "Association", "Assoc": "Association", "Bros": "Brothers",
    "Govt": "Government", "govt": "government", "Intl": "International", "Natl": "National", "Mfg": "Manufacturing",
    "vs": "versus", "etc": "et cetera", "approx": "approximately", "Approx": "approximately", "cf": "compare",
    "Cf": "compare", "viz": "namely", "al": "al", "incl": "including", "excl": "excluding", "avg": "average",
    "misc": "miscellaneous", "asst": "assistant", "qty": "quantity", "mgr": "manager", "ibid": "ibidem", "Ibid": "ibidem",
    "Jan": "January", "Feb": "February", "Mar": "March", "Apr": "April", "Jun": "June", "Jul": "July", "Aug": "August",
    "Sept": "September", "Sep": "September", "Oct": "October", "Nov": "November", "Dec": "December", "Mon": "Monday",
    "Tues": "Tuesday", "Tue": "Tuesday", "Wed": "Wednesday", "Thurs": "Thursday", "Thur": "Thursday", "Thu": "Thursday",
    "Fri": "Friday", "eds": "editors", "tel": "telephone", "Tel": "telephone", "ext": "extension", "Ext": "extension",
}  # fmt: skip
#: Said in full with their dot, but never right after a number, where they are units.
AFTER_WORDS = {
    "min": "minimum",
    "max": "maximum",
    "hr": "hour",
    "hrs": "hours",
    "yr": "year",
    "yrs": "years",
    "wk": "week",
}
#: States, said in full after a comma.
STATES = {
    "Ala": "Alabama", "Ariz": "Arizona", "Ark": "Arkansas", "Calif": "California", "Colo": "Colorado",
    "Conn": "Connecticut", "Del": "Delaware", "Fla": "Florida", "Ga": "Georgia", "Ill": "Illinois", "Ind": "Indiana",
    "Kan": "Kansas", "Ky": "Kentucky", "La": "Louisiana", "Mass": "Massachusetts", "Md": "Maryland", "Mich": "Michigan",
    "Minn": "Minnesota", "Miss": "Mississippi", "Mo": "Missouri", "Mont": "Montana", "Neb": "Nebraska", "Nev": "Nevada",
    "Okla": "Oklahoma", "Ore": "Oregon", "Pa": "Pennsylvania", "Penn": "Pennsylvania", "Tenn": "Tennessee",
    "Tex": "Texas", "Va": "Virginia", "Vt": "Vermont", "Wash": "Washington", "Wis": "Wisconsin", "Wyo": "Wyoming",
}  # fmt: skip
#: Said in full only before a number.
BEFORE_NUMBER = {
    "No": "number", "Nos": "numbers", "no": "number", "nos": "numbers", "Fig": "Figure", "Figs": "Figures",
    "fig": "figure", "figs": "figures", "Eq": "Equation", "Eqs": "Equations", "eq": "equation", "Vol": "Volume",
    "Vols": "Volumes", "vol": "volume", "vols": "volumes", "Ch": "Chapter", "ch": "chapter", "chap": "chapter",
    "Chap": "Chapter", "Sec": "Section", "sec": "section", "Ed": "edition", "p": "page", "pp": "pages", "pg": "page",
    "Art": "Article", "art": "article", "Pt": "Part", "pt": "part", "Nr": "number", "ca": "circa", "c": "circa",
    "Ver": "version", "ver": "version", "v": "version", "Rm": "Room", "para": "paragraph", "Ex": "Example", "bk": "book",
    "Bk": "Book", "Est": "established", "est": "established", "Ste": "Suite", "vv": "verses",
}  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
SYMBOLS = {
    "&": " and ", "@": " at ", "+": " plus ", "=": " equals ", "×": " times ", "÷": " divided by ", "±": " plus or minus ",
    "<": " less than ", ">": " greater than ", "≤": " less than or equal to ", "≥": " greater than or equal to ", "≠": " is not equal to ",
    "≈": " approximately ", "∞": " infinity ", "√": " square root of ", "°": " degrees ", "%": " percent ", "‰": " per mille ",
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
    "Canto Psalm War Title Figure Table Mark Bowl Apollo Fantasy Rocky Episode Season Division Group Factor Category "
    "Schedule Annex Exercise Movement Letter Dynasty Cohort Amendment Tier Step Round Saturn Session Module Division"
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
#: Of these there was a tenth; Malcolm X is none.
TENTH_RULERS = (
    "Leo|Pius|Gregory|Charles|Louis|Alfonso|Boniface|Benedict|Clement|Innocent|Christian|Ptolemy|Ramesses|John"
)
GIVEN_NAMES = "Thomas|Walter|Arthur|Samuel|Daniel|Andrew|Anthony|Howard|Thurston|Donald|Ronald|Benjamin|Jack|Frank|Fred"
#: Words that show that capitals are shouting or a heading, not acronyms.
SMALL_WORDS = frozenset(
    _list(
        "the of and to in is it for not on with as be by at from this that you are was were have has had no do all but or "
        "my your his her our we they he she if so what who when where how why will can may must one two new out up off go "
        "get come said says there here then than them him us over under into about after before again only just now yes "
        "me been did would could should never don't i'm i've i'll it's that's isn't can't won't let's"
    )
)
#: Kept in capitals inside prose in capitals; what has no vowel is kept anyway.
ACRONYMS = frozenset(
    _list(
        "AA AAA ABC ACLU AI AIG AMA AMD ANSI AOL API ASAP ASCII ATM AWOL BAFTA BBC BMI BMW CCTV CD CDS CEO CFO "
        "CIA CIO CNN COO COVID CPU CTO DC DEA DIY DJ DNA DOA DOB DOJ DOS DVD EBITDA ECB ECG EEC EEG EKG EPA ESA "
        "ESPN EU EUR EV FAA FAO FAQ FBI FCC FDA FEMA FIFA FIFO GATT GDP GIF GI GMO GOP GPA GPU GUI HIV HIPAA HMO IAEA IBAN "
        "IBM ICBM ICU IED IMF IO IOU IPA IPO IQ IRC IRS ISBN ISO ISP IVF JFK JPEG KIA LAPD LLC "
        "MBA MIT MOMA MRI MVP NAACP NAFTA NASA NASDAQ NATO NBA NBC NCAA NFC NGO NHL NHS NIH NSA NYPD NYSE OECD OK "
        "OPEC OSHA PAC PDA PLO PR PTA RAF ROI RSVP SARS SATB SIM SOS "
        "SUV TNA UAE UAV UCLA UEFA UFC UFO UK UN UNESCO UNHCR UNICEF URL US USA USAF USB USDA USS USSR UV VA VAT VIP "
        "VOA VPN WHO WIFI WTO WWE XML YMCA"
    )
)
#: After one of these a number is a code, read digit by digit.
CODES = (
    "zip|zip code|postcode|postal code|pin|pin code|code|password|passcode|serial number|account number|extension|ext"
)
#: What is counted, so that the number before it is no year.
COUNTS = (
    "people|men|women|children|users|times|miles|meters|metres|feet|pages|words|years|days|hours|minutes|points|students|"
    "employees|members|soldiers|books|copies|dollars|pounds|euros|calories|steps|items|units|votes|patients|species|"
    "workers|troops|houses|homes|families|ships|cars|acres|tons|tonnes|kilometers|kilometres|visitors|fans|guests|seats"
)
#: Words that start a sentence far more often than they are a name.
STARTERS = (
    "The|He|She|It|They|We|I|You|In|And|But|A|An|On|At|There|This|That|These|Those|His|Her|Their|Our|My|Its|Then|When|While|"
    "After|Before|If|As|So|Now|What|Who|Why|How|Where|Some|Many|Most|Not|Yes|For|From|With|By|To|Of|All|One|Once|Soon|Later|"
    "Here|Nobody|Everyone|Nothing|Such|Although|However|Because|Since|Until|Each|Every|Both|Let|Please|Did|Do|Does|Was|Were|"
    "Is|Are|Can|Could|Would|Will|Shall|Or|Up"
)
#: Books whose chapter and verse are written like a time of day.
BIBLE = (
    "Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|Job|"
    "Psalms?|Proverbs|Ecclesiastes|Isaiah|Jeremiah|Lamentations|Ezekiel|Daniel|Hosea|Joel|Amos|Obadiah|Jonah|Micah|Nahum|"
    "Habakkuk|Zephaniah|Haggai|Zechariah|Malachi|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|"
    "Philippians|Colossians|Thessalonians|Timothy|Titus|Philemon|Hebrews|James|Peter|Jude|Revelation"
)
