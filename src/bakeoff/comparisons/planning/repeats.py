"""How many items, and how many runs of each, show a difference between two learners."""

from math import ceil, inf, sqrt

from bakeoff.comparisons.planning.power import SampleSizeAnswer, smallest
from bakeoff.comparisons.significance.t import PAIRED_T, power_t
from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, Problems

__all__ = ["plan_repeats"]

RUNS = (1, 2, 4, 8)  # shown where no number of runs is named
MOST = 10_000  # runs of an item


def plan_repeats(
    *, effect: float | None, sd: float | None, run_sd: float, runs: int | None = None, n: int | None = None,
    power: float = 0.8, alpha: float = 0.05,
) -> SampleSizeAnswer:  # fmt: skip
    """How many items with so many runs each show a mean difference, or how many runs of `n` items do?

    `sd` is the standard deviation of the difference between items, `run_sd` that between runs of one item;
    `bakeoff compare --runs` prints both. The variance of the mean is (sd² + run_sd² / runs) / items, so runs help only
    against `run_sd`, and more items always help more than as many more runs.

    >>> plan_repeats(effect=0.05, sd=0.2, run_sd=0.4, runs=4).n
    254
    """
    probability("power", power)
    probability("alpha", alpha)
    sizes = {"effect (--effect)": (effect, 1e-300), "sd (--sd)": (sd, 0.0), "run_sd (--run-sd)": (run_sd, 0.0)}
    problems = [
        f"the plan of runs needs {name}"
        if value is None
        else f"{name} must be {'positive' if least else 'zero or more'}, not {value!r}"
        for name, (value, least) in sizes.items()
        if value is None or not least <= value < inf
    ]
    if not problems and not (sd or run_sd):
        problems = ["sd (--sd) and run_sd (--run-sd) are both zero: nothing varies, and there is nothing to plan"]
    if problems or effect is None or sd is None:
        raise Problems("the plan", problems) if len(problems) > 1 else BadInput(problems[0])

    def spread(many: int) -> float:
        return sqrt(sd**2 + run_sd**2 / many)

    def items(many: int) -> float:
        return smallest(lambda size: power_t(size, effect, spread(many), alpha), power, 2)

    about = f"a mean difference of {effect:g} (sd {sd:g} between items, {run_sd:g} between runs) with {power:.0%} power at alpha {alpha:g}"
    if n is None:
        chosen = 1 if runs is None else count("runs", runs)
        needed = items(chosen)
        others = "" if runs is not None else " With " + ", ".join(
            f"{many} runs each {items(many):g} items ({items(many) * many:g} runs of each learner)" for many in RUNS[1:]
        ) + ": runs help where items are dear."  # fmt: skip
        text = f"{needed:g} items with {chosen} {'run' if chosen == 1 else 'runs'} each ({needed * chosen:g} runs of each learner) show {about}.{others}"
        return _answer("items", needed, power, effect, alpha, text)
    size = count("n", n, least=2)
    if runs is not None:
        reached = power_t(size, effect, spread(count("runs", runs)), alpha)
        text = f"{size} items with {runs} {'run' if runs == 1 else 'runs'} each show {about.replace(f'{power:.0%}', f'{reached:.0%}', 1)}."
        return _answer("items", size, reached, effect, alpha, text)
    many = smallest(lambda size_: power_t(size, effect, spread(size_), alpha), power, 1, MOST)
    fewest = ceil(smallest(lambda size_: power_t(size_, effect, sd, alpha), power, 2))
    text = (
        f"{size} items need {many:g} {'run' if many == 1 else 'runs'} each to show {about}." if many < inf
        else f"No number of runs lets {size} items show {about}: items differ too much; at least {fewest + (fewest == size)} items are needed."
    )  # fmt: skip
    return _answer("runs of each item", many, power, effect, alpha, text)


def _answer(unit: str, n: float, power: float, effect: float, alpha: float, sentence: str) -> SampleSizeAnswer:  # noqa: PLR0917 - private
    return SampleSizeAnswer(
        test=PAIRED_T.name, unit=unit, n=n, power=power, effect=effect, alpha=alpha, method="formula", sentence=sentence
    )
