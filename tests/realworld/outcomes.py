"""What a try gives beside the user's own loop, and the record of all tries, of which the table of the docs is made.

python -m tests.realworld.outcomes        try what is installed, record it, and write the table of docs/learners.md
"""

import json
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from tests.realworld.direct_loop import bakeoff_scores, direct_scores
from tests.realworld.heavy_tries import HEAVY_TRIES
from tests.realworld.package_tries import TRIES, Try

__all__ = ["ALL_TRIES", "PAGE", "Outcome", "outcome", "package_table", "recorded", "with_table"]

ALL_TRIES: dict[str, Try] = TRIES | HEAVY_TRIES
PAGE = Path(__file__).parents[2] / "docs" / "learners.md"
RECORD = Path(__file__).with_name("outcomes.json")
HEAD = "| package | tries |"


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


def recorded() -> dict[str, Outcome]:
    """The outcome of each try when it was last recorded."""
    return {name: Outcome(words) for name, words in json.loads(RECORD.read_text(encoding="utf-8")).items()}


def package_table(outcomes: Mapping[str, Outcome]) -> list[str]:
    """Markdown lines: one for each package, with the number of tries by outcome."""
    packages = dict.fromkeys(attempt.package for attempt in ALL_TRIES.values())
    counts: dict[str, Counter[Any]] = {name: Counter() for name in packages}
    for name, result in outcomes.items():
        counts[ALL_TRIES[name].package][result] += 1
    rows = [[name, sum(count.values()), *(count[kind] for kind in Outcome)] for name, count in counts.items()]
    rows.append(["all", *(sum(row[place] for row in rows) for place in range(1, len(Outcome) + 2))])
    head = ["package", "tries", *Outcome]
    return [f"| {' | '.join(map(str, line))} |" for line in (head, ["---"] * len(head), *rows)]


def with_table(page: str, lines: list[str]) -> str:
    """The page with these lines in place of its table of packages."""
    before, head, rest = page.partition(HEAD)
    return before + "\n".join(lines) + rest[rest.index("\n\n") :] if head else page


def _record() -> None:
    """Tries of packages that are not installed keep their record."""
    fresh = {name: outcome(attempt) for name, attempt in ALL_TRIES.items() if find_spec(attempt.package) is not None}
    outcomes = (recorded() if RECORD.exists() else {}) | fresh
    kept = {name: result for name, result in outcomes.items() if name in ALL_TRIES}
    RECORD.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), package_table(kept)), encoding="utf-8")
    print(f"{len(fresh)} of {len(ALL_TRIES)} tries recorded")


if __name__ == "__main__":
    _record()
