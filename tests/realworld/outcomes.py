"""What a try gives beside the user's own loop, and the table of all tries by package.

python -m tests.realworld.outcomes        print the table of docs/learners.md
"""

import warnings
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from importlib.util import find_spec
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from tests.realworld.direct_loop import bakeoff_scores, direct_scores
from tests.realworld.package_tries import TRIES, Try

__all__ = ["Outcome", "outcome", "package_table"]


class Outcome(StrEnum):
    """What came out of the loop and of bakeoff."""

    SAME = "same"
    BOTH_FAIL = "both fail"
    PREPARED = "only the loop fails"
    REFUSED = "only bakeoff fails"
    OTHER = "other scores"


def _scores(loop: Callable[..., list[float]], attempt: Try) -> list[float] | None:
    """The scores of each fold; None where the learner raises."""
    try:
        return loop(attempt.make(), attempt.X, attempt.y)
    except Exception:  # packages raise what they like
        return None


def outcome(attempt: Try) -> Outcome:
    """The loop and bakeoff on the same splits."""
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the packages; the loop and bakeoff give the same ones
        direct, ours = _scores(direct_scores, attempt), _scores(bakeoff_scores, attempt)
    if direct is None:
        return Outcome.BOTH_FAIL if ours is None else Outcome.PREPARED
    if ours is None:
        return Outcome.REFUSED
    return Outcome.SAME if np.allclose(ours, direct, rtol=0, atol=1e-9) else Outcome.OTHER


def package_table(outcomes: dict[str, Outcome]) -> list[str]:
    """Markdown lines: one for each package, with the number of tries by outcome."""
    packages = dict.fromkeys(attempt.package for attempt in TRIES.values())
    counts: dict[str, Counter[Any]] = {name: Counter() for name in packages}
    for name, result in outcomes.items():
        counts[TRIES[name].package][result] += 1
    rows = [[name, sum(count.values()), *(count[kind] for kind in Outcome)] for name, count in counts.items()]
    rows.append(["all", *(sum(row[place] for row in rows) for place in range(1, len(Outcome) + 2))])
    head = ["package", "tries", *Outcome]
    return [f"| {' | '.join(map(str, line))} |" for line in (head, ["---"] * len(head), *rows)]


if __name__ == "__main__":
    missing = {attempt.package for attempt in TRIES.values() if find_spec(attempt.package) is None}
    if missing:
        raise SystemExit(f"not installed: {', '.join(sorted(missing))}; run make realworld first")
    print("\n".join(package_table({name: outcome(attempt) for name, attempt in TRIES.items()})))
