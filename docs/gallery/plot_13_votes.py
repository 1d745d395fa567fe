"""
Votes on pairs: Bradley-Terry
=============================

People who see two answers and choose one give votes, not scores. The Bradley-Terry model turns votes into
strengths, and the board into ranks with intervals.
"""

# %%
# 600 votes on pairs of five systems.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(9)
names = ["alpha", "beta", "gamma", "delta", "epsilon"]
strength = np.array([1.2, 0.9, 0.4, 0.0, -0.6])
votes = {"winner": [], "loser": []}
for _ in range(600):
    i, j = rng.choice(5, 2, replace=False)
    first = rng.random() < 1 / (1 + np.exp(strength[j] - strength[i]))
    votes["winner"].append(names[i if first else j])
    votes["loser"].append(names[j if first else i])
board = bo.bradley_terry(votes)
print(board.best_set)

# %%
# Ranks of the five systems.

figure = board.plot()
figure
