"""What a tracker of experiments is given about a study: design and verdict, and the scores of each learner."""

import csv
from collections.abc import Mapping
from functools import partial
from io import StringIO
from math import isfinite, isnan
from pathlib import Path
from shutil import copyfile
from typing import Any

from bakeoff.api.comparison import Comparison
from bakeoff.api.results import Results
from bakeoff.api.tracking.comparison_run import row_table, verdict_metrics, verdict_tags
from bakeoff.api.tracking.logged_run import LoggedFile, LoggedRun, interval_metrics, safe_names, tags_of
from bakeoff.api.tracking.settings_params import settings_params
from bakeoff.core.errors import NotApplicable
from bakeoff.core.text import clean
from bakeoff.core.whole_file import write_whole
from bakeoff.study.analysis.stored_design import LearnerCard
from bakeoff.tabular.safe_cells import safe_cell

__all__ = ["logged_study", "scores_csv"]


def logged_study(results: Results) -> LoggedRun:
    """One run for the study, with its verdict, report, scores and file, and one inside it for each learner."""
    card = results.findings.card
    comparison = _comparison(results)
    withheld = "; ".join(map(str, results.findings.no_verdict)) if comparison is None else ""
    tags = {
        "bakeoff.version": dict(card.versions).get("bakeoff", ""),
        "bakeoff.study": card.study_hash,
        "bakeoff.measure": card.primary,
        "bakeoff.withheld": withheld,
        "mlflow.note.content": f"No verdict: {withheld}" if withheld else "",
    }
    options = {name: value for name, value in card.stored().items() if value not in (None, [], "") and name != "title"}
    params = {
        "title": clean(card.title),
        "scheme": card.scheme,
        "measures": ", ".join(card.measures),
        "primary": card.primary,
        "datasets": clean(", ".join(results.datasets)),
        "learners": clean(", ".join(results.learners)),
        **{name: clean(str(value)) for name, value in options.items()},
    }
    numbers = {"units_done": card.units_done, "units_planned": card.units_planned, "wall_seconds": card.wall_seconds}
    return LoggedRun(
        name=clean(card.title),
        params={name: text[:500] for name, text in params.items()},
        metrics={
            **{name: float(value) for name, value in numbers.items() if isfinite(value)},
            **({} if comparison is None else verdict_metrics(comparison)),
        },
        tags=tags_of(tags) | ({} if comparison is None else verdict_tags(comparison)),
        files=_files(results),
        children=tuple(_learner(results, learner, comparison) for learner in results.design.learners),
    )


def _comparison(results: Results) -> Comparison | None:
    """The comparison of all learners; None where it is withheld."""
    try:
        return results.compare()
    except NotApplicable:
        return None


def _files(results: Results) -> tuple[LoggedFile, ...]:
    report = LoggedFile(name="report.html", write=results.report)
    scores = LoggedFile(name="scores.csv", write=lambda path: write_whole(path, scores_csv(results)))
    if results.path is None:
        return report, scores
    name = results.path.name if results.path.suffix == ".bakeoff" else f"{results.path.stem}.bakeoff"
    return report, scores, LoggedFile(name=name, write=partial(_copy, results.path))


def _copy(source: Path, target: Path) -> None:
    copyfile(source, target)


def scores_csv(results: Results) -> str:
    """One line for each unit and measure; NaN is an empty cell, and text that a spreadsheet would run is marked."""
    columns: Mapping[str, Any] = results.scores(kind="plain")
    with StringIO() as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(safe_cell, columns))
        for row in zip(*columns.values(), strict=True):
            writer.writerow(["" if isinstance(cell, float) and isnan(cell) else safe_cell(cell) for cell in row])
        return text.getvalue()


def _learner(results: Results, learner: LearnerCard, comparison: Comparison | None) -> LoggedRun:
    """The settings as parameters; scores by data set, or by themselves where there is one data set."""
    metrics, tags = dict[str, float](), dict[str, str]()
    places = safe_names(results.datasets)
    alone = len(places) == 1
    for cell in results.findings.cells:
        if cell.learner == learner.name:
            measure = safe_names([cell.measure])[cell.measure]
            name = measure if alone else f"{places[cell.dataset]}/{measure}"
            numbers, words = interval_metrics(name, cell.estimate)
            metrics |= numbers
            tags |= words
    table = None
    if comparison is not None and learner.name in comparison.judgement.matrix.names:
        table = row_table(comparison, learner.name)
        rank = comparison.ranks[learner.name]
        metrics |= {"mean_rank": float(rank)} if isfinite(rank) else {}
        if not alone:  # the mean over data sets, under the plain name of the measure
            overall = comparison.scores[learner.name].value
            measure = safe_names([comparison.judgement.measure])[comparison.judgement.measure]
            metrics |= {measure: float(overall)} if isfinite(overall) else {}
    about = {
        "bakeoff.learner": learner.name,
        "bakeoff.preparation": learner.preparation,
        "bakeoff.imported_from": learner.home,
    }
    return LoggedRun(
        name=clean(learner.name),
        params=settings_params(learner.settings),
        metrics=metrics,
        tags=tags_of({**about, **tags}),
        files=() if table is None else (table,),
    )
