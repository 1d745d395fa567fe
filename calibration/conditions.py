"""A study under other conditions: false claims of its three questions, with real learners, family-wise over all lines of a question.

Every learner reads columns of its own, all alike in distribution, so no learner loses more than another one and none is better. Where the
rows of a condition come from the distribution of the study's own rows, no learner can lose anything either.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from bakeoff.core.calibration import Kind
from bakeoff.splits.condition_grid import BASE
from bakeoff.study.analysis.condition_effects import ConditionTests, compare_conditions
from bakeoff.study.analysis.score_cube import CellScores, MissingScore
from calibration.case import UNSTABLE, Case, Counts, Simulation
from calibration.learners import LEARNERS, SCHEMES, masks

__all__ = ["drawn", "simulations"]

LEVEL = 0.05
QUESTIONS = ("conditions, who drops", "conditions, who drops more", "conditions, who stays best")
REACTS = {"1-NN", "tree"}  # to single rows
SEPARATION = 1.0  # of the classes, in standard deviations of each of two columns
REPETITIONS = 20  # of "repetitions": rows of their own, as tools/flu_tables.py draws them


def simulations() -> Iterator[Simulation]:
    yield simulation("naive Bayes", "10x10", 2, "new rows")
    for k in (2, 5):
        yield simulation("naive Bayes", "10-fold", k, "new rows")
    yield simulation("1-NN", "10-fold", 2, "new rows")
    yield simulation("naive Bayes", "10-fold", 5, "the same rows, noisy")
    yield simulation("naive Bayes", "10-fold", 2, "rows that are lost")
    yield simulation("naive Bayes", "repetitions", 2, "rows that are lost")
    for k in (3, 5, 10):
        yield leaders(k)
    for k in (2, 5):
        yield losers(k)


def leaders(k: int) -> Simulation:
    """The hardest case for the third question: one condition whose scores hardly differ from those that the leader was chosen by."""

    def draw(rng: np.random.Generator) -> ConditionTests:
        base = 0.25 + 0.03 * rng.normal(size=(k, REPETITIONS))
        test = base + 0.005 * rng.normal(size=base.shape)
        return _compared({(BASE, BASE): base, (BASE, "W"): test, ("W", "W"): test - 0.02})

    return _of_scores(f"{k} learners, scores as before", draw, QUESTIONS[2], quick=200 if k == 3 else 0)


def losers(k: int) -> Simulation:
    """The hardest case for the second question: learners that err about as often as the most frequent class, where pD is cut at 1."""

    def draw(rng: np.random.Generator) -> ConditionTests:
        ideal, test = 0.25 + 0.03 * rng.normal(size=(k, REPETITIONS)), 0.5 + 0.03 * rng.normal(size=(k, REPETITIONS))
        return _compared({(BASE, BASE): ideal, (BASE, "W"): test, ("W", "W"): ideal})

    return _of_scores(f"{k} learners as bad as the most frequent class", draw, QUESTIONS[1])


def _of_scores(
    words: str, draw: Callable[[np.random.Generator], ConditionTests], question: str, quick: int = 0
) -> Simulation:
    """Scores of independent repetitions instead of learners: cheap, and at the level of the t-test."""
    case = Case(name=f"{question}: {REPETITIONS} repetitions, {words}", kind=Kind.FWER, about=("conditions",))

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        return {case.name: (sum(_claims(draw(rng))[QUESTIONS.index(question)] for _ in range(repeats)), repeats)}

    return Simulation(name=f"conditions: {words}", run=run, cases=(case,), repeats=1000, quick=quick)


def _compared(errors: Mapping[tuple[str, str], np.ndarray], trivial: float = 0.5) -> ConditionTests:
    names = [f"L{at}" for at in range(len(errors[BASE, BASE]))]
    sheets = {
        pair: {name: _cell(name, row) for name, row in zip(names, rows, strict=True)} for pair, rows in errors.items()
    }
    return compare_conditions(sheets, dict.fromkeys((BASE, "W"), np.full(REPETITIONS, trivial)), names, None, 1.0)


def simulation(learner: str, scheme: str, k: int, what: str) -> Simulation:
    """The rates of one setting: three conditions, each question with all its lines."""
    setting = f"{scheme}, 200 rows, {k} times {learner}, {what}"
    asked = QUESTIONS if what == "new rows" else QUESTIONS[1:]
    apart = learner if learner in REACTS else ""
    cases = tuple(
        Case(name=f"{one}: {setting}", kind=Kind.FWER, about=("conditions",), apart=apart, band=UNSTABLE if apart else None)
        for one in asked
    )  # fmt: skip

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        claims = np.zeros(len(QUESTIONS), dtype=int)
        for _ in range(repeats):
            claims += _claims(drawn(rng, learner, scheme, k, what))
        return {f"{one}: {setting}": (int(claims[QUESTIONS.index(one)]), repeats) for one in asked}

    return Simulation(name=f"conditions: {setting}", run=run, cases=cases, repeats=500)


def _claims(found: ConditionTests) -> list[bool]:
    return [any(one.p_adjusted <= LEVEL for one in lines) for lines in (found.drops, found.pairs, found.leads)]


def drawn(rng: np.random.Generator, learner: str, scheme: str, k: int, what: str) -> ConditionTests:
    """One study: its own rows, three conditions to test under, and k learners that are alike."""
    share = None if scheme == "repetitions" else 1 / (SCHEMES[scheme][1] - 1)
    parts = [_scores(rng, learner, scheme, k, what) for _ in range(REPETITIONS if share is None else 1)]
    pairs = parts[0][0]
    sheets = {
        pair: {f"L{at}": _cell(f"L{at}", np.concatenate([part[0][pair][at] for part in parts])) for at in range(k)}
        for pair in pairs
    }
    trivial = {test: np.concatenate([part[1][test] for part in parts]) for test in parts[0][1]}
    return compare_conditions(sheets, trivial, [f"L{at}" for at in range(k)], share, 1.0)


def _cell(learner: str, errors: np.ndarray) -> CellScores:
    done = np.ones(len(errors), dtype=bool)
    return CellScores(
        dataset="", learner=learner, size=0, missing=MissingScore.NONE, reason="", splits=errors, repeats=None, done=done, failed=~done, costs={},
    )  # fmt: skip


def _rows(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    return rng.normal(size=(k, n, 2)) + SEPARATION * (np.arange(n) % 2)[:, None]


def _scores(
    rng: np.random.Generator, learner: str, scheme: str, k: int, what: str, n: int = 200
) -> tuple[Mapping[tuple[str, str], np.ndarray], Mapping[str, np.ndarray]]:
    """Errors (learner, split) of each training and test condition, and trivial errors by split."""
    names = ["W1", "W2", "W3"]
    y = np.arange(n) % 2
    own = _rows(rng, n, k)
    one = scheme != "repetitions"
    train = {BASE: masks(rng, n, scheme) if one else np.arange(n)[None, :] < n // 2}
    tables = {BASE: own}
    for name in names:
        if what == "the same rows, noisy":
            tables[name], train[name] = own + 0.5 * rng.normal(size=own.shape), train[BASE]
        else:
            moved = {"new rows": 0.0, "shifted rows": 0.5, "rows that are lost": 1.5}[what]
            tables[name] = _rows(rng, n, k) + moved
            train[name] = masks(rng, n, scheme) if one else train[BASE]
    errors: dict[tuple[str, str], np.ndarray] = {}
    for test, first in [(BASE, BASE), *((name, BASE) for name in names), *((name, name) for name in names)]:
        wrong = [_wrong(LEARNERS[learner], tables[first][at], tables[test][at], y, train[first]) for at in range(k)]
        asked = ~train[test]
        errors[first, test] = np.array([(one & asked).sum(axis=1) / asked.sum(axis=1) for one in wrong])
    trivial = {test: ((y == 0) & ~train[test]).sum(axis=1) / (~train[test]).sum(axis=1) for test in tables}
    return errors, trivial


def _wrong(fit, train_rows: np.ndarray, test_rows: np.ndarray, y: np.ndarray, train: np.ndarray) -> np.ndarray:
    """Whether each test row is predicted wrongly in each split."""
    if train_rows is test_rows:
        return fit(train_rows, y, train) != y
    joined, labels = np.concatenate([train_rows, test_rows]), np.concatenate([y, y])
    inside = np.concatenate([train, np.zeros_like(train)], axis=1)
    return (fit(joined, labels, inside) != labels)[:, len(y) :]
