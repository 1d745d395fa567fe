"""Drift of your own data: `bo.drift(old, new)` compares two tables, and asks whether the change hurts a model."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.api.shown import HasHeadline
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable, Problems, UnknownName
from bakeoff.core.notes import Note, plain_text
from bakeoff.data.conditions import aligned
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import array_table, file_table
from bakeoff.data.tasks import REGRESSION
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.predictions.from_arrays import guess_task, predictions_of
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.tables.plain_text import Table as ShownTable
from bakeoff.shift.compare_tables import DriftFindings, compare_tables
from bakeoff.shift.drift_page import column_plot, compose_drift, drift_tables, drift_words
from bakeoff.shift.kind_of_change import Shown
from bakeoff.shift.notes import COLUMNS_DIFFER, KINDS_DIFFER, UNLABELLED
from bakeoff.tabular.frames import frame_of, frame_table, is_frame, to_frame
from bakeoff.tabular.table import Column, ColumnKind, ColumnTable

if TYPE_CHECKING:
    from bakeoff.deployment.deployed_model import DeployedModel

__all__ = [
    "Drift", "both_predictions", "common_columns", "drift", "labelled_rows", "measure_of", "outputs_of", "prediction_columns", "side_of", "target_change", "tidy",
]  # fmt: skip


class Drift(HasHeadline):
    """What two tables say about a change: columns, both together, and harm."""

    def __init__(self, findings: DriftFindings, title: str) -> None:
        self.found = findings
        self.title = title

    @property
    def verdict(self) -> str:
        """What changed, of which kind it is, and whether it hurts."""
        return plain_text(drift_words(self.found)).strip()

    @property
    def harm(self) -> str:
        """One of "worse", "better", "not shown", or "unknown" where there is no evidence."""
        return self.found.harm

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of change that are shown: "covariate shift" of the columns, "prior shift" of the classes, "concept shift" of their relation."""
        return tuple(kind.kind for kind in self.found.kinds if kind.state is Shown.YES)

    @property
    def changed(self) -> tuple[str, ...]:
        """Columns that are shown to have changed, the largest change first."""
        return tuple(dict.fromkeys(change.column for change in self.found.changed))

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know."""
        return self.found.notes

    def tables(self) -> tuple[ShownTable, ...]:
        """Columns, and what is expected of the model."""
        return tuple(drift_tables(self.found))

    def plot(self) -> Any:
        """A Matplotlib figure of the size of each column's change."""
        from bakeoff.figures.deterioration import deterioration_figure

        return deterioration_figure(column_plot(self.found))

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per column and kind of change."""
        names = ("column", "what", "test", "effect", "shift", "p_value", "p_adjusted", "old", "new")
        return frame_of({name: [getattr(change, name) for change in self.found.columns] for name in names}, kind)

    def report(self, path: str | Path) -> Path:
        """Write the page; the suffix chooses: .html, .md, .tex or .json."""
        from bakeoff.report.write import write_report

        return write_report(compose_drift(self.found, self.title), path)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff drift --json` prints."""
        findings = self.found
        return {
            "rows": {"old": findings.n_old, "new": findings.n_new},
            "verdict": self.verdict,
            "harm": findings.harm,
            "kinds": [asdict(kind) for kind in findings.kinds],
            "changed": list(self.changed),
            "columns": [asdict(column) for column in findings.columns],
            "target": None if findings.target is None else asdict(findings.target),
            "together": {
                "auc": findings.together.auc.as_dict(),
                "p_value": findings.together.p_value,
                "p_adjusted": findings.together.p_adjusted,
                "rows": findings.together.n,
            },
            "relation": asdict(findings.relation),
            "retyped": list(findings.retyped),
            "effective_rows": findings.effective,
            "measure": findings.measure or None,
            "changes": [
                {
                    "how": change.how,
                    "old": change.old.as_dict(),
                    "new": change.new.as_dict(),
                    "change": change.change.as_dict(),
                    "assumption": change.assumption,
                }
                for change in findings.changes
            ],
            "notes": [note.as_dict() for note in findings.notes],
        }

    def headline(self) -> str:
        """The answer in words."""
        return self.verdict


