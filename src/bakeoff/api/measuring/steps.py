"""The working of measures for teaching: the confusion matrix, the formula with its numbers, pairs of scores, and losses row by row."""

from collections.abc import Callable, Iterator
from math import isclose, isnan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.terminology.formula import readable
from bakeoff.core.terminology.symbols import filled
from bakeoff.core.text import clean, four_places
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure_symbols import symbols_of
from bakeoff.panels.compute import PanelValues
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.report.tables.plain_text import Table, to_text

__all__ = ["steps"]

ROWS = 10  # rows that are worked out one by one
PAIRED = 10  # positives whose pairs are counted one by one
_BY_CLASS: dict[str, tuple[str, Callable[[Counts], tuple[Array, Array]]]] = {
    "precision": ("TP_k / (TP_k + FP_k)", lambda counts: (counts.right, counts.predicted)),
    "recall": ("TP_k / (TP_k + FN_k)", lambda counts: (counts.right, counts.truth)),
    "f1": ("2 TP_k / (2 TP_k + FP_k + FN_k)", lambda counts: (2 * counts.right, counts.truth + counts.predicted)),
    "jaccard": ("TP_k / (TP_k + FP_k + FN_k)", lambda counts: (counts.right, counts.truth + counts.predicted - counts.right)),
}  # fmt: skip


def steps(panel: PanelValues) -> str:
    """Each measure of a panel worked out."""
    parts = ["\n".join(_counted(panel.confusion))] if panel.confusion is not None else []
    parts += ["\n".join(_worked(measure_named(name), panel)) for name in panel]
    return "\n\n".join(parts)


def _counted(counts: Counts) -> Iterator[str]:
    """The cells that formulas of counts read."""
    yield f"Counts: {float(counts.hits):g} of {float(counts.total):g} rows are right."
    if counts.positive is not None and len(counts.classes) == 2:
        cells = _cells(counts)
        names = ", ".join(f"{name} = {cells[name]:g}" for name in ("TP", "FP", "FN", "TN"))
        yield f"Positive class {clean(counts.classes[counts.positive])}: {names}."


def _worked(measure: Measure, panel: PanelValues) -> Iterator[str]:
    value = panel.estimates[measure.name].value
    yield f"{measure.name}: {measure.title}"
    yield f"  Formula: {readable(measure.formula)}"
    for symbol, meaning in symbols_of(measure.name, measure.formula).items():
        yield f"    {symbol}: {meaning}"
    if isnan(value):
        yield f"  Undefined: {measure.undefined}."
        return
    lines = [
        *_of_counts(measure, panel),
        *_of_classes(measure, panel),
        *_of_pairs(measure, panel),
        *_of_rows(measure, panel),
    ]
    yield from (f"  {line}" for line in lines)
    yield f"  {measure.name} = {four_places(value)}"


def _cells(counts: Counts) -> dict[str, float]:
    """The numbers behind the symbols of formulas of counts."""
    total, hits = float(counts.total), float(counts.hits)
    quantities = {"n": total, "K": float(len(counts.classes)), "p_o": hits / total}
    quantities["p_e"] = float(np.sum(counts.truth * counts.predicted)) / total**2
    if counts.positive is not None and len(counts.classes) == 2:
        tp, fn, fp, tn = (float(getattr(counts, name)) for name in ("tp", "fn", "fp", "tn"))
        quantities |= {"TP": tp, "FN": fn, "FP": fp, "TN": tn, "prevalence": (tp + fn) / total}
        rates = {
            "TPR": (tp, tp + fn), "FNR": (fn, tp + fn), "FPR": (fp, fp + tn), "TNR": (tn, fp + tn), "precision": (tp, tp + fp), "NPV": (tn, tn + fn),
        }  # fmt: skip
        quantities |= {name: above / below for name, (above, below) in rates.items() if below}
    return quantities


def _of_counts(measure: Measure, panel: PanelValues) -> Iterator[str]:
    """The formula with the counts filled in."""
    counts = panel.confusion
    if counts is None:
        return
    total, hits = float(counts.total), float(counts.hits)
    if measure.name in {"accuracy", "error"}:
        yield f"Filled in: {hits if measure.name == 'accuracy' else total - hits:g} / {total:g}"
        return
    quantities = _cells(counts)
    if "p_e" in symbols_of(measure.name, measure.formula):
        products = " + ".join(
            f"{a:g} × {b:g}" for a, b in zip(counts.truth.tolist(), counts.predicted.tolist(), strict=True)
        )
        yield f"p_o = {hits:g} / {total:g} = {quantities['p_o']:.6g}"
        yield f"p_e = ({products}) / {total:g}² = {quantities['p_e']:.6g}"
    if (text := filled(measure.formula, quantities)) is not None:
        yield f"Filled in: {text}"


