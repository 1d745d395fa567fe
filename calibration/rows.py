"""The default verdict over the rows of one test set: hits, losses, areas, count measures; rows in groups; power."""

from collections.abc import Callable, Iterator
from functools import partial
from inspect import signature
from itertools import product
from typing import Any

import numpy as np
from scipy.special import ndtri

import bakeoff as bo
from bakeoff.api.comparison import Comparison
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.calibration import HEAVY, Kind
from calibration.asking import any_winner, ask, covers, equivalent
from calibration.case import Case, Counts, Simulation
from calibration.evidence import hits, scored_rows
from calibration.several import rankings_in_groups

__all__ = ["simulations"]

DOOR = "verdict over rows"
ROPE = 0.05
DRAWS = 999  # of permutations: the level is kept with any number of them
Asked = Callable[[np.random.Generator], Judgement | Comparison]


def simulations() -> Iterator[Simulation]:
    for n, rate in ((20, 0.8), (50, 0.8), (200, 0.8), (1000, 0.8), (200, 0.97)):
        words = f"{n} rows, accuracy {rate:g}"
        yield two(words, lambda rng, n=n, rate=rate: by_hits(hits(rng, n, 2, rate=rate)), quick=800 if n == 50 else 0)
    yield two("200 rows, Brier score", partial(by_probability, n=200, measure="brier"), repeats=2000)
    yield two("200 rows, log loss", partial(by_probability, n=200, measure="log_loss"), repeats=2000)
    for positive, negative in ((50, 50), (20, 180), (5, 95)):
        words = f"{positive} positive, {negative} negative rows, AUC"
        yield two(words, partial(by_area, positive=positive, negative=negative), repeats=2000)
    for groups, sd in product((5, 10, 20, 40), (1.0, 3.0, 1 / 3)):
        shape = "curves of one shape" if sd == 1 else f"curves of spread 1 and {sd:.2g}"
        words = f"{groups} groups of 8 rows, AUC, {shape}, one on a log scale"
        yield two(words, partial(areas_in_groups, groups=groups, sd=sd), repeats=1000)
    for positive, negative in ((5, 95), (20, 180)):
        words = f"{positive} positive, {negative} negative rows, AUC, curves of spread 1 and 3"
        yield two(words, partial(by_area, positive=positive, negative=negative, sd=3.0), repeats=1000)
    yield two("100 rows, lognormal weights, AUC, one on a log scale", weighted_areas, repeats=1000)
    yield two("20 groups of 5 rows, average precision, one on a log scale", precision_in_groups, repeats=500)
    for n in (50, 200, 1000):
        words = f"{n} rows, MAE, 2 % of the errors of one learner twenty times as large"
        yield two(words, partial(by_rare_errors, n=n), repeats=1000, apart=HEAVY, measure="mae", rows=n)
    for measure in ("f1", "kappa", "balanced_accuracy"):
        yield two(f"200 rows, {measure}", partial(by_labels, n=200, measure=measure), repeats=2000)
    yield two("200 rows, RMSE", partial(by_numbers, n=200), repeats=2000)
    yield two("400 rows in groups of 10", partial(in_groups, rows=400, groups=40), repeats=2000, quick=300)
    yield two("200 rows in groups of 10", partial(in_groups, rows=200, groups=20), repeats=2000)
    yield two("200 rows in groups of unequal sizes", partial(in_groups, rows=200, groups=20, equal=False), repeats=2000)
    for groups in (10, 40):
        words = f"{groups} groups of 5 queries, NDCG"
        yield two(words, partial(by_lists_in_groups, groups=groups), repeats=1000)
    yield many("200 rows, 5 learners", lambda rng: by_hits(hits(rng, 200, 5)))
    yield many("50 rows, 5 learners", lambda rng: by_hits(hits(rng, 50, 5)))
    yield many("200 rows, 5 learners, Brier score", partial(by_probability, n=200, measure="brier", k=5))
    yield many("400 rows in groups of 10, 5 learners", partial(in_groups, rows=400, groups=40, k=5))
    for n, gap in ((200, 0.05), (1000, 0.05)):
        words = f"{n} rows, accuracies .80 and .85"
        yield two(words, lambda rng, n=n, gap=gap: by_hits(ahead(rng, n, gap)), truth=gap)
        yield border(n)


