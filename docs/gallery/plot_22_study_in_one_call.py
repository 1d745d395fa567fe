"""
From estimators to a verdict in one call
========================================

`bo.evaluate` runs scikit-learn estimators on identical splits, keeps every prediction, and judges with the
test that fits what was compared.
"""

# %%
# Two learners, five times two folds.

from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo

X, y = load_iris(return_X_y=True)
learners = {"bayes": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=1)}
results = bo.evaluate(learners, X, y, scheme="5x2", measures=["accuracy", "log_loss"], progress=False)
print(results.compare().headline)

# %%
# One picture for a slide; its title is the finding.

figure = results.plot()
figure
