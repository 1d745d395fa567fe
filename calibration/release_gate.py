"""Gates for models: how often a model passes that is worse by just the margin, and how often a harmless one passes at the size that was planned.

The scores of both models are normal within each class, with a common part, so that the true difference of every measure is known exactly. Rows
of a group share two thirds of the variance of the common part.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from math import sqrt

import numpy as np
from scipy.special import log_expit, ndtr

import bakeoff as bo
from bakeoff.core.calibration import Kind
from bakeoff.measures import measures
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.confusion import Counts as Table
from bakeoff.release_gate.difference import law_of_rows, law_of_values
from bakeoff.release_gate.law import ScoreLaw
from bakeoff.release_gate.margin import Margin, ScoreScale
from bakeoff.release_gate.outcome import Outcome, endpoint_of
from calibration.case import Case, Counts, Simulation

__all__ = ["simulations"]

DOOR = "release gate"
LEVEL = 0.05
POSITIVE = 0.3
SHARED = 0.7  # times a normal variable that both models see
MODELS = ((1.4, 0.7), (1.1, 0.9))  # base and new: distance of the classes, spread of what the model alone adds
CUT, STEEP = 0.7, 1.2  # where the classes part, and how fast the probability rises there
NUMBER = (2.0, 0.1)  # a number to be predicted is that times the class, plus that
LABELS = ("accuracy", "balanced_accuracy", "f1", "mcc")
MEASURES = (*LABELS, "roc_auc", "log_loss", "rmse")
GROUPS = 20


def simulations() -> Iterator[Simulation]:
    for rows in (20, 50):
        yield _at_margin(rows, None, ("accuracy",))
    for rows in (100, 500, 5000):
        for groups in (None, GROUPS):
            yield _at_margin(rows, groups, MEASURES, quick=40 if rows == 100 and groups is None else 0)
    for margin, disagree in ((0.02, 0.06), (0.05, 0.2), (0.01, 0.02)):
        yield _planned(margin, disagree)
    for margin in (0.2, 0.5):
        yield _planned_mean(margin)


def _at_margin(rows: int, groups: int | None, names: tuple[str, ...], quick: int = 0) -> Simulation:
    words = f"{rows} rows" + ("" if groups is None else f" in {groups} groups")
    cases = tuple(Case(name=f"{DOOR}: {name}, {words}", kind=Kind.FALSE_PASS, about=("gate",)) for name in names)
    run = partial(_false_passes, rows=rows, groups=groups, names=names, cases=cases)
    return Simulation(name=f"gate: {words}", run=run, repeats=8000 if rows <= 500 else 2000, cases=cases, quick=quick)


def _false_passes(
    rng: np.random.Generator, repeats: int, *, rows: int, groups: int | None, names: tuple[str, ...], cases: tuple[Case, ...]
) -> Counts:  # fmt: skip
    passes = dict.fromkeys(names, 0)
    for _ in range(repeats):
        truth, scores, group = _draw(rng, rows, groups)
        for name in names:
            passes[name] += _passes(name, truth, scores, group)
    return {case.name: (passes[name], repeats) for case, name in zip(cases, names, strict=True)}


def _draw(rng: np.random.Generator, rows: int, groups: int | None) -> tuple[np.ndarray, list[np.ndarray], np.ndarray | None]:  # fmt: skip
    """The classes, the scores of both models, and the groups."""
    truth = (rng.random(rows) < POSITIVE).astype(int)
    common, group = rng.normal(size=rows), None
    if groups is not None:
        group = rng.integers(0, groups, rows)
        common = 0.6 * common + 0.8 * rng.normal(size=groups)[group]
    scores = [distance * truth + SHARED * common + own * rng.normal(size=rows) for distance, own in MODELS]
    return truth, scores, group


def _passes(name: str, truth: np.ndarray, scores: list[np.ndarray], group: np.ndarray | None) -> bool:
    """Whether the new model passes the gate although it is worse by the margin; no interval is no pass."""
    base, new = (_predictions(name, truth, score, group) for score in scores)
    measure = measures[name]
    law = law_of_rows(base, new, measure)
    margin = Margin(abs(true_value(name, 1) - true_value(name, 0)))
    answer = endpoint_of(law, ScoreScale.of(measure), margin, base=0.0, new=0.0, rows=len(truth), alpha=LEVEL)
    return answer.outcome is Outcome.PASS


def _predictions(name: str, truth: np.ndarray, score: np.ndarray, group: np.ndarray | None) -> Predictions:
    if name == "rmse":
        answer = predictions_of(NUMBER[0] * truth + NUMBER[1], y_pred=score, task="regression")
    elif name in LABELS:
        answer = predictions_of(truth, (score > CUT).astype(int), labels=[0, 1], positive=1)
    else:
        chance = 1 / (1 + np.exp(-STEEP * (score - CUT)))
        kind = {"y_score": chance} if name == "roc_auc" else {"y_proba": chance}
        answer = predictions_of(truth, labels=[0, 1], positive=1, **kind)
    return answer if group is None else replace(answer, group=group)


@cache
def true_value(name: str, model: int) -> float:
    """The measure of a model over all rows that there could be."""
    distance, own = MODELS[model]
    spread = sqrt(SHARED**2 + own**2)
    if name == "roc_auc":
        return float(ndtr(distance / (spread * sqrt(2))))
    if name == "rmse":
        shift = distance - NUMBER[0] - NUMBER[1]
        return sqrt(spread**2 + POSITIVE * shift**2 + (1 - POSITIVE) * NUMBER[1] ** 2)
    if name == "log_loss":
        points, weights = np.polynomial.hermite_e.hermegauss(80)
        weights = weights / weights.sum()
        positive = log_expit(STEEP * (distance + spread * points - CUT)) @ weights
        negative = log_expit(-STEEP * (spread * points - CUT)) @ weights
        return float(-POSITIVE * positive - (1 - POSITIVE) * negative)
    hits, alarms = 1 - ndtr((CUT - distance) / spread), 1 - ndtr(CUT / spread)
    shares = np.array([[(1 - POSITIVE) * (1 - alarms), (1 - POSITIVE) * alarms], [POSITIVE * (1 - hits), POSITIVE * hits]])  # fmt: skip
    if name == "accuracy":
        return float(np.trace(shares))
    table = Table.of(1e6 * shares[None], classes=("0", "1"), positive=1, n=10**6)
    return float(np.asarray(measures[name].compute(table)).reshape(-1)[0])


def _planned(margin: float, disagree: float) -> Simulation:
    """Two equally good models at the size that the planner names for a power of .8."""
    case = Case(name=f"gate: margin {margin:g}, one alone right in {disagree:g}", kind=Kind.PLANNING, about=("gate",))

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        rows = int(bo.plan("gate", margin=margin, disagree=disagree).n)
        draws = rng.multinomial(rows, [disagree / 2, disagree / 2, 1 - disagree], size=repeats)
        passes = sum(
            ScoreLaw(only_new=new, only_base=base, rows=rows).ends(1 - 2 * LEVEL)[0] > -margin for new, base, _ in draws
        )
        return {case.name: (passes, repeats)}

    return Simulation(name=case.name, run=run, repeats=4000, cases=(case,))


def _planned_mean(margin: float) -> Simulation:
    """The same by the mean of a loss whose differences are normal with standard deviation 1."""
    case = Case(name=f"gate: margin {margin:g}, means with an sd of 1", kind=Kind.PLANNING, about=("gate",))

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        rows = int(bo.plan("gate", margin=margin, sd=1.0).n)
        base = np.zeros(rows)
        passes = sum(
            law_of_values(base, rng.normal(size=rows)).ends(1 - 2 * LEVEL)[0] > -margin for _ in range(repeats)
        )
        return {case.name: (passes, repeats)}

    return Simulation(name=case.name, run=run, repeats=4000, cases=(case,))
