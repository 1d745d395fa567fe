"""
A stream with a change
======================

Two learners that learn from each example after they are tested on it. The concept changes after 1500
examples; a detector reports it.
"""

# %%
# The SEA stream, and predictions of a fixed rule that becomes wrong.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(12)
truth = rng.integers(0, 2, 3000)
steady = np.where(rng.random(3000) < 0.85, truth, 1 - truth)
rate = np.where(np.arange(3000) < 1500, 0.92, 0.70)
breaking = np.where(rng.random(3000) < rate, truth, 1 - truth)
table = {"y": truth, "steady": steady, "breaking": breaking}
evaluation = bo.stream_predictions(table, "y", ["steady", "breaking"], window=300)
print(evaluation)

# %%
# The error in a window of 300 examples.

figure = evaluation.plot()
figure
