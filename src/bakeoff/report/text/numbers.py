"""Numbers as a reader wants them: digits set by the error, seconds in fitting units."""

from collections.abc import Iterable
from math import floor, isfinite, isnan, log10

__all__ = [
    "MISSING",
    "decimals_for",
    "duration",
    "fixed",
    "plus_minus",
    "short_p",
    "signed",
    "size",
]

MISSING = "–"


def decimals_for(errors: Iterable[float], *, most: int = 5, least: int = -9, unknown: int = 3) -> int:
    """Decimals that show two digits of a typical error; the lower middle one, so that few errors show as zero.

    An error of hundreds leaves no decimals and rounds the tens: -1.

    >>> decimals_for([0.012, 0.019, 0.003]), decimals_for([0.0098]), decimals_for([420.0]), decimals_for([])
    (3, 3, -1, 3)
    """
    known = sorted(error for error in errors if isfinite(error) and error > 1e-9)  # below lies float noise
    if not known:
        return unknown
    typical = known[(len(known) - 1) // 2]
    return min(max(1 - floor(log10(typical * 1.05)), least), most)


def fixed(value: float, decimals: int) -> str:
    """That many decimals, below zero rounded to tens or hundreds; a typographic minus; a dash for NaN.

    >>> fixed(-0.5, 2), fixed(float("nan"), 2), fixed(-0.0001, 2), fixed(31073.2, -2)
    ('−0.50', '–', '0.00', '31100')
    """
    if isnan(value):
        return MISSING
    if not isfinite(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{decimals}f}" if decimals >= 0 else f"{round(value, decimals):.0f}"
    return text.replace("-", "−") if float(text) else text.removeprefix("-")


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


def short_p(p: float) -> str:
    """A p-value in a table.

    >>> short_p(0.0312), short_p(1e-6), short_p(0.25), short_p(1.0)
    ('.031', '< .001', '.25', '1')
    """
    from bakeoff.comparisons.results import format_p

    return MISSING if isnan(p) else format_p(p).removeprefix("p = ").removeprefix("p ")


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
