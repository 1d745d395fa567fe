"""The mean of values in time: a standard error from cosine series, with the degrees of freedom that their persistence leaves."""

import numpy as np

from bakeoff.comparisons import diebold_mariano
from bakeoff.estimates.in_time.series_mean import FEWEST_TERMS, persistence, series_terms

# R 4, forecast::dm.test(a, b, h = h, power = 2) of these errors, set.seed(1); a <- rnorm(20); b <- rnorm(20) * 1.2
ERRORS_A = [
    -0.626453810742332418, 0.183643324222082238, -0.835628612410047156, 1.595280802137791554, 0.329507771815360506, -0.820468384118015259, 0.487429052428485277,
    0.738324705129217329, 0.575781351653492313, -0.305388387156356023, 1.511781168450847979, 0.389843236411431093, -0.621240580541803755, -2.214699887177499882,
    1.124930918143108194, -0.044933609015230851, -0.016190263098946087, 0.943836210685299215, 0.821221195098088552, 0.593901321217508826,
]  # fmt: skip


def test_no_verdict_has_a_reason():
    walk = np.cumsum(ERRORS_A)
    result = diebold_mariano(walk, np.zeros(20))
    assert np.isnan(result.p_value)
    assert "gather more of them" in result.reason
    assert series_terms(20, persistence(walk)) < FEWEST_TERMS
