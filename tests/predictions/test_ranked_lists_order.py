"""Lists are sorted by falling score, of any lengths, in any order of rows, with ties in the order of the rows."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bakeoff.data.tasks import RANKED_LISTS
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranked_lists import ranked_lists


def lists_of(query, score, gain):
    return ranked_lists(
        Predictions(task=RANKED_LISTS, rows=np.arange(len(query)), truth=gain, label=score, query=query)
    )


ITEM = st.tuples(st.integers(0, 4), st.sampled_from([-np.inf, 0.0, 0.5, 1.0, 2.0]), st.integers(0, 3))


@settings(max_examples=150, deadline=None)
@given(st.lists(ITEM, min_size=1, max_size=30))
def test_it_is_what_a_sort_by_query_and_score_gives(items):
    query, score, gain = (np.array(column) for column in zip(*items, strict=True))
    lists = lists_of(query, score, gain)
    order = sorted(range(len(items)), key=lambda row: (query[row], -score[row], row))
    assert lists.rows.tolist() == order
    for place, row in enumerate(order):
        mine = query == query[row]
        tie = mine & (score == score[row])
        assert lists.ahead[place] == (mine & (score > score[row])).sum()
        assert lists.tied[place] == tie.sum()
        counted = gain if score[row] > -np.inf else 0 * gain
        assert lists.tied_gain[place] == pytest.approx(counted[tie].mean())
        assert lists.relevant_ahead[place] == (mine & (score > score[row]) & (gain > 0)).sum()
    first = np.flatnonzero(np.diff(query[order], prepend=-1))
    assert lists.first.tolist() == first.tolist()
    best = [sorted(gain[query == name], reverse=True) for name in np.unique(query)]
    assert lists.ideal_gain.tolist() == [value for ranking in best for value in ranking]


def test_names_of_queries_may_be_text_and_scattered():
    lists = lists_of(np.array(["b", "a", "b", "a"]), np.array([1.0, 2.0, 3.0, 4.0]), np.array([1, 0, 2, 0]))
    assert lists.rows.tolist() == [3, 1, 2, 0]