@suggest_arguments
def drift(
    old: Any,
    new: Any,
    *,
    model: Any = None,
    predictions: Any = None,
    target: str | None = None,
    positive: object = None,
    measure: str | None = None,
    ignore: Sequence[str] = (),
    alpha: float = 0.05,
    level: float = 0.95,
    seed: int = 0,
) -> Drift:
    """Has the data changed, and does it hurt?

    The old rows must not be those that the model was trained on.

    Parameters
    ----------
    old, new
        The tables before and after: paths, frames, data sets or pairs (X, y).
    model
        A fitted model with `predict` (and `predict_proba`), or one of `bo.load_model`.
    predictions
        Instead of a model: the column of predicted labels in both tables, several columns of probabilities `proba_CLASS`, or a pair
        of arrays, of the old rows and of the new ones.
    target
        The column of labels, which `new` may lack.
    positive
        The positive class.
    measure
        By what harm is measured; by default that of the task.
    ignore
        Columns that are left out.
    alpha
        The level that all kinds of change share.
    level
        The confidence of the intervals.
    seed
        Of resampling and of the classifier that tells old from new rows.

    Returns
    -------
    Drift
        Which columns changed, whether the whole did, whether it hurts, and a page.

    Examples
    --------
    >>> from bakeoff import make
    >>> found = drift(make("flu", n=200, season="winter"), make("flu", n=200, season="winter", seed=1))
    >>> type(found).__name__
    'Drift'
    """
    sides = [side_of(source, name, target, ignore) for source, name in ((old, "old"), (new, "new"))]
    prediction_names = prediction_columns(sides, predictions)
    columns, features, retyped, notes = common_columns(sides, [target or "", *prediction_names])
    outputs = outputs_of(sides, model, predictions, prediction_names, columns, features)
    first, second = sides
    both, own, labelled = _BothPredictions(), None, None
    if first.target is not None and outputs is not None:
        both = both_predictions(sides, outputs, positive)
    elif outputs is not None:
        raise BadInput(
            "the labels of the old rows are needed to say how good the predictions were; name their column with target"
        )
    if first.target is not None and second.target is not None:
        labelled = labelled_rows(first.target), labelled_rows(second.target)
        own = target_change(tidy(first.target[labelled[0]]), tidy(second.target[labelled[1]]))
    chosen = None
    if both.old is not None:
        chosen = measure_of(measure, both.old)
        notes += both.notes
    elif measure is not None:
        raise BadInput(f"{measure} needs predictions; give a model or predictions, and the target")
    findings = compare_tables(
        columns, features[0], features[1], target=own, measure=chosen, old_said=both.old, known=both.known, new_said=both.new,
        new_labelled=both.labelled, known_new=both.known_new, labelled=labelled, retyped=retyped, alpha=alpha, level=level, seed=seed, notes=notes,
    )  # fmt: skip
    return Drift(findings, f"From {first.name} to {second.name}")


class _Side:
    """One of the two tables: its columns, its target, and what a model may be given."""

    def __init__(self, name: str, table: ColumnTable, target: Array | None, given: Any = None) -> None:
        self.name, self.table, self.target, self.given = name, table, target, given


def side_of(source: Any, name: str, target: str | None, ignore: Sequence[str]) -> _Side:
    if isinstance(source, Dataset):
        labels = source.task.spelled(source.target, source.classes)
        source.require_columns("drift")
        values = tuple(source.matrix[:, column] for column in range(source.matrix.shape[1]))
        table = ColumnTable(name=source.name, columns=source.columns, values=values, frame=source.frame)
        return _Side(source.name, _without(table, ignore), labels)
    if isinstance(source, tuple) and len(source) == 2 and not isinstance(source[0], str):
        X, y = source
        table, own = array_table(
            X, y if y is not None else np.zeros(X.shape[0] if hasattr(X, "shape") else len(X)), name=name
        )
        if not isinstance(own, str):
            raise BadInput(
                f"the target of the {name} rows has {len(own)} columns, and drift reads one; give one of them"
            )
        return _Side(name, _without(table, [own, *ignore]), None if y is None else np.asarray(y), given=X)
    role = name
    if isinstance(source, str | Path):
        table = file_table(source)
        name = Path(source).name
    elif is_frame(source):
        table = frame_table(source, name=name)
    elif hasattr(source, "shape") and len(source.shape) == 2:
        table, _ = array_table(source, np.zeros(source.shape[0]), name=name)
        return _Side(name, _without(table, [table.names[-1], *ignore]), None, given=source)
    else:
        raise BadInput(
            f"the {name} rows must be a path, a frame, a data set, an array or a pair (X, y), not a {type(source).__name__}"
        )
    target_values: Array | None = None
    if target is not None and target in table.names:
        target_values = _cells(table, target)
    elif target is not None and role == "old":
        raise UnknownName("column of the old rows", target, table.names)
    return _Side(name, _without(table, ignore), target_values)


