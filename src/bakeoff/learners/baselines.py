"""Baselines: learners that ignore the features, and Holte's 1R, which reads one column. Reference: holte1993."""

import json
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.terminology.spelling import fold
from bakeoff.data.dataset import ColumnKind, Dataset
from bakeoff.data.tasks import AnswerForm
from bakeoff.learners.fingerprint import settings_text
from bakeoff.learners.learner import Outputs, checked_name
from bakeoff.predictions.predictions import Output

__all__ = [
    "BASELINES",
    "Majority",
    "Mean",
    "Median",
    "Naive",
    "OneRule",
    "Prior",
    "Random",
    "SeasonalNaive",
    "baseline_named",
    "ignores_features",
]


@dataclass(frozen=True, slots=True)
class OneRule:
    """One column decides: each of its values, or intervals of values, stands for its most frequent class.

    Numbers are cut into intervals that hold at least `bucket` rows of their most frequent class (the last may hold
    fewer), never between equal values, and neighbours of the same class are joined. Missing is a value of its own.
    The column with the fewest training errors wins, the first of them if several do; a value never met says the
    training part's most frequent class. Text columns are left out: every text is its own value.
    """

    name: str = "one-rule"
    bucket: int = 6
    gives: ClassVar[frozenset[Output]] = frozenset({Output.LABEL})

    def __post_init__(self) -> None:
        checked_name(self.name)
        count(f"learner {self.name!r}: bucket", self.bucket)

    @property
    def settings(self) -> str:
        """Everything that changes the outcome."""
        return settings_text(baseline="one-rule", bucket=self.bucket)

    def describe(self, data: Dataset | None = None) -> str:
        """What happens to the columns first, in words."""
        return "none: numbers are cut into intervals by the rule itself, missing is a value of its own"

    def refuses(self, data: Dataset) -> str:
        """Why this learner cannot learn from that data set; empty if it can."""
        if not data.has_columns:
            return f"learner {self.name!r} makes a rule of one column, but {data.name!r} is {data.block.describe()}"
        return needs_classes(self.name, data)

    def fit(self, train: Dataset, rng: np.random.Generator) -> "OneRuleModel":
        """Make a rule of each column and keep the best.

        Parameters
        ----------
        train
            The training rows.
        rng
            Not used: the rule is not random.

        Returns
        -------
        OneRuleModel
            The rule of the best column.

        Examples
        --------
        >>> import numpy as np
        >>> from bakeoff import load
        >>> type(OneRule().fit(load("iris"), np.random.default_rng(0))).__name__
        'OneRuleModel'
        """
        reason = self.refuses(train) or ("" if len(train) else f"learner {self.name!r} was given no training rows")
        if reason:
            raise BadInput(reason)
        k = len(train.classes)
        usual = int(np.argmax(np.bincount(train.target, minlength=k)))
        best = OneRuleModel(column=-1, cuts=np.empty(0), says=np.array([usual]), missing=usual, errors=len(train) + 1)
        for index, column in enumerate(train.columns):
            if column.kind is ColumnKind.TEXT:
                continue
            cuts = (
                np.arange(1, len(column.levels)) - 0.5
                if column.kind is ColumnKind.NOMINAL
                else _cuts(train.matrix[:, index], train.target, k, self.bucket)
            )
            rule = _rule(index, cuts, train, usual)
            best = min(best, rule, key=lambda rule: rule.errors)
        return best


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OneRuleModel:
    """The winning column, where it is cut, and what each part says; column -1 says the same of every row."""

    column: int
    cuts: Array
    says: Array
    missing: int
    errors: int  # on the training part

    def predict(self, features: Array) -> Outputs:
        """Look at the one column."""
        if self.column < 0:
            return Outputs(label=np.repeat(self.says, len(features)))
        values = features[:, self.column]
        labels = self.says[np.searchsorted(self.cuts, values, side="right")]
        return Outputs(label=np.where(np.isnan(values), self.missing, labels).astype(np.int64))


def needs_classes(name: str, data: Dataset) -> str:
    """Why a learner of classes cannot learn from that data set; empty if it can."""
    if data.task.classifies:
        return ""
    return f"learner {name!r} predicts classes, but the target of {data.name!r} is for {data.task.name}"


