"""Which declared tests may answer a question, in order, and one sentence for every other; true whatever the numbers say."""

import bakeoff as bo
from bakeoff.comparisons.choosing.rules import recommended
from bakeoff.comparisons.evidence.kinds import evidence_named


def taken(topic, **answers):
    return [name for rule in bo.advise(**answers).of(topic) for name in rule.take]


def test_advice_and_choice_agree():
    """What advise recommends first for a design is what compare takes."""
    designs = {(2, 1, "folds"): "folds", (2, 1, "runs"): "runs", (2, 1, "rows"): "rows", (2, 9, None): "datasets"}
    for (learners, datasets, evidence), kind in designs.items():
        for many in (learners, 4):
            first = taken("test", algorithms=many, datasets=datasets, evidence=evidence)[0]
            assert first.split(" with ")[0] == recommended(evidence_named(kind), many).take