def _cells(table: ColumnTable, name: str) -> Array:
    """A column as its user sees it."""
    place = table.at(name)
    column, values = table.columns[place], table.values[place]
    if not column.levels:
        return values
    return np.array([None if np.isnan(code) else column.levels[int(code)] for code in values], dtype=object)


def _without(table: ColumnTable, names: Sequence[str]) -> ColumnTable:
    keep = [index for index, column in enumerate(table.columns) if column.name not in set(names)]
    return ColumnTable(
        name=table.name, columns=tuple(table.columns[position] for position in keep), values=tuple(table.values[position] for position in keep), frame=table.frame
    )  # fmt: skip


def prediction_columns(sides: Sequence[_Side], predictions: Any) -> list[str]:
    """The names of the columns of predictions, where they are columns."""
    if predictions is None or isinstance(predictions, tuple):
        return []
    names = [predictions] if isinstance(predictions, str) else list(predictions)
    for side in sides:
        for name in names:
            if name not in side.table.names:
                raise UnknownName(f"column of {side.name}", str(name), side.table.names)
    return [str(name) for name in names]


def common_columns(sides: Sequence[_Side], aside: Sequence[str]) -> tuple[tuple[Column, ...], list[Array], tuple[str, ...], tuple[Note, ...]]:  # fmt: skip
    """The columns that both tables have, with the same codes; those of different kinds; what is left out is named in notes."""
    first, second = (_without(side.table, aside) for side in sides)
    shared = [name for name in first.names if name in second.names]
    alone = [name for name in (*first.names, *second.names) if name not in shared]
    if not shared:
        raise BadInput(f"{sides[0].name} and {sides[1].name} have no column in common; are these the right files?")
    notes = [COLUMNS_DIFFER(names=", ".join(alone))] if alone else []
    retyped = []
    for name in shared:
        kinds = [_content(table, name) for table in (first, second)]
        if len(set(kinds) - {""}) > 1:
            retyped.append(name)
            notes.append(KINDS_DIFFER(column=name, first=kinds[0], second=kinds[1], old=sides[0].name, new=sides[1].name))  # fmt: skip
    shared = [name for name in shared if name not in retyped]
    if not shared:
        raise BadInput(f"every column that {sides[0].name} and {sides[1].name} share contains numbers in one and words in the other; are these the right files?")  # fmt: skip
    both = []
    for table in (first, second):
        kept = _without(table, [*alone, *retyped])
        order = [kept.at(name) for name in shared]
        both.append(
            Dataset(
                name=table.name, task=REGRESSION, features=np.column_stack([kept.values[position] for position in order]),
                target=np.zeros(len(kept)), columns=tuple(kept.columns[position] for position in order),
            )
        )  # fmt: skip
    base = both[0]
    other = aligned(base, both[1], f"{sides[0].name} and {sides[1].name}")
    return other.columns, [base.features, other.features], tuple(retyped), tuple(notes)


def _content(table: ColumnTable, name: str) -> str:
    """What a column holds, in a word; empty where all cells are missing."""
    place = table.at(name)
    column = table.columns[place]
    if np.isnan(table.values[place]).all():
        return ""
    return "words" if column.levels else "dates" if column.kind is ColumnKind.DATE else "numbers"


