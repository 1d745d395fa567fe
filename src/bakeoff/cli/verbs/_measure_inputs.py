"""What `bakeoff measure` reads besides one column of predictions: counts, a confusion matrix, several learners, WEKA's summary."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.core.errors import BadInput

if TYPE_CHECKING:
    from bakeoff.api.measuring.counts import ErrorRates
    from bakeoff.api.measuring.panel import Panel
    from bakeoff.report.pages import Picture
    from bakeoff.report.tables.plain_text import Table

__all__ = [
    "WekaTable",
    "confusion_file",
    "measured_counts",
    "probability_learners",
    "scores_by_class",
    "several_learners",
    "weka",
]


def measured_counts(path: str | None, values: Mapping[str, Any]) -> "ErrorRates":
    """The error rates of counts that were typed, or of a file of them."""
    typed = any(values[name] is not None for name in ("errors", "rate", "n"))
    return _typed_counts(path, values) if path is None or typed else _counts_file(path, values)


def _typed_counts(path: str | None, values: Mapping[str, Any]) -> "ErrorRates":
    """The error rate of counts that were typed."""
    from bakeoff.api.measuring.counts import measure_counts

    errors, n, rate = (values[name] for name in ("errors", "n", "rate"))
    if errors is None and n is None and rate is None:
        raise BadInput("name a file of predictions, or type counts: --errors 13 --n 100")
    if errors is not None and rate is not None:
        raise BadInput("--errors and --rate state the same thing; give one")
    if n is None or (errors is None and rate is None):
        raise BadInput("--errors (or --rate) and --n belong together: --errors 13 --n 100, --rate 13% --n 100")
    if path is not None:
        raise BadInput("--errors, --rate and --n are counts that need no file; leave the file out")
    return measure_counts(errors, n, rate=rate, test_share=values["test_share"], **_ends(values))


def _counts_file(path: str, values: Mapping[str, Any]) -> "ErrorRates":
    """The error rates of a file with counts for each fold; any other file needs the column of the truth."""
    from bakeoff.api.measuring.counts import measure_counts
    from bakeoff.cli.output.printing import columns
    from bakeoff.comparisons.evidence.from_columns import numbers

    if path != "-" and _is_large(path):
        raise BadInput("name the column of the truth with --truth")
    table = columns(path)
    found = {name.strip().lower(): name for name in table}
    if {"correct", "incorrect"} <= set(found):
        right, wrong = (numbers(found[name], table[found[name]]) for name in ("correct", "incorrect"))
        if len(right) != len(wrong):
            raise BadInput("columns 'correct' and 'incorrect' must both be filled in every row")
        errors, n, used = wrong, right + wrong, ("correct", "incorrect")
    elif {"errors", "n"} <= set(found):
        errors, n = (numbers(found[name], table[found[name]]) for name in ("errors", "n"))
        used = ("errors", "n")
    else:
        raise BadInput(
            f"name the column of the truth with --truth; the columns are {', '.join(list(table)[:8])}",
            cure="counts have the columns correct and incorrect, or errors and n; a confusion matrix needs --confusion",
        )
    names = [cells for name, cells in table.items() if name.strip().lower() not in used]
    folds = [" / ".join(at) for at in zip(*names, strict=True)] if names else None
    return measure_counts(errors, n, folds=folds, test_share=values["test_share"], **_ends(values))


def _is_large(path: str) -> bool:
    from pathlib import Path

    there = Path(path)
    return there.is_dir() or (there.is_file() and there.stat().st_size > 1 << 24)


def _ends(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options of an interval of counts."""
    if not values["level"]:
        raise BadInput("the rate of counts alone needs no program; --level is the level of its interval")
    return {"level": float(values["level"]), "interval": values["interval"], "side": values["side"]}


