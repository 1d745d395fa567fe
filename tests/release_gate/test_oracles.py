"""Non-inferiority of two areas and of means against R 4.2.2; that of paired proportions is in test_law.py, bounds of looks in test_looks.py.

The columns are made by formulas, so that R and Python read the same numbers. R:

    options(digits = 15); i <- 1:400; u <- function(k) (i * k) %% 1; q <- function(k) qnorm(pmin(pmax(u(k), 1e-6), 1 - 1e-6))
    y <- as.integer(u(0.6180339887498949) < 0.4); a <- y * 0.9 + q(0.4142135623730951)
    b <- y * 0.8 + 0.8 * q(0.4142135623730951) + 0.6 * q(0.7320508075688772)
    library(pROC)  # 1.18.0
    t <- roc.test(roc(y, b, direction = "<"), roc(y, a, direction = "<"), method = "delong", paired = TRUE, conf.level = 0.90)
    t$conf.int; d <- -diff(rev(t$estimate)); se <- d / t$statistic; pnorm((d + 0.05) / se, lower.tail = FALSE)
    j <- 1:30; base <- sin(j); new <- base - 0.03 + qnorm((j - 0.5) / 30) * 0.2
    t.test(new, base, paired = TRUE, mu = -0.1, alternative = "greater"); t.test(new, base, paired = TRUE, conf.level = 0.9)
    t.test(new - 0.9 * base, mu = 0, alternative = "greater")
    s <- new + 0.3 * (j %% 7 == 0); t.test(s, base, paired = TRUE, mu = -0.1, alternative = "greater")
"""

import numpy as np
import pytest
from scipy.special import ndtri

from bakeoff.release_gate.difference import law_of_values


def _numbers():
    j = np.arange(1, 31)
    base = np.sin(j)
    return j, base, base - 0.03 + ndtri((j - 0.5) / 30) * 0.2


def test_means_against_the_t_test_of_r():
    _, base, new = _numbers()
    law = law_of_values(base, new)
    assert law.p_above(-0.1) == pytest.approx(0.0320406822582865, abs=1e-12)
    assert law.p_below(-0.1) == pytest.approx(0.967959317741714, abs=1e-12)
    assert law.ends(0.9) == pytest.approx((-0.0917846941120965, 0.0317846941120965), abs=1e-12)


def test_a_relative_margin_is_a_contrast():
    _, base, new = _numbers()
    law = law_of_values(base, new, factor=0.9)
    assert (law.value, law.error) == pytest.approx((-0.0290664988124266, 0.0363033128636245), abs=1e-12)
    assert law.p_above(0.0) == pytest.approx(0.7850793905954097, abs=0.01)  # the contrast is not quite symmetric


def test_skewed_differences_claim_less_than_the_t_test():
    j, base, new = _numbers()
    law = law_of_values(base, new + 0.3 * (j % 7 == 0))
    assert law.error == pytest.approx(0.04256776949102942, abs=1e-12)
    assert 0.00753310110887391 <= law.p_above(-0.1) < 0.012
    low, high = law.ends(0.9)
    assert low == pytest.approx(-0.0623280476014562, abs=2e-3)
    assert high >= 0.0823280476014561
