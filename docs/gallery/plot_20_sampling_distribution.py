"""
What a test set of 30 rows can tell
===================================

The coin experiment: a learner whose true error is 22 %, measured on many test sets. It shows how far a single
measured error may be from the truth.
"""

# %%
# 1000 test sets of 30 and of 300 rows.

import bakeoff as bo

experiments = bo.sampling(0.22, [30, 300])
print(experiments)

# %%
# The normal curve is the one of the central limit theorem.

figure = experiments.plot()
figure
