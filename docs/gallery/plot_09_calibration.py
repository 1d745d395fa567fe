"""
Are the probabilities honest?
=============================

A model that says 80 % should be right in 80 % of these cases. The calibration curve shows where it is not,
the calibration error how much.
"""

# %%
# The second model is overconfident: its probabilities are too close to 0 and 1.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(2)
logit = rng.normal(0, 1.5, 800)
truth = (rng.random(800) < 1 / (1 + np.exp(-logit))).astype(int)
probabilities = {"honest": 1 / (1 + np.exp(-logit)), "overconfident": 1 / (1 + np.exp(-2.5 * logit))}
for name, p in probabilities.items():
    panel = bo.measure(truth, y_proba=p, measures=["brier", "log_loss", "ece"])
    print(name, {measure: round(estimate.value, 4) for measure, estimate in panel.items()})

# %%
# The diagonal is honest.

figure = bo.CurveDisplay.from_predictions(truth, probabilities, kind="calibration").plot()
figure
