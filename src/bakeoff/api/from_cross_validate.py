"""bo.from_cross_validate: results of scikit-learn's cross_validate, compared only if their splits are the same."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bakeoff.api.comparison import Comparison, compare
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.errors import BadInput
from bakeoff.measures import measures
from bakeoff.measures.measure import Direction

__all__ = ["CrossValidated", "from_cross_validate"]


class CrossValidated:
    """Scores of several learners on identical splits of one data set."""

    def __init__(self, scores: Mapping[str, Mapping[str, Any]], test_share: float) -> None:
        self._scores = {name: dict(one) for name, one in scores.items()}
        self.test_share = test_share

    @property
    def names(self) -> tuple[str, ...]:
        """The score columns that all learners have."""
        first = next(iter(self._scores.values()))
        return tuple(
            name for name in first if name.startswith("test_") and all(name in one for one in self._scores.values())
        )

    def compare(self, score: str = "test_score", direction: str | None = None, **options: Any) -> Comparison:
        """Which learner is better by this score, over the splits they share.

        scikit-learn's scorers are larger-is-better (errors carry the prefix neg_), so that is the default direction.
        """
        if score not in self.names:
            raise BadInput(f"no score called {score!r} in all results; there are {', '.join(self.names)}")
        learners = tuple(self._scores)
        values = np.column_stack([np.asarray(one[score], dtype=float) for one in self._scores.values()])
        matrix = ScoreMatrix(names=learners, blocks=tuple(f"split {i + 1}" for i in range(len(values))), values=values)
        named = options.pop("measure", _measure(score.removeprefix("test_")))
        return compare(matrix, direction or "higher", "folds", self.test_share, measure=named, **options)


def _measure(name: str) -> str:
    """What the scores are called; a loss under its plain name had its sign turned by the scorer, so it is none here."""
    if name == "score" or (name in measures and measures[name].direction is Direction.LOWER and name[:4] != "neg_"):
        return ""
    return name


def from_cross_validate(results: Mapping[str, Mapping[str, Any]]) -> CrossValidated:
    """Take `{"a": cross_validate(...), "b": cross_validate(...)}`, made with return_indices=True, and check the splits.

    >>> one = {"test_score": [.9, .8], "indices": {"train": ([0, 1], [2, 3]), "test": ([2, 3], [0, 1])}}
    >>> from_cross_validate({"a": one, "b": one}).test_share
    1.0
    """
    if len(results) < 2:
        raise BadInput("a comparison needs the results of at least two learners")
    for name, one in results.items():
        if "indices" not in one:
            raise BadInput(
                f"the result of {name} does not say which rows it was tested on; call cross_validate(..., return_indices=True)"
            )
    first_name, first = next(iter(results.items()))
    for name, one in results.items():
        for part in ("train", "test"):
            mine, theirs = first["indices"][part], one["indices"][part]
            if len(mine) != len(theirs) or any(not np.array_equal(a, b) for a, b in zip(mine, theirs, strict=True)):
                raise BadInput(
                    f"{first_name} and {name} were not evaluated on the same splits; give both the same cv object with a fixed random_state"
                )
    shares = [
        len(test) / len(train) for train, test in zip(first["indices"]["train"], first["indices"]["test"], strict=True)
    ]
    return CrossValidated(results, float(np.mean(shares)))
