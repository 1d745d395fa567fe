"""LISTS: the values of the ranked lists of queries, each shared by the rows of its list."""

from dataclasses import replace

from bakeoff.predictions.kinds.row_sums import SUMS

__all__ = ["LISTS"]

# Shared by its rows, the value of a query is a sum over rows as any other, so that groups of whole queries are resampled
# by their sums. A stream would cut lists in two.
LISTS = replace(SUMS, name="lists", title="values of the lists of queries", stream=None, whole_lists=True)
