"""The searches of a study's tuned learners, as a frame: `results.tuning("svm")`."""

import json
from collections.abc import Sequence
from typing import Any

from bakeoff.api.results import Results
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.study.analysis.tunings import TunedSplit, stored_tunings
from bakeoff.tabular.frames import frame_of

__all__ = ["tuning"]


def tuning(results: Results, learner: str | None = None, *, splits: bool = False, kind: str | None = None) -> Any:
    """A tidy frame with one row per candidate of every search: dataset, repeat, fold, candidate, inner_score, chosen, settings.

    Learners are tuned with `bo.Tuned`, or are search objects such as GridSearchCV.

    Parameters
    ----------
    results
        The results of the study.
    learner
        One tuned learner; all of them if it is None.
    splits
        One row for each inner split of a candidate, instead of the mean over the inner splits by which it was judged last.
    kind
        The kind of frame: "pandas", "polars", "pyarrow" or "plain"; by default that of the data.

    Returns
    -------
    frame
        The candidates.

    Examples
    --------
        results.tuning("svm", splits=True)
    """
    if learner is not None and learner not in results.learners:
        raise UnknownName("learner", learner, results.learners)
    searches = stored_tunings(results.ledger, results.design)
    own = [search for search in searches if learner in (None, search.learner)]
    if not own:
        which = "no learner of this study was" if not searches or learner is None else f"{learner!r} was not"
        raise NotApplicable(f"{which} tuned, or no split has finished; tune one with bo.Tuned(estimator, space)")
    return frame_of(_columns(own, splits=splits), kind or results.frame_kind)


def _columns(searches: Sequence[TunedSplit], *, splits: bool) -> dict[str, list[Any]]:
    """One row per split and candidate, or per inner split of each candidate."""
    names = list(
        dict.fromkeys(
            name for search in searches for candidate in search.tuning.candidates for name in candidate.settings
        )
    )
    rows = [
        (search, candidate, number, score)
        for search in searches
        for candidate in search.tuning.candidates
        for number, score in (enumerate(candidate.scores) if splits else ((None, candidate.score),))
    ]
    columns: dict[str, list[Any]] = {
        "dataset": [search.dataset for search, *_ in rows],
        "learner": [search.learner for search, *_ in rows],
        "repeat": [search.repeat for search, *_ in rows],
        "fold": [search.fold for search, *_ in rows],
        "candidate": [candidate.number for _, candidate, *_ in rows],
    }
    if splits:
        columns["inner_split"] = [number for *_, number, _ in rows]
    columns["inner_score"] = [score for *_, score in rows]
    columns["chosen"] = [candidate.number == search.tuning.chosen for search, candidate, *_ in rows]
    if any(candidate.rows for _, candidate, *_ in rows):
        columns["inner_rows"] = [candidate.rows for _, candidate, *_ in rows]
    taken = set(columns)
    for name in names:
        values = [candidate.settings.get(name) for _, candidate, *_ in rows]
        columns[f"{name}_" if name in taken else name] = _plain(values)
    return columns


def _plain(values: list[Any]) -> list[Any]:
    """Numbers as they are; of anything else words, or JSON."""
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return values
    return [value if isinstance(value, str) or value is None else json.dumps(value) for value in values]
