"""Could this score come from bogus data? The learner is run again on data whose labels mean nothing."""

from dataclasses import replace
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.notes import Note
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Dataset
from bakeoff.learners.from_objects import as_learners
from bakeoff.learners.learner import Learner, predicted
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure import Direction
from bakeoff.measures.naming import short_name
from bakeoff.predictions.outputs import NAMES
from bakeoff.runs.assemble import assemble
from bakeoff.splits.catalogue import scheme_from
from bakeoff.splits.plan import SplitPlan
from bakeoff.study.notes import SWITCHED_CLASSES

__all__ = ["LABEL_PERMUTATION", "label_permutation", "relabelled"]

NULLS = {
    "shuffle": "the labels have nothing to do with the features",
    "switch": "every class is equally likely on every row, whatever the features",
}
WAYS = {"shuffle": "labels shuffled", "switch": "each label kept or switched, all classes equally likely"}


@suggest_arguments
def label_permutation(  # noqa: PLR0917 - the order is part of the contract
    learner: Any,
    data: Dataset,
    scheme: Any = "10-fold",
    measure: Measure | str = "accuracy",
    n_resamples: int = 99,
    seed: int = 0,
    *,
    how: str = "shuffle",
) -> TestResult:
    """Is the learner's score better than on data with bogus labels?  p = (as good or better + 1) / (B + 1).

    The same splits are used throughout. Every resample fits the learner on every split, in this process: keep the scheme small. The working contains the score, and the
    mean and range on bogus data. Reference: ojala2010.

    Parameters
    ----------
    learner
        A scikit-learn estimator or the name of a baseline.
    data
        The data set.
    scheme
        How rows are split.
    measure
        By what the learner is scored.
    n_resamples
        How often labels are made bogus.
    seed
        Of labels, splits and learner.
    how
        "shuffle" keeps the class counts. "switch" keeps each label or replaces it, so that every class is equally likely, by a coin
        for two classes as the lecture notes do: its null hypothesis includes that, and classes of unequal size contradict it alone.

    Returns
    -------
    TestResult
        The p-value with its working.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from bakeoff import load
    >>> label_permutation(GaussianNB(), load("iris"), "2-fold", n_resamples=9).p_value
    0.1
    """
    if how not in WAYS:
        raise BadInput(f"how must be 'shuffle' or 'switch', not {how!r}")
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    if what.unordered:
        raise NotApplicable(what.unordered)
    draws = count("n_resamples", n_resamples)
    adapted_learner = as_learners({getattr(learner, "name", "learner"): learner})[0]
    plan = scheme_from(scheme).plan(data, seed)
    observed = _score(adapted_learner, data, plan, what, seed)
    rng = rng_for(seed, f"label permutation {how}")
    bogus = np.array([_score(adapted_learner, relabelled(data, rng, how=how), plan, what, seed) for _ in range(draws)])
    defined = bogus[~np.isnan(bogus)]
    sign = 1.0 if what.direction is Direction.HIGHER else -1.0
    as_good = int(np.sum(sign * defined >= sign * observed - 1e-12))
    undefined = isnan(observed) or not defined.size
    return TestResult(
        test="label_permutation", variant=f"{short_name(what)}, {draws} data sets with {WAYS[how]}{_spread(defined)}", null=NULLS[how], statistic=observed,
        p_value=nan if undefined else (as_good + 1) / (defined.size + 1), n=len(data.target),
        alternative=Alternative.GREATER if what.direction is Direction.HIGHER else Alternative.LESS,
        reason=f"{short_name(what)} is undefined: {what.undefined}" if undefined else "", notes=_unequal(data) if how == "switch" else (),
        working=(
            ("score", observed), ("mean on bogus data", float(defined.mean()) if defined.size else nan),
            ("smallest on bogus data", float(defined.min()) if defined.size else nan),
            ("largest on bogus data", float(defined.max()) if defined.size else nan), ("as good or better", as_good),
        ),
    )  # fmt: skip


def _spread(bogus: Array) -> str:
    """The scores on bogus data in words."""
    if not bogus.size:
        return ""
    return f", scores there {bogus.min():.3g} to {bogus.max():.3g}, mean {bogus.mean():.3g}"


def relabelled(data: Dataset, rng: np.random.Generator, *, how: str = "shuffle") -> Dataset:
    """The same rows with labels that mean nothing."""
    target = data.target
    if how == "shuffle":
        return replace(data, target=rng.permutation(target))
    if not data.task.coded:
        raise NotApplicable("labels can be switched only where they are classes; use how='shuffle' for numbers")
    return replace(data, target=rng.integers(len(data.classes), size=len(target)))


def _unequal(data: Dataset) -> tuple[Note, ...]:
    """The caveat of switching where classes are not equally frequent."""
    counts = np.bincount(data.target, minlength=len(data.classes))
    share, even = float(counts.max() / counts.sum()), 1 / len(data.classes)
    return (
        (SWITCHED_CLASSES(share=share, even=even),)
        if share > even + 2 * (even * (1 - even) / counts.sum()) ** 0.5
        else ()
    )


def _score(learner: Learner, data: Dataset, plan: SplitPlan, what: Measure, seed: int) -> float:
    """Mean over the splits; splits on which the measure is undefined are left out."""
    values = np.array([_fitted(learner, data, split.train, split.test, what, seed) for split in plan.splits])
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if defined.size else nan


def _fitted(learner: Learner, data: Dataset, train: Array, test: Array, what: Measure, seed: int) -> float:  # noqa: PLR0917 - private
    model = learner.fit(data.take(train), rng_for(seed, "label permutation fit"))
    answer = predicted(model, data.block.take(test))
    outputs = {name: getattr(answer, name) for name in NAMES}
    predictions = assemble(data, train, test, {name: values for name, values in outputs.items() if values is not None})
    return float(what(predictions))


LABEL_PERMUTATION = SignificanceTest(
    name="label_permutation",
    symbols={"B": "number of data sets with bogus labels", "#": "number of them for which", "s^*": "score on bogus labels", "s": "score on the true labels"},
    title="label permutation test", formula=r"p = \frac{1 + \#\{s^* \ge s\}}{1 + B}", null=NULLS["shuffle"],
    reference="ojala2010", design=(), takes=Dataset, run=label_permutation, compute=label_permutation, sided=False,
    also=("permutation_test", "permutation_of_labels", "bogus_labels", "bogus_data"),
    assumptions=("the rows are independent", "labels could be exchanged between rows if they had nothing to do with the columns"),
    caveats=(
        "it asks whether one learner has learned anything, not which of two is better",
        "--how switch keeps or switches each label by a coin, as if all classes were equally likely",
    ),
    needs=(("target", "the column to predict"), ("learner", "what is fitted")),
)  # fmt: skip
