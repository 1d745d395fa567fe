"""Measures of hard decisions about one positive class: precision, recall and what is made of them."""

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.measures.classification.one_class import fbeta
from bakeoff.predictions.from_arrays import predictions_of


@pytest.mark.parametrize("weight", [-1, float("nan"), float("inf")])
def test_recall_is_not_less_than_nothing_times_as_important(weight):
    with pytest.raises(BadInput, match="beta of fbeta must be zero or a positive number"):
        fbeta(weight)
    assert fbeta(0)(predictions_of([0, 1, 1], [1, 1, 0])) == 0.5  # the precision
