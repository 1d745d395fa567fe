"""
Precision and recall of a rare class
====================================

With three percent of positive rows, an ROC curve looks good early. Precision and recall show what a user of
the alarms would see.
"""

# %%
# 3 % of 3000 rows are positive.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(5)
truth = (rng.random(3000) < 0.03).astype(int)
scores = {"wide": truth * 1.6 + rng.normal(0, 1, 3000), "narrow": truth * 1.2 + rng.normal(0, 1, 3000)}
for name, score in scores.items():
    panel = bo.measure(truth, y_score=score, measures=["roc_auc", "average_precision"])
    print(name, {measure: round(estimate.value, 3) for measure, estimate in panel.items()})

# %%
# A line at the share of positive rows would be a score without any skill.

figure = bo.CurveDisplay.from_predictions(truth, scores, kind="pr").plot()
figure
