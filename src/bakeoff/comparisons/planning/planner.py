"""How many rows, folds, seeds or data sets are needed, and what a study of this size could show."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf, nan, sqrt

import numpy as np

from bakeoff.comparisons.planning.power import PowerFamily, detectable_difference, family_of, positive
from bakeoff.comparisons.significance._distributions import chi2_quantile, normal_quantile, range_quantile
from bakeoff.comparisons.wording.test_names import phrase_of_test
from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.text import capital

__all__ = ["SampleSizeAnswer", "friedman_power", "plan"]

MOST = 10**8  # nobody collects more


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleSizeAnswer:
    """An answer to a planning question, in a sentence and in numbers."""

    test: str
    unit: str  # what n counts: "rows", "splits", "runs", "data sets", "disagreements"
    n: float  # infinite where no number suffices
    power: float
    effect: float
    alpha: float
    method: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def plan(
    test: str = "wilcoxon", *, effect: float | None = None, sd: float | None = None, power: float = 0.8,
    alpha: float = 0.05, n: int | None = None, pairs: int = 1, test_share: float | None = None, learners: int = 2,
    correlation: float = 0.5, random_state: int = 0,
) -> SampleSizeAnswer:  # fmt: skip
    """How many blocks does this test need to show an effect of this size?  With `n` instead of `effect`: what could n show?

    `pairs` divides alpha among that many comparisons.  "friedman" and "nemenyi" take `learners`, and the effect is a
    difference of mean ranks (nemenyi) or is simulated (friedman: one learner better than the rest by `effect`).
    `correlation` is that of two areas under the ROC curve estimated from the same rows ("delong").

    >>> plan("paired_t", effect=0.02, sd=0.04).n
    34
    """
    probability("power", power)
    each = probability("alpha", alpha) / count("pairs", pairs)
    if test in ("friedman", "nemenyi"):
        if count("learners", learners) < 3:
            raise BadInput(
                f"{phrase_of_test(test)} is about three learners or more; say how many with learners (--learners)"
            )
        return _many(test, effect, sd, power, alpha, learners, n, random_state)
    family = family_of(test)
    options = {"test_share": test_share or 0.0} if test == "corrected_t" else {}
    options |= {"correlation": correlation} if test == "delong" else {}
    _refuse(test, family, effect=effect, sd=sd, n=n, test_share=test_share)
    level = f"{power:.0%} power at alpha {each:.3g}" + (
        f" ({alpha:g} shared by {pairs} comparisons)" if pairs > 1 else ""
    )
    question = _Question(test=test, family=family, sd=float(sd or nan), alpha=each, level=level, options=options)
    if effect is None:
        return question.shown_by(int(n or 0), power)
    return question.power_of(n, effect, power) if n is not None else question.needed_for(effect, power)


def _refuse(
    test: str, family: PowerFamily, *, effect: float | None, sd: float | None, n: int | None, test_share: float | None
) -> None:
    """Everything that is missing or impossible, at once."""
    problems = [
        f"{name} must be positive, not {value!r}"
        for name, value in (("effect", effect), ("sd", sd))
        if value is not None and not 0 < value < inf
    ]
    if test == "corrected_t" and not test_share:
        problems.append(
            "the corrected t-test needs test_share (--test-share), which is n_test / n_train (10-fold: 1/9)"
        )
    if sd is None:
        problems.append(f"{phrase_of_test(test)} needs sd (--sd), here the {family.sd.removeprefix('the ')}")
    if effect is None and n is None:
        problems.append("say effect (--effect) to learn how many are needed, or n (--n) to learn what they could show")
    if n is not None and n < family.fewest:
        problems.append(f"{phrase_of_test(test)} needs at least {family.fewest} {family.unit}, not {n}")
    if problems:
        raise Problems("the plan", problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """One family with everything but what is asked for."""

    test: str
    family: PowerFamily
    sd: float
    alpha: float
    level: str
    options: dict[str, float]

    def _plan(self, n: float, power: float, effect: float, sentence: str) -> SampleSizeAnswer:
        return SampleSizeAnswer(
            test=self.test, unit=self.family.unit, n=n, power=power, effect=effect, alpha=self.alpha, method="formula",
            sentence=sentence,
        )  # fmt: skip

    def shown_by(self, n: int, wanted: float) -> SampleSizeAnswer:
        found = detectable_difference(self.test, n, self.sd, alpha=self.alpha, power=wanted, **self.options)
        what = f"a {self.family.effect} of {found:.3g}" if found < inf else f"no {self.family.effect}, however large,"
        return self._plan(
            n,
            wanted,
            found,
            f"With {n} {self.family.unit}, {phrase_of_test(self.test)} can show {what} with {self.level}.",
        )

    def power_of(self, n: int, effect: float, wanted: float) -> SampleSizeAnswer:
        reached = self.family.power(n, effect, self.sd, self.alpha, **self.options)
        level = self.level.replace(f"{wanted:.0%}", f"{reached:.0%}", 1)
        text = f"With {n} {self.family.unit}, {phrase_of_test(self.test)} shows a {self.family.effect} of {effect:g} with {level}."
        return self._plan(n, reached, effect, text)

    def needed_for(self, effect: float, wanted: float) -> SampleSizeAnswer:
        family = self.family
        needed = _smallest(
            lambda size: family.power(size, effect, self.sd, self.alpha, **self.options), wanted, family.fewest
        )
        text = (
            f"{capital(phrase_of_test(self.test))} needs {needed:g} {family.unit} to show a {family.effect} of {effect:g} ({family.sd}: {self.sd:g}) with {self.level}."
            if needed < inf
            else f"No number of {family.unit} is enough: overlapping training sets bound what repeating can show; more data would help."
            if self.test == "corrected_t"
            else f"{capital(phrase_of_test(self.test))} needs more than {MOST:,} {family.unit} to show a {family.effect} of {effect:g} with {self.level}: it is too small to be looked for."
        )
        return self._plan(needed, wanted, effect, text)


def _smallest(reach: Callable[[int], float], wanted: float, fewest: int) -> float:
    """The smallest whole number at which the power is reached; the power of exact tests may saw-tooth, so it is kept for good."""
    high = fewest
    while reach(high) < wanted:
        high *= 2
        if high > MOST:
            return inf
    low = max(high // 2, fewest)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if reach(middle) < wanted else (low, middle)
    return int(high)


def _many(  # noqa: PLR0917 - private, called in one place
    test: str, effect: float | None, sd: float | None, wanted: float, alpha: float, k: int, n: int | None, seed: int
) -> SampleSizeAnswer:
    if test == "nemenyi":
        q = range_quantile(1 - alpha, k) / sqrt(2)
        if effect is None:
            if n is None:
                raise BadInput(
                    "say effect (--effect), a difference of mean ranks, to learn how many data sets are needed, or n (--n) to learn what they could show"
                )
            error = sqrt(k * (k + 1) / (6 * count("n", n)))
            found, critical = (q + normal_quantile(wanted)) * error, q * error
            found = found if found <= k - 1 else k - 1 if critical <= k - 1 else inf  # mean ranks are no further apart
            shown = f"a true difference of mean ranks of {found:.2f} is shown with {wanted:.0%} power"
            never = f"mean ranks of {k} learners are at most {k - 1} apart, so no difference can be shown"
            text = f"With {n} data sets and {k} learners, the critical difference is {critical:.2f}; {shown if found < inf else never}."
            return SampleSizeAnswer(
                test=test, unit="data sets", n=n, power=wanted, effect=found, alpha=alpha, method="formula", sentence=text,
            )  # fmt: skip
        if not 0 < effect <= k - 1:
            raise BadInput(f"mean ranks of {k} learners differ by more than 0 and at most {k - 1}, not by {effect:g}")
        blocks = ceil((q + normal_quantile(wanted)) ** 2 * k * (k + 1) / 6 / effect**2)
        text = f"The Nemenyi test needs {blocks} data sets to show a difference of mean ranks of {effect:g} among {k} learners with {wanted:.0%} power at alpha {alpha:g}."
        return SampleSizeAnswer(
            test=test, unit="data sets", n=blocks, power=wanted, effect=effect, alpha=alpha, method="formula", sentence=text,
        )  # fmt: skip
    if effect is None or sd is None:
        raise BadInput(
            "the Friedman test is planned by simulation: say effect (--effect), the lead of the best learner, and sd (--sd) of its differences"
        )
    positive(effect=effect, sd=sd)
    sizes = [count("n", n, least=2)] if n is not None else [*range(4, 20, 2), *range(20, 60, 5), *range(60, 210, 10)]
    reached, size = nan, sizes[-1]
    for size in sizes:
        reached = friedman_power(size, k, effect / sd, alpha, seed=seed)
        if reached >= wanted:
            break
    needed: float = size if n is not None or reached >= wanted else inf
    more = "" if needed < inf else f" More than {size} are needed for {wanted:.0%}."
    text = f"With {size} data sets, the Friedman test shows that one of {k} learners leads by {effect:g} (sd {sd:g}) with about {reached:.0%} power at alpha {alpha:g} (simulated).{more}"
    return SampleSizeAnswer(
        test=test, unit="data sets", n=needed, power=reached, effect=effect, alpha=alpha, method="simulation, 2000 tables", sentence=text,
    )  # fmt: skip


def friedman_power(n: int, k: int, lead: float, alpha: float, *, tables: int = 2000, seed: int = 0) -> float:
    """Share of simulated tables in which Friedman rejects, one learner leading by `lead` sd of a difference."""
    from bakeoff.comparisons.significance._ranks import midranks

    rng = np.random.default_rng(seed)
    values = rng.standard_normal((tables * n, k)) / sqrt(2)
    values[:, 0] -= lead
    sums = midranks(values).reshape(tables, n, k).sum(axis=1)
    statistic = 12 / (n * k * (k + 1)) * np.square(sums - n * (k + 1) / 2).sum(axis=1)
    return float(np.mean(statistic >= chi2_quantile(1 - alpha, k - 1)))
