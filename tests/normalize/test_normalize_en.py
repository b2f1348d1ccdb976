"""English: what is written and what is said."""

import pytest

from pipeline.normalize import en_numbers as say
from pipeline.normalize.spoken import normalize

CASES = {
    "numbers": [
        ("I saw 205 birds.", "I saw two hundred five birds."),
        ("1,234,567 rows", "one million two hundred thirty-four thousand five hundred sixty-seven rows"),
        ("0.05 and .5", "zero point zero five and point five"),
        ("agent 007", "agent zero zero seven"),
        ("It fell to -12 today.", "It fell to minus twelve today."),
        ("the 21st, 3rd and 112th", "the twenty-first, third and one hundred twelfth"),
        (
            "98765432109876543210",
            "nine eight seven six five four three two one zero nine eight seven six five four three two one zero",
        ),
    ],
    "years": [
        ("In 1984 and 2024.", "In nineteen eighty-four and twenty twenty-four."),
        ("By 2005, not 1900.", "By two thousand five, not nineteen hundred."),
        ("the 1960s and the '70s", "the nineteen sixties and the seventies"),
        ("1914-1918", "nineteen fourteen to nineteen eighteen"),
        ("1984-85", "nineteen eighty-four to eighty-five"),
        ("1500 people came", "one thousand five hundred people came"),
    ],
    "money": [
        ("$49.95", "forty-nine dollars and ninety-five cents"),
        ("£1 and €2.50", "one pound and two euros and fifty cents"),
        ("$0.75", "seventy-five cents"),
        ("$3.2 million", "three point two million dollars"),
        ("€4bn", "four billion euros"),
        ("$10-20", "ten to twenty dollars"),
    ],
    "times": [
        ("at 3:30pm", "at three thirty P M"),
        ("at 11:05", "at eleven oh five"),
        ("at 6:00", "at six o'clock"),
        ("by 7 a.m. on foot", "by seven A M on foot"),
        ("10am–4pm", "ten A M to four P M"),
    ],
    "dates": [
        ("on July 4, 1976", "on July fourth, nineteen seventy-six"),
        ("on 14 February 2019", "on the fourteenth of February twenty nineteen"),
        ("2023-11-02", "November second, twenty twenty-three"),
        ("Sept. 3", "September third"),
    ],
    "units": [
        ("5 km in 20 min", "five kilometers in twenty minutes"),
        ("1 kg, 2 lbs", "one kilogram, two pounds"),
        ("90 km/h", "ninety kilometers per hour"),
        ("-4°C", "minus four degrees Celsius"),
        ("7.5% of 10–15%", "seven point five percent of ten to fifteen percent"),
        ("12 m²", "twelve square meters"),
        ("8k fans", "eight thousand fans"),
    ],
    "fractions": [
        ("1/2 and 3/4", "one half and three quarters"),
        ("2½ cups", "two and a half cups"),
        ("open 24/7", "open twenty-four seven"),
    ],
    "phones and codes": [
        ("Ring 555-0142.", "Ring five five five, zero one four two."),
        ("PIN 4711", "PIN four seven one one"),
        ("v1.2.3 is out", "version one point two point three is out"),
    ],
    "abbreviations": [
        ("Dr. Lee met Mrs. Wu on Elm St.", "Doctor Lee met Missus Wu on Elm Street."),
        ("St. Paul vs. St. Louis", "Saint Paul versus Saint Louis"),
        ("tea, e.g. green, etc.", "tea, for example, green, et cetera."),
        ("No. 7, but no. Really.", "number seven, but no. Really."),
        ("J. R. R. Tolkien and H.G. Wells", "J R R Tolkien and H G Wells"),
    ],
    "Roman numerals": [
        ("Chapter XII", "Chapter twelve"),
        ("Charles III's hat", "Charles the third's hat"),
        ("World War I began.", "World War one began."),
        ("I am vitamin C.", "I am vitamin C."),
    ],
    "symbols": [
        ("R&D @ home", "R and D at home"),
        ("#3 and C#", "number three and C sharp"),
        ("2 + 2 = 4", "two plus two equals four"),
        ("it’s", "it's"),
        ("so -- well", "so — well"),
        ("Acme™ and Bolt®", "Acme trademark and Bolt registered"),
        ("© 2020 ¶ № 5 § 4", "copyright twenty twenty paragraph number five section four"),
        ("x < y > z ± 3 ÷ 2", "x less than y greater than z plus or minus three divided by two"),
        ("~5 km, 2*3", "about five kilometers, two times three"),
        ("10⁻³ and x⁴", "ten to the power of minus three and x to the power of four"),
        ("6′10″ and Chapter Ⅷ", "six foot ten and Chapter eight"),
        ("ξ, ♯ and don´t", "xi, sharp and don't"),
    ],
    "what looks like something else": [
        ("Flat 4B, on 9/11", "Flat four B, on nine eleven"),
        ("the 747s of WWII", "the seven forty-sevens of World War two"),
        ("$5/month", "five dollars per month"),
        ("1 000 000 ants", "one million ants"),
        ("Call 1-800-555-0123.", "Call one, eight zero zero, five five five, zero one two three."),
        ("It is 10:00 AM.", "It is ten A M."),
    ],
    "addresses": [
        ("See https://www.example.org/docs?id=3.", "See example dot org slash docs."),
        ("Write to info@example.com!", "Write to info at example dot com!"),
    ],
    "capitals": [
        ("THE END OF THE ROAD.", "The end of the road."),
        ("NASA and the FBI", "NASA and the FBI"),
    ],
}


@pytest.mark.parametrize(("written", "expected"), [case for cases in CASES.values() for case in cases])
def test_written_english_is_said(written, expected):
    assert normalize(written, "en") == expected


@pytest.mark.parametrize(
    "text", ["He is amazing and I am in.", "Mix it, don't.", "It was no use.", "Wait… what?!", "“So,” she said."]
)
def test_plain_words_are_left_alone(text):
    assert normalize(text, "en") == text


@pytest.mark.parametrize(
    ("numeral", "value"), [("IV", 4), ("XLII", 42), ("MCMLXXXIV", 1984), ("IIII", 0), ("", 0), ("ABC", 0)]
)
def test_roman_numerals_are_read_only_when_well_formed(numeral, value):
    assert say.roman(numeral) == value
