"""`bakeoff test label_permutation`: could a learner's score come from data whose labels mean nothing?"""

from typing import TYPE_CHECKING, Any

from bakeoff.core.errors import BadInput

if TYPE_CHECKING:
    from bakeoff.comparisons.result import TestResult

__all__ = ["LABEL_FLAGS", "label_result"]

LABEL_FLAGS = ("target", "positive", "learner", "how", "scheme", "measure", "resamples", "seed")


def label_result(source: str, given: dict[str, Any]) -> "TestResult":
    """Fit the learner on the data and on bogus copies of them; `source` is a file or the name of a bundled set."""
    from bakeoff.data.load import load
    from bakeoff.learners.factory import learner_from
    from bakeoff.study.relabel import label_permutation

    if given["learner"] is None:
        raise BadInput("label_permutation needs --learner, for example sklearn.naive_bayes.GaussianNB")
    data = load(source, target=given["target"], positive=given["positive"])
    learner = learner_from("learner", given["learner"])
    settings = {name: given[name] for name in ("scheme", "measure", "how") if given[name] is not None}
    counts = {"n_resamples": given["resamples"], "random_state": given["seed"]}
    return label_permutation(
        learner, data, **settings, **{name: one for name, one in counts.items() if one is not None}
    )
