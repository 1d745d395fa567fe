"""Numbers as a reader wants them: digits set by the error, seconds in fitting units."""

from collections.abc import Iterable
from math import floor, isfinite, isnan, log10

__all__ = [
    "MISSING",
    "decimals_for",
    "duration",
    "fixed",
    "plain",
    "plus_minus",
    "short_p",
    "signed",
    "significant",
    "size",
]

MISSING = "–"


def decimals_for(errors: Iterable[float], *, most: int = 5, unknown: int = 3) -> int:
    """Decimals that show two digits of a typical error; the lower middle one, so that few errors show as zero.

    >>> decimals_for([0.012, 0.019, 0.003]), decimals_for([1.9]), decimals_for([])
    (3, 1, 3)
    """
    known = sorted(error for error in errors if isfinite(error) and error > 1e-9)  # below lies float noise
    if not known:
        return unknown
    typical = known[(len(known) - 1) // 2]
    return min(max(1 - floor(log10(typical) + 1e-9), 0), most)


def fixed(value: float, decimals: int) -> str:
    """That many decimals; a typographic minus; a dash for NaN.

    >>> fixed(-0.5, 2), fixed(float("nan"), 2), fixed(-0.0001, 2)
    ('−0.50', '–', '0.00')
    """
    if isnan(value):
        return MISSING
    if not isfinite(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{decimals}f}"
    return text.replace("-", "−") if float(text) else text.removeprefix("-")


def signed(value: float, decimals: int) -> str:
    """With its sign, as differences are shown.

    >>> signed(0.5, 1), signed(0.0, 1)
    ('+0.5', '0.0')
    """
    text = fixed(value, decimals)
    return "+" + text if value > 0 and float(text.replace("∞", "inf")) > 0 else text


def significant(value: float) -> str:
    """A difference where data sets differ in scale: its sign and three digits.

    >>> significant(-3.22684), significant(0.000412), significant(0.0)
    ('−3.23', '+0.000412', '0')
    """
    text = f"{value:+.3g}" if value else "0"
    return MISSING if isnan(value) else text.replace("-", "−", 1) if value < 0 else text


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


def plain(value: float) -> str:
    """Four significant digits without an exponent where possible.

    >>> plain(12.34567), plain(0.00001234), plain(1e9)
    ('12.35', '1.234e-05', '1e+09')
    """
    return MISSING if isnan(value) else f"{value:.4g}".replace("-", "−", 1) if value < 0 else f"{value:.4g}"


def short_p(p: float) -> str:
    """A p-value in a table.

    >>> short_p(0.0312), short_p(1e-6), short_p(0.25), short_p(1.0)
    ('.031', '< .001', '.25', '1')
    """
    from bakeoff.comparisons.result import format_p

    return MISSING if isnan(p) else format_p(p).removeprefix("p = ").removeprefix("p ")


def duration(seconds: float) -> str:
    """Milliseconds, seconds, minutes or hours, as in the notes' table of run times.

    >>> [duration(one) for one in (0.0021, 0.34, 72.0, 49320.0)]
    ['2.1 ms', '0.34 s', '1.2 min', '13.7 h']
    """
    if isnan(seconds):
        return MISSING
    if seconds < 0.1:
        return f"{seconds * 1000:.2g} ms" if seconds * 1000 < 99.5 else "0.10 s"
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
