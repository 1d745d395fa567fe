"""
A leaderboard with honest ranks
===============================

Ten systems, 250 items: ranks look exact and are not. Rank intervals hold for all systems at once; the best
set contains every system that may be the best one.
"""

# %%
# A table of items by systems with 0 and 1.

import numpy as np

import bakeoff as bo

rng = np.random.default_rng(6)
skill = np.linspace(0.55, 0.80, 10)
easy = rng.normal(0, 0.25, 250)
table = {f"system {i + 1}": (rng.random(250) < np.clip(p + easy, 0.02, 0.98)).astype(int) for i, p in enumerate(skill)}
board = bo.board(table)
print("may be the best:", ", ".join(board.best_set))

# %%
# A rank with its interval for each system.

figure = board.plot()
figure
