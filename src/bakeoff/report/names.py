"""How measures, tests, lists and learners are named in a report."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isnan
from typing import Any

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import is_in_percent
from bakeoff.comparisons.wording.test_names import ADJUSTMENTS, phrase_of_test
from bakeoff.core.text import clean, duration, fixed, size
from bakeoff.learners.baselines import BASELINES
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.naming import in_percent, lowered, resolve, short_name
from bakeoff.study.analysis.measure_scale import best_of

__all__ = ["MeasureNames", "adjusted_words", "learner_code", "settings_words", "words_for", "words_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureNames:
    """A measure as readers meet it: its title, its unit, the factor of that unit."""

    name: str
    title: str
    direction: Direction
    percent: bool
    kind: str  # "number", "seconds" or "bytes"
    bounded: bool
    declared: Measure | None

    @property
    def factor(self) -> float:
        """What a raw value is multiplied by to be shown."""
        return 100.0 if self.percent else 1.0

    @property
    def short(self) -> str:
        """The title without what stands in brackets or names the unit."""
        return re.split(r" \(|, in ", self.title)[0]

    @property
    def inline(self) -> str:
        """The short title inside a sentence; names of people and abbreviations keep their capitals.

        >>> words_for("rmse").inline, words_for("kappa").inline, words_for("roc_auc").inline
        ('root mean squared error', "Cohen's kappa", 'area under the ROC curve')
        """
        return self.short if self.declared is None else lowered(self.short)

    @property
    def spoken(self) -> str:
        """What sentences with numbers call it."""
        return self.short if self.declared is None else short_name(self.declared)

    @property
    def also(self) -> str:
        """The spoken name in brackets where the title does not hold it, to stand after the title.

        >>> words_for("rmse").also, words_for("kappa").also
        (' (RMSE)', '')
        """
        return "" if self.spoken in self.inline else f" ({self.spoken})"

    @property
    def in_units(self) -> bool:
        """Whether values have units of their own on every data set, so that errors are not to be averaged over them."""
        return not self.bounded if self.declared is None else self.declared.in_units

    @property
    def heading(self) -> str:
        """Title with unit and direction."""
        unit = " (%)" if self.percent else ""
        return f"{self.title}{unit}, {self.better}"

    @property
    def better(self) -> str:
        """Which way is better, as the end of a heading.

        >>> words_for("coverage").better, words_for("prevalence").better
        ('closer to 0.95 is better', 'neither higher nor lower is better')
        """
        if self.direction is Direction.TARGET and self.declared is not None:
            return f"closer to {self.declared.target:g} is better"
        return (
            "neither higher nor lower is better"
            if self.direction is Direction.NEITHER
            else f"{self.direction.value} is better"
        )

    def best(self, values: Sequence[float]) -> float:
        """The best of the values; NaN where none is better than another.

        >>> words_for("coverage").best([0.99, 0.94, 0.8])
        0.94
        """
        return best_of(values, self.direction, self.declared)

    @property
    def points(self) -> str:
        """The unit of a difference, with a space before it."""
        return " points" if self.percent else ""

    def within(self, value: float) -> float:
        """The value, or the end of the scale that it lies beyond, as the interval of a mean may.

        >>> words_for("accuracy").within(1.12), words_for("rmse").within(1.12)
        (1.0, 1.12)
        """
        low, high = (-inf, inf) if self.declared is None else self.declared.bounds
        return value if isnan(value) else min(max(value, low), high)

    @property
    def fewest(self) -> int:
        """Decimals that are shown however wide an interval is: of a scale with ends a wide one says less than nothing."""
        return 1 if self.percent else 2 if self.bounded else -9

    def show(self, value: float, decimals: int) -> str:
        """A single value."""
        if self.kind == "seconds":
            return duration(value)
        if (
            self.kind == "bytes" and value == 0
        ):  # no growth of the process was seen: the fit took memory that was free already
            return "not measurable"
        return size(value) if self.kind == "bytes" else fixed(value * self.factor, decimals)


def words_for(name: str, direction: Direction | None = None) -> MeasureNames:
    """The words of a measure; a name that no catalogue holds (a column of somebody's table) stands for itself.

    >>> words_for("my score", Direction.LOWER).heading
    'my score, lower is better'
    """
    declared = resolve(name)
    if declared is None:
        way = Direction.HIGHER if direction is None else direction
        return MeasureNames(
            name=name,
            title=clean(name) or "Score",
            direction=way,
            percent=False,
            kind="number",
            bounded=False,
            declared=None,
        )
    bounded = declared.bounds[0] >= -1.0 and declared.bounds[1] == 1.0
    kind = "number"
    if declared.reads.from_run:
        kind = "seconds" if "seconds" in name else "bytes"
    return MeasureNames(
        name=name,
        title=declared.title,
        direction=direction or declared.direction,
        percent=in_percent(name),
        kind=kind,
        bounded=bounded,
        declared=declared,
    )


def words_of(judgement: Judgement) -> MeasureNames:
    """The words of what was compared; a table whose accuracies run to a hundred is in percent already."""
    words = words_for(judgement.measure, judgement.matrix.direction)
    if words.percent and is_in_percent(judgement):
        return replace(words, percent=False, bounded=False, title=f"{words.title} (%)")
    return words


def adjusted_words(adjustment: str) -> str:
    """How p-values were kept honest over many pairs; a test such as Nemenyi's does it by itself.

    >>> adjusted_words("holm"), adjusted_words("none"), adjusted_words("nemenyi")
    ("adjusted by Holm's method", 'not adjusted', 'from the Nemenyi test')
    """
    from bakeoff.comparisons import tests

    if adjustment == "none":
        return "not adjusted"
    if adjustment in tests:
        return f"from {phrase_of_test(adjustment)}"
    return f"adjusted by {ADJUSTMENTS.get(adjustment, clean(adjustment))}"


_NO_NUMBERS = {"nan", "inf", "-inf"}  # as JSON has to write them


def settings_words(text: str) -> str:
    """An estimator as one would type it; whatever else a learner says of itself is shown as it is.

    >>> settings_words('{"estimator": {"class": "sklearn.svm._classes.SVC", "params": {"C": 1.0}}, "scale": true}')
    'sklearn.svm.SVC(C=1.0), scaled'
    >>> settings_words('{"baseline": "one-rule", "bucket": 6}')
    'baseline one-rule, bucket=6'
    """
    found = _read(text)
    if "baseline" in found:
        options = (f"{key}={value!r}" for key, value in found.items() if key != "baseline")
        return clean(", ".join([f"baseline {found['baseline']}", *options]))
    return ", ".join(part for part in learner_code(text) if part)


def learner_code(text: str) -> tuple[str, str]:
    """The call that makes the learner, and what was done besides; what cannot be read is taken for a call.

    >>> learner_code('{"baseline": "majority"}')
    ('bo.Majority()', '')
    >>> learner_code('{"estimator": {"class": "a.B", "params": {"of": {"class": "a._c.D", "params": {"x": "nan"}}}}, "scale": true}')
    ("a.B(of=a.D(x=float('nan')))", 'scaled')
    """
    found = _read(text)
    if found.get("baseline") in BASELINES:
        kind = BASELINES[found.pop("baseline")].__name__
        return clean(f"bo.{kind}({_options(found)})"), ""
    if "tuned" in found and isinstance(found.get("space"), dict):
        return _tuned_code(found)
    if not isinstance(found.get("estimator"), dict):
        return clean(text), ""
    columns = [f"columns {', '.join(map(str, found['columns']))}"] if found.get("columns") else []
    besides = [*(["scaled"] if found.get("scale") else []), *columns]
    return clean(_value(found["estimator"])), clean(", ".join(besides))


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _value(value: Any) -> str:
    """An estimator inside another is a call as well; of a class without a package, a hash tells which code it was."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if not isinstance(value, dict):
        return f"float({value!r})" if value in _NO_NUMBERS else repr(value)
    if "class" in value:
        home = ".".join(part for part in str(value["class"]).split(".") if not part.startswith("_"))
        first = [_value(one) for one in value["args"]] if isinstance(value.get("args"), list) else []
        named = value.get("params")
        return f"{home}({', '.join([*first, *_named(named)])})" if isinstance(named, dict) else home
    return str(value["function"]) if "function" in value else f"{{{', '.join(_items(value))}}}"


def _items(value: dict[str, Any]) -> list[str]:
    return [f"{key!r}: {_value(one)}" for key, one in value.items()]


def _options(params: dict[str, Any]) -> str:
    return ", ".join(_named(params))


def _named(params: dict[str, Any]) -> list[str]:
    return [f"{name}={_value(one)}" for name, one in params.items()]


def _tuned_code(found: dict[str, Any]) -> tuple[str, str]:
    """The call of a tuned learner: the learner inside it, the ranges as they were written, the search."""
    base, besides = learner_code(json.dumps(found["tuned"]))
    space = ", ".join(f"{name!r}: {_range_code(one)}" for name, one in found["space"].items())
    known = ("search", "trials", "seconds", "scheme", "measure")
    options = ", ".join(f"{name}={found[name]!r}" for name in known if found.get(name) is not None)
    return clean(f"bo.Tuned({base}, {{{space}}}, {options})"), besides


def _range_code(one: Any) -> str:
    """A range as one would type it.

    >>> _range_code({"int": [1, 50], "log": True}), _range_code({"log": [0.01, 100.0]})
    ('bo.integers(1, 50, log=True)', 'bo.log_uniform(0.01, 100.0)')
    """
    if not isinstance(one, dict) or len(one) not in (1, 2):
        return repr(one)
    kind = next(iter(set(one) & {"choice", "int", "uniform"}), "log")
    if kind == "choice":
        return f"bo.choice({_value(one[kind])})"
    name = {"int": "integers", "uniform": "uniform", "log": "log_uniform"}[kind]
    return f"bo.{name}({', '.join(map(repr, one[kind]))}{', log=True' if kind == 'int' and one.get('log') else ''})"
