"""
Which forecaster is better?
===========================

Errors of neighbouring months depend on each other, so the rows of a test period are fewer than they look. The
Diebold-Mariano test allows for that when the column of times is named.
"""

# %%
# Ten years of months, two forecasters whose errors persist.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(11)
months = range(120)
truth = 100 + 10 * np.sin(np.arange(120) / 6) + rng.normal(0, 3, 120)


def persistent(size):
    """Errors of which each keeps half of the one before."""
    errors = [0.0]
    for shock in rng.normal(0, size, 119):
        errors.append(0.5 * errors[-1] + shock)
    return np.array(errors)


forecasts = {"smoothing": truth + persistent(3.0), "last year": truth + persistent(5.0)}
comparison = bo.compare_predictions(truth, forecasts, "mae", time=months)
print(comparison.omnibus.test)
print(comparison.headline)

# %%
# The difference of the mean absolute errors.

figure = comparison.plot("differences")
figure