def _rule(column: int, cuts: Array, train: Dataset, usual: int) -> OneRuleModel:
    """The most frequent class of each part, and how many training rows that gets wrong."""
    k = len(train.classes)
    values = train.matrix[:, column]
    # The parts between the cuts, and one more for missing values.
    part = np.where(np.isnan(values), len(cuts) + 1, np.searchsorted(cuts, values, side="right"))
    table = np.bincount(part * k + train.target, minlength=(len(cuts) + 2) * k).reshape(-1, k)
    says = np.where(table.sum(axis=1) > 0, np.argmax(table, axis=1), usual)
    errors = len(train) - int(table[np.arange(len(table)), says].sum())
    return OneRuleModel(column=column, cuts=cuts, says=says[:-1], missing=int(says[-1]), errors=errors)


def _cuts(values: Array, target: Array, k: int, bucket: int) -> Array:
    """Where a numeric column is cut: half-way between the neighbours of each cut."""
    present = ~np.isnan(values)
    distinct, codes = np.unique(values[present], return_inverse=True)
    table = np.bincount(codes * k + target[present], minlength=len(distinct) * k).reshape(-1, k)
    ends, winners = _intervals(table, bucket)
    kept = [end for end, this, following in zip(ends, winners, winners[1:], strict=False) if this != following]
    low, high = distinct[np.array(kept, dtype=np.int64) - 1], distinct[np.array(kept, dtype=np.int64)]
    middle = low + (high - low) / 2.0
    return np.where(middle > low, middle, high)  # between neighbouring floats there is no middle


def _intervals(table: Array, bucket: int) -> tuple[list[int], list[int]]:
    """Where each interval of distinct values ends (one past its last), and its most frequent class.

    An interval is full when its most frequent class has enough rows, and ends where that class is no longer among the
    most frequent of the next value: so the order of rows does not matter. On equal counts the class of the interval
    before is kept, so that the two join.
    """
    ends: list[int] = []
    winners: list[int] = []
    counts = np.zeros(table.shape[1], dtype=np.int64)
    leads = table == table.max(axis=1, initial=0, keepdims=True)
    for value, row in enumerate(table):
        counts = counts + row
        most = counts.max()
        if value + 1 < len(table) and (most < bucket or leads[value + 1][counts == most].any()):
            continue
        ends.append(value + 1)
        joins = bool(winners) and counts[winners[-1]] == most
        winners.append(winners[-1] if joins else int(np.argmax(counts)))
        counts = np.zeros_like(counts)
    return ends, winners


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConstantModel:
    """Says the same of every row."""

    label: Array  # of one entry
    proba: Array | None = None  # (1, K)

    def predict(self, features: Array) -> Outputs:
        """The one answer, as often as there are rows."""
        rows = len(features)
        proba = None if self.proba is None else np.repeat(self.proba, rows, axis=0)
        return Outputs(label=np.repeat(self.label, rows, axis=0), proba=proba)


@dataclass(frozen=True, slots=True)
class FeatureFree:
    """What all of these share: a name, and that no column is looked at."""

    name: str
    gives: ClassVar[frozenset[Output]] = frozenset({Output.LABEL})
    numbers: ClassVar[bool] = False  # predicts numbers, not classes

    def __post_init__(self) -> None:
        checked_name(self.name)

    @property
    def settings(self) -> str:
        """Everything that changes the outcome."""
        return settings_text(baseline=type(self).__name__.lower())

    def describe(self, data: Dataset | None = None) -> str:
        """What happens to the columns first, in words."""
        return "none: the columns are not looked at"

    def refuses(self, data: Dataset) -> str:
        """Why this learner cannot learn from that data set; empty if it can."""
        if not self.numbers:
            return needs_classes(self.name, data)
        if data.task.numeric or data.task.answer is AnswerForm.NUMBERS:
            return ""
        return f"learner {self.name!r} predicts numbers, but the target of {data.name!r} is {data.task.name}"

    def leaves_out(self, data: Dataset) -> tuple[str, ...]:
        """What the user gave for learning and no baseline takes; all but the median count rows by their weights."""
        return tuple(data.params)

    def target(self, train: Dataset) -> Array:
        """Training targets: class shares or numbers; refuses what has none."""
        reason = self.refuses(train) or ("" if len(train) else f"learner {self.name!r} was given no training rows")
        if reason:
            raise BadInput(reason)
        if self.numbers:
            return train.target
        if train.task.answer is AnswerForm.LABELS:
            return np.asarray(np.average(train.target, axis=0, weights=train.fit_weight))
        counts = np.bincount(train.target, weights=train.fit_weight, minlength=len(train.classes))
        return counts / (len(train) if train.fit_weight is None else counts.sum())


