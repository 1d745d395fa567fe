"""
Which classifiers err alike?
============================

Each classifier is a confusion matrix for each data set. The map places them around the ideal classifier: near
neighbours make similar errors.
"""

# %%
# Four classifiers, two data sets of two and three classes.

import bakeoff as bo

matrices = {
    "tree": [[[40, 10], [12, 38]], [[30, 3, 2], [4, 28, 3], [1, 5, 29]]],
    "forest": [[[45, 5], [9, 41]], [[32, 2, 1], [3, 30, 2], [1, 3, 31]]],
    "bayes": [[[35, 15], [6, 44]], [[29, 5, 1], [2, 31, 2], [6, 3, 26]]],
    "majority": [[[50, 0], [50, 0]], [[35, 0, 0], [35, 0, 0], [35, 0, 0]]],
}
places = bo.classifier_map(matrices, rows="true")
print(places)

# %%
# The ideal classifier is in the middle.

figure = places.plot()
figure
