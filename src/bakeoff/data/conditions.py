"""Condition: other circumstances to train or test under. Other rows, some of the rows, or rows that an operator has changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from hashlib import sha256
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import ColumnKind, Dataset

__all__ = ["USES", "Condition", "ConditionRows", "aligned", "as_conditions", "condition_rows", "joined"]

USES = ("both", "train", "test")
_OPERATORS = ("where", "drop", "reweight", "remove", "noise", "flip", "move")


@dataclass(frozen=True, kw_only=True, eq=False)
class Condition:
    """Circumstances with a name. Without `data` they are made from the rows of the study's own data set.

    `where` keeps the rows whose column has one of these values, `drop` leaves such rows out, `reweight` keeps a row with a
    probability in proportion to the weight of its value. `remove` makes columns missing, `noise` adds normal noise of so many
    standard deviations to numbers and draws that share of the other cells anew (at most all), `flip` gives this share of rows
    another class, and `move` names the class that gets this share of the other rows, those nearest to it by a linear score.

    >>> Condition(name="no infants", drop={"age": ["Infant"]}, used="train").words
    'without age Infant'
    """

    name: str
    used: str = "both"
    data: Dataset | None = None
    where: Mapping[str, Any] = field(default_factory=dict)
    drop: Mapping[str, Any] = field(default_factory=dict)
    reweight: Mapping[str, Mapping[Any, float]] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    noise: float = 0.0
    flip: float = 0.0
    move: Mapping[str, float] = field(default_factory=dict)
    dataset: str = ""  # the data set that it belongs to; empty for all

    def __post_init__(self) -> None:
        removed: Any = self.remove  # one name is as good as a list of one
        object.__setattr__(self, "remove", (removed,) if isinstance(removed, str) else tuple(removed))
        problems = []
        if not self.name:
            problems.append("a condition needs a name")
        if self.name == "-" or " > " in self.name:  # how units write "trained under > tested under"
            problems.append("a condition cannot be called '-', nor have ' > ' in its name; give it another name")
        if self.used not in USES:
            problems.append(str(UnknownName("use of a condition", str(self.used), USES)))
        for what, value, most in (("noise", self.noise, np.inf), ("flip", self.flip, 1.0)):
            if not 0 <= value <= most:
                problems.append(f"{what} must be a number from 0{' to 1' if most == 1 else ''}, not {value!r}")
        for label, share in self.move.items():
            if not 0 < share <= 1:
                problems.append(
                    f"move gives the share of rows that become {label!r}: above 0, at most 1, not {share!r}"
                )
        if self.data is None and not any(getattr(self, operator) for operator in _OPERATORS):
            problems.append("has nothing that differs; give it data, or one of " + ", ".join(_OPERATORS))
        if problems:
            raise Problems(f"condition {self.name!r}", problems)

    @property
    def words(self) -> str:
        """What differs, in words."""
        parts = [] if self.data is None else [self.data.source or f"other rows ({self.data.name})"]
        parts += [f"{column} {_listed(values)} only" for column, values in self.where.items()]
        parts += [f"without {column} {_listed(values)}" for column, values in self.drop.items()]
        for column, weights in self.reweight.items():
            parts.append(f"{column} weighted " + ", ".join(f"{level} {weight:g}" for level, weight in weights.items()))
        parts += [f"{column} removed" for column in self.remove]
        parts += [f"noise of {self.noise:g} standard deviations"] if self.noise else []
        parts += [f"{self.flip:.0%} of the classes flipped"] if self.flip else []
        parts += [f"{share:.0%} of the other rows become {label}" for label, share in self.move.items()]
        return "; ".join(parts)


def _listed(values: Any) -> str:
    return " or ".join(str(level) for level in _values(values))


def _values(values: Any) -> list[Any]:
    return [values] if isinstance(values, str) or not isinstance(values, Iterable) else list(values)


@dataclass(frozen=True, kw_only=True, eq=False)
class ConditionRows:
    """The rows of a data set under a condition: which are kept, and as what they are seen."""

    name: str
    data: Dataset  # the rows, changed or not, all of them
    keep: Array  # (rows,) bool
    own: bool  # rows of its own, which the scheme splits anew; else the rows of the study's data set, split as these
    changed: bool  # whether anything in them differs from the study's own rows

    @property
    def fingerprint(self) -> str:
        """sha256 over the rows and over which are kept."""
        return sha256(self.data.fingerprint.encode() + np.packbits(self.keep).tobytes()).hexdigest()


def condition_rows(base: Dataset, condition: Condition, seed: int) -> ConditionRows:
    """The rows under that condition; all that does not fit the data set is told at once."""
    rng = rng_for(seed, f"condition/{condition.name}")
    data = base if condition.data is None else aligned(base, condition.data, f"condition {condition.name!r}")
    problems: list[str] = []
    keep = np.ones(len(data), dtype=bool)
    for column, values in condition.where.items():
        keep &= _has(data, column, values, problems)
    for column, values in condition.drop.items():
        keep &= ~_has(data, column, values, problems)
    for column, weights in condition.reweight.items():
        keep &= rng.random(len(data)) < _weights(data, column, weights, problems)
    features, target = _changeable_features(data, condition), data.target.copy()
    for column in condition.remove:
        place = _place(data, column, problems)
        if place is not None:
            features[:, place] = np.nan
    if condition.noise:
        _add_noise(data, features, condition.noise, rng)
    if condition.flip or condition.move:
        target = _other_classes(data, target, condition, rng, problems)
    if not problems and not keep.any():
        problems.append("leaves no row; keep some")
    if problems:
        raise Problems(f"condition {condition.name!r} on data set {base.name!r}", problems)
    changed = bool(condition.remove or condition.noise or condition.flip or condition.move)
    return ConditionRows(
        name=condition.name,
        data=replace(data, features=features, target=target) if changed else data,
        keep=keep,
        own=condition.data is not None,
        changed=changed or condition.data is not None,
    )


def _place(data: Dataset, column: str, problems: list[str]) -> int | None:
    names = [column.name for column in data.columns]
    if column not in names:
        problems.append(str(UnknownName("column", str(column), names)))
        return None
    return names.index(column)


def _codes(data: Dataset, place: int, values: Iterable[Any], problems: list[str]) -> list[float]:
    """The values of a column as its features hold them."""
    column, codes = data.columns[place], []
    for value in values:
        if column.levels and str(value) in column.levels:
            codes.append(float(column.levels.index(str(value))))
        elif column.levels:
            problems.append(str(UnknownName(f"value of column {column.name!r}", str(value), column.levels)))
        else:
            try:
                codes.append(float(value))
            except (TypeError, ValueError):
                problems.append(f"column {column.name!r} contains numbers, and {value!r} is none")
    return codes


def _has(data: Dataset, column: str, values: Any, problems: list[str]) -> Array:
    """Which rows have one of these values."""
    place = _place(data, column, problems)
    if place is None:
        return np.ones(len(data), dtype=bool)
    return np.isin(data.matrix[:, place], _codes(data, place, _values(values), problems))


def _weights(data: Dataset, column: str, weights: Mapping[Any, float], problems: list[str]) -> Array:
    """The probability that each row is kept; values that are not named weigh 1."""
    place = _place(data, column, problems)
    listed: list[Any] = list(weights.values())
    wrong = [
        weight
        for weight in listed
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not weight >= 0
    ]
    if wrong:
        problems.append(f"a weight must be a number from 0, not {wrong[0]!r}")
    if place is None or wrong:
        return np.ones(len(data))
    row_weights = np.ones(len(data))
    for value, weight in weights.items():
        for code in _codes(data, place, [value], problems):
            row_weights[data.matrix[:, place] == code] = weight
    return row_weights / max(float(row_weights.max()), 1e-300)


def _add_noise(data: Dataset, features: Array, noise: float, rng: np.random.Generator) -> None:
    for index, column in enumerate(data.columns):
        cells = features[:, index]
        there = ~np.isnan(cells)
        if not there.any():
            continue
        if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
            cells[there] += noise * float(cells[there].std()) * rng.standard_normal(int(there.sum()))
        else:
            drawn = there & (rng.random(len(cells)) < min(noise, 1.0))
            cells[drawn] = rng.integers(max(len(column.levels), 1), size=int(drawn.sum()))


def _other_classes(
    data: Dataset, target: Array, condition: Condition, rng: np.random.Generator, problems: list[str]
) -> Array:
    if not data.task.classifies:
        problems.append("flip and move change classes, and this target has none; use noise or other data")
        return target
    if condition.flip:
        flipped = rng.random(len(target)) < condition.flip
        steps = rng.integers(1, len(data.classes), size=len(target))
        target = np.where(flipped, (target + steps) % len(data.classes), target)
    for label, share in condition.move.items():
        if str(label) not in data.classes:
            problems.append(str(UnknownName("class", str(label), data.classes)))
            continue
        code = data.classes.index(str(label))
        rest = np.flatnonzero(target != code)
        nearest = rest[np.argsort(-_linear_score(data, target == code)[rest], kind="stable")]
        target = target.copy()
        target[nearest[: round(share * len(rest))]] = code
    return target


def _linear_score(data: Dataset, inside: Array) -> Array:
    """How near each row is to the class, by least squares on the numbers and on indicators of the other values."""
    parts = [np.ones((len(data), 1))]
    for index, column in enumerate(data.columns):
        cells = data.matrix[:, index]
        if column.levels:
            parts.append((cells[:, None] == np.arange(len(column.levels))[None, :]).astype(np.float64))
        else:
            spread = np.nanstd(cells) if (~np.isnan(cells)).any() else 0.0
            middle = np.nanmean(cells) if (~np.isnan(cells)).any() else 0.0
            parts.append(np.nan_to_num((cells - middle) / (spread or 1.0))[:, None])
    design = np.hstack(parts)
    return np.asarray(design @ np.linalg.lstsq(design, inside.astype(np.float64), rcond=None)[0])


def _changeable_features(data: Dataset, condition: Condition) -> Any:
    """A copy where columns are changed, else the features themselves; conditions that name columns are refused where there are none."""
    if any(getattr(condition, operator) for operator in _OPERATORS if operator != "flip"):
        data.require_columns(f"condition {condition.name!r}")
    return data.features.copy() if condition.remove or condition.noise else data.block


def aligned(base: Dataset, other: Dataset, what: str) -> Dataset:
    """The other rows in the columns, codes and classes of the first data set; what does not fit is told at once."""
    names, theirs = [column.name for column in base.columns], [column.name for column in other.columns]
    problems = [
        f"column {name!r} is missing in {other.name!r}; add it, or leave it out of both"
        for name in names
        if name not in theirs
    ]
    problems += [
        f"column {name!r} is only in {other.name!r}; leave it out with ignore" for name in theirs if name not in names
    ]
    if type(base.block) is not type(other.block) and not (base.has_columns and other.has_columns):
        problems = [
            f"{other.name!r} is {other.block.describe()}, and {base.name!r} {base.block.describe()}; bring both alike"
        ]
    if base.task.target is not other.task.target:
        problems.append(f"the target is {base.task.name} here and {other.task.name} in {other.name!r}; state task")
    new = [label for label in other.classes if label not in base.classes]
    if new and base.task.coded:
        problems.append(
            f"class {new[0]!r} of {other.name!r} is not among {', '.join(base.classes)}; no learner could know it, so leave those rows out"
        )
    if problems:
        raise Problems(what, problems)
    columns, cells = [], []
    for column in base.columns:
        place = theirs.index(column.name)
        other_column, values = other.columns[place], other.matrix[:, place]
        if bool(column.levels) is not bool(other_column.levels) and not np.isnan(values).all():
            kinds = ("words", "numbers") if column.levels else ("numbers", "words")
            problems.append(f"column {column.name!r} contains {kinds[0]} here and {kinds[1]} in {other.name!r}")
            continue
        levels = (*column.levels, *(level for level in other_column.levels if level not in column.levels))
        if other_column.levels:
            codes = np.array([levels.index(level) for level in other_column.levels], dtype=np.float64)
            missing = np.isnan(values)
            values = np.where(missing, np.nan, codes[np.where(missing, 0, values).astype(np.int64)])
        columns.append(replace(column, levels=levels) if levels != column.levels else column)
        cells.append(values)
    if problems:
        raise Problems(what, problems)
    target = other.target
    if base.task.coded and other.classes != base.classes:
        target = np.array([base.classes.index(label) for label in other.classes])[target] if len(target) else target
    return replace(
        base,
        name=other.name,
        features=np.column_stack(cells) if cells else other.block,
        target=target,
        columns=tuple(columns),
        rows=other.rows,
        groups=other.groups,
        time=other.time,
        extra=other.extra,
        fit_weight=other.fit_weight,
        score_weight=other.score_weight,
        params=other.params,
        source=other.source,
        notes=other.notes,
    )


def joined(base: Dataset, others: Iterable[Dataset], name: str) -> Dataset:
    """All rows one after another, those of the first data set first; levels of columns are those of all."""
    parts = [base, *others]
    columns = []
    for index, column in enumerate(base.columns):
        levels = dict.fromkeys(level for part in parts for level in part.columns[index].levels)
        columns.append(replace(column, levels=tuple(levels)))
    stacked = []
    for part in parts if columns else ():
        cells = part.matrix
        for index, column in enumerate(columns):
            own = part.columns[index].levels
            if own and own != column.levels[: len(own)]:
                codes = np.array([column.levels.index(level) for level in own], dtype=np.float64)
                missing = np.isnan(cells[:, index])
                cells = cells.copy()
                cells[:, index] = np.where(
                    missing, np.nan, codes[np.where(missing, 0, cells[:, index]).astype(np.int64)]
                )
        stacked.append(cells)
    whole: dict[str, Array | None] = {}
    for axis in ("groups", "time"):
        part_values = [getattr(part, axis) for part in parts]
        whole[axis] = None if any(values is None for values in part_values) else np.concatenate(part_values)
    whole |= {name: _joined_values(parts, name, [getattr(part, name) for part in parts]) for name in _WEIGHTS}
    named = {name: values for part in parts for name, values in part.params.items()}
    params: dict[str, Any] = {
        name: _joined_values(parts, name, [part.params.get(name) for part in parts]) if values.ndim else values
        for name, values in named.items()
    }
    return replace(
        base,
        name=name,
        features=np.vstack(stacked)
        if columns
        else reduce(lambda first, second: first.followed_by(second), (part.block for part in parts)),
        target=np.concatenate([part.target for part in parts]),
        columns=tuple(columns),
        rows=np.concatenate([part.rows for part in parts]),
        groups=whole["groups"],
        time=whole["time"],
        extra={
            name: np.concatenate([part.extra[name] for part in parts])
            for name in base.extra
            if all(name in part.extra for part in parts)
        },
        fit_weight=whole["fit_weight"],
        score_weight=whole["score_weight"],
        params=params,
    )


_WEIGHTS = ("fit_weight", "score_weight")


def _joined_values(parts: Sequence[Dataset], name: str, part_values: Sequence[Array | None]) -> Array | None:
    """The values of all parts, one after another; refused where only some have any."""
    lacking = [part.name for part, values in zip(parts, part_values, strict=True) if values is None]
    if len(lacking) == len(parts):
        return None
    if lacking:
        what = "weights" if name in _WEIGHTS else f"{name!r} (params)"
        raise BadInput(
            f"data set {lacking[0]!r} has no {what}, but the rows that it is joined with have; give them to all"
        )
    return np.concatenate([values for values in part_values if values is not None])


_KEYS = tuple(field.name for field in fields(Condition))


def as_conditions(source: Mapping[str, Any] | Iterable[Any], datasets: Iterable[Dataset] = ()) -> tuple[Condition, ...]:
    """Conditions from objects, or from a mapping of names to what differs.

    What differs is a Condition, a data set, a pair (X, y), a path, or a mapping such as {"noise": 0.5}; in a mapping `data`
    may be any of these and `make` an artificial domain with its settings.
    """
    known_data = tuple(datasets)
    if isinstance(source, Condition):
        source = [source]
    if isinstance(source, Mapping):
        return tuple(_condition(str(name), settings, known_data) for name, settings in source.items())
    return tuple(_condition("", settings, known_data) for settings in source)


def _condition(name: str, source: Any, datasets: tuple[Dataset, ...]) -> Condition:
    if isinstance(source, Condition):
        return replace(source, name=name) if name and name != source.name else source
    if not isinstance(source, Mapping):
        return Condition(name=name, data=_rows(name, source, datasets))
    settings = dict(source)
    settings.setdefault("name", name)
    generator = settings.pop("make", None)
    if generator is not None:
        from bakeoff.data.artificial.synthetic import make

        settings["data"] = make(**generator) if isinstance(generator, Mapping) else make(generator)
    for key in settings:
        if key not in _KEYS:
            raise UnknownName("key of a condition", str(key), (*_KEYS, "make"))
    if settings.get("data") is not None:
        settings["data"] = _rows(settings["name"], settings["data"], datasets)
    return Condition(**settings)


def _rows(name: str, source: Any, datasets: tuple[Dataset, ...]) -> Dataset:
    if isinstance(source, Dataset):
        return source
    if isinstance(source, tuple) and len(source) == 2:
        from bakeoff.data.load import load

        like = datasets[0] if datasets else None
        if like is None:
            return load(source, name=name or "other rows")
        return load(source, name=name or "other rows", task=like.task, classes=like.classes or None)
    raise BadInput(
        f"condition {name!r}: other rows must be a data set (bo.load, bo.make) or a pair (X, y), not a {type(source).__name__}"
    )
