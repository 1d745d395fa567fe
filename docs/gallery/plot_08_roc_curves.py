"""
ROC curves with a band
======================

Curves of two scores on the same test rows, and the areas with their intervals and their comparison by
DeLong's test.
"""

# %%
# Two scores for the same 400 rows.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(0)
truth = rng.integers(0, 2, 400)
scores = {"logistic": truth + rng.normal(0, 0.8, 400), "tree": np.round(truth + rng.normal(0, 1.2, 400), 1)}
for name, score in scores.items():
    area = bo.measure(truth, y_score=score, measures=["roc_auc"])["roc_auc"]
    print(name, area)

# %%
# The display takes scores by name; `kind` may be "pr", "det", "calibration" and others.

figure = bo.CurveDisplay.from_predictions(truth, scores).plot()
figure
