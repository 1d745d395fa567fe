"""
Folds of one data set are not independent
=========================================

Ten repeats of ten folds give a hundred differences, but their training sets share most rows. The corrected
resampled t-test widens the variance by n_test / n_train. The plain t-test is refused, and this example shows
why.
"""

# %%
# A hundred differences between two learners, with a small mean.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(4)
shared = rng.normal(0.85, 0.03, 100)
scores = {"svm": shared + rng.normal(0.010, 0.02, 100), "tree": shared + rng.normal(0, 0.02, 100)}
naive = bo.comparisons.paired_t(scores["svm"], scores["tree"])
corrected = bo.comparisons.corrected_t(scores["svm"], scores["tree"], test_share=1 / 9)
print(f"plain t-test:     p = {naive.p_value:.4f}")
print(f"corrected t-test: p = {corrected.p_value:.4f}")

# %%
# `bo.compare` takes the corrected test, because the scheme says how the scores were made.

comparison = bo.compare(scores, rows="folds", scheme="10x10", measure="accuracy")
print(comparison.headline)
figure = comparison.plot()
figure
