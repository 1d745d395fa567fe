"""bo.curve: curves of one or several scores, as an object that shows itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

from bakeoff.comparisons.evidence.table_steps.row_numbers import drop_row_numbers
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.errors import collect_errors
from bakeoff.core.notes import Note
from bakeoff.panels.curves.curve_set import CurveValues, curves_of, kind_named, parse_request
from bakeoff.panels.curves.from_file import curve_values_of_file
from bakeoff.panels.curves.kinds import CurveOptions
from bakeoff.panels.curves.one_vs_rest import UNASKED, against, against_rest
from bakeoff.predictions.class_labels import ArgumentNames
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.report.tables.plain_text import Table

__all__ = ["CurveSet", "curve", "curves_of_file"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class CurveSet(CurveValues):
    """What `bo.curve` and `bakeoff curve` give: the curves, and how they stand to each other."""

    def __str__(self) -> str:
        from bakeoff.api.measuring.curve_export import to_text

        return to_text(self)

    __repr__ = __str__

    def shown(self) -> tuple[list[Table], list[str]]:
        """The tables and the sentences of which the text is made."""
        from bakeoff.api.measuring.curve_export import facts_and_points, words

        return facts_and_points(self), words(self)

    def _repr_html_(self) -> str:
        from bakeoff.api.measuring.curve_export import to_html

        return to_html(self)

    def to_json(self, points: int | None = None) -> dict[str, Any]:
        """Plain numbers, lists and text, as `bakeoff curve --json` prints them; at most so many points of each curve."""
        from bakeoff.api.measuring.curve_export import to_json

        return to_json(self, points)

    def save(self, path: Any, points: int | None = None) -> None:
        """Write the points (.csv, .json) or the figure (.svg, .pdf, .png; .html with all that follows), by suffix."""
        from bakeoff.api.measuring.curve_export import save

        save(self, path, points)


@suggest_arguments
def curve(
    y_true: Any,
    y_score: Any,
    *,
    kind: str = "roc",
    positive: Any = None,
    cost: Sequence[float] = (1.0, 1.0),
    prior: float | None = None,
    max_error: float | None = None,
    bins: int = 10,
    binning: str = "uniform",
    sample_weight: Any = None,
    level: float | None = 0.95,
) -> CurveSet:
    """A curve of scores (or of several, as a mapping from names or the columns of a frame), and what follows from it.

    Parameters
    ----------
    y_true
        The truth of each row, of two classes.
    y_score
        The scores of one learner, or of several by their names. Calibration and decision curves need probabilities.
    kind
        "roc", "pr", "det", "lift", "gain", "calibration", "scores", "cost" or "decision".
    positive
        The positive class; 1 and True need not be named.
    cost
        What a false alarm and a miss cost.
    prior
        The share of positives where the scores will be used.
    max_error
        The largest share of errors that is allowed: scores in a zone are then rejected.
    bins, binning
        How many bins of calibration and of scores, and how those of calibration are cut: "uniform", "quantile" or "exact".
    sample_weight
        How much each row counts.
    level
        The confidence of the intervals; None leaves them out.

    Returns
    -------
    CurveSet
        The points of each curve, its area with an interval, its best threshold, tables and figures.

    Examples
    --------
    >>> made = curve([0, 0, 1, 1], {"a": [.1, .4, .35, .8], "b": [.1, .2, .3, .4]}, cost=(1, 5))
    >>> [round(one.area.value, 2) for one in made.curves], made.curves[0].best.threshold
    ([0.75, 1.0], 0.35)
    """
    ask = parse_request(cost=cost, prior=prior, max_error=max_error, bins=bins, binning=binning, level=level)
    scores_by_name, noted = _named(y_score)
    key = "y_proba" if kind_named(kind).proba else "y_score"
    sides = against_rest(y_true, positive, _names("", scores_by_name))
    code = positive if sides.rest is None else True
    shared = {"positive": code, "sample_weight": sample_weight}
    doors = {
        name: partial(predictions_of, sides.truth, **{key: scores}, **shared, names=_names(name, scores_by_name))
        for name, scores in scores_by_name.items()
    }
    drawn = curves_of(collect_errors("the input", doors), kind, ask)
    return shown(against(sides, replace(drawn, notes=(*noted, *drawn.notes))))


def _names(name: str, scores_by_name: Mapping[str, Any]) -> ArgumentNames:
    """What complaints call the scores: the argument's name, and which of several."""
    called = dict.fromkeys(("y_score", "y_proba"), "y_score" if len(scores_by_name) == 1 else f"y_score {name!r}")
    return ArgumentNames(of=called, unasked=UNASKED)


def _named(scores: Any) -> tuple[dict[str, Any], tuple[Note, ...]]:
    """Scores by name: of a mapping, of a frame's columns, or one vector; and what is to be said of them."""
    if isinstance(scores, Mapping):
        return {str(name): values for name, values in scores.items()}, ()
    if not hasattr(scores, "columns"):
        return {"score": scores}, ()
    names = list(scores.columns)
    _, numbers, notes = drop_row_numbers(
        {str(column): list(scores[column]) for column in names[:1]} if len(names) > 1 else {}
    )
    return {str(column): scores[column] for column in names if str(column) not in numbers}, tuple(notes)


def curves_of_file(
    path: str,
    kind: str,
    ask: CurveOptions,
    *,
    truth: str,
    scores: Sequence[str],
    positive: str | None = None,
    weight: str | None = None,
) -> CurveSet:
    """The curve of each column of scores in a file."""
    return shown(curve_values_of_file(path, kind, ask, truth=truth, scores=scores, positive=positive, weight=weight))


def shown(values: CurveValues) -> CurveSet:
    """The values of curves as an object that shows itself."""
    return CurveSet(**{field.name: getattr(values, field.name) for field in fields(values)})