def outputs_of(  # noqa: PLR0917 - the parts of one computation
    sides: Sequence[_Side],
    model: Any,
    predictions: Any,
    prediction_names: Sequence[str],
    columns: Sequence[Column],
    features: Sequence[Array],
) -> list[dict[str, Any]] | None:
    """What a model says of each table: labels, probabilities, or both."""
    if model is not None and predictions is not None:
        raise BadInput("give a model or predictions, not both")
    if model is not None:
        from bakeoff.deployment.deployed_model import DeployedModel

        if not hasattr(model, "predict"):
            raise BadInput(f"a model must have predict, and a {type(model).__name__} has none")
        if isinstance(model, DeployedModel):
            return [_deployed(model, side) for side in sides]
        return [_asked(model, _input(side, columns, rows)) for side, rows in zip(sides, features, strict=True)]
    if predictions is None:
        return None
    if isinstance(predictions, tuple):
        pair: list[Any] = list(predictions)
        if len(pair) != 2:
            raise BadInput("predictions are a pair: those of the old rows and those of the new rows")
        return [_as_output(np.asarray(values)) for values in pair]
    if len(prediction_names) == 1 and not prediction_names[0].startswith("proba_"):
        return [{"label": _cells(side.table, prediction_names[0])} for side in sides]
    wrong = [name for name in prediction_names if not name.startswith("proba_")]
    if wrong:
        raise BadInput(f"{wrong[0]!r} is not a column of probabilities; several columns must be called proba_CLASS")
    labels = [name.removeprefix("proba_") for name in prediction_names]
    return [
        {"proba": np.column_stack([_cells(side.table, name) for name in prediction_names]), "labels": labels}
        for side in sides
    ]


def _as_output(values: Array) -> dict[str, Any]:
    return {"proba": values} if values.ndim == 2 else {"label": values}


def _input(side: _Side, columns: Sequence[Column], features: Array) -> Any:
    """What the model was given before: the same kind of frame, or an array."""
    if side.given is not None:
        return side.given
    words = any(column.levels or column.kind is ColumnKind.DATE for column in columns)
    return to_frame(columns, features, side.table.frame or "pandas") if words or side.table.frame else features


def _deployed(model: "DeployedModel", side: _Side) -> dict[str, Any]:
    """What a saved model says of the rows; its card names the columns and the classes."""
    names = {column.name for column in model.card.facts.columns}
    predicted = model.predict(_without(side.table, [name for name in side.table.names if name not in names])).columns()
    output: dict[str, Any] = {
        "label": np.asarray(predicted["label"], dtype=object if model.card.facts.classes else None)
    }
    labels = [name.removeprefix("proba_") for name in predicted if name.startswith("proba_")]
    if labels:
        output |= {"proba": np.column_stack([predicted[f"proba_{label}"] for label in labels]), "labels": labels}
    return output


def _asked(model: Any, X: Any) -> dict[str, Any]:
    try:
        label = np.asarray(model.predict(X))
        proba = np.asarray(model.predict_proba(X)) if hasattr(model, "predict_proba") else None
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(
            f"the model cannot predict these rows ({str(error).partition(chr(10))[0][:200]}); give its predictions instead"
        ) from None
    output: dict[str, Any] = {"label": label}
    if proba is not None:
        output |= {"proba": proba, "labels": [str(label) for label in model.classes_]}
    return output


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _BothPredictions:
    """Predictions of both tables in the same classes."""

    old: Predictions | None = None  # rows with a label
    known: Array | None = None  # (old rows,) of booleans: which these are
    new: Predictions | None = None  # outputs of the new rows; their truth is the first class, which nothing reads
    labelled: Predictions | None = None  # new rows with a label
    known_new: Array | None = None  # (new rows,) of booleans: which these are
    notes: tuple[Note, ...] = ()


