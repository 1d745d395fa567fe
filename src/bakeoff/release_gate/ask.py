"""bo.gate: may the new model replace the one in use? From predictions, from scores per item, or from a study."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.api.compare_predictions import in_time, predictions_by_name
from bakeoff.api.comparison import compare
from bakeoff.api.results import Results, open as open_study
from bakeoff.comparisons.evidence.score_table import columns_of
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput, BakeoffError, UnknownName
from bakeoff.measures import Measure, measure_named, measures
from bakeoff.measures.naming import resolve
from bakeoff.measures.own.given import MeasureLike, names_of
from bakeoff.measures.own.own_measure import settled
from bakeoff.predictions.input.extra_columns import named_column
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.row_slices import row_slices
from bakeoff.predictions.row_times import check_time_options
from bakeoff.release_gate.gate import Gate
from bakeoff.release_gate.gate_facts import GateRule
from bakeoff.release_gate.looks import Looks
from bakeoff.release_gate.margin import ScoreScale, margin_of
from bakeoff.release_gate.of_predictions import gate_of_predictions
from bakeoff.release_gate.of_scores import TableSlice, gate_of_scores
from bakeoff.release_gate.row_matching import matched_rows, missing_named
from bakeoff.tabular.reading import read

__all__ = ["gate", "gate_of_pair", "margins_by_name"]


def margins_by_name(
    measure: MeasureLike | Sequence[MeasureLike] | Mapping[str, MeasureLike] | None, margin: Any
) -> dict[str, Any]:
    """Each measure with its margin as it was stated: one margin for one measure, or a mapping that has one for each.

    The name is empty where no measure was named.

    >>> margins_by_name(None, {"accuracy": 0.01, "rmse": "2%"}), margins_by_name("f1", 0.02), margins_by_name(None, 0.01)
    ({'accuracy': 0.01, 'rmse': '2%'}, {'f1': 0.02}, {'': 0.01})
    """
    names = [] if measure is None else [_name(what) for what in names_of(measure)]
    if not isinstance(margin, Mapping):
        if len(names) > 1:
            raise BadInput(
                "several measures need a margin each: margin={'accuracy': 0.01, 'f1': 0.02} (--margin accuracy=0.01 --margin f1=0.02)"
            )
        return {"".join(names): margin}
    stated = {_name(what): size for what, size in margin.items()}
    for name in names:
        if name not in stated:
            raise BadInput(f"{name} has no margin; state one (--margin {name}=0.01)")
    for name in stated if names else ():
        if name not in names:
            raise BadInput(
                f"there is a margin for {name}, which is not asked for; name it as a measure or leave it out"
            )
    return stated


def _name(what: str | Measure) -> str:
    """The name of a measure; a table of scores may have a measure that nobody declared."""
    declared = what if isinstance(what, Measure) else resolve(what) if what not in measures else measure_named(what)
    return str(what) if declared is None else declared.name


@suggest_arguments
def gate(
    y_true: Any,
    *,
    base: Any,
    new: Any,
    measure: MeasureLike | Sequence[MeasureLike] | Mapping[str, MeasureLike] | None = None,
    margin: Any = None,
    alpha: float = 0.05,
    by: Mapping[str, Any] | str | Sequence[str] | None = None,
    groups: Any = None,
    sample_weight: Any = None,
    labels: Sequence[Any] | None = None,
    positive: Any = None,
    task: str | None = None,
    row_id: Any = None,
    missing: str | None = None,
    some: bool = False,
    looks: tuple[int, int] | Looks | None = None,
    anytime: bool = False,
    seed: int = 0,
    rows: str | None = None,
    item: str | None = None,
    runs: str | None = None,
    value: str | None = None,
    learner: str | None = None,
    direction: str | None = None,
    test_share: float | None = None,
    scheme: str | None = None,
    extra: Any = None,
    time: Any = None,
    series: Any = None,
) -> Gate:
    """Is the new model not worse than the base by more than a margin that was stated beforehand?

    Parameters
    ----------
    y_true
        What was true of each row; or the results of a study, or a table of scores (frame, dict or path), with the names of two learners as
        `base` and `new`.
    base, new
        Predictions of the model in use and of the new one, as the measure reads them: labels, scores or probabilities.
    measure
        One measure, or several that must all pass (a name, a Measure, a function of your own or a scikit-learn scorer each); if none is named accuracy, for numbers RMSE, for a study its first one.
    margin
        How much worse is still accepted: in the unit of the measure (0.01), as a share of the base ("2%"), or a mapping with one margin
        for each measure.
    alpha
        The one-sided level: the interval that decides is that of 1 - 2 alpha.
    by
        Columns by which slices are looked at apart, with intervals that hold for all slices at once; of a table the names of columns.
    groups
        Which rows belong together, as those of one patient; of a table the name of a column.
    sample_weight
        How much each row counts; of a table the name of a column.
    labels, positive, task, row_id
        The classes in their order, the positive class, the kind of task, and ids of the rows.
    missing
        What becomes of rows that one model did not predict: "wrong" or "drop"; they are refused unless it is stated.
    some
        Whether one measure that passes is enough; the levels are then corrected by Holm's correction.
    looks
        Which look this is and how many were planned, as (2, 3); each look has a part of alpha.
    anytime
        Whether the interval holds however often one looks; for means of bounded values of single rows.
    seed
        Of the resamples, where a measure needs them.
    rows, item, runs, value, learner, direction, test_share, scheme
        Of a table of scores, as `bo.compare` takes them.
    extra
        Columns by name that a measure of your own reads; `by`, `groups` and `sample_weight` may name one of them.
    time, series
        When each row was observed and of which series it is: neighbours in time may depend on each other, and intervals allow for it. Of a
        table of scores the names of columns.

    Returns
    -------
    Gate
        With `outcome` "pass", "fail" or "undecided", the difference with its interval, the p-value and the flips.

    Examples
    --------
    >>> truth = [0, 1] * 200
    >>> old = [1 - y if i % 10 == 0 else y for i, y in enumerate(truth)]
    >>> gate(truth, base=old, new=truth, margin=0.02).outcome.value
    'pass'
    """
    probability("alpha", alpha)
    if isinstance(looks, tuple):
        looks = Looks(*looks)
    if looks is not None and anytime:
        raise BadInput(
            "looks that were planned (looks) and a gate at any time (anytime) exclude each other; choose one"
        )
    margins = margins_by_name(measure, margin)
    described = {
        "rows": rows, "item": item, "runs": runs, "value": value, "learner": learner, "direction": direction, "test_share": test_share,
        "scheme": scheme,
    }  # fmt: skip
    stated = {name: value for name, value in described.items() if value is not None}
    rule = GateRule(margins={}, alpha=alpha, some=some, looks=looks, anytime=anytime, seed=seed)
    if isinstance(base, str) and isinstance(new, str):
        if isinstance(by, Mapping):
            raise BadInput("slices (by) of a table are named by their columns, as by=['region']")
        columns = () if by is None else (by,) if isinstance(by, str) else tuple(by)
        options = {"groups": groups, "sample_weight": sample_weight, "time": time, "series": series, **stated}
        return _of_table(y_true, (base, new), margins, rule, missing, columns, options)
    if stated:
        raise BadInput(f"{next(iter(stated))} is for tables of scores; of predictions leave it out")
    first = next(iter(margins))
    what, sides = predictions_by_name(
        y_true, {"base": base, "new": new}, first or None, labels=labels, positive=positive, task=task, row_id=row_id, groups=groups,
        sample_weight=sample_weight, extra=extra,
    )  # fmt: skip
    check_time_options(time=time, series=series, groups=groups)
    extras = sides["base"].extra
    sides = in_time(sides, named_column(time, extras), named_column(series, extras))
    margins = {name or what.name: size for name, size in margins.items()}
    slices = None if by is None else _slices(by, sides["base"].extra)
    return gate_of_pair(sides["base"], sides["new"], margins, rule, missing=missing, slices=slices)


def _slices(by: Any, extra: Mapping[str, Any]) -> dict[str, Any]:
    """Columns of slices: by name, or names of columns of extra."""
    if isinstance(by, Mapping):
        return {name: np.asarray(named_column(values, extra)) for name, values in by.items()}
    names = [by] if isinstance(by, str) else list(by)
    return {str(name): np.asarray(named_column(name, extra)) for name in names}


def gate_of_pair(
    base: Predictions,
    new: Predictions,
    margins: Mapping[str, Any],
    rule: GateRule,
    *,
    names: tuple[str, str] = ("base", "new"),
    missing: str | None = None,
    slices: Mapping[str, Any] | None = None,
) -> Gate:
    """The gate on two sets of predictions.

    Parameters
    ----------
    base, new
        Predictions with row ids.
    margins
        The margin of each measure, as it was stated.
    rule
        The level and how often the data are looked at; its margins are not read.
    names
        What the two are called.
    missing
        What becomes of rows that one model did not predict.
    slices
        Columns with one value for each row of the base.
    """
    sizes = {}
    for name, size in margins.items():
        what = settled(measure_named(name), base)
        sizes[what] = margin_of(size, ScoreScale.of(what))
    rows = base.rows
    base, new, notes = matched_rows(base, new, missing_named(missing), tuple(sizes))
    if slices and len(base) < len(rows):
        kept = np.isin(rows, base.rows)
        slices = {name: values[kept] for name, values in slices.items()}
    elif slices and len(base) > len(rows):
        raise BadInput("rows that the base lacks have no slice; predict them with the base, or use --missing drop")
    answer = gate_of_predictions(base, new, replace(rule, margins=sizes), names=names, slices=slices)
    return replace(answer, notes=(*notes, *answer.notes))


def _of_table(  # noqa: PLR0917 - private
    table: Any, names: tuple[str, str], margins: Mapping[str, Any], rule: GateRule, missing: str | None, by: Sequence[str], options: Mapping[str, Any]
) -> Gate:  # fmt: skip
    """From a table of scores or from the results of a study."""
    treatment = missing_named(missing)
    if isinstance(table, (str, Path)) and Path(table).suffix == ".bakeoff":
        with open_study(table) as results:
            return _of_table(results, names, margins, rule, missing, by, options)
    if isinstance(table, Results):
        unused = [name for name, value in {**options, "by": by or None}.items() if value is not None]
        if unused:
            raise BadInput(f"{unused[0]} is for tables of scores; a study knows its rows")
        judged = {name: table.compare(name or None).judgement for name in margins}
        return gate_of_scores(judged, margins, rule, names=names, missing=treatment)
    if len(margins) > 1 and options.get("value") is not None:
        raise BadInput(
            "several measures are columns of a long table, named by their margins; leave out value (--value)"
        )
    slices = list[TableSlice]()
    if by:
        table, slices = _table_slices(table, by, margins, options)
    judged = _judged(table, margins, options)
    return gate_of_scores(judged, margins, rule, names=names, missing=treatment, slices=slices)


def _judged(table: Any, margins: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Judgement]:
    """A comparison for each measure: of the scores of a table, or of one column each of a long table."""
    if len(margins) == 1:
        name = next(iter(margins))
        return {name: compare(table, measure=name, **options).judgement}
    plain = {
        option: value for option, value in options.items() if option != "direction"
    }  # measures of the catalogue have their own
    return {
        name: compare(_without(table, margins, name), measure=name, value=name, **(plain if name in measures else options)).judgement
        for name in margins
    }  # fmt: skip


def _without(table: Any, columns: Iterable[str], kept: str) -> dict[str, Any]:
    """The columns of a table but those of other measures."""
    cells = _columns(table)
    if kept not in cells:
        raise UnknownName("column of the table", kept, cells)
    return {name: values for name, values in cells.items() if name == kept or name not in columns}


def _columns(table: Any) -> dict[str, Any]:
    return dict(read(table).columns() if isinstance(table, (str, Path)) else columns_of(table))


def _table_slices(
    table: Any, by: Sequence[str], margins: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[dict[str, Any], list[TableSlice]]:
    """The table without the columns of slices, and each slice with its comparisons, or why there are none."""
    cells = _columns(table)
    for name in by:
        if name not in cells:
            raise UnknownName("column of the table", name, cells)
    rest = {name: list(values) for name, values in cells.items() if name not in by}
    slices = []
    for part in row_slices({name: cells[name] for name in by}, len(cells[by[0]])):
        rows = part.rows.tolist()
        inside = {name: [values[row] for row in rows] for name, values in rest.items()}
        try:
            judged, reason = _judged(inside, margins, options), ""
            count = len(next(iter(judged.values())).matrix.blocks)
        except BakeoffError as problem:
            judged, reason, count = {}, str(problem), len(rows)
        slices.append(TableSlice(part.column, part.value, count, judged, reason))
    return rest, slices
