"""
Three new methods against one baseline
======================================

If only the pairs with the baseline matter, name it. There are then three questions instead of six, and each
keeps more power.
"""

# %%
# `baseline` names the column with which each of the others is compared.

import bakeoff as bo

scores = {
    "naive Bayes": [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 0.940, 0.619, 0.972],
    "tree": [0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 0.931, 0.661, 0.970],
    "forest": [0.798, 0.617, 0.971, 0.677, 0.917, 0.956, 0.676, 0.589, 0.901, 0.962, 0.692, 0.976],
    "boosting": [0.802, 0.612, 0.975, 0.681, 0.921, 0.949, 0.681, 0.604, 0.904, 0.958, 0.701, 0.981],
}

comparison = bo.compare(scores, rows="datasets", measure="accuracy", baseline="naive Bayes")
print(len(comparison.pairs), "pairs")
print(comparison.headline)

# %%
# The differences from the baseline on each data set, with their intervals.

figure = comparison.plot("differences")
figure
