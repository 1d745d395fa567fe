"""The H-measure of given hulls, also under heavy imbalance, against its integrals in forty digits.

The expected values are the definition of hand2009 (expected minimum loss over all corners, each between the costs at
which it is the best) evaluated with mpmath's regularised incomplete beta function at mp.dps = 40.
"""

import numpy as np
import pytest

from bakeoff.measures.areas import h_of_hull

HULLS = [
    ([0, 3, 40, 400, 1000], [0, 6, 9, 10, 10], (0.8007629061892362546, 0.4902282284791147287, 0.35868041144871140307)),
    ([0, 5000, 100000], [0, 4, 5], (0.66679846180350538279, 0.00088689979355007626038, 1.0169998956456032721e-6)),
    (
        [0, 1, 2, 5],
        [0, 900000, 990000, 1000000],
        (0.00026605044395233146408, 0.00026605000071812536691, 1.0791891952011045709e-7),
    ),
    ([0, 0, 5], [0, 5, 5], (1.0, 1.0, 1.0)),
]


def _edges(fp, tp):
    """Steps from corner to corner, and last the way from the first to the last."""
    return np.array([np.append(np.diff(one), one[-1]) for one in (fp, tp)], dtype=float)


@pytest.mark.parametrize(("fp", "tp", "expected"), HULLS)
def test_three_laws_of_costs(fp, tp, expected):
    fp, tp = np.array(fp, dtype=float), np.array(tp, dtype=float)
    share = tp[-1] / (tp[-1] + fp[-1])
    laws = ((2.0, None), (1 + share, 2 - share), (2.0, 2.0))
    for (a, b), known in zip(laws, expected, strict=True):
        assert h_of_hull(_edges(fp, tp), a, b) == pytest.approx(known, rel=1e-9, abs=1e-14)


def test_one_class_only():
    assert np.isnan(h_of_hull(_edges([0, 5], [0, 0])))
