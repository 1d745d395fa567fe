"""How names, lists, counts, numbers and p-values are written, the same in every medium.

Names and messages come from strangers: `clean` makes them safe to show on one line.
"""

import re
from collections.abc import Iterable, Sequence
from math import floor, isfinite, isinf, isnan, log10
from unicodedata import category

__all__ = [
    "LONGEST_NAME", "MISSING", "abridged", "capital", "clean", "counted", "csv_number", "decimals_for", "duration", "elide", "fixed", "format_p", "format_statistic",
    "four_places", "is_number", "listed", "percent_range", "plural", "plus_minus", "rank_text", "sentence", "sentence_number", "shared_decimals", "short_p", "signed", "significant", "size",
    "thousands", "without_thousands",
]  # fmt: skip

LONGEST_NAME = 1000  # characters; every name is shown in full somewhere, and measured for figures
MISSING = "–"  # what stands where a number is undefined
LEVELS = (0.001, 0.005, 0.01, 0.05, 0.1)  # a p beside one of these must be seen to lie above or below
MOST_DIGITS = 6

_KEEP = {"\u200d"}  # the joiner inside compound emoji and Indic scripts changes no direction
_SPACES = {"\t", "\n", "\r", "\v", "\f", "\u2028", "\u2029", "\x85"}


def clean(text: object) -> str:
    r"""The text on one line, control characters and direction overrides shown as � instead of obeyed.

    >>> clean("a\nb\x1b[31m\u202egpj.exe")
    'a b�[31m�gpj.exe'
    """
    shown = []
    for char in str(text):
        if char in _SPACES:
            shown.append(" ")
        elif char not in _KEEP and category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"}:
            shown.append("�")
        else:
            shown.append(char)
    return "".join(shown).strip()


def elide(text: str, length: int) -> str:
    """At most that many characters; what is taken out is taken from the middle, so that both ends still tell names apart.

    >>> elide("gradient boosting with early stopping", 20)
    'gradient b…stopping'
    """
    if len(text) <= length:
        return text
    head = length // 2
    return f"{text[:head].rstrip()}…{text[head + 1 - length :].lstrip()}"


def capital(text: str) -> str:
    """The text with a large first letter; the others stay as they are.

    >>> capital("one-vs-rest ROC AUC")
    'One-vs-rest ROC AUC'
    """
    return f"{text[:1].upper()}{text[1:]}"


def counted(number: int, noun: str, many: str = "") -> str:
    """Return the number with its noun.

    >>> counted(1, "data set"), counted(3, "data set"), counted(2, "study", "studies")
    ('1 data set', '3 data sets', '2 studies')
    """
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def plural(number: int, noun: str, many: str = "") -> str:
    """Return the number with its noun as a report writes it, with thin spaces between thousands.

    >>> plural(1, "data set"), plural(3000, "study", "studies")
    ('1 data set', '3\u202f000 studies')
    """
    return thousands(number) + counted(number, noun, many).removeprefix(str(number))


def thousands(number: int) -> str:
    """A whole number as a report writes it, with thin spaces between thousands.

    >>> thousands(1234)
    '1\u202f234'
    """
    return f"{number:,}".replace(",", "\u202f")


_THOUSANDS = re.compile(r"\s*[+-]?\d{1,3}(,\d{3})+(\.\d+)?\s*")


def without_thousands(text: str) -> str:
    """A number without its separators of thousands; any other text as it is.

    >>> without_thousands("1,250,000.5"), without_thousands("0,25"), without_thousands("a,b")
    ('1250000.5', '0,25', 'a,b')
    """
    return text.replace(",", "") if _THOUSANDS.fullmatch(text) else text


def percent_range(low: float, high: float) -> str:
    """Two rates in percent, or one where both read alike.

    >>> percent_range(0.936, 0.941), percent_range(0.8, 0.92)
    ('94%', '80% to 92%')
    """
    return " to ".join(dict.fromkeys(f"{rate:.0%}" for rate in (low, high)))


def is_number(text: str) -> bool:
    """Whether it can be read as a number.

    >>> is_number(" 1e3 "), is_number("one")
    (True, False)
    """
    try:
        float(text)
    except ValueError:
        return False
    return True


