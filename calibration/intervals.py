"""Coverage of the 95 % interval of every measure, by task, number of rows, prevalence and tails. New measures enter by themselves.

The true value is the measure of a very large sample of the same population. Where no interval is printed, nothing is counted.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

import bakeoff as bo
from bakeoff.core.calibration import HEAVY, Kind
from bakeoff.data.tasks import (
    BINARY,
    CLUSTERING,
    MULTICLASS,
    MULTILABEL,
    MULTIOUTPUT,
    ORDINAL,
    RANKED_LISTS,
    REGRESSION,
    TaskKind,
)
from bakeoff.measures.measure import IntervalRule, Measure
from bakeoff.predictions.kinds import RANKING
from calibration.case import Case, Counts, Simulation, generator
from calibration.evidence import hits
from calibration.several import labels, outputs, ranked_lists, rankings_in_groups

__all__ = ["POPULATIONS", "Population", "judged", "simulations"]

DRAWS = 500  # resamples, where an interval takes some
QUICK = {("50 % positive", 50): 40, ("10 % positive", 200): 40, ("positive numbers", 20): 20}
LARGE = 400_000  # rows from which the true value is taken
SAMPLES = 2000  # whose mean is the true value of a list
SUMS = ("rss", "ss_reg", "ss_tot", "information_total")  # near zero two samples do not show it
OF_A_LIST = (
    "precision_at",
    "recall_at",
)  # of the first k rows: the value of the population depends on the number of rows
LISTS_AT = {("50 % positive", 50), ("10 % positive", 200)}  # they resample rows one by one, which takes long
# Each of their resamples is a fit of its own, so that one draw takes up to a second: their intervals are not simulated.
SLOW = (
    "ece_smooth", "ece_debiased", "brier_calibration", "brier_refinement", "log_loss_calibration", "log_loss_refinement", "partial_auc_sensitivity(0.9)",
)  # fmt: skip
OF_EACH_LABEL = "_of_labels"  # the same: of the smallest number of rows only
FEW = 500  # draws, where one takes a third of a second
LARGE_LISTS = 100_000  # queries from which the true value is taken
Draw = Callable[[np.random.Generator, int], dict[str, Any]]


def two_classes(rng: np.random.Generator, n: int, prevalence: float, shift: float = 1.5) -> dict[str, Any]:
    """Normal scores of two classes, with the probabilities that belong to them."""
    y = (rng.random(n) < prevalence).astype(int)
    score = rng.normal(size=n) + shift * y
    logit = shift * score - shift**2 / 2 + np.log(prevalence / (1 - prevalence))
    prior = np.array([1 - prevalence, prevalence])
    return {"y_true": y, "y_proba": 1 / (1 + np.exp(-logit)), "labels": [0, 1], "positive": 1, "prior": prior}


def classes(rng: np.random.Generator, n: int, task: TaskKind) -> dict[str, Any]:
    y = rng.choice(3, n, p=[0.5, 0.3, 0.2])
    logits = rng.normal(size=(n, 3)) + 1.2 * np.eye(3)[y]
    proba = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return {"y_true": y, "y_proba": proba, "labels": range(3), "prior": np.array([0.5, 0.3, 0.2]), "task": task}


def clusters(rng: np.random.Generator, n: int) -> dict[str, Any]:
    y = rng.choice(3, n, p=[0.5, 0.3, 0.2])
    moved = np.where(rng.random(n) < 0.2, rng.integers(0, 3, n), y)
    return {"y_true": y, "y_pred": moved, "labels": range(3), "task": CLUSTERING}


def numbers(rng: np.random.Generator, n: int, *, tails: float = 0.0) -> dict[str, Any]:
    """Positive numbers with errors that are normal, or heavy-tailed with that many degrees of freedom."""
    truth = rng.gamma(8.0, 0.5, n) + 1.0
    noise = rng.standard_t(tails, n) if tails else rng.normal(size=n)
    guess = np.maximum(truth + 0.5 * noise, 0.05)
    draws = guess[:, None] + 0.5 * rng.normal(size=(n, 5))
    quantiles = {
        level: guess + 0.6 * z
        for level, z in ((0.05, -1.645), (0.1, -1.2816), (0.5, 0.0), (0.9, 1.2816), (0.95, 1.645))
    }
    return {
        "y_true": truth,
        "y_pred": guess,
        "y_sd": np.full(n, 0.5),
        "y_draws": draws,
        "y_quantiles": quantiles,
        "task": REGRESSION,
    }


@dataclass(frozen=True, slots=True)
class Population:
    """What is drawn, of how many rows, and the share of rows outside the most frequent class (of numbers and of several labels: all)."""

    task: TaskKind
    draw: Draw
    sizes: tuple[int, ...]
    rare: float
    apart: str = ""
    rarest: float = 0.0  # share of the rarest of three classes
    unit: str = "rows"
    shared: tuple[str, ...] = ()  # measures that have the name of one of another task, whose figures `rare` would join
    large: int = LARGE
    repeats: int = 1000

    def setting(self, population: str, n: int) -> str:
        """What is drawn, in words."""
        return f"{n} {self.unit}, {population}"


POPULATIONS = {
    "50 % positive": Population(BINARY, partial(two_classes, prevalence=0.5), (20, 50, 200, 1000), 0.5),
    "10 % positive": Population(BINARY, partial(two_classes, prevalence=0.1), (50, 200, 1000), 0.1, "10 % positive"),
    "2 % positive": Population(BINARY, partial(two_classes, prevalence=0.02), (200, 1000), 0.02, "2 % positive"),
    "three classes": Population(MULTICLASS, partial(classes, task=MULTICLASS), (50, 200), 0.5, rarest=0.2),
    "ordered classes": Population(ORDINAL, partial(classes, task=ORDINAL), (50, 200), 0.5, rarest=0.2),
    "clusters": Population(CLUSTERING, clusters, (100,), 0.5, "clusters"),
    "positive numbers": Population(REGRESSION, numbers, (20, 200), 1.0),
    "positive numbers, heavy tails": Population(REGRESSION, partial(numbers, tails=3.0), (20, 200), 1.0, HEAVY),
    "ranked lists": Population(
        RANKED_LISTS, ranked_lists, (50, 200), 0.0, "ranked lists", unit="queries", shared=("precision_at(10)", "recall_at(10)"),
        large=LARGE_LISTS, repeats=2000,
    ),
    "five labels": Population(
        MULTILABEL, labels, (100, 500), 1.0, "several labels",
        shared=tuple(f"{kind}_{mean}" for kind in ("precision", "recall", "f1", "jaccard") for mean in ("macro", "micro", "weighted")),
    ),
    "three outputs": Population(
        MULTIOUTPUT, outputs, (100,), 0.0, "several outputs", shared=("mae", "rmse", "r2", "medae")
    ),
}  # fmt: skip


def asked(population: str, n: int) -> list[str]:
    """The measures that are asked for at this number of rows."""
    drawn = POPULATIONS[population]
    found = [one.name for one in judged(drawn.task)]
    if (population, n) not in LISTS_AT:
        found = [name for name in found if not name.startswith(OF_A_LIST)]
    if n > drawn.sizes[0]:
        found = [name for name in found if not name.endswith(OF_EACH_LABEL)]
    return [*(name for name in found if name not in SLOW), *drawn.shared]


def judged(task: TaskKind) -> tuple[Measure, ...]:
    """The measures that such predictions have; a limit of the largest error is no interval of a value."""
    return tuple(
        one
        for one in bo.measures
        if one.needs is not None and task in one.tasks and one.interval is not IntervalRule.LARGEST
    )


@cache
def truth(population: str, n: int) -> dict[str, float]:
    """The measures of the population; one that doubles with the rows is a sum, and is taken for n rows.

    That of a list of k rows is its mean over samples of n rows.
    """
    drawn, names = POPULATIONS[population], asked(population, n)
    whole, half = (
        bo.measure(**drawn.draw(generator(f"truth of {population}"), size), measures=names, level=None)
        for size in (drawn.large, drawn.large // 2)
    )
    values = {name: (whole[name].value, half[name].value) for name in names}
    made = {
        name: value * n / drawn.large if name in SUMS or abs(value - 2 * less) < 0.02 * abs(value) else value
        for name, (value, less) in values.items()
    }
    lists = [name for name in names if name.startswith(OF_A_LIST) and name not in drawn.shared]
    rng = generator(f"lists of {population}")
    if lists:
        small = [bo.measure(**drawn.draw(rng, n), measures=lists, level=None) for _ in range(SAMPLES)]
        made |= {name: float(np.nanmean([one[name].value for one in small])) for name in lists}
    return made


def simulations() -> Iterator[Simulation]:
    for population, drawn in POPULATIONS.items():
        for n in drawn.sizes:
            kinds = {_kind_of(name, drawn.task): None for name in asked(population, n)}
            yield from (panel(population, n, kind) for kind in sorted(kinds))
    yield best_of_twenty()
    yield from (queries_in_groups(groups, each) for groups, each in ((10, 5), (40, 5)))


def queries_in_groups(groups: int, each: int) -> Simulation:
    """NDCG where queries come in groups, of which some are ranked better than others."""
    name = f"ndcg: {groups} groups of {each} queries"
    case = Case(name=name, kind=Kind.COVERAGE, apart="queries in groups")

    def panel_of(rng: np.random.Generator, groups: int, **how: Any) -> Any:
        drawn = rankings_in_groups(rng, groups, each)
        score = drawn.pop("scores")[:, 0]
        return bo.measure(**drawn, y_score=score, measures=["ndcg"], **how)["ndcg"]

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        true = panel_of(generator("truth of queries in groups"), LARGE_LISTS // each, level=None).value
        made = [panel_of(rng, groups) for _ in range(repeats)]
        return {name: (sum(one.low <= true <= one.high for one in made), repeats)}

    return Simulation(name=name, run=run, repeats=1000, cases=(case,))


def best_of_twenty() -> Simulation:
    """The learner that scored best among twenty whose accuracy is .8: its own interval, and the one corrected for the choice."""
    own = "accuracy: 100 rows, best of 20 equal learners"
    corrected = "accuracy: 100 rows, best of 20 equal learners, corrected by best_of"
    cases = tuple(
        Case(name=name, kind=Kind.COVERAGE, apart=apart)
        for name, apart in ((own, "best of 20"), (corrected, "best of 20, corrected"))
    )

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        held = np.zeros(2, dtype=int)
        for _ in range(repeats):
            right = hits(rng, 100, 20, rate=0.8).astype(int)
            truth, named = np.ones(100, dtype=int), {f"learner {i + 1}": right[:, i] for i in range(20)}
            best = named[f"learner {right.sum(axis=0).argmax() + 1}"]
            picked = bo.best_of(truth, named, "accuracy", labels=[0, 1], n_resamples=200).corrected
            made = bo.measure(truth, best, labels=[0, 1], measures=["accuracy"])["accuracy"]
            held += [one.low <= 0.8 <= one.high for one in (made, picked)]
        return {name: (int(count), repeats) for name, count in zip((own, corrected), held, strict=True)}

    return Simulation(name=own, run=run, repeats=2000, cases=cases)


def panel(population: str, n: int, kind: str) -> Simulation:
    """One panel of all measures of a kind for each draw: rankings (of two classes or of each label), all others."""
    drawn = POPULATIONS[population]
    names = [name for name in asked(population, n) if _kind_of(name, drawn.task) == kind]
    few = {"rankings": FEW} if drawn.task is MULTILABEL else {}

    def case(measure: str) -> Case:
        return Case(
            name=f"{measure}: {drawn.setting(population, n)}", kind=Kind.COVERAGE, apart=drawn.apart, rare=0 if measure in drawn.shared else round(n * drawn.rare),
            rarest=round(n * drawn.rarest), classes=3 if drawn.rarest else 0,
        )  # fmt: skip

    cases = tuple(map(case, names))

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = {case.name: [0, 0] for case in cases}
        for _ in range(repeats):
            found = bo.measure(**drawn.draw(rng, n), measures=names, n_resamples=DRAWS)
            for case, name in zip(cases, names, strict=True):
                low, high, true = found[name].low, found[name].high, truth(population, n)[name]
                if np.isfinite([low, high]).any() and np.isfinite(true):
                    counts[case.name][0] += not (low > true or high < true)
                    counts[case.name][1] += 1
        return {name: (hit, trials) for name, (hit, trials) in counts.items()}

    return Simulation(
        name=f"intervals{f' of {kind}' if kind else ''}: {drawn.setting(population, n)}",
        run=run,
        repeats=few.get(kind, drawn.repeats),
        cases=cases,
        quick=QUICK.get((population, n), 0),
    )


def _kind_of(name: str, task: TaskKind) -> str:
    """Which measures share a panel: what one draw costs decides."""
    return "rankings" if name.endswith(OF_EACH_LABEL) or (task is BINARY and bo.measures[name].reads is RANKING) else ""
