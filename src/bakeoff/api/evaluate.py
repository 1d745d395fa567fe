"""evaluate: some learners on one table, in one call."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bakeoff.api.results import Results
from bakeoff.api.study import Study
from bakeoff.core.errors import BadInput
from bakeoff.data.load import load

__all__ = ["evaluate"]


def evaluate(
    learners: Mapping[str, Any] | Iterable[Any],
    X: Any,
    y: Any,
    *,
    positive: object = None,
    cv: object = "10x10",
    scoring: str | Iterable[str] | None = None,
    random_state: int = 0,
    n_jobs: int | None = None,
    file: str | Path | None = None,
    task: str | None = None,
    groups: Any = None,
    times: Any = None,
    name: str | None = None,
    baseline: str | None = None,
    alpha: float = 0.05,
    rope: float | None = None,
    train_sizes: Iterable[float] = (),
    timeout: float | None = None,
    memory: float | None = None,
    progress: bool = True,
) -> Results:
    """Compare learners on one table of features and a target.

    `learners` is a mapping from names to scikit-learn estimators (or a list of them), `cv` what you would pass to
    scikit-learn or a text such as "10x10" or "loo", `scoring` one or several measures of which the first decides.
    `positive` names the class of interest where a measure asks for it. With a `file` nothing is lost when interrupted.
    `train_sizes` asks for learning curves: shares of the training rows, or whole numbers of rows.
    """
    data = load((X, y), positive=positive, task=task, groups=groups, times=times, name=name)
    measures = None if scoring is None else [scoring] if isinstance(scoring, str) else list(scoring)
    if measures is not None and not all(isinstance(one, str) for one in measures):
        raise BadInput("scoring takes names of measures such as 'accuracy' (see bo.measures), not functions")
    study = Study(
        datasets=data,
        learners=learners,
        scheme=cv,
        measures=measures,
        title=f"Learners on {data.name}",
        seed=random_state,
        baseline=baseline,
        alpha=alpha,
        rope=rope,
        train_sizes=train_sizes,
    )
    return study.run(file, workers=_workers(n_jobs), timeout=timeout, memory=memory, progress=progress)


def _workers(n_jobs: int | None) -> int | None:
    """As in scikit-learn a negative number counts from all cores: -1 is all of them, -2 all but one."""
    if n_jobs is None or n_jobs > 0:
        return n_jobs
    if n_jobs == 0:
        raise BadInput("n_jobs must not be 0; leave it out for one worker per core")
    return max((os.cpu_count() or 1) + 1 + n_jobs, 1)
