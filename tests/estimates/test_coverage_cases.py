"""A few cases of calibration/coverage.py with few samples; all of them, with many, are simulated outside the tests."""

import numpy as np
import pytest

from calibration.coverage import CASES

pytestmark = pytest.mark.slow

SAMPLES = 60
SOME = [
    "balanced_accuracy: 50 rows, 10% positive, recall 0.8, specificity 0.9",
    "balanced_accuracy: 200 rows, 2% positive, recall 0.95, specificity 0.98",
    "kappa: 20 rows, 50% positive, recall 0.95, specificity 0.98",
    "mcc: 100 rows, 10% positive, recall 0.95, specificity 0.98",
    "f1: 50 rows, 10% positive, recall 0.8, specificity 0.9",
    "f1_macro: 100 rows, three classes, one of 5 %",
    "log_loss: 20 rows, probabilities near 0.99, 2% wrong",
    "brier: 50 rows, probabilities near 0.999, 5% wrong",
    "rmse: 20 rows, normal errors",
    "mse: 200 rows, t3 errors",
    "roc_auc: 200 rows, 2% positive, area 0.9, sd 2",
]


@pytest.mark.parametrize("name", SOME)
def test_it_covers(name):
    case = next(one for one in CASES if one.name == name)
    hits, shown = case.run(np.random.default_rng([15, *name.encode()]), SAMPLES)
    least = case.band[0]
    assert shown >= 10
    assert hits / shown >= least - 3 * np.sqrt(least * (1 - least) / shown)


def test_names_are_unique():
    assert len({one.name for one in CASES}) == len(CASES)
