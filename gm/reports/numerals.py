"""Numbers in words, for the start of a sentence and for small counts within one."""

from collections.abc import Callable

_EN = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_EN_TENS = (
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
)  # fmt: skip
_DE = [
    "null",
    "eins",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
]
_DE_TENS = (
    "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig",
)  # fmt: skip
_FR = [
    "zéro",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_FR_TENS = (
    "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt",
)  # fmt: skip
_IT = [
    "zero",
    "uno",
    "due",
    "tre",
    "quattro",
    "cinque",
    "sei",
    "sette",
    "otto",
    "nove",
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quattordici",
    "quindici",
    "sedici",
    "diciassette",
    "diciotto",
    "diciannove",
]
_IT_TENS = (
    "venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta",
)  # fmt: skip


def spelt(number: int, language: str) -> str | None:
    """A number below a hundred in words; larger ones, and languages that have none here, are for figures.

    >>> spelt(22, "en"), spelt(21, "de"), spelt(71, "fr"), spelt(80, "fr"), spelt(91, "fr"), spelt(28, "it")
    ('twenty-two', 'einundzwanzig', 'soixante et onze', 'quatre-vingts', 'quatre-vingt-onze', 'ventotto')
    """
    spell = _SPELL.get(language)
    return spell(number) if spell and 0 <= number < 100 else None


def _english(number: int) -> str:
    if number < 20:
        return _EN[number]
    tens = _EN_TENS[number // 10 - 2]
    return f"{tens}-{_EN[number % 10]}" if number % 10 else tens


def _german(number: int) -> str:
    if number < 20:
        return _DE[number]
    one, tens = number % 10, _DE_TENS[number // 10 - 2]
    return f"{'ein' if one == 1 else _DE[one]}und{tens}" if one else tens


def _french(number: int) -> str:
    if number < 20:
        return _FR[number]
    if number == 80:
        return "quatre-vingts"
    tens = _FR_TENS[number // 10 - 2]
    rest = number % 20 if number >= 60 else number % 10  # sixty and fourscore count on to nineteen
    if rest in (1, 11) and number < 80:
        return f"{tens} et {_FR[rest]}"
    return f"{tens}-{_FR[rest]}" if rest else tens


def _italian(number: int) -> str:
    if number < 20:
        return _IT[number]
    one, tens = number % 10, _IT_TENS[number // 10 - 2]
    stem = tens[:-1] if one in (1, 8) else tens
    return stem + ("tré" if one == 3 else _IT[one]) if one else tens


_SPELL: dict[str, Callable[[int], str]] = {"en": _english, "de": _german, "fr": _french, "it": _italian}


def capital(text: str) -> str:
    """A sentence with a great letter at its start.

    >>> capital("two fell"), capital("élan"), capital("")
    ('Two fell', 'Élan', '')
    """
    return text[:1].upper() + text[1:]
