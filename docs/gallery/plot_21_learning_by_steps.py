"""
When to stop: training steps
============================

The score after every step of a fit, on training and on validation rows. The gap that opens is overfitting.
"""

# %%
# A small boosted model on a noisy artificial domain, two folds for speed.

from sklearn.ensemble import GradientBoostingClassifier

import bakeoff as bo

data = bo.make("xor", n=200, noise=0.15, seed=1)
model = GradientBoostingClassifier(max_depth=4, random_state=0)
curves = bo.epoch_curve({"boosting": model}, data, epochs=40, scheme="2-fold")
print(curves.best_epoch)

# %%
# The two curves.

figure = curves.plot()
figure
