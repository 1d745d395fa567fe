"""Predictions: truth and outputs for named rows, the object that learners give and measures read."""

from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.data.tasks import BINARY, REGRESSION, TargetForm, TaskKind, task_named
from bakeoff.predictions.outputs import NAMES, OUTPUTS, Output

if TYPE_CHECKING:
    from bakeoff.predictions.quantiles import QuantileTable

__all__ = ["PER_ROW", "Output", "Predictions", "mixed", "pool"]


_GIVES = {
    mask: frozenset(output for output, there in zip(Output, mask, strict=True) if there)
    for mask in product((False, True), repeat=len(Output))
}
PER_ROW = ("rows", "truth", *NAMES, "time", "weight", "group", "query")  # `prior` may be one for all rows


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Predictions:
    """Truth and outputs for named rows.

    Class truth and labels are int64 codes into `classes`; regression has float64. `score` is (n,) for two classes
    (larger: more `positive`) or (n, K); `proba` is (n, K) in the order of `classes`. `prior` are the class shares of
    the training part, (K,) or (n, K). `draws` is (n, m): m draws from what each row's number may be; `quantiles`
    (n, 2m): m quantiles of it, then their levels. `group` says which
    rows belong together, as those of one patient; `query` which are items of one ranked list.
    `extra` are columns by name that a measure of the user's own reads.
    """

    task: TaskKind
    rows: Array
    truth: Array
    classes: tuple[str, ...] = ()
    positive: str | None = None
    label: Array | None = None
    score: Array | None = None
    proba: Array | None = None
    sd: Array | None = None
    draws: Array | None = None
    quantiles: Array | None = None
    prior: Array | None = None
    time: Array | None = None
    weight: Array | None = None
    group: Array | None = None
    query: Array | None = None  # the list that each row is an item of
    extra: Mapping[str, Array] = field(default_factory=dict)
    gives: frozenset[Output] = field(init=False, repr=False)  # the outputs that are present
    log_loss: float | None = field(init=False, repr=False)  # the sum of -log p(true class), where it is known
    known_log_loss: InitVar[float | None] = (
        None  # `replace` never hands it on: other rows or probabilities have another
    )

    def __post_init__(self, known_log_loss: float | None) -> None:
        put = object.__setattr__
        put(self, "task", task_named(self.task))
        kind = self.task.dtype
        put(self, "rows", frozen(self.rows))
        put(self, "truth", frozen(self.truth, kind))
        for name in (*NAMES, "prior", "time", "weight", "group", "query"):
            values = getattr(self, name)
            if values is None:
                continue
            put(self, name, frozen(values, kind if name in OUTPUTS and OUTPUTS[name].codes else None))
            if name != "prior" and len(values) != len(self.truth):
                raise BadInput(f"{len(values)} values of {name} for {len(self.truth)} rows")
        for name, column in self.extra.items():
            if len(column) != len(self.truth):
                raise BadInput(f"{len(column)} values of {name!r} (extra) for {len(self.truth)} rows")
        if self.extra:
            put(self, "extra", {name: frozen(column) for name, column in self.extra.items()})
        put(self, "log_loss", known_log_loss)
        present = [getattr(self, name) is not None for name in NAMES]
        present[0] = present[0] or (
            self.proba is not None and not self.task.in_columns
        )  # the likeliest class is a label
        put(self, "gives", _GIVES[tuple(present)])
        if len(self.rows) != len(self.truth):
            raise BadInput("rows and truth differ in length")

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def positive_code(self) -> int | None:
        """The code of the positive class, or None if none was stated."""
        return None if self.positive is None else self.classes.index(self.positive)

    def in_groups(self, group: Array | None) -> "Predictions":
        """The same rows with these groups."""
        return self if group is self.group else replace(self, group=group)

    def take(self, rows: Array | slice) -> "Predictions":
        """These rows (positions, in this order); their ids survive."""
        parts: dict[str, Any] = {
            name: None if (values := getattr(self, name)) is None else values[rows] for name in PER_ROW
        }
        if self.prior is not None and self.prior.ndim == 2:
            parts["prior"] = self.prior[rows]
        if self.extra:
            parts["extra"] = {name: column[rows] for name, column in self.extra.items()}
        return replace(self, **parts)

    def merge(self, other: "Predictions") -> "Predictions":
        """Both parts, one after the other, as every summary of rows has it."""
        return pool((self, other))

    def labels(self) -> Array:
        """Predicted classes or numbers; without any the likeliest class, the first of equals, looked for once."""
        if self.label is None:
            if self.proba is None or self.task.in_columns:
                raise NotApplicable("there are no predicted labels; give them too")
            object.__setattr__(self, "label", frozen(np.argmax(self.proba, axis=1), np.int64))
        assert self.label is not None
        return self.label

    def scores(self) -> Array:
        """Ranking scores: what was given, else the probability of the positive class."""
        if self.score is not None:
            return self.score
        if self.proba is None:
            raise NotApplicable("there are neither scores nor probabilities; give one of them too")
        if len(self.classes) != 2 or self.task.in_columns:
            return self.proba
        if self.positive_code is None:
            raise NotApplicable("the positive class was not stated")
        column: Array = self.proba[:, self.positive_code]
        return column

    def column(self, j: int) -> "Predictions":
        """The predictions of one label as two classes, or of one output as numbers."""
        binary = self.task.target is TargetForm.LABEL_MATRIX
        parts: dict[str, Any] = {
            name: None if (whole := getattr(self, name)) is None else whole[:, j] for name in ("label", "score")
        }
        if self.proba is not None:
            parts["proba"] = np.stack([1.0 - self.proba[:, j], self.proba[:, j]], axis=1)
        return Predictions(
            task=BINARY if binary else REGRESSION, rows=self.rows, truth=self.truth[:, j], classes=("0", "1") if binary else (),
            positive="1" if binary else None, weight=self.weight, group=self.group, **parts,
        )  # fmt: skip

    def ranked_by(self) -> "Predictions":
        """The scores alone, without what no ranking reads."""
        return Predictions(
            task=self.task, rows=self.rows, truth=self.truth, classes=self.classes, positive=self.positive,
            score=self.scores(), weight=self.weight, extra=self.extra,
        )  # fmt: skip

    def probabilities(self) -> Array:
        """Class probabilities, (n, K)."""
        if self.proba is None:
            raise NotApplicable("there are no class probabilities; give them too")
        return self.proba

    def deviations(self) -> Array:
        """Predictive standard deviations."""
        if self.sd is None:
            raise NotApplicable("there are no predictive standard deviations; give them too")
        return self.sd

    def ensembles(self) -> Array:
        """Draws from the predictive distributions, (n, m)."""
        if self.draws is None:
            raise NotApplicable("there are no draws of the predicted numbers; give them too")
        return self.draws

    def quantile_table(self) -> "QuantileTable":
        """Predicted quantiles with their levels."""
        from bakeoff.predictions.quantiles import quantiles_of

        if self.quantiles is None:
            raise NotApplicable("there are no predicted quantiles; give them too")
        return quantiles_of(self.quantiles)


