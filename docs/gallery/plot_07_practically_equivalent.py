"""
Shown to be equivalent, not merely "no difference"
==================================================

A large p shows nothing. With a region of equivalence, stated before the run, two one-sided tests can show
that the difference is too small to matter.
"""

# %%
# Differences of at most one point do not matter here.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(3)
level = rng.uniform(0.7, 0.95, 20)
scores = {"full model": level + rng.normal(0, 0.004, 20), "small model": level + rng.normal(0, 0.004, 20)}
comparison = bo.compare(scores, rows="datasets", measure="accuracy", rope=0.01)
print(comparison.headline)

# %%
# The differences with the region.

figure = comparison.plot("differences")
figure
