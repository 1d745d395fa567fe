"""The hierarchical comparison of two learners on several data sets."""

import numpy as np

from bakeoff.comparisons.bayes.hierarchical import sample_hierarchy


def test_the_order_of_data_sets_moves_no_draw():
    data = [[0.02, 0.03, 0.01], [0.03, 0.05, 0.03], [-0.02, 0.04, 0.03], [0.03, 0.0, 0.02]]
    order = [2, 0, 3, 1]
    there, back = (sample_hierarchy(some, 0.5, draws=640) for some in (data, [data[place] for place in order]))
    np.testing.assert_allclose(back.mean, there.mean)
    np.testing.assert_allclose(back.each, there.each[:, order])
