"""The decision table behind `bo.advise`: what to measure, how to split, which data, which test, and why. Data, not code."""

import bakeoff as bo
from bakeoff.comparisons.planning.advise import TOPICS
from bakeoff.comparisons.planning.decision_table import RULES
from bakeoff.core.references import cite


def test_every_rule_can_be_reached_and_names_known_things():
    assert {one.topic for one in RULES} == set(TOPICS)
    for one in RULES:
        assert one.why
        if one.reference:
            assert cite(one.reference)
        if one.topic == "measure":
            for name in one.take:
                assert name in bo.measures or name in ("expected_cost", "net_benefit"), name
        if one.topic == "test":
            for name in one.take:
                assert name.split(" with ")[0].replace("rank tests", "friedman") in {
                    *bo.tests.names,
                    "bayes_signed_rank",
                    "bayes_correlated_t",
                    "label_permutation",
                }, name
