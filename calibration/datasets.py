"""The default verdict over data sets: two and many, ties, few blocks, missing cells, pools with near-duplicates, power."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import bakeoff as bo
from bakeoff.comparisons import nemenyi
from bakeoff.comparisons.evidence.kinds import EVIDENCE
from bakeoff.core.calibration import Kind
from calibration.asking import any_winner, ask, covers, equivalent, pair_test, winner
from calibration.case import LEVEL, Case, Counts, Simulation
from calibration.evidence import table

__all__ = ["simulations"]

DOOR = "verdict over data sets"
PAIR = ("learner 1", "learner 2")  # A and B
ROPE = 0.03
Draw = Callable[[np.random.Generator], np.ndarray]


def simulations() -> Iterator[Simulation]:
    yield from equal_learners()
    yield from pools()
    yield from at_the_border()
    yield public_door()
    yield two("10 runs", partial(table, n=10, k=2), evidence="runs")
    yield two("10 runs, heavy tails", partial(table, n=10, k=2, tails=3.0), evidence="runs")
    yield many("10 runs, 5 learners", partial(table, n=10, k=5), evidence="runs")


# Equal learners


def equal_learners() -> Iterator[Simulation]:
    """Any claim is false, and with two learners the interval should hold zero."""
    for n in (5, 6, 10, 20, 50):
        yield two(f"{n} data sets", partial(table, n=n, k=2), quick=800 if n in {6, 20} else 0)
    yield two("20 data sets, heavy tails", partial(table, n=20, k=2, tails=3.0))
    yield two("20 data sets, ties", partial(table, n=20, k=2, step=0.02))
    yield two("20 data sets, many ties", partial(table, n=20, k=2, step=0.05))
    yield two("20 data sets, 4 without a score", partial(missing, n=20, k=2))
    for n, k in ((6, 3), (10, 5), (20, 5), (20, 10), (50, 5)):
        yield many(f"{n} data sets, {k} learners", partial(table, n=n, k=k), quick=200 if (n, k) == (20, 5) else 0)
    yield many("20 data sets, 5 learners, heavy tails", partial(table, n=20, k=5, tails=3.0))
    yield many("20 data sets, 5 learners, ties", partial(table, n=20, k=5, step=0.02))
    yield many("20 data sets, 5 learners, spread 2 to 1", partial(table, n=20, k=5, unequal=True))
    yield many("20 data sets, 5 learners, 4 cells missing", partial(missing, n=20, k=5))
    yield many("20 data sets, 5 learners, against a baseline", partial(table, n=20, k=5), baseline="learner 1")
    yield many(
        "20 data sets, 5 learners, 2 planned pairs", partial(table, n=20, k=5),
        pairs=(("learner 1", "learner 2"), ("learner 3", "learner 4")),
    )  # fmt: skip
    yield many("20 data sets, 5 learners, one of them better", one_leads, columns=range(1, 5))
    for n in (10, 20, 50):
        for null, centre in SKEWED.items():
            yield two(
                f"{n} data sets, skewed differences, {null}",
                partial(skewed, n=n, centre=centre),
                apart=f"skewed, {null}",
                repeats=2000,
            )


SKEWED = {
    "pseudo-median 0": 1.3269,
    "mean 0": float(np.exp(0.5)),
}  # of exp(normal): the pseudo-median was found by simulation, see the tests


def skewed(rng: np.random.Generator, n: int, centre: float, shift: float = 0.0) -> np.ndarray:
    """Scores whose differences are lognormal, counted from this centre: most data sets lie on one side, few far on the other."""
    d = 0.02 * (np.exp(rng.normal(size=n)) - centre) + shift
    base = rng.uniform(0.6, 0.9, n)
    return np.column_stack([base + d, base])


def missing(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    values = table(rng, n, k)
    values[rng.permutation(n)[:4], rng.integers(0, k, 4)] = np.nan
    return values


def one_leads(rng: np.random.Generator) -> np.ndarray:
    return table(rng, 20, 5) + np.array([0.05, 0, 0, 0, 0])


def two(
    words: str, draw: Draw, *, quick: int = 0, evidence: str = "datasets", apart: str = "", repeats: int = 5000
) -> Simulation:
    name = f"verdict over {EVIDENCE[evidence].blocks}: {words}"
    interval, about = f"{name}, interval", pair_test(draw, evidence)
    cases = (
        Case(name=name, kind=Kind.SIZE, about=about, apart=apart),
        Case(name=interval, kind=Kind.COVERAGE, about=about, apart=apart),
    )

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((2, 2), dtype=int)
        for _ in range(repeats):
            judged = ask(draw(rng), evidence)
            counts += [(any_winner(judged), 1), covers(judged, 0.0)]
        return dict(zip((name, interval), map(tuple, counts.tolist()), strict=True))

    return Simulation(name=name, run=run, repeats=repeats, cases=cases, quick=quick)


def many(
    words: str, draw: Draw, *, columns: range | None = None, quick: int = 0, evidence: str = "datasets", **question: Any
) -> Simulation:
    name = f"verdict over {EVIDENCE[evidence].blocks}: {words}"
    about = pair_test(draw, evidence, **question)
    case = Case(name=name, kind=Kind.FWER, about=about)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        claimed = (any_winner(ask(draw(rng), evidence, **question), columns) for _ in range(repeats))
        return {name: (sum(claimed), repeats)}

    return Simulation(name=name, run=run, repeats=2000, cases=(case,), quick=quick)


# Who else is in the table


def pool(
    rng: np.random.Generator, *, n: int, lead: float = 0.0, copies: int = 0, of: int = 0, worse: int = 0
) -> np.ndarray:
    """A and B with a true difference of `lead` sd, slightly worse variants of one of them, and much worse learners."""
    d = rng.normal(lead, 1.0, n)
    pair = rng.normal(0.0, 2.0, (n, 1)) + np.column_stack([d / 2, -d / 2])
    variants = pair[:, [of]] - 0.05 + 0.01 * rng.normal(size=(n, copies))
    others = pair.mean(axis=1, keepdims=True) - 5.0 + rng.normal(size=(n, worse))
    return np.hstack([pair, variants, others])


def pools() -> Iterator[Simulation]:
    """The claim about A and B must not depend on who else joins."""
    for n, copies in ((20, 4), (20, 8), (50, 8)):
        yield about_a_and_b(
            f"{n} data sets, {copies} variants of A",
            Kind.SIZE,
            n=n,
            copies=copies,
            quick=150 if (n, copies) == (20, 4) else 0,
        )
    yield about_a_and_b("50 data sets, A better by .6 sd, 8 variants of B", Kind.POWER, n=50, lead=0.6, copies=8, of=1)
    for words, more in (("alone", {}), ("8 variants of A", {"copies": 8}), ("8 much worse learners", {"worse": 8})):
        for n in (20, 50):
            yield about_a_and_b(f"{n} data sets, A better by .6 sd, {words}", Kind.POWER, n=n, lead=0.6, **more)
    yield about_a_and_b("20 data sets, A better by 1 sd, 8 much worse learners", Kind.POWER, n=20, lead=1.0, worse=8)


def about_a_and_b(words: str, kind: Kind, *, quick: int = 0, **how: Any) -> Simulation:
    """Claims about A and B, by default and by Nemenyi's test; where variants of B join a better A, also claims that B is."""
    draw = partial(pool, **how)
    about = pair_test(draw, "datasets")
    wanted = {"": kind} | ({", B claimed": Kind.SIZE} if how.get("of") else {})
    doors = {DOOR: about}
    if draw(np.random.default_rng(0)).shape[1] > 2:
        doors["nemenyi"] = ("nemenyi",)

    cases = tuple(
        Case(name=f"{door}: {words}{end}", kind=kind, about=about)
        for end, kind in wanted.items()
        for door, about in doors.items()
    )

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        claims: dict[str, list[int]] = {door: [0, 0] for door in doors}  # for A, for B
        for _ in range(repeats):
            values = draw(rng)
            claimed = winner(ask(values, "datasets"))
            claims[DOOR] = [old + (claimed == name) for old, name in zip(claims[DOOR], PAIR, strict=True)]
            if "nemenyi" in doors:
                found = nemenyi(values).pair(*PAIR)
                claims["nemenyi"][(found.result.rank_difference or 0) < 0] += found.p_adjusted <= LEVEL
        return {
            f"{door}: {words}{end}": (for_b if end else for_a + for_b * (kind is Kind.SIZE), repeats)
            for door, (for_a, for_b) in claims.items()
            for end in wanted
        }

    return Simulation(name=f"{DOOR}: {words}", run=run, repeats=2000, cases=cases, quick=quick)


