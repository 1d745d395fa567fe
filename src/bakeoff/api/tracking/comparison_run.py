"""What a tracker of experiments is given about a comparison: the verdict, and the score of each learner."""

import json
from collections.abc import Mapping
from functools import partial
from math import isfinite
from pathlib import Path

import numpy as np

from bakeoff.api.comparison import Comparison
from bakeoff.api.tracking.logged_run import LoggedFile, LoggedRun, interval_metrics, safe_names, tags_of
from bakeoff.core import __version__
from bakeoff.core.json_safe import json_safe
from bakeoff.core.whole_file import write_whole

__all__ = ["ROW_TABLE", "logged_comparison", "row_table", "verdict_metrics", "verdict_tags"]

ROW_TABLE = "eval_results_table.json"  # the name that MLflow's own evaluations give their table of rows


def logged_comparison(comparison: Comparison) -> LoggedRun:
    """The verdict and the report with the whole; with each learner its score and, of single rows, its table of rows."""
    judged = comparison.judgement
    measure = judged.measure or "score"
    files = (
        LoggedFile(name="report.html", write=comparison.report),
        LoggedFile(name="comparison.json", write=lambda path: _write_json(path, comparison.to_dict())),
        LoggedFile(name="pairs.csv", write=lambda path: write_whole(path, comparison.to_csv())),
    )
    return LoggedRun(
        name=f"comparison by {measure}",
        params={
            "measure": measure,
            "evidence": str(judged.evidence.name),
            "alpha": f"{judged.question.alpha:g}",
            "learners": str(len(judged.matrix.names)),
            "test": judged.choice.test,
        },
        metrics=verdict_metrics(comparison),
        tags=verdict_tags(comparison),
        files=files,
        children=tuple(_learner(comparison, name, measure) for name in judged.matrix.names),
    )


def verdict_metrics(comparison: Comparison) -> dict[str, float]:
    """The difference of the verdict with the ends of its interval, its p and the number of rows, splits or data sets."""
    verdict, judged = comparison.verdict, comparison.judgement
    pair = comparison.pair(verdict.a, verdict.b)
    numbers = {"p_value": pair.pair.result.p_value, "p_adjusted": pair.pair.p_adjusted, "n": judged.ranks.n}
    if verdict.difference is not None and not judged.relative:
        estimate = verdict.difference
        numbers |= {"difference": estimate.value, "difference_low": estimate.low, "difference_high": estimate.high}
    return {name: float(value) for name, value in numbers.items() if isfinite(value)}


def verdict_tags(comparison: Comparison) -> dict[str, str]:
    """The verdict as words and as facts; the sentence is also what MLflow shows as the description of a run."""
    verdict = comparison.verdict
    return tags_of(
        {
            "bakeoff.version": __version__,
            "bakeoff.verdict": comparison.headline,
            "bakeoff.claim": verdict.claim.value,
            "bakeoff.a": verdict.a,
            "bakeoff.b": verdict.b,
            "bakeoff.winner": verdict.winner,
            "bakeoff.measure": comparison.judgement.measure,
            "bakeoff.test": comparison.judgement.choice.test,
            "mlflow.note.content": comparison.sentence,
        }
    )


def _learner(comparison: Comparison, name: str, measure: str) -> LoggedRun:
    metrics, tags = interval_metrics(safe_names([measure])[measure], comparison.scores[name])
    rank = comparison.ranks[name]
    table = row_table(comparison, name)
    return LoggedRun(
        name=name,
        params={"learner": name},
        metrics={**metrics, **({"mean_rank": float(rank)} if isfinite(rank) else {})},
        tags=tags_of({"bakeoff.learner": name, **tags}),
        files=() if table is None else (table,),
    )


def row_table(comparison: Comparison, name: str) -> LoggedFile | None:
    """The scores of a learner row by row, in the form of MLflow's own evaluation tables; None where rows are no single rows."""
    judged = comparison.judgement
    if not judged.evidence.single_rows:
        return None
    matrix = judged.matrix
    values = matrix.values[:, matrix.names.index(name)]
    columns = {"item": list(map(str, matrix.blocks)), f"{judged.measure or 'score'}/score": values.tolist()}
    if matrix.groups is not None:
        columns["group"] = list(map(str, np.asarray(matrix.groups).tolist()))
    return LoggedFile(name=ROW_TABLE, write=partial(_write_table, columns=columns))


def _write_table(path: Path, columns: Mapping[str, list[object]]) -> None:
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    _write_json(path, {"columns": list(columns), "data": rows})


def _write_json(path: Path, value: Mapping[str, object]) -> None:
    write_whole(path, json.dumps(json_safe(value), ensure_ascii=False, allow_nan=False))
