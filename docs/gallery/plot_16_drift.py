"""
Which columns changed?
======================

Two tables with the same columns: what the model was trained on, and what it sees today. Each column is
compared, with one shared level for all of them.
"""

# %%
# Income has moved, age has not, and a new city appears.

import numpy as np
import pandas as pd

import bakeoff as bo

rng = np.random.default_rng(13)
old = pd.DataFrame(
    {"age": rng.normal(40, 12, 500), "income": rng.lognormal(10, 0.4, 500), "city": rng.choice(["A", "B"], 500)}
)
new = pd.DataFrame(
    {"age": rng.normal(40, 12, 400), "income": rng.lognormal(10.2, 0.4, 400), "city": rng.choice(["A", "B", "C"], 400)}
)
drift = bo.drift(old, new)
print(drift)

# %%
# The column that changed most.

figure = drift.plot()
figure