# Equivalence


def at_the_border() -> Iterator[Simulation]:
    """A and B differ by the border of the region: "equivalent" is false."""
    yield border(10, 2)
    yield border(20, 2)
    yield border(20, 4)
    for n in (10, 20):
        yield skewed_border(n)


def skewed_border(n: int) -> Simulation:
    """The mean difference lies at the border; the skewed differences of most data sets do not."""
    name = f"{DOOR}: {n} data sets, skewed differences, mean difference at the border of the region"
    draw = partial(skewed, n=n, centre=SKEWED["mean 0"], shift=ROPE)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        return {name: (sum(equivalent(ask(draw(rng), "datasets", rope=ROPE)) for _ in range(repeats)), repeats)}

    case = Case(
        name=name, kind=Kind.FALSE_EQUIVALENCE, about=pair_test(draw, "datasets", rope=ROPE), apart="skewed, mean 0"
    )
    return Simulation(name=name, run=run, repeats=2000, cases=(case,))


def border(n: int, k: int) -> Simulation:
    words = f"{n} data sets, {k} learners, difference at the border of the region"
    name = f"{DOOR}: {words}"
    shift = np.where(np.arange(k) == 0, ROPE, 0.0)

    def draw(rng: np.random.Generator) -> np.ndarray:
        return rng.uniform(0.6, 0.9, (n, 1)) + 0.01 * rng.normal(size=(n, k)) + shift

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        return {name: (sum(equivalent(ask(draw(rng), "datasets", rope=ROPE)) for _ in range(repeats)), repeats)}

    about = pair_test(draw, "datasets", rope=ROPE)
    case = Case(name=name, kind=Kind.FALSE_EQUIVALENCE, about=about)
    return Simulation(name=name, run=run, repeats=4000, cases=(case,))


def public_door() -> Simulation:
    """The same through `bo.compare`, as users ask."""
    words = "20 data sets, by bo.compare"
    name = f"{DOOR}: {words}"

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        asked = (
            bo.compare({"a": a, "b": b}, rows="datasets").verdict.winner is not None
            for a, b in (table(rng, 20, 2).T for _ in range(repeats))
        )
        return {name: (sum(asked), repeats)}

    about = pair_test(partial(table, n=20, k=2), "datasets")
    case = Case(name=name, kind=Kind.SIZE, about=about)
    return Simulation(name=name, run=run, repeats=2000, cases=(case,), quick=400)