def _of_classes(measure: Measure, panel: PanelValues) -> Iterator[str]:
    """Each class of a mean over classes."""
    name = {"balanced_accuracy": "recall", "gmean": "recall"}.get(measure.name, measure.name.removesuffix("_macro"))
    if panel.confusion is None or name not in _BY_CLASS or name == measure.name:
        return
    formula, parts = _BY_CLASS[name]
    above, below = parts(panel.confusion)
    yield f"Each class by {formula}:"
    for label, top, bottom in zip(panel.confusion.classes, above.tolist(), below.tolist(), strict=True):
        yield f"  {clean(label)}: {top:g} / {bottom:g}" + (f" = {top / bottom:.4g}" if bottom else " is undefined")


def _of_pairs(measure: Measure, panel: PanelValues) -> Iterator[str]:
    """The area under the ROC curve as the share of pairs in which the positive row scores higher."""
    ranking = panel.ranking
    if measure.name != "roc_auc" or ranking is None or ranking.many is not None:
        return
    positives, negatives = ranking.positives[::-1], ranking.negatives
    below, ties = _beaten(positives, negatives)
    pairs = positives.size * negatives.size
    wins, tied = int(below.sum()), int(ties.sum())
    if not isclose((wins + tied / 2) / pairs, panel.estimates[measure.name].value, abs_tol=1e-9):
        return  # weighted rows are not counted by pairs
    for score, higher, equal in zip(positives[:PAIRED].tolist(), below.tolist(), ties.tolist(), strict=False):
        equals = f" and equal to {equal}" if equal else ""
        yield f"Score {score:g} of a positive row: higher than {higher} of {negatives.size} negative rows{equals}"
    if positives.size > PAIRED:
        yield f"... and {positives.size - PAIRED} more positive rows"
    yield f"Pairs: {positives.size} × {negatives.size} = {pairs}; the positive row is higher in {wins}, equal in {tied}, lower in {pairs - wins - tied}"
    yield f"Filled in: ({wins} + {tied} / 2) / {pairs}"


def _beaten(positives: Array, negatives: Array) -> tuple[Array, Array]:
    """For each positive: the negatives with a lower score, and those with the same."""
    below = np.searchsorted(negatives, positives, "left")
    return below, np.searchsorted(negatives, positives, "right") - below


def _sums_of_squares(measure: Measure, rows: Predictions) -> Iterator[str]:
    """The sums of squares that a formula reads, filled in."""
    if rows.label is None or rows.classes or rows.weight is not None:
        return
    mean = rows.truth.mean()
    parts = {"SS_res": rows.truth - rows.label, "SS_tot": rows.truth - mean, "SS_reg": rows.label - mean}
    sums = {name: float(np.square(part).sum()) for name, part in parts.items()}
    used = [name for name in sums if name in symbols_of(measure.name, measure.formula)]
    if used and (text := filled(measure.formula, sums)) is not None:
        yield ", ".join(f"{name} = {sums[name]:.6g}" for name in used)
        yield f"Filled in: {text}"


def _of_rows(measure: Measure, panel: PanelValues) -> Iterator[str]:
    """The quantity of each of the first rows, and their mean."""
    rows = panel.source
    if rows is not None:
        yield from _sums_of_squares(measure, rows)
    if rows is None or measure.per_row is None or rows.weight is not None or measure.name in {"accuracy", "error"}:
        return
    values = np.asarray(measure.per_row(rows), dtype=float)
    shown = min(ROWS, values.size)
    columns = {**_columns(rows), "of the row": [f"{value:.4g}" for value in values[:shown]]}
    cells = [[str(place + 1), *(column[place] for column in columns.values())] for place in range(shown)]
    yield from to_text(Table.of(["row", *columns], cells, align="r" * (1 + len(columns)))).splitlines()
    if values.size > shown:
        yield f"... and {values.size - shown} more rows"
    root = ", of which the root is taken" if measure.after is not None else ""
    yield f"Mean of {values.size} rows: {values.sum():.6g} / {values.size} = {values.mean():.6g}{root}"


def _columns(rows: Predictions) -> dict[str, list[str]]:
    """What is known of the first rows: truth and prediction, probability and prior of the true class, deviation."""
    first = slice(0, ROWS)
    if not rows.classes:
        named = {"truth": rows.truth, "prediction": rows.label, "sd": rows.sd}
        return {name: [f"{value:g}" for value in values[first]] for name, values in named.items() if values is not None}
    truth = rows.truth[first]
    columns = {"truth": [clean(rows.classes[code]) for code in truth]}
    if rows.label is not None:
        columns["prediction"] = [clean(rows.classes[code]) for code in rows.label[first]]
    for name, table in (("p of the truth", rows.proba), ("prior of the truth", rows.prior)):
        if table is not None:
            every = np.broadcast_to(table, (len(rows.truth), len(rows.classes)))[first]
            columns[name] = [f"{every[place, code]:.4g}" for place, code in enumerate(truth)]
    return columns
