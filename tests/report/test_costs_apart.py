"""The sentence on agreeing measures counts those of quality where costs stand in the same table."""

from bakeoff.report.sections.overview import disagreement
from bakeoff.study.facts.measure_orders import MeasureOrders

ORDERS = MeasureOrders(orders={"accuracy": {"a": 1.0, "b": 2.0}, "kappa": {"a": 1.0, "b": 2.0}}, asked=2)


def test_costs_are_not_counted():
    assert disagreement(ORDERS) == "Both measures name the same learner first: a."
    assert disagreement(ORDERS, costs=True) == "Both measures of quality name the same learner first: a."
