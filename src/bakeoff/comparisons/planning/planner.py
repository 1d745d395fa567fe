"""How many rows, folds, seeds or data sets are needed, and what a study of this size could show."""

from dataclasses import dataclass
from math import ceil, inf, nan, sqrt

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import PlanningMethod, PowerRule
from bakeoff.comparisons.distributions import normal_quantile
from bakeoff.comparisons.planning.power import (
    MOST,
    SampleSizeAnswer,
    detectable_difference,
    positive,
    power_function,
    power_of_lead,
    rule_of,
    smallest,
)
from bakeoff.comparisons.planning.release_gate import GATE, plan_gate
from bakeoff.comparisons.planning.repeats import plan_repeats
from bakeoff.comparisons.significance.wilcoxon import WILCOXON
from bakeoff.comparisons.test_names import phrase_of_test
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.text import capital

__all__ = ["plan"]


@suggest_arguments
def plan(  # noqa: PLR0911 - one for each kind of question
    test: str = WILCOXON.name, *, effect: float | None = None, sd: float | None = None, power: float = 0.8,
    alpha: float = 0.05, n: int | None = None, pairs: int = 1, test_share: float | None = None, learners: int = 2,
    correlation: float = 0.5, run_sd: float | None = None, runs: int | None = None, seed: int = 0,
    margin: float | None = None, disagree: float | None = None, persistence: float | None = None,
) -> SampleSizeAnswer:  # fmt: skip
    """How many blocks does this test need to show an effect of this size? With `n` instead of `effect`: what could n show?

    The test is planned as a verdict runs it. With three learners or more the question is whether one of them, ahead of all others by `effect`, is shown to be
    better than each of them, every pair adjusted by Holm's correction; "nemenyi" takes a difference of mean ranks, and "friedman" shows only that the learners are
    not all alike.

    Parameters
    ----------
    test
        The name of a test that can be planned, or "gate".
    effect
        The difference that shall be shown.
    sd
        The standard deviation of the differences.
    power
        The chance to show it.
    alpha
        The level of significance.
    n
        The number of blocks, where it is settled.
    pairs
        Among how many comparisons alpha is divided.
    test_share
        The ratio n_test / n_train of overlapping splits.
    learners
        How many learners are compared.
    correlation
        That of two areas under the ROC curve estimated from the same rows ("delong").
    run_sd, runs
        The spread between runs of one item beside `sd` between items, and how many runs each item has.
    seed
        Of simulations.
    margin, disagree
        Of "gate": its margin, and the share of rows on which one model alone is right.
    persistence
        The correlation of neighbouring differences in time, from 0 to below 1 ("diebold_mariano").

    Returns
    -------
    SampleSizeAnswer
        The number with its sentence.

    Examples
    --------
    >>> plan("paired_t", effect=0.02, sd=0.04).n
    34
    >>> plan("paired_t", effect=0.02, sd=0.04, learners=5).n
    74
    >>> print(plan("gate", margin=0.02, disagree=0.06, n=500))
    With 500 rows a gate with the margin 0.02 is passed with 56% power at a one-sided alpha of 0.05, if both models are equally good and one model alone is right on 0.06 of the rows.
    """
    probability("power", power)
    corrected_alpha = probability("alpha", alpha) / count("pairs", pairs)
    if test == GATE:
        return plan_gate(margin, disagree, sd, n, power, corrected_alpha)
    _refuse_alone(margin, disagree, run_sd, runs)
    if run_sd is not None:
        return plan_repeats(effect=effect, sd=sd, run_sd=run_sd, runs=runs, n=n, power=power, alpha=corrected_alpha)
    rule, test = rule_of(test), tests[test].name
    if rule.method is not PlanningMethod.FORMULA:
        if count("learners", learners) < 3:
            raise BadInput(
                f"{phrase_of_test(test)} is for three learners or more; give their number with learners (--learners)"
            )
        if rule.method is PlanningMethod.RANKS:
            return _by_ranks(test, effect, power, alpha, learners, n)
        return _by_simulation(test, effect, sd, power, alpha, learners, n, seed)
    if learners < 2 or (learners > 2 and pairs > 1):
        raise BadInput("give either learners (--learners, two or more; all pairs are counted) or pairs (--pairs)")
    all_options = {"test_share": test_share or 0.0, "correlation": correlation, "persistence": persistence or 0.0}
    options = {name: all_options[name] for name in rule.options}
    _refuse(test, rule, effect=effect, sd=sd, n=n, test_share=test_share, persistence=persistence)
    if learners > 2:
        if effect is None:
            raise BadInput(
                "with learners (--learners) give effect (--effect), the lead of the best one over each other"
            )
        return _Lead(test=test, rule=rule, sd=float(sd or nan), alpha=alpha, options=options, learners=learners).answer(
            effect, power, n
        )
    level = f"{power:.0%} power at alpha {corrected_alpha:.3g}" + (
        f" ({alpha:g} shared by {pairs} comparisons)" if pairs > 1 else ""
    )
    question = _Question(test=test, rule=rule, sd=float(sd or nan), alpha=corrected_alpha, level=level, options=options)
    if effect is None:
        return question.shown_by(int(n or 0), power)
    return question.power_of(n, effect, power) if n is not None else question.needed_for(effect, power)


