"""
Which error is expensive?
=========================

With costs, the best threshold and the best model can change. The cost curve shows the expected cost of each
model for every mix of costs and class shares.
"""

# %%
# Two scores; a missed positive costs five times a false alarm.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(14)
truth = (rng.random(500) < 0.3).astype(int)
scores = {
    "steep": truth * 1.4 + rng.normal(0, 0.7, 500),
    "flat": truth * 1.4 + rng.normal(0, np.where(truth, 1.3, 0.8)),
}
for name, score in scores.items():
    found = bo.curve(truth, score, kind="cost", cost=(1, 5))
    print(name)
    print("\n".join(line for line in str(found).splitlines() if "cost" in line and ":" not in line[:9]))

# %%
# The lower line is cheaper at that mix.

figure = bo.CurveDisplay.from_predictions(truth, scores, kind="cost").plot()
figure
