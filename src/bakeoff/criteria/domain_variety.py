"""Is the choice of data sets good? Too few, too similar, or of one kind only."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb, isfinite, isnan, log
from statistics import median

from bakeoff.core.notes import Name, Note
from bakeoff.core.significance_level import is_shown
from bakeoff.core.text import significant
from bakeoff.criteria.notes import ALIKE_DATASETS, FEW_DATASETS, NARROW_RANGE, SAME_DATASET
from bakeoff.data.characteristics import CHARACTERISTICS

__all__ = ["DomainVariety", "domain_variety", "fewest_datasets"]

RATIO = 1.5  # counts that differ by a smaller factor are alike
GAP = 0.1  # and shares and errors that differ by less


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainVariety:
    """The ranges that the data sets cover, pairs that are alike, and how many data sets the question needs."""

    datasets: tuple[str, ...]
    ranges: Mapping[str, tuple[float, float, float]]  # of each characteristic: least, median, largest
    alike: tuple[tuple[str, str], ...]
    needed: int  # data sets before every pair of learners can be decided; 0 where learners are not known
    notes: tuple[Note, ...] = ()


def fewest_datasets(learners: int, alpha: float = 0.05) -> int:
    """Data sets without which no outcome can show a difference of every pair: 2^(1 - n) times the pairs must reach alpha.

    >>> [fewest_datasets(k) for k in (2, 3, 4, 5, 10, 20)]
    [6, 7, 8, 9, 11, 13]
    """
    pairs, n = comb(learners, 2), 1
    while not is_shown(2.0 ** (1 - n) * pairs, alpha):
        n += 1
    return n


def domain_variety(
    characteristics: Mapping[str, Mapping[str, float]], *, learners: int = 0, alpha: float = 0.05
) -> DomainVariety:
    """Look at data sets by their characteristics.

    >>> made = domain_variety({"a": {"rows": 100, "stump": .2}, "b": {"rows": 110, "stump": .25}, "c": {"rows": 9000, "stump": .4}}, learners=3)
    >>> made.alike, made.needed, [one.code for one in made.notes]
    ((('a', 'b'),), 7, ['criteria.few_datasets', 'criteria.alike_datasets'])
    """
    names = tuple(characteristics)
    notes: list[Note] = []
    needed = fewest_datasets(learners, alpha) if learners > 1 else 0
    if len(names) < needed:
        notes.append(FEW_DATASETS(n=len(names), needed=needed, learners=learners, alpha=alpha))
    alike = []
    for a, b in combinations(names, 2):
        how = _alike(characteristics[a], characteristics[b])
        if how:
            alike.append((a, b))
            notes.append((SAME_DATASET if how == "same" else ALIKE_DATASETS)(a=Name(a), b=Name(b)))
    ranges = {}
    for name in dict.fromkeys(key for values_by_name in characteristics.values() for key in values_by_name):
        values = [
            float(values_by_name[name])
            for values_by_name in characteristics.values()
            if name in values_by_name and isfinite(values_by_name[name])
        ]
        if not values:
            continue
        low, high = min(values), max(values)
        ranges[name] = (low, median(values), high)
        if (
            len(names) > 2
            and len(values) == len(names)
            and name in CHARACTERISTICS
            and CHARACTERISTICS[name].asked
            and _near(name, low, high)
        ):
            characteristic = CHARACTERISTICS[name]
            notes.append(NARROW_RANGE(what=characteristic.what, low=significant(low, 3), high=significant(high, 3)))
    return DomainVariety(datasets=names, ranges=ranges, alike=tuple(alike), needed=needed, notes=tuple(notes))


def _near(name: str, low: float, high: float) -> bool:
    """Whether two values of a characteristic are close: counts by their ratio, others by their difference."""
    if name in CHARACTERISTICS and CHARACTERISTICS[name].counted and low > 0:
        return log(high / low) < log(RATIO)
    return high - low < GAP


def _alike(a: Mapping[str, float], b: Mapping[str, float]) -> str:
    """Return "same" where all values are equal, "alike" where all that can be compared are close, else an empty text."""
    shared = [name for name in a if name in b and not (isnan(a[name]) and isnan(b[name]))]
    if not shared:
        return ""
    if all(a[name] == b[name] for name in shared) and len(shared) > 3:
        return "same"
    asked = [name for name in shared if name not in CHARACTERISTICS or CHARACTERISTICS[name].asked]
    for name in asked:
        if isnan(a[name]) or isnan(b[name]) or not _near(name, *sorted((float(a[name]), float(b[name])))):
            return ""
    return "alike" if len(asked) > 1 else ""