def confusion_file(path: str, values: Mapping[str, Any]) -> "Panel":
    """The panel of a printed confusion matrix: the first column names the classes of the rows, its heading may say what they are."""
    from bakeoff.api.measuring.counts import measure_confusion
    from bakeoff.api.measuring.printed_matrix import read_matrix
    from bakeoff.cli.verbs.measure import split_names

    matrix = read_matrix(path, values["rows"])
    if values["positive"] is not None and values["positive"] not in matrix.classes:
        raise BadInput(f"no class called {values['positive']!r}; the classes are {', '.join(matrix.classes)}")
    labels: Sequence[Any] = matrix.classes
    positive = values["positive"]
    if sorted(matrix.classes) == ["0", "1"]:
        labels, positive = [int(name) for name in matrix.classes], 1 if positive is None else int(positive)
    wanted = "all" if values["measures"] == "all" else list(split_names(values["measures"])) or None
    return measure_confusion(
        matrix.counts, labels, positive=positive, rows=matrix.rows, measures=wanted, task=values["task"], level=values["level"] or None,
        interval=values["interval"], side=values["side"], n_resamples=values["resamples"], seed=values["seed"], bootstrap=values["bootstrap"],
    )  # fmt: skip


def scores_by_class(path: str | None, values: Mapping[str, Any], made: Any) -> "list[Picture]":
    """Histograms of the scores of two classes with their zone, one for each column of scores or of P(positive); none where there are no such scores."""
    from contextlib import suppress

    from bakeoff.api.measuring.curve import curves_of_file
    from bakeoff.api.measuring.curve_export import drawing, score_histogram
    from bakeoff.api.measuring.panels_of_learners import LearnerPanels
    from bakeoff.cli.verbs.measure import split_names
    from bakeoff.core.errors import BakeoffError
    from bakeoff.panels.curves.kinds import CurveOptions

    columns = split_names(values.get("score")) or split_names(values.get("proba"))
    one_each = len(columns) == 1 or (isinstance(made, LearnerPanels) and tuple(made) == columns)
    if path is None or path == "-" or not one_each or values.get("rank") or _is_large(path):
        return []
    pictures: list[Picture] = []
    shared = {
        "truth": values["truth"],
        "positive": values["positive"],
        "weight": values["sample_weight"] or values["count"],
    }
    for column in columns:
        with suppress(
            BakeoffError
        ):  # more than two classes, or none is positive: such scores have no histogram by class
            curves = curves_of_file(path, "scores", CurveOptions(), scores=[column], **shared)
            histogram = score_histogram(curves, curves.curves[0])
            pictures += [] if histogram is None else [drawing(histogram)]
    return pictures


SUM_TOLERANCE = 0.01  # of a row of probabilities as they are printed, with two digits each