def both_predictions(sides: Sequence[_Side], outputs: list[dict[str, Any]], positive: object) -> _BothPredictions:
    """What was predicted, and what was true where that is known."""
    old, new = sides
    assert old.target is not None
    problems = []
    for side, one in zip(sides, outputs, strict=True):
        size = len(one["label"] if "label" in one else one["proba"])
        if size != len(side.table):
            problems.append(f"there are {size} predictions for {len(side.table)} rows of {side.name}")
    if problems:
        raise Problems("predictions", problems)
    answered = [_answered(output) for output in outputs]
    labelled_old = labelled_rows(old.target) & answered[0]
    if not labelled_old.any():
        raise BadInput(f"no row of {old.name} has both a label and a prediction; old rows with both are needed to say how good the predictions were")  # fmt: skip
    later = answered[1] & (np.zeros(len(answered[1]), dtype=bool) if new.target is None else labelled_rows(new.target))
    counted = (("old", labelled_old), ("new", later if new.target is not None else answered[1]))
    notes = tuple(
        UNLABELLED(missing=int((~mask).sum()), n=len(mask), which=which) for which, mask in counted if not mask.all()
    )
    truths = tidy(old.target[labelled_old]), None if new.target is None or not later.any() else tidy(new.target[later])
    parts = [_taken(outputs[0], labelled_old), _taken(outputs[1], later), _taken(outputs[1], answered[1])]
    if "proba" not in outputs[0] and guess_task(truths[0]).numeric:
        first = predictions_of(truths[0], parts[0]["label"], task="regression")
        second = None if truths[1] is None else predictions_of(truths[1], parts[1]["label"], task="regression")
        return _BothPredictions(old=first, known=labelled_old, new=None, labelled=second, known_new=later, notes=notes)
    labels = list(outputs[0].get("labels") or ())
    labels += [label for label in _labels(*truths, *(part.get("label") for part in parts)) if label not in labels]
    for one in parts:  # a class that the model does not know has probability 0
        if "proba" in one:
            one["proba"] = np.pad(one["proba"], ((0, 0), (0, len(labels) - one["proba"].shape[1])))

    def made(truth: Array | None, one: dict[str, Any]) -> Predictions:
        predicted = _texts(one["label"]) if "label" in one else np.array(labels)[np.argmax(one["proba"], axis=1)]  # fmt: skip
        true = np.full(len(predicted), labels[0]) if truth is None else _texts(truth)
        chosen = None if positive is None else str(positive)
        return predictions_of(true, predicted, y_proba=one.get("proba"), labels=labels, positive=chosen)

    return _BothPredictions(
        old=made(truths[0], parts[0]), known=labelled_old, new=made(None, parts[2]) if answered[1].any() else None,
        labelled=None if truths[1] is None else made(truths[1], parts[1]), known_new=later, notes=notes,
    )  # fmt: skip


def labelled_rows(values: Array) -> Array:
    """Which cells are filled."""
    array = np.asarray(values)
    if array.dtype.kind == "f":
        return np.asarray(~np.isnan(array))
    if array.dtype.kind != "O":
        return np.ones(len(array), dtype=bool)
    return np.array([value is not None and (isinstance(value, str) or str(value) not in {"nan", "<NA>", "NaT"}) for value in array.tolist()], dtype=bool)  # fmt: skip


def _answered(output: Mapping[str, Any]) -> Array:
    """Which rows have a prediction."""
    present = np.ones(len(output["label"] if "label" in output else output["proba"]), dtype=bool)
    if "label" in output:
        present &= labelled_rows(output["label"])
    if "proba" in output:
        present &= ~np.isnan(np.asarray(output["proba"], dtype=np.float64)).any(axis=1)
    return present


def _taken(output: Mapping[str, Any], rows: Array) -> dict[str, Any]:
    """The output of these rows."""
    columns = {name: np.asarray(output[name])[rows] for name in ("label", "proba") if name in output}
    return {name: tidy(values) if name == "label" else values for name, values in columns.items()}


def tidy(values: Array) -> Array:
    """Filled cells as the numbers or words that they are, once the gaps are gone."""
    return np.array(values.tolist()) if values.dtype.kind == "O" else values


def _texts(values: Array) -> Array:
    """Labels as words; 1.0 from a file is 1."""
    array = np.asarray(values)
    if array.dtype.kind == "f" and np.array_equal(array, np.round(array)):
        array = array.astype(np.int64)
    return np.array([str(label) for label in array.tolist()], dtype=str)


def _labels(*parts: Array | None) -> list[str]:
    return sorted({text for part in parts if part is not None for text in _texts(part).tolist()})


def target_change(old: Array, new: Array) -> tuple[Column, Array, Array] | None:
    if not len(old) or not len(new):
        return None
    if {old.dtype.kind, new.dtype.kind} <= set("iuf") and guess_task(old).numeric:
        return Column(name="target"), old.astype(np.float64), np.asarray(new, dtype=np.float64)
    levels = _labels(old, new)
    codes = [np.array([levels.index(text) for text in _texts(part).tolist()], dtype=np.float64) for part in (old, new)]
    return Column(name="target", kind=ColumnKind.NOMINAL, levels=tuple(levels)), codes[0], codes[1]


def measure_of(name: str | None, predictions: Predictions) -> Measure:
    chosen = measure_named(name or ("mae" if predictions.task.numeric else "error"))
    why = chosen.fits(predictions)
    if why:
        raise NotApplicable(why)
    return chosen
