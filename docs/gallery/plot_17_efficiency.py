"""
Which learner gives most for what it costs?
===========================================

Accuracy and AUC are wanted, seconds are paid. Data envelopment analysis lets each learner choose the weights
that favour it; who is not efficient then, is not for any weights.
"""

# %%
# Five learners, two measures to maximise and one cost.

import bakeoff as bo

table = {
    "learner": ["tree", "forest", "boosting", "svm", "bayes"],
    "accuracy": [0.78, 0.86, 0.87, 0.85, 0.74],
    "roc_auc": [0.80, 0.91, 0.92, 0.90, 0.82],
    "seconds": [0.4, 3.1, 5.2, 9.8, 0.1],
}
found = bo.efficiency(table, positive=["accuracy", "roc_auc"], negative=["seconds"])
print(found)

# %%
# Scores of 1 are efficient.

figure = found.plot()
figure
