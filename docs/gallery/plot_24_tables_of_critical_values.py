"""
Where critical values come from
===============================

The table of a binomial distribution as lectures print it, and its picture: how many hits of twelve are too
many for a coin?
"""

# %%
# The sign test reads this table.

import bakeoff as bo

binomial = bo.table("binomial", n=12, p=0.5)
print(binomial)

# %%
# Its bars.

figure = binomial.plot()
figure