def pool(parts: Sequence[Predictions]) -> Predictions:
    """The rows of several folds as one set of predictions; priors of the folds become priors of their rows.

    An output that one part lacks, or has in another form, is left out.
    """
    priors = [part.prior for part in parts]
    spread = None if any(prior is None for prior in priors) else np.concatenate(
        [np.broadcast_to(prior, (len(part), prior.shape[-1])) for part, prior in zip(parts, priors, strict=True) if prior is not None]
    )  # fmt: skip
    columns: dict[str, Any] = {
        name: None if (arrays := _alike(parts, name)) is None else np.concatenate(arrays) for name in PER_ROW
    }
    shared = [name for name in parts[0].extra if all(name in part.extra for part in parts)]
    extra = {name: np.concatenate([part.extra[name] for part in parts]) for name in shared}
    return replace(parts[0], prior=spread, extra=extra, **columns)


def mixed(a: Predictions, b: Predictions, swap: Array) -> Predictions:
    """Those of a, with the outputs of b in the rows where `swap` is true; an output that only one gives is left out."""
    columns: dict[str, Any] = dict.fromkeys(NAMES)
    for name in NAMES:
        arrays = _alike((a, b), name)
        if arrays is not None:
            columns[name] = np.where(swap if arrays[0].ndim == 1 else swap[:, None], arrays[1], arrays[0])
    return replace(a, **columns)


def _alike(parts: Sequence[Predictions], name: str) -> list[Array] | None:
    """The field of all parts; None where one lacks it or has another number of columns."""
    arrays = [array for part in parts if (array := getattr(part, name)) is not None]
    return arrays if len(arrays) == len(parts) and len({array.shape[1:] for array in arrays}) == 1 else None