# What is asked


def by_hits(values: np.ndarray, **question: Any) -> Judgement:
    return ask(values, "rows", measure="accuracy", **question)


def ahead(rng: np.random.Generator, n: int, gap: float) -> np.ndarray:
    """Hits of two learners whose accuracies are .80 + gap and .80."""
    noise = np.sqrt(0.5) * rng.normal(size=(n, 1)) + np.sqrt(0.5) * rng.normal(size=(n, 2))
    return (noise < ndtri([0.8 + gap, 0.8])).astype(float)


def by_probability(rng: np.random.Generator, n: int, measure: str, k: int = 2) -> Comparison:
    """Probabilities of equal learners, through the public door."""
    y = rng.integers(0, 2, n)
    common = rng.normal(size=n)
    logits = [1.5 * (2 * y - 1) * 0.5 + 0.7 * common + 0.7 * rng.normal(size=n) for _ in range(k)]
    named = {f"learner {i + 1}": 1 / (1 + np.exp(-one)) for i, one in enumerate(logits)}
    return bo.compare_predictions(y, named, measure, n_resamples=DRAWS)


def by_area(rng: np.random.Generator, positive: int, negative: int, sd: float = 1.0) -> Comparison:
    """Two learners of one area; where `sd` is not 1 their curves differ in shape."""
    truth, (a, b) = scored_rows(rng, positive, negative)
    if sd != 1:
        shift = np.sqrt((1 + sd**2) / 2)  # of normal scores the same area
        b = np.where(truth == 1, shift + sd * (b - 1), b)
    return bo.compare_predictions(truth, {"a": a, "b": b}, "roc_auc", n_resamples=DRAWS)


def areas_in_groups(rng: np.random.Generator, groups: int, sd: float) -> Comparison:
    """Two learners of AUC .8 that suit some groups more than others; the scores of one are the exponentials of what it ranks by."""
    of_row = np.repeat(np.arange(groups), 8)
    truth, common = rng.integers(0, 2, of_row.size), rng.normal(size=of_row.size)
    truth[:2], truth[-2:] = (0, 1), (0, 1)  # of two groups, both classes

    def scores(spread: float) -> np.ndarray:
        own = rng.normal(size=of_row.size) + rng.normal(size=groups)[of_row]
        noise = np.sqrt(0.4) * common + np.sqrt(0.3) * own
        return np.where(truth == 1, ndtri(0.8) * np.sqrt(1 + spread**2) + spread * noise, noise)

    return bo.compare_predictions(truth, {"a": scores(1.0), "b": np.exp(scores(sd))}, "roc_auc", groups=of_row)


def weighted_areas(rng: np.random.Generator) -> Comparison:
    truth, (a, b) = scored_rows(rng, 50, 50)
    return bo.compare_predictions(
        truth, {"a": a, "b": np.exp(b)}, "roc_auc", sample_weight=np.exp(rng.normal(size=100))
    )


def precision_in_groups(rng: np.random.Generator) -> Comparison:
    of_row, truth = np.repeat(np.arange(20), 5), (rng.random(100) < 0.3).astype(int)
    truth[:2] = 0, 1
    common = rng.normal(size=100)
    a, b = (
        1.2 * truth + np.sqrt(0.5) * common + 0.5 * (rng.normal(size=100) + rng.normal(size=20)[of_row])
        for _ in range(2)
    )
    named = {"a": a, "b": np.exp(b)}
    return bo.compare_predictions(truth, named, "average_precision", groups=of_row, n_resamples=DRAWS)


def by_rare_errors(rng: np.random.Generator, n: int) -> Comparison:
    """Two learners of one mean absolute error, of which one has rare large errors: most samples of few rows hold few of them."""
    y, large = rng.normal(size=n), rng.random(n) < 0.02
    named = {"a": y + rng.normal(size=n) * np.where(large, 20, 1), "b": y + (0.98 + 0.02 * 20) * rng.normal(size=n)}
    return bo.compare_predictions(y, named, "mae", task="regression", n_resamples=DRAWS)


