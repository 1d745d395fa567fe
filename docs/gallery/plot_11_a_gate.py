"""
A gate: is the new model not worse?
===================================

In a release nobody asks whether the new model is better. It must not be worse by more than a margin, and that
has to be shown.
"""

# %%
# 600 rows, both models right on about 85 %; a loss of two points is acceptable.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(8)
truth = rng.integers(0, 2, 600)
base = np.where(rng.random(600) < 0.85, truth, 1 - truth)
new = np.where(rng.random(600) < 0.4, np.where(rng.random(600) < 0.88, truth, 1 - truth), base)
gate = bo.gate(truth, base=base, new=new, measure="accuracy", margin=0.02)
print(gate.outcome.value)
print(gate.estimate)

# %%
# The 90 % interval of the difference has to lie above the margin.

figure = gate.plot()
figure