def listed(names: Sequence[str], *, last: str = "and", most: int = 6) -> str:
    """Names in a sentence.

    >>> listed(["a", "b", "c"], last="or"), listed(["a"]), listed("abcd", most=3)
    ('a, b or c', 'a', 'a, b and 2 others')
    """
    shown = [clean(name) for name in names]
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} others"]
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}" if len(shown) > 1 else "".join(shown)


def abridged(names: Sequence[str], most: int, between: str = ", ") -> str:
    """Return the first names, and how many more there are.

    >>> abridged("abcd", 2), abridged("ab", 2)
    ('a, b and 2 more', 'a, b')
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{between.join(names[:most])}{more}"


def sentence(text: str) -> str:
    """The text with a full stop, if it has no end of its own.

    >>> sentence("takes the steps of the scale as equal")
    'takes the steps of the scale as equal.'
    """
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def decimals_for(errors: Iterable[float], *, most: int = 5, least: int = -9, unknown: int = 3) -> int:
    """Decimals that show two digits of a typical error; the lower middle one, so that few errors show as zero.

    An error of hundreds leaves no decimals and rounds the tens: -1.

    >>> decimals_for([0.012, 0.019, 0.003]), decimals_for([0.0098]), decimals_for([420.0]), decimals_for([])
    (3, 3, -1, 3)
    """
    sizes = sorted(error for error in errors if isfinite(error) and error > 1e-9)  # below lies float noise
    if not sizes:
        return unknown
    typical = sizes[(len(sizes) - 1) // 2]
    return min(max(1 - floor(log10(typical * 1.05)), least), most)


def shared_decimals(values: Iterable[float], digits: int = 3) -> int:
    """Decimals for all numbers of a column: so many digits of the smallest, but no more than six of the largest.

    >>> shared_decimals([0.0514, 0.263]), shared_decimals([0.0068, 15.2]), shared_decimals([12.0, 150.0]), shared_decimals([])
    (4, 4, 0, 0)
    """
    sizes = [abs(value) for value in values if isfinite(value) and value]
    if all(value == round(value) for value in sizes):
        return 0
    small, large = floor(log10(min(sizes))), floor(log10(max(sizes)))
    return max(min(digits - 1 - small, MOST_DIGITS - 1 - large), 0)


def fixed(value: float | None, decimals: int, *, minus: str = "−") -> str:
    """Return that many decimals, below zero rounded to tens or hundreds; a typographic minus; a dash for NaN.

    >>> fixed(-0.5, 2), fixed(float("nan"), 2), fixed(-0.0001, 2), fixed(31073.2, -2)
    ('−0.50', '–', '0.00', '31100')
    """
    if value is None or isnan(value):
        return MISSING
    if isinf(value):
        return "∞" if value > 0 else f"{minus}∞"
    text = f"{value:.{decimals}f}" if decimals >= 0 else f"{round(value, decimals):.0f}"
    return text.replace("-", minus) if float(text) else text.removeprefix("-")


def significant(value: float, digits: int = 4, *, minus: str = "-") -> str:
    """Return so many significant digits, and whole numbers from a thousand up.

    >>> significant(0.123456), significant(-0.01234, 3), significant(float("inf")), significant(1234567.0)
    ('0.1235', '-0.0123', '∞', '1234567')
    """
    if not 1000 <= abs(value) < 1e15:
        text = MISSING if isnan(value) else f"{value:.{digits}g}".replace("inf", "∞")
    else:
        text = f"{value:.0f}"
    return text.replace("-", minus)


def csv_number(value: float, digits: int = 8) -> str:
    """Return so many significant digits for a file; nothing where a number is undefined.

    >>> csv_number(2 / 3), csv_number(float("nan"))
    ('0.66666667', '')
    """
    return "" if isnan(value) else f"{value:.{digits}g}"


def sentence_number(value: float) -> str:
    """Return three significant digits with a true minus sign.

    >>> sentence_number(-0.01234)
    '−0.0123'
    """
    return significant(value, 3, minus="−")


def four_places(value: float, like: float | None = None) -> str:
    """Return four decimals, or four significant digits where a number of the size of `like` needs them.

    >>> four_places(0.51), four_places(12345.6), four_places(0.00001234), four_places(0.5, like=1e-5)
    ('0.5100', '1.235e+04', '1.234e-05', '0.5')
    """
    if not isfinite(value):
        return fixed(value, 0, minus="-")
    return f"{value:.4f}" if 1e-3 <= abs(value if like is None else like) < 1000 or value == 0 else f"{value:.4g}"


def rank_text(rank: float, *, place: bool) -> str:
    """A mean rank with two decimals; a place as it is, a dash where there is none.

    >>> rank_text(1.0, place=False), rank_text(1.0, place=True), rank_text(2.5, place=True)
    ('1.00', '1', '2.5')
    """
    return MISSING if isnan(rank) else f"{rank:g}" if place else f"{rank:.2f}"


def signed(value: float, decimals: int) -> str:
    """With its sign, as differences are shown.

    >>> signed(0.5, 1), signed(0.0, 1)
    ('+0.5', '0.0')
    """
    text = fixed(value, decimals)
    return "+" + text if value > 0 and float(text.replace("∞", "inf")) > 0 else text


def plus_minus(value: float, error: float, decimals: int) -> str:
    """Value and standard error.

    >>> plus_minus(0.9388, 0.0191, 3), plus_minus(0.5, float("nan"), 3)
    ('0.939 ± 0.019', '0.500')
    """
    return (
        fixed(value, decimals)
        if isnan(error) or isnan(value)
        else f"{fixed(value, decimals)} ± {fixed(error, decimals)}"
    )


def format_statistic(value: float, digits: int) -> str:
    """Return a statistic with that many digits, or in words where it is no number.

    >>> from math import inf, nan
    >>> format_statistic(-2.5, 3), format_statistic(inf, 3), format_statistic(-inf, 3), format_statistic(nan, 3)
    ('-2.5', 'infinite', 'infinite', 'undefined')
    """
    return "undefined" if isnan(value) else "infinite" if isinf(value) else f"{value:.{digits}g}"


def format_p(p: float) -> str:
    """Return a p-value as a reader of a sentence expects it; with more digits where it would be rounded to a usual level.

    >>> format_p(0.0312), format_p(0.00001), format_p(0.25), format_p(0.04996), format_p(0.0504)
    ('p = .031', 'p < .001', 'p = .25', 'p = .04996', 'p = .0504')
    >>> format_p(0.997), format_p(1.0)
    ('p > .99', 'p = 1')
    """
    if isnan(p):
        return "p undefined"
    sign, text = _p_value(p)
    return f"p {sign} {text}"


def short_p(p: float, alpha: float = 0.05) -> str:
    """Return a p-value as every table shows it; with more digits where it would be rounded to the level it lies beside.

    >>> short_p(0.0312), short_p(1e-6), short_p(0.25), short_p(1.0), short_p(0.0304, 0.03)
    ('.031', '< .001', '.25', '1', '.0304')
    """
    if isnan(p):
        return MISSING
    sign, text = _p_value(p, alpha)
    return text if sign == "=" else f"{sign} {text}"


def _p_value(p: float, alpha: float = 0.05) -> tuple[str, str]:
    """Return whether p is equal to, below or above what is shown, and what is shown."""
    if p < 0.001:
        return "<", ".001"
    digits = 3 if p < 0.1 else 2
    while digits < MOST_DIGITS and (shown := round(p, digits)) in (*LEVELS, alpha) and shown != p:
        digits += 1
    text = f"{p:.{digits}f}"
    if float(text) < 1:
        return "=", text.removeprefix("0")
    return ("=", "1") if p > 1 - 1e-9 else (">", ".99")  # certain, or only nearly so


def duration(seconds: float) -> str:
    """Milliseconds, seconds, minutes or hours, as in the notes' table of run times.

    >>> [duration(one) for one in (0.0021, 0.003, 0.34, 72.0, 49320.0)]
    ['2.1 ms', '3.0 ms', '0.34 s', '1.2 min', '13.7 h']
    """
    if isnan(seconds):
        return MISSING
    if seconds < 0.0995:
        return f"{seconds * 1000:#.2g}".removesuffix(".") + " ms"
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"


def size(count: float) -> str:
    """Bytes in fitting units.

    >>> size(512), size(3_500_000)
    ('512 B', '3.3 MiB')
    """
    if isnan(count):
        return MISSING
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    raise AssertionError