@dataclass(frozen=True, slots=True)
class Majority(FeatureFree):
    """Always the most frequent class of the training part, the first of them if several are; of several labels those that more than half of the rows have."""

    name: str = "majority"

    def fit(self, train: Dataset, rng: np.random.Generator) -> ConstantModel:
        """Count the classes, or for each label the rows that have it."""
        if train.task.answer is AnswerForm.LABELS:
            return ConstantModel(label=(self.target(train) > 0.5).astype(np.int64)[None, :])
        return ConstantModel(label=np.array([np.argmax(self.target(train))]))

    def refuses(self, data: Dataset) -> str:
        """Why this learner cannot learn from that data set; empty if it can."""
        return "" if data.task.answer is AnswerForm.LABELS else needs_classes(self.name, data)


@dataclass(frozen=True, slots=True)
class Prior(FeatureFree):
    """The most frequent class, with the class shares of the training part as probabilities."""

    name: str = "prior"
    gives: ClassVar[frozenset[Output]] = frozenset({Output.LABEL, Output.PROBA})

    def fit(self, train: Dataset, rng: np.random.Generator) -> ConstantModel:
        """Count the classes."""
        shares = self.target(train)
        return ConstantModel(label=np.array([np.argmax(shares)]), proba=shares[None, :])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RandomModel:
    """Draws a class for every row; asked again for as many rows, it says the same again."""

    shares: Array
    seed: int

    def predict(self, features: Array) -> Outputs:
        """One draw per row; the probabilities are those of the draw."""
        rows = len(features)
        label = np.random.default_rng(self.seed).choice(len(self.shares), size=rows, p=self.shares)
        return Outputs(label=label.astype(np.int64), proba=np.repeat(self.shares[None, :], rows, axis=0))


@dataclass(frozen=True, slots=True)
class Random(FeatureFree):
    """A random class: in the proportions of the training part ("stratified"), or all alike ("uniform")."""

    name: str = "random"
    draw: Literal["stratified", "uniform"] = "stratified"
    gives: ClassVar[frozenset[Output]] = frozenset({Output.LABEL, Output.PROBA})

    def __post_init__(self) -> None:
        checked_name(self.name)
        if self.draw not in ("stratified", "uniform"):
            raise BadInput(f'learner {self.name!r}: draw must be "stratified" or "uniform", not {self.draw!r}')

    @property
    def settings(self) -> str:
        """Everything that changes the outcome."""
        return settings_text(baseline="random", draw=self.draw)

    def fit(self, train: Dataset, rng: np.random.Generator) -> RandomModel:
        """Count the classes and keep a seed."""
        shares = self.target(train)
        if self.draw == "uniform":
            shares = (shares > 0) / np.count_nonzero(shares)
        return RandomModel(shares=shares, seed=int(rng.integers(2**63)))


@dataclass(frozen=True, slots=True)
class Mean(FeatureFree):
    """Always the mean of the training targets: the least squared error without features."""

    name: str = "mean"
    numbers: ClassVar[bool] = True

    def fit(self, train: Dataset, rng: np.random.Generator) -> ConstantModel:
        """Average the targets."""
        return ConstantModel(label=np.array([np.average(self.target(train), axis=0, weights=train.fit_weight)]))


@dataclass(frozen=True, slots=True)
class Median(FeatureFree):
    """Always the median of the training targets: the least absolute error without features."""

    name: str = "median"
    numbers: ClassVar[bool] = True

    def leaves_out(self, data: Dataset) -> tuple[str, ...]:
        """Weights too: the middle is that of the rows."""
        return (*(["sample_weight"] if data.fit_weight is not None else []), *data.params)

    def fit(self, train: Dataset, rng: np.random.Generator) -> ConstantModel:
        """Take the middle of the targets."""
        return ConstantModel(label=np.array([np.median(self.target(train), axis=0)]))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LastSeasonModel:
    """Predicts the last season of the training series, repeated."""

    season: Array

    def predict(self, features: Array) -> Outputs:
        """The rows are the next steps after training, in the order of time."""
        return Outputs(label=np.resize(self.season, len(features)))