def by_labels(rng: np.random.Generator, n: int, measure: str) -> Comparison:
    truth, scores = scored_rows(rng, n // 4, n - n // 4, (1.5, 1.5))
    named = {"a": (scores[0] > 1.0).astype(int), "b": (scores[1] > 1.0).astype(int)}
    return bo.compare_predictions(truth, named, measure, n_resamples=DRAWS)


def by_numbers(rng: np.random.Generator, n: int) -> Comparison:
    y, common = rng.normal(size=n), rng.normal(size=n)
    named = {name: y + common + rng.normal(size=n) for name in "ab"}
    return bo.compare_predictions(y, named, "rmse", task="regression", n_resamples=DRAWS)


def in_groups(rng: np.random.Generator, rows: int, groups: int, *, k: int = 2, equal: bool = True) -> Comparison:
    """Rows that belong together, and the door is told so where it asks."""
    ends = (
        np.arange(1, groups) * rows // groups
        if equal
        else np.sort(rng.choice(np.arange(1, rows), groups - 1, replace=False))
    )
    of_row = np.searchsorted(ends, np.arange(rows), side="right")
    right = hits(rng, rows, k, groups=of_row).astype(int)
    named = {f"learner {i + 1}": right[:, i] for i in range(k)}
    told = {"groups": of_row} if "groups" in signature(bo.compare_predictions).parameters else {}
    return bo.compare_predictions(np.ones(rows, dtype=int), named, labels=[0, 1], **told)


def by_lists_in_groups(rng: np.random.Generator, groups: int) -> Comparison:
    """Two equal rankings, each of which suits some groups of five queries more than others."""
    drawn = rankings_in_groups(rng, groups, 5, learners=2)
    a, b = drawn.pop("scores").T
    return bo.compare_predictions(drawn.pop("y_true"), {"a": a, "b": b}, "ndcg", task="ranking", **drawn)


# What is counted


def judgement(asked: Judgement | Comparison) -> Judgement:
    return asked.judgement if isinstance(asked, Comparison) else asked


def taken(ask_once: Asked) -> tuple[str, ...]:
    """The test of the pairs, found by asking once."""
    return (judgement(ask_once(np.random.default_rng(0))).pairs[0].pair.result.test,)


def two(
    words: str, asked: Asked, *, repeats: int = 4000, truth: float = 0.0, quick: int = 0, apart: str = "", measure: str = "", rows: int = 0
) -> Simulation:  # fmt: skip
    name = f"{DOOR}: {words}"
    interval, about = f"{name}, interval", (*taken(asked), *filter(None, [measure]))
    cases = (
        Case(name=name, kind=Kind.POWER if truth else Kind.SIZE, about=about, apart=apart, rare=rows),
        Case(name=interval, kind=Kind.COVERAGE, about=about, apart=apart),
    )

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((2, 2), dtype=int)
        for _ in range(repeats):
            judged = judgement(asked(rng))
            counts += [(any_winner(judged), 1), covers(judged, truth)]
        return dict(zip((name, interval), map(tuple, counts.tolist()), strict=True))

    return Simulation(name=name, run=run, repeats=repeats, cases=cases, quick=quick)


def many(words: str, asked: Asked) -> Simulation:
    name = f"{DOOR}: {words}"
    case = Case(name=name, kind=Kind.FWER, about=taken(asked))

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        return {name: (sum(any_winner(judgement(asked(rng))) for _ in range(repeats)), repeats)}

    return Simulation(name=name, run=run, repeats=2000, cases=(case,))


def border(n: int) -> Simulation:
    words = f"{n} rows, difference at the border of the region"
    name = f"{DOOR}: {words}"

    def asked(rng: np.random.Generator) -> Judgement:
        return by_hits(ahead(rng, n, ROPE), rope=ROPE)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        return {name: (sum(equivalent(asked(rng)) for _ in range(repeats)), repeats)}

    case = Case(name=name, kind=Kind.FALSE_EQUIVALENCE, about=taken(asked))
    return Simulation(name=name, run=run, repeats=4000, cases=(case,))
