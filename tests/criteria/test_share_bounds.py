"""Bounds on the part of a measure are checked before any programme is solved."""

import re

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.criteria.measures_table import measures_table
from bakeoff.criteria.share_bounds import check_share_bounds

TABLE = measures_table(
    {
        "nb": {"accuracy": 0.7, "kappa": 0.4, "fit_seconds": 1.0},
        "tree": {"accuracy": 0.8, "kappa": 0.0, "fit_seconds": 2.0},
    }
)


@pytest.mark.parametrize(
    "shares", [{}, {"accuracy": (0.2, 1.0)}, {"accuracy": (1.0, 1.0), "kappa": (0.0, 0.0)}, {"fit_seconds": (0.5, 1.0)}]
)
def test_bounds_that_some_weights_meet(shares: dict) -> None:
    check_share_bounds(TABLE, shares)


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ({"acuracy": (0, 1)}, "did you mean 'accuracy'"), ({"accuracy": (0.6, 0.4)}, "the lower bound first, not 0.6 to 0.4"),
        ({"accuracy": (-0.1, 0.4)}, "lies between 0 and 1"), ({"accuracy": (0.7, 1), "kappa": (0.4, 1)}, "the lower bounds of accuracy and kappa to 1.1; lower them"),
        ({"accuracy": (0, 0.4), "kappa": (0, 0.5)}, "the upper bounds of accuracy and kappa to 0.9; raise them"), ({"fit_seconds": (0, 0.9)}, "add another negative measure"),
        ({"kappa": (0.1, 1)}, "no weights of tree meet the bounds: its kappa is 0"), ({"accuracy": (0, 0.9)}, "no weights of tree meet the bounds"),
    ],
)  # fmt: skip
def test_bounds_that_no_weights_meet(shares: dict, words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)):
        check_share_bounds(TABLE, shares)