@dataclass(frozen=True, slots=True)
class Naive(FeatureFree):
    """The naive forecast: the last value of the training series. Rows that are predicted are taken for the next steps in time."""

    name: str = "naive"
    numbers: ClassVar[bool] = True

    def refuses(self, data: Dataset) -> str:
        """Why this learner cannot learn from that data set; empty if it can."""
        if not data.task.numeric:
            return f"learner {self.name!r} forecasts one number, but the target of {data.name!r} is {data.task.name}"
        if data.time is not None and len(np.unique(data.time)) < len(data):
            return f"learner {self.name!r} forecasts one series, but times of {data.name!r} repeat"
        return ""

    def fit(self, train: Dataset, rng: np.random.Generator) -> LastSeasonModel:
        """Keep the last season, in the order of time.

        Parameters
        ----------
        train
            The training rows, of one series.
        rng
            Not used: nothing is random.

        Returns
        -------
        LastSeasonModel
            It predicts the last season, repeated.

        Examples
        --------
        >>> import numpy as np
        >>> from bakeoff import load
        >>> series = load((np.zeros((4, 1)), [3.0, 1.0, 4.0, 1.5]), task="regression", name="series")
        >>> SeasonalNaive(2).fit(series, np.random.default_rng(0)).predict(np.zeros((3, 1))).label.tolist()
        [4.0, 1.5, 4.0]
        """
        target, period = self.target(train), self.period
        if len(target) < period:
            raise BadInput(
                f"learner {self.name!r} needs {period} training rows, one season, and was given {len(target)}"
            )
        order = np.arange(len(target)) if train.time is None else np.argsort(train.time, kind="stable")
        return LastSeasonModel(season=target[order][len(target) - period :])

    @property
    def period(self) -> int:
        """How many of the last values are repeated."""
        return 1


@dataclass(frozen=True, slots=True)
class SeasonalNaive(Naive):
    """The seasonal naive forecast: the value of one season before, such as of the same month of the last year known.

    Parameters
    ----------
    season
        How many steps a season has: 12 of months, 7 of days.
    name
        What tables call it.

    Examples
    --------
    >>> SeasonalNaive(7).period
    7
    """

    season: int = 12
    name: str = field(default="seasonal-naive", kw_only=True)

    def __post_init__(self) -> None:
        checked_name(self.name)
        count(f"learner {self.name!r}: season", self.season, least=1)

    @property
    def period(self) -> int:
        """One season."""
        return self.season

    @property
    def settings(self) -> str:
        """Everything that changes the outcome."""
        return settings_text(baseline="seasonal-naive", season=self.season)


BASELINES: dict[str, type[Majority | Prior | Random | Mean | Median | Naive | SeasonalNaive | OneRule]] = {
    "majority": Majority,
    "prior": Prior,
    "random": Random,
    "mean": Mean,
    "median": Median,
    "naive": Naive,
    "seasonal-naive": SeasonalNaive,
    "one-rule": OneRule,
}


_ALIASES = {"zeror": "majority", "zerorule": "majority", "1r": "one-rule", "oner": "one-rule"}  # folded


def baseline_named(text: str) -> str | None:
    """The name of a baseline in any spelling, with or without `bakeoff.` before it; None if there is none of that name.

    >>> baseline_named("One Rule"), baseline_named("bakeoff.Majority"), baseline_named("sklearn.svm.SVC")
    ('one-rule', 'majority', None)
    """
    key = fold(text.removeprefix("bakeoff."))
    return _ALIASES.get(key) or next((name for name in BASELINES if fold(name) == key), None)


def ignores_features(settings: str) -> bool:
    """Whether a learner with these settings reads no column: a baseline other than 1R, or a dummy of scikit-learn.

    >>> ignores_features('{"baseline":"majority"}'), ignores_features('{"baseline":"one-rule","bucket":6}')
    (True, False)
    """
    try:
        parts = json.loads(settings)
    except ValueError:  # the settings of an imported learner are words
        return False
    if not isinstance(parts, dict):
        return False
    if "baseline" in parts:
        return bool(parts["baseline"] != "one-rule")
    return str(_last_class(parts.get("estimator"))).startswith("sklearn.dummy.")


def _last_class(estimator: Any) -> Any:
    """The class of an estimator; of a pipeline that of its last step."""
    if not isinstance(estimator, dict):
        return ""
    params = estimator.get("params")
    steps = params.get("steps") if isinstance(params, dict) else None
    if isinstance(steps, list) and steps and isinstance(steps[-1], list):
        return _last_class(steps[-1][-1])
    return estimator.get("class", "")