def probability_learners(path: str, values: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The columns of --proba by their option, where each is P(positive) of a learner; empty where there is one column for each class.

    Columns that are named after the classes, or whose rows mostly sum to 1, are those of the classes. The first part of the file decides.
    """
    import numpy as np

    from bakeoff.cli.output.printing import note
    from bakeoff.cli.verbs.measure import split_names
    from bakeoff.core.text import listed
    from bakeoff.predictions.class_labels import missing
    from bakeoff.predictions.input.column_classes import columns_by_class
    from bakeoff.tabular.reading import chunks

    names = split_names(values["proba"])
    if len(names) < 2 or path == "-" or len(set(names)) < len(names):
        return {}
    part = next(iter(chunks(path, [values["truth"], *names])), None)
    if part is None or any(part[name].dtype.kind not in "fiu" for name in names):
        return {}
    truth = part[values["truth"]]
    classes = split_names(values["labels"]) or tuple(map(str, np.unique(truth[~missing(truth)].astype(str))))
    near = np.abs(np.sum([part[name] for name in names], axis=0) - 1) <= SUM_TOLERANCE
    if len(classes) > 2 or columns_by_class(names, classes) is not None or near.mean() > 0.5:  # of most rows
        return {}
    note(f"each column of --proba is taken as the probability of the positive class by one learner: {listed(names)}")
    return {"proba": names}


def several_learners(
    path: str, several: Mapping[str, Sequence[str]], values: dict[str, Any], panel_of: Callable[..., Any]
) -> Any:
    """Panels of several columns of predictions, side by side."""
    from bakeoff.api.measuring.panels_of_learners import LearnerPanels

    if path == "-":
        raise BadInput("standard input can be read once; save it as a file to measure several columns")
    if len(several) > 1:
        raise BadInput("name several columns with --pred, --score or --proba, not with two of them")
    if values["by"] is not None:
        raise BadInput("--by shows one column of predictions; name one, or leave --by out")
    ((flag, names),) = several.items()
    if len(set(names)) < len(names):
        raise BadInput(f"--{flag} names a column twice")
    return LearnerPanels(panels={name: panel_of(path, {**values, flag: name}) for name in names})


_WEKA = (  # label, measure, what it is multiplied by: "rows", or nothing; unit
    ("Correctly classified", "accuracy", 100.0, "%"),
    ("Incorrectly classified", "error", 100.0, "%"),
    ("Kappa statistic", "kappa", 1.0, ""),
    ("K&B relative info score", "kb_relative", 1.0, "%"),
    ("K&B information score", "kb_information", 0.0, "bits"),
    ("Class complexity, order 0", "complexity_prior", 0.0, "bits"),
    ("Class complexity, scheme", "complexity_scheme", 0.0, "bits"),
    ("Complexity improvement (Sf)", "complexity_gain", 0.0, "bits"),
    ("Mean absolute error", "mae_proba", 1.0, ""),
    ("Root mean squared error", "rmse_proba", 1.0, ""),
    ("Relative absolute error", "rae_proba", 1.0, "%"),
    ("Root relative squared error", "rrse_proba", 1.0, "%"),
)


@dataclass(frozen=True, slots=True)
class WekaTable:
    """WEKA's summary of a panel; totals are in bits over all rows."""

    panel: "Panel"

    def tables(self) -> "tuple[Table, ...]":
        """The summary, the block per class and the confusion matrix."""
        from bakeoff.core.text import four_places
        from bakeoff.report.tables.plain_text import Table

        n, lines = self.panel.n, []
        for label, name, factor, unit in _WEKA:
            value = self.panel[name].value
            per_row = f"{four_places(value)} bits/row" if unit == "bits" else ""
            lines.append([label, four_places(value * (factor or n)), unit, per_row])
        lines.append(["Total number of rows", str(n), "", ""])
        summary = Table.of(
            ["measure", "value", "unit", "per row"], lines, align="lrll", caption="Summary as WEKA prints it"
        )
        return (summary, self.panel.per_class().table, *self.panel.tables()[1:])

    @property
    def pooled(self) -> "Panel":
        """The panel itself."""
        return self.panel

    def to_json(self) -> dict[str, Any]:
        """The values by measure, totals in bits over all rows beside them."""
        totals = {name: self.panel[name].value * self.panel.n for _, name, _, unit in _WEKA if unit == "bits"}
        from bakeoff.core.json_safe import json_safe

        return self.panel.to_json() | {"totals": json_safe(totals), "classes": json_safe(self.panel.class_lines())}


def weka(path: str, values: dict[str, Any], panel_of: Callable[..., Any]) -> WekaTable:
    """WEKA's summary of a file of probabilities."""
    if not values["proba"]:
        raise BadInput("WEKA's summary reads probabilities; name their columns with --proba")
    if values["folds"] is None and values["prior"] is None:
        raise BadInput(
            "WEKA's summary compares with the class shares of the training rows",
            cure="name the column of folds (--folds) or state the shares (--prior)",
        )
    if values["by"] is not None or values["measures"] is not None:
        raise BadInput("--weka shows fixed measures of all rows; leave out --by and --measures")
    names = ",".join([*(name for _, name, _, _ in _WEKA), "roc_auc_ovr"])  # the area of each class needs the scores
    return WekaTable(panel_of(path, {**values, "scores": (), "measures": names, "level": 0.0}))
