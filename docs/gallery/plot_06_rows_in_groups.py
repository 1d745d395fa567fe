"""
Rows that belong together
=========================

Ten rows of one patient are not ten patients. Named groups are counted as groups: the interval becomes wider,
and the verdict honest.
"""

# %%
# 40 patients with 10 rows each; whether a model is right depends on the patient.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(7)
patient = np.repeat(np.arange(40), 10)
truth = rng.integers(0, 2, 400)
ease = {"a": rng.normal(1.3, 1.2, 40), "b": rng.normal(0.9, 1.2, 40)}
right = {name: rng.random(400) < 1 / (1 + np.exp(-values[patient])) for name, values in ease.items()}
predictions = {name: np.where(hits, truth, 1 - truth) for name, hits in right.items()}
rows = bo.compare_predictions(truth, predictions, "accuracy")
groups = bo.compare_predictions(truth, predictions, "accuracy", groups=patient)
print("as rows:  ", rows.omnibus.test, f"p = {rows.pairs[0].pair.p_adjusted:.3f}")
print("as groups:", groups.omnibus.test, f"p = {groups.pairs[0].pair.p_adjusted:.3f}")

# %%
# The picture is the one of the groups.

figure = groups.plot("differences")
figure