def _refuse_alone(margin: float | None, disagree: float | None, run_sd: float | None, runs: int | None) -> None:
    """What means something beside other options only."""
    if margin is not None or disagree is not None:
        raise BadInput('margin (--margin) and disagree (--disagree) plan a gate: plan("gate", ...), bakeoff plan gate')
    if run_sd is None and runs is not None:
        raise BadInput("runs (--runs) are planned with their spread: give run_sd (--run-sd)")


def _refuse(
    test: str,
    rule: PowerRule,
    *,
    effect: float | None,
    sd: float | None,
    n: int | None,
    test_share: float | None,
    persistence: float | None,
) -> None:
    """Everything that is missing or impossible, at once."""
    problems = [
        f"{name} must be positive, not {value!r}"
        for name, value in (("effect", effect), ("sd", sd))
        if value is not None and not 0 < value < inf
    ]
    if "test_share" in rule.options and not test_share:
        problems.append(
            f"{phrase_of_test(test)} needs test_share (--test-share), which is n_test / n_train (10-fold: 1/9)"
        )
    if "persistence" in rule.options and persistence is None:
        problems.append(
            f"{phrase_of_test(test)} needs persistence (--persistence), the correlation of neighbouring differences: 0 for one-step forecasts that leave nothing to learn from their errors, .6 where errors last"
        )
    if persistence is not None and "persistence" not in rule.options:
        problems.append(
            f"{phrase_of_test(test)} has no persistence (--persistence); that is of rows in time (diebold_mariano)"
        )
    if persistence is not None and not 0 <= persistence < 1:
        problems.append(f"persistence must be from 0 to below 1, not {persistence!r}")
    if sd is None:
        problems.append(f"{phrase_of_test(test)} needs sd (--sd), here the {rule.sd.removeprefix('the ')}")
    if effect is None and n is None:
        problems.append("give effect (--effect) to find how many are needed, or n (--n) to find what they can detect")
    if n is not None and n < rule.fewest:
        problems.append(f"{phrase_of_test(test)} needs at least {rule.fewest} {rule.unit}, not {n}")
    if problems:
        raise Problems("the plan", problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """One family with everything but what is asked for."""

    test: str
    rule: PowerRule
    sd: float
    alpha: float
    level: str
    options: dict[str, float]

    def _plan(self, n: float, power: float, effect: float, sentence: str) -> SampleSizeAnswer:
        return SampleSizeAnswer(
            test=self.test, unit=self.rule.unit, n=n, power=power, effect=effect, alpha=self.alpha, method="formula",
            sentence=sentence,
        )  # fmt: skip

    def shown_by(self, n: int, wanted: float) -> SampleSizeAnswer:
        detectable = detectable_difference(self.test, n, self.sd, alpha=self.alpha, power=wanted, **self.options)
        what = (
            f"a {self.rule.effect} of {detectable:.3g}"
            if detectable < inf
            else f"no {self.rule.effect}, however large,"
        )
        return self._plan(
            n,
            wanted,
            detectable,
            f"With {n} {self.rule.unit}, {phrase_of_test(self.test)} can show {what} with {self.level}.",
        )

    def power_of(self, n: int, effect: float, wanted: float) -> SampleSizeAnswer:
        reached = power_function(self.test)(n, effect, self.sd, self.alpha, **self.options)
        level = self.level.replace(f"{wanted:.0%}", f"{reached:.0%}", 1)
        text = f"With {n} {self.rule.unit}, {phrase_of_test(self.test)} shows a {self.rule.effect} of {effect:g} with {level}."
        return self._plan(n, reached, effect, text)

    def needed_for(self, effect: float, wanted: float) -> SampleSizeAnswer:
        rule, reach = self.rule, power_function(self.test)
        needed = smallest(lambda size: reach(size, effect, self.sd, self.alpha, **self.options), wanted, rule.fewest)
        text = (
            f"{capital(phrase_of_test(self.test))} needs {needed:g} {rule.unit} to show a {rule.effect} of {effect:g} ({rule.sd}: {self.sd:g}) with {self.level}."
            if needed < inf
            else f"No number of {rule.unit} is enough: overlapping training sets bound what repeating can show; more data would help."
            if "test_share" in rule.options
            else f"{capital(phrase_of_test(self.test))} needs more than {MOST:,} {rule.unit} to show a {rule.effect} of {effect:g} with {self.level}: the effect is too small to detect."
        )
        return self._plan(needed, wanted, effect, text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lead:
    """One learner ahead of all others, every pair tested and adjusted by Holm's correction."""

    test: str
    rule: PowerRule
    sd: float
    alpha: float
    options: dict[str, float]
    learners: int

    def power(self, n: int, effect: float) -> float:
        reach = power_function(self.test)
        return power_of_lead(lambda alpha: reach(n, effect, self.sd, alpha, **self.options), self.learners, self.alpha)

    def answer(self, effect: float, wanted: float, n: int | None) -> SampleSizeAnswer:
        """How many blocks the lead takes, or how likely n blocks show it."""
        needed = smallest(lambda size: self.power(size, effect), wanted, self.rule.fewest) if n is None else n
        reached = self.power(int(needed), effect) if needed < inf else nan
        pairs = self.learners * (self.learners - 1) // 2
        lead = f"that one of {self.learners} learners leads each other one by {effect:g} ({self.rule.sd}: {self.sd:g})"
        how = f"at alpha {self.alpha:g} ({pairs} pairs, Holm's correction)"
        tested = phrase_of_test(self.test)
        text = (
            f"With {n} {self.rule.unit}, {tested} shows {lead} with {reached:.0%} power {how}."
            if n is not None
            else f"{capital(tested)} needs {needed:g} {self.rule.unit} to show {lead} with {wanted:.0%} power {how}."
            if needed < inf
            else f"No number of {self.rule.unit} that one could get shows {lead} with {wanted:.0%} power {how}."
        )
        return SampleSizeAnswer(
            test=self.test, unit=self.rule.unit, n=needed, power=reached if n is not None else wanted, effect=effect,
            alpha=self.alpha, method="simulation of correlated statistics", sentence=text,
        )  # fmt: skip


def _by_ranks(  # noqa: PLR0917 - private, called in one place
    test: str, effect: float | None, wanted: float, alpha: float, k: int, n: int | None
) -> SampleSizeAnswer:
    """How many data sets set two mean ranks of k learners apart."""
    ratio = tests[test].critical_ratio
    if ratio is None:
        raise BadInput(f"{phrase_of_test(test)} has no critical difference to plan by")
    q = ratio(k, alpha)
    if effect is None:
        if n is None:
            raise BadInput(
                "give effect (--effect), a difference of mean ranks, to find how many data sets are needed, or n (--n) to find what they can detect"
            )
        error = sqrt(k * (k + 1) / (6 * count("n", n)))
        effect_shown, critical = (q + normal_quantile(wanted)) * error, q * error
        effect_shown = (
            effect_shown if effect_shown <= k - 1 else k - 1 if critical <= k - 1 else inf
        )  # mean ranks are no further apart
        shown = f"a true difference of mean ranks of {effect_shown:.2f} is shown with {wanted:.0%} power"
        never = f"mean ranks of {k} learners are at most {k - 1} apart, so no difference can be shown"
        text = f"With {n} data sets and {k} learners, the critical difference is {critical:.2f}; {shown if effect_shown < inf else never}."
        return SampleSizeAnswer(
            test=test, unit="data sets", n=n, power=wanted, effect=effect_shown, alpha=alpha, method="formula", sentence=text,
        )  # fmt: skip
    if not 0 < effect <= k - 1:
        raise BadInput(f"mean ranks of {k} learners differ by more than 0 and at most {k - 1}, not by {effect:g}")
    blocks = ceil((q + normal_quantile(wanted)) ** 2 * k * (k + 1) / 6 / effect**2)
    text = f"{capital(phrase_of_test(test))} needs {blocks} data sets to show a difference of mean ranks of {effect:g} among {k} learners with {wanted:.0%} power at alpha {alpha:g}."
    return SampleSizeAnswer(
        test=test, unit="data sets", n=blocks, power=wanted, effect=effect, alpha=alpha, method="formula", sentence=text,
    )  # fmt: skip


def _by_simulation(  # noqa: PLR0917 - private, called in one place
    test: str, effect: float | None, sd: float | None, wanted: float, alpha: float, k: int, n: int | None, seed: int
) -> SampleSizeAnswer:
    """How many data sets show that one of k learners leads, by tables drawn at random."""
    simulated = rule_of(test).power
    if effect is None or sd is None or simulated is None:
        raise BadInput(
            f"{phrase_of_test(test)} is planned by simulation: give effect (--effect), the lead of the best learner, and sd (--sd) of its differences"
        )
    positive(effect=effect, sd=sd)
    sizes = [count("n", n, least=2)] if n is not None else [*range(4, 20, 2), *range(20, 60, 5), *range(60, 210, 10)]
    reached, size = nan, sizes[-1]
    for size in sizes:
        reached = simulated(size, k, effect / sd, alpha, seed=seed)
        if reached >= wanted:
            break
    needed: float = size if n is not None or reached >= wanted else inf
    more = "" if needed < inf else f" More than {size} are needed for {wanted:.0%}."
    text = (
        f"With {size} data sets, {phrase_of_test(test)} shows that {k} learners are not all alike, where one of them leads by {effect:g} "
        f"(sd {sd:g}), with about {reached:.0%} power at alpha {alpha:g} (simulated).{more} It does not show which one leads: "
        f"plan {WILCOXON.name} with learners for that."
    )
    return SampleSizeAnswer(
        test=test, unit="data sets", n=needed, power=reached, effect=effect, alpha=alpha, method="simulation, 2000 tables", sentence=text,
    )  # fmt: skip
