"""Coverage of 95 % intervals where they were known to fall short: rare classes, rare large losses, heavy tails, few positives.

Each case draws samples of a population whose value is known, asks the panel for the interval, and counts how many of the
intervals that are printed hold the value. Where none is printed (too few rows of the rarer class), nothing is counted.

    make calibrate ONLY="known values"     simulates them again
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import ceil
from typing import Any

import numpy as np

import bakeoff as bo
from bakeoff.core.calibration import HEAVY, Kind
from bakeoff.estimates import paired_difference
from bakeoff.estimates.notes import HEAVY_TAIL
from bakeoff.estimates.resampling.class_posterior import LEAST
from bakeoff.panels.notes import COVERS_LESS
from bakeoff.predictions.from_arrays import predictions_of
from calibration.case import Case, Counts, Simulation
from calibration.evidence import hits

__all__ = ["simulations"]

COVERS = (0.92, 1.0)
UNDER_HEAVY_TAILS = (0.80, 1.0)  # what the note about heavy tails tells, two standard errors allowed
FEW_OF_MANY = (0.6, 1.0)  # the panel prints the figure beside the interval; the band notices that it gets worse
DRAWS = 500  # resamples, where an interval takes some
SIZES = (20, 50, 100, 200, 1000)
SIZES_OF_NUMBERS = (20, 30, *SIZES[1:])
RARE = {
    "2% positive": "2 % positive",
    "10% positive": "10 % positive",
    "near 0.99": "rare large losses",
}  # what sets a setting apart
QUICK = {
    "10% positive, recall 0.8, specificity 0.9", "three classes, one of 5 %", "probabilities near 0.99, 2% wrong", "normal errors", "t3 errors",
    "10% positive, area 0.9, sd 2",
}  # fmt: skip
Draw = Callable[[np.random.Generator, int], dict[str, Any]]


def known_values(
    words: str,
    draw: Draw,
    n: int,
    truth: dict[str, float],
    *,
    rare: float,
    rarest: float = 0.0,
    classes: int = 0,
    band: tuple[float, float] = COVERS,
    apart: str = "",
    check: bool = False,
    repeats: int = 2000,
) -> Simulation:
    """One panel of all measures whose true value is known for each draw; more samples where few have an interval.

    With `check` it is also counted how often the check of tails reports a heavy one.
    """
    cases = tuple(
        Case(
            name=f"{measure}: {n} rows, {words}", kind=Kind.COVERAGE, about=(measure,), band=band,
            apart=apart or next((label for share, label in RARE.items() if share in words), ""), rare=max(round(n * rare), LEAST), rarest=ceil(n * rarest), classes=classes,
        )
        for measure in truth
    )  # fmt: skip
    checks = tuple(
        Case(name=f"tail check of {measure}: {n} rows, {words}", kind=Kind.DETECTION, about=(measure,), apart=apart)
        for measure in (truth if check else ())
    )

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((len(cases) + len(checks), 2), dtype=int)
        for _ in range(repeats):
            made = bo.measure(**draw(rng, n), measures=list(truth), n_resamples=DRAWS, seed=int(rng.integers(1 << 30)))
            counts[: len(cases)] += [covers(made[measure], true) for measure, true in truth.items()]
            if check:
                counts[len(cases) :] += [(looks_heavy(made[measure]), 1) for measure in truth]
        return {case.name: tuple(row) for case, row in zip((*cases, *checks), counts.tolist(), strict=True)}

    return Simulation(
        name=f"known values: {n} rows, {words}",
        run=run,
        repeats=repeats if n * rare >= 4 else 5000,
        cases=(*cases, *checks),
        quick=60 if words in QUICK and n == 50 else 0,
    )


def covers(made: Any, true: float) -> tuple[int, int]:
    """Whether an interval holds the true value, and whether there is one."""
    printed = bool(np.isfinite([made.low, made.high]).all()) and made.low < made.high
    return int(printed and made.low <= true <= made.high), int(printed)


def looks_heavy(made: Any) -> bool:
    """Whether the check of tails reports a heavy one."""
    return any(note.kind is HEAVY_TAIL for note in made.notes)


def decisions(
    rng: np.random.Generator, n: int, *, prevalence: float, recall: float, specificity: float
) -> dict[str, Any]:
    """Two classes that are recognised at known rates."""
    y = (rng.random(n) < prevalence).astype(int)
    right = rng.random(n) < np.where(y, recall, specificity)
    return {"y_true": y, "y_pred": np.where(right, y, 1 - y), "labels": [0, 1], "positive": 1}


def rates(prevalence: float, recall: float, specificity: float) -> dict[str, float]:
    """What the measures of classes are in that population."""
    tp, fn = prevalence * recall, prevalence * (1 - recall)
    tn, fp = (1 - prevalence) * specificity, (1 - prevalence) * (1 - specificity)
    said, apart = tp + fp, tp * tn - fp * fn
    return {
        "balanced_accuracy": (recall + specificity) / 2,
        "informedness": recall + specificity - 1,
        "gmean": (recall * specificity) ** 0.5,
        "f1": 2 * tp / (2 * tp + fp + fn),
        "jaccard": tp / (tp + fp + fn),
        "markedness": tp / said + tn / (1 - said) - 1,
        "mcc": apart / (prevalence * (1 - prevalence) * said * (1 - said)) ** 0.5,
        "kappa": 2 * apart / (prevalence * (1 - said) + (1 - prevalence) * said),
    }


SHARES, RECALLS = np.array([0.8, 0.15, 0.05]), np.array([0.95, 0.8, 0.6])


def three(rng: np.random.Generator, n: int) -> dict[str, Any]:
    """Three classes of which one is rare; mistakes go to either of the others."""
    y = rng.choice(3, n, p=SHARES)
    right = rng.random(n) < RECALLS[y]
    return {"y_true": y, "y_pred": np.where(right, y, (y + rng.integers(1, 3, n)) % 3), "labels": [0, 1, 2]}


def rates_of_three() -> dict[str, float]:
    table = SHARES[:, None] * np.where(np.eye(3) > 0, RECALLS[:, None], (1 - RECALLS[:, None]) / 2)
    hits, said = np.diag(table), table.sum(axis=0)
    chance = float(SHARES @ said)
    spread = ((1 - SHARES @ SHARES) * (1 - said @ said)) ** 0.5
    return {
        "balanced_accuracy": float(RECALLS.mean()),
        "f1_macro": float((2 * hits / (SHARES + said)).mean()),
        "kappa": float((hits.sum() - chance) / (1 - chance)),
        "mcc": float((hits.sum() - chance) / spread),
    }


MANY = tuple(product((5, 10, 30), (3, 5, 10)))  # classes, and rows of each on average
RIGHT = 0.8


def alike(rng: np.random.Generator, n: int, *, k: int) -> dict[str, Any]:
    """So many classes of one size, all recognised equally well; mistakes go to any of the others."""
    y = rng.integers(0, k, n)
    right = rng.random(n) < RIGHT
    return {"y_true": y, "y_pred": np.where(right, y, (y + rng.integers(1, k, n)) % k), "labels": list(range(k))}


def rates_of_alike(k: int) -> dict[str, float]:
    """Precision and recall of every class are the share that is right."""
    chance = (RIGHT - 1 / k) / (1 - 1 / k)
    same = (
        "balanced_accuracy",
        "gmean",
        "recall_macro",
        "precision_macro",
        "precision_weighted",
        "f1_macro",
        "f1_weighted",
        "f1_of_averages",
    )
    return dict.fromkeys(same, RIGHT) | {"jaccard_macro": RIGHT / (2 - RIGHT), "kappa": chance, "mcc": chance}


def usual_fewest(n: int, k: int) -> int:
    """The rows of the rarest class that occurs, in the middle of samples."""
    drawn = np.random.default_rng(0).multinomial(n, np.full(k, 1 / k), size=400)
    return int(np.median(np.where(drawn > 0, drawn, n).min(axis=1)))


def confident(rng: np.random.Generator, n: int, *, wrong: float, sure: float) -> dict[str, Any]:
    """Probabilities that are near `sure` and miss in this share of the rows: most samples of few rows hold no large loss."""
    y = rng.integers(0, 2, n)
    p = np.clip(sure + (1 - sure) * rng.uniform(-0.5, 0.5, n), 0, 1)
    p = np.where(rng.random(n) < wrong, 1 - p, p)
    return {"y_true": y, "y_proba": np.where(y == 1, p, 1 - p), "labels": [0, 1], "positive": 1}


def losses_of_confident(wrong: float, sure: float) -> dict[str, float]:
    p = np.clip(sure + (1 - sure) * (np.arange(200_000) + 0.5 - 100_000) / 200_000, 0, 1)
    return {
        "log_loss": float(-(1 - wrong) * np.log(p).mean() - wrong * np.log1p(-p).mean()),
        "brier": float((1 - wrong) * ((1 - p) ** 2).mean() + wrong * (p**2).mean()),
    }


TAILS: dict[str, tuple[Callable[[np.random.Generator, int], np.ndarray], float, float, bool]] = {
    # errors, the mean of their squares, that of their sizes, whether the tail is heavy
    "normal": (lambda rng, n: rng.normal(size=n), 1.0, (2 / np.pi) ** 0.5, False),
    "Laplace": (lambda rng, n: rng.laplace(size=n), 2.0, 1.0, False),
    "t5": (lambda rng, n: rng.standard_t(5, n), 5 / 3, 0.949, True),
    "t3": (lambda rng, n: rng.standard_t(3, n), 3.0, 1.1027, True),
    "lognormal": (lambda rng, n: np.exp(rng.normal(size=n)) * rng.choice([-1, 1], n), np.exp(2), np.exp(0.5), True),
    "skewed lognormal": (
        lambda rng, n: np.exp(rng.normal(size=n)) - np.exp(0.5), np.exp(2) - np.exp(1), 2 * np.exp(0.5) * 0.3829249, True,
    ),
    "rare large": (
        lambda rng, n: rng.normal(size=n) * np.where(rng.random(n) < 0.02, 20, 1), 0.98 + 0.02 * 400, (0.98 + 0.02 * 20) * (2 / np.pi) ** 0.5, True,
    ),
}  # fmt: skip
RARE_ERRORS = (0.2, 1.0)  # of a sample without one of the rare large errors no interval can hold the truth


UNLIKE_THE_REST = ("skewed lognormal", "rare large")


def numbers(rng: np.random.Generator, n: int, *, tail: str) -> dict[str, Any]:
    """Numbers whose predictions leave half of the variance unexplained, with errors of that kind."""
    errors, square, _, _ = TAILS[tail]
    said = rng.normal(size=n) * square**0.5
    return {"y_true": said + errors(rng, n), "y_pred": said, "task": "regression"}


def scores(rng: np.random.Generator, n: int, *, prevalence: float, area: float, sd: float) -> dict[str, Any]:
    """Normal scores; those of the positives spread by `sd`. At least two rows of either class."""
    from scipy.special import ndtri

    y = (rng.random(n) < prevalence).astype(int)
    y[:2], y[2:4] = 1, 0
    shift = float(ndtri(area)) * (1 + sd * sd) ** 0.5
    return {
        "y_true": y,
        "y_score": np.where(y == 1, shift + sd * rng.normal(size=n), rng.normal(size=n)),
        "positive": 1,
    }


def of_classes() -> Iterator[Simulation]:
    """Two classes by prevalence, and three of which one is rare.

    Of 100 rows with 2 % positive one sample in twenty has an interval: one with more positives than usual.
    """
    for recall, specificity, prevalence, n in product((0.8, 0.95), (0.9, 0.98), (0.5, 0.1, 0.02), SIZES):
        if (recall == 0.8) == (specificity == 0.9) and n * prevalence >= 2:
            how = {"prevalence": prevalence, "recall": recall, "specificity": specificity}
            words = f"{prevalence:.0%} positive, recall {recall}, specificity {specificity}"
            yield known_values(words, partial(decisions, **how), n, rates(**how), rare=prevalence)
    for n in SIZES[1:]:  # of 50 rows some samples lack the rare class, and a mean over classes leaves it out
        yield known_values(
            "three classes, one of 5 %", three, n, rates_of_three(), rare=1 - SHARES[0], rarest=SHARES[-1], classes=3
        )
    for k, each in MANY:
        n = k * each
        yield known_values(
            f"{k} classes of about {each} rows", partial(alike, k=k), n, rates_of_alike(k), rare=1 - 1 / k, rarest=usual_fewest(n, k) / n, classes=k,
            band=FEW_OF_MANY if each < 10 else COVERS, apart="few rows of many classes" if each < 10 else "", repeats=1000,
        )  # fmt: skip
    yield from (notes_on_few_rows(k, each) for k, each in MANY)


NOTED = ("f1_macro", "balanced_accuracy")


def notes_on_few_rows(k: int, each: int) -> Simulation:
    """Tables in which a class has fewer than five rows: both measures have a note about their coverage, or no interval."""
    n = k * each
    case = Case(name=f"few rows of a class: {n} rows, {k} classes of about {each} rows", kind=Kind.NOTED, about=NOTED)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros(2, dtype=int)
        for _ in range(repeats):
            drawn = alike(rng, n, k=k)
            rows = np.bincount(drawn["y_true"])
            if rows[rows > 0].min() < 5:
                panel = bo.measure(**drawn, measures=list(NOTED), n_resamples=20, seed=0)
                counts += [all(is_noted(panel, measure) for measure in NOTED), 1]
        return {case.name: tuple(counts.tolist())}

    return Simulation(name=case.name, run=run, repeats=400, cases=(case,))


def is_noted(panel: Any, measure: str) -> bool:
    """Whether a measure has no interval, or a note that it covers less."""
    named = {name for note in panel.notes if note.kind is COVERS_LESS for name in note.facts["measures"]}
    return measure in named or not np.isfinite([panel[measure].low, panel[measure].high]).all()


DIFFERING = ("balanced_accuracy", "f1", "mcc")
BETTER, WORSE = {"recall": 0.9, "specificity": 0.95}, {"recall": 0.8, "specificity": 0.9}


def differing(prevalence: float, n: int) -> Simulation:
    """Intervals of differences of two learners; half of the rows are easy or hard for both alike."""
    better, worse = rates(prevalence, **BETTER), rates(prevalence, **WORSE)
    words = f"{n} rows, {prevalence:.0%} positive"
    cases = tuple(
        Case(
            name=f"difference in {measure}: {words}",
            kind=Kind.COVERAGE,
            about=(measure,),
            band=COVERS,
            apart=RARE.get(f"{prevalence:.0%} positive", ""),
        )
        for measure in DIFFERING
    )

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((len(cases), 2), dtype=int)
        for _ in range(repeats):
            y, shared = (rng.random(n) < prevalence).astype(int), rng.random(n)
            luck = [np.where(rng.random(n) < 0.5, shared, rng.random(n)) for _ in range(2)]
            right = [
                one < np.where(y, of["recall"], of["specificity"])
                for one, of in zip(luck, (BETTER, WORSE), strict=True)
            ]
            a, b = (predictions_of(y, np.where(one, y, 1 - y), labels=[0, 1], positive=1) for one in right)
            seed = int(rng.integers(1 << 30))
            counts += [
                covers(
                    paired_difference(a, b, measure, n_resamples=DRAWS, seed=seed),
                    better[measure] - worse[measure],
                )
                for measure in DIFFERING
            ]
        return {case.name: tuple(row) for case, row in zip(cases, counts.tolist(), strict=True)}

    return Simulation(name=f"known differences: {words}", run=run, repeats=2000, cases=cases)


def of_differences() -> Iterator[Simulation]:
    """Paired differences of measures of predicted classes."""
    yield from (differing(prevalence, n) for prevalence, n in ((0.5, 50), (0.1, 100), (0.1, 200), (0.02, 1000)))


def of_probabilities() -> Iterator[Simulation]:
    """Losses of which most are small and some are large."""
    for (wrong, sure), n in product(((0.02, 0.99), (0.05, 0.999), (0.2, 0.8)), SIZES):
        words = f"probabilities near {sure}, {wrong:.0%} wrong"
        yield known_values(
            words, partial(confident, wrong=wrong, sure=sure), n, losses_of_confident(wrong, sure), rare=0.5
        )


def of_numbers() -> Iterator[Simulation]:
    """Errors with light and heavy tails; fewer than 200 rows show no tail, which the panel says."""
    for (tail, (_, square, size, heavy)), n in product(TAILS.items(), SIZES_OF_NUMBERS):
        truth = {"mse": square, "rmse": square**0.5, "mae": size, "r2": 0.5}
        drawn = partial(numbers, tail=tail)
        yield known_values(
            f"{tail} errors",
            drawn,
            n,
            truth,
            rare=1.0,
            check=True,
            **(
                {"band": RARE_ERRORS if tail in UNLIKE_THE_REST else UNDER_HEAVY_TAILS, "apart": HEAVY} if heavy else {}
            ),
        )


def of_areas() -> Iterator[Simulation]:
    """Areas under the ROC curve, with few positives."""
    few = ((0.5, 20), (0.1, 50), (0.1, 200), (0.02, 200), (0.02, 1000))
    for area, (prevalence, n), sd in product((0.7, 0.9, 0.97), few, (1.0, 2.0)):
        words = f"{prevalence:.0%} positive, area {area}, sd {sd:g}"
        draw = partial(scores, prevalence=prevalence, area=area, sd=sd)
        yield known_values(words, draw, n, {"roc_auc": area}, rare=prevalence)


def of_groups(words: str, of_row: np.ndarray | None, *, rows: int, weighted: bool = False) -> Simulation:
    """Intervals of rows that come in groups, or have weights, and the door is told so; a learner suits some groups more than others."""
    truth = {"accuracy": 0.8, "balanced_accuracy": 0.8, "log_loss": float(-(0.8 * np.log(0.8) + 0.2 * np.log(0.2)))}
    apart = "weights" if weighted else "groups"
    cases = tuple(Case(name=f"{name}: {words}", kind=Kind.COVERAGE, about=(name,), apart=apart) for name in truth)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((len(cases), 2), dtype=int)
        for _ in range(repeats):
            y, right = rng.integers(0, 2, rows), hits(rng, rows, 1, groups=of_row)[:, 0]
            proba = np.where(right == y, 0.8, 0.2)  # of class 1: right and 1, or wrong and 0
            told = {"sample_weight": np.exp(rng.normal(size=rows))} if weighted else {}
            made = bo.measure(
                y,
                y_proba=proba,
                labels=[0, 1],
                positive=1,
                groups=of_row,
                measures=list(truth),
                n_resamples=DRAWS,
                **told,
            )
            counts += [covers(made[name], true) for name, true in truth.items()]
        return {case.name: tuple(row) for case, row in zip(cases, counts.tolist(), strict=True)}

    return Simulation(name=f"intervals in groups: {words}", run=run, repeats=2000, cases=cases)


def in_groups() -> Iterator[Simulation]:
    """Groups of one size, one with half of the rows, and rows with weights."""
    for groups in (10, 20, 40):
        rows = 10 * groups
        yield of_groups(f"{rows} rows in groups of 10", np.arange(rows) // 10, rows=rows)
    half = np.r_[np.zeros(100, dtype=int), 1 + np.arange(100) * 19 // 100]
    yield of_groups("200 rows in 20 groups, one with half of them", half, rows=200)
    yield of_groups("60 rows, lognormal weights", None, rows=60, weighted=True)
    yield of_groups("200 rows, lognormal weights", None, rows=200, weighted=True)


def simulations() -> Iterator[Simulation]:
    yield from of_classes()
    yield from of_differences()
    yield from of_probabilities()
    yield from of_numbers()
    yield from of_areas()
    yield from in_groups()
