"""Tests on means of scores: Wald, paired and unpaired t, and the t-test corrected for overlapping training sets."""

from dataclasses import dataclass, replace
from math import copysign, inf, isfinite, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.comparisons.declaration import Learners, PowerRule, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.distributions import normal_p, t_p, t_quantile
from bakeoff.comparisons.effects import cohen_d, cohen_dz
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix, TwoSamples
from bakeoff.comparisons.notes import PUBLISHED
from bakeoff.comparisons.results import Alternative, Effect, TestResult
from bakeoff.comparisons.significance._checks import (
    commensurable,
    few_for_normal,
    normal_differences,
    one_scale,
    outliers,
)
from bakeoff.comparisons.significance._reasons import LARGE, ONE_SCALE
from bakeoff.core.checks import Array, count, vector
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate

__all__ = [
    "CORRECTED_T",
    "PAIRED_T",
    "UNPAIRED_T",
    "WALD",
    "corrected_t",
    "paired_t",
    "published",
    "unpaired_t",
    "wald",
    "wald_from_summary",
]


def published(  # noqa: PLR0917 - two triples, as they stand in a table
    mean_a: float, sd_a: float, n_a: int, mean_b: float, sd_b: float, n_b: int, *, alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:  # fmt: skip
    """Welch's t-test from means, standard deviations and sizes alone.  Reference: welch1947.

    >>> r = published(90, 1.4832, 5, 90.6, 1.1402, 5)
    >>> round(r.p_value, 3), len(r.warnings)
    (0.495, 1)
    """
    n, m = count("n_a", n_a, least=2), count("n_b", n_b, least=2)
    if min(sd_a, sd_b) < 0:
        raise BadInput("a standard deviation cannot be negative")
    u, v = sd_a**2 / n, sd_b**2 / m
    df = (u + v) ** 2 / (u**2 / (n - 1) + v**2 / (m - 1)) if u + v > 0 else float(n + m - 2)
    return summary_ratio(
        UNPAIRED_T, "Welch's, from published means and standard deviations", mean_a - mean_b, sqrt(u + v), df, n + m,
        notes=(PUBLISHED(),),
    ).result(Alternative(alternative), level)  # fmt: skip


EQUAL_MEANS = "the mean difference is zero"
IDENTICAL = "all differences are zero"
NO_SPREAD = "zero variance: neither sample varies, so the statistic has no scale"
ZERO_VARIANCE = "zero variance: every difference is the same, so the statistic has no scale; read the exact sign test"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ratio:
    """A mean difference over its standard error, with everything needed to report it."""

    test: SignificanceTest
    variant: str
    mean: float
    error: float
    df: float  # infinite for a normal law
    n: int
    working: tuple[tuple[str, float], ...]
    filled: str
    formula: str = ""
    effect: Effect | None = None
    notes: tuple[Note, ...] = ()
    flat: str = ZERO_VARIANCE  # the reason where the error is zero

    def result(self, alternative: Alternative | str, level: float) -> TestResult:
        side = Alternative(alternative)
        normal = self.df == inf
        statistic, p, reason = self.mean / self.error if self.error > 0 else nan, nan, ""
        if self.error > 0:
            p = normal_p(statistic, side) if normal else t_p(statistic, self.df, side)
        elif self.mean == 0:
            statistic, p, reason = 0.0, 1.0, IDENTICAL
        elif self.n > 1:
            statistic, reason = copysign(inf, self.mean), self.flat
        else:
            reason = "one pair: the spread of the differences is unknown"
        half = half_width(self.mean, self.error, t_quantile((1 + level) / 2, self.df)) if self.n != 1 else nan
        method = "normal" if normal else self.test.name.replace("_", " ")
        difference = Estimate(
            value=self.mean,
            low=self.mean - half,
            high=self.mean + half,
            level=level,
            method=method,
            n=self.n,
            df=self.df,
        )
        return TestResult(
            test=self.test.name, title=self.test.title, variant=self.variant, null=EQUAL_MEANS, statistic=statistic, p_value=p, n=self.n,
            alternative=side, df=() if normal else (self.df,), difference=difference, effect=self.effect,
            reason=reason, notes=self.notes, working=self.working, law="z" if normal else "t",
            formula=self.formula, filled=self.filled, estimator="mean",
        )  # fmt: skip


def half_width(mean: float, error: float, quantile: float) -> float:
    """Half an interval; NaN where equal differences leave no spread to tell how sure they are.

    >>> half_width(0.5, 0.1, 2.0), half_width(0.5, 0.0, 2.0), half_width(0.0, 0.0, 2.0)
    (0.2, nan, 0.0)
    """
    return nan if error == 0 and mean != 0 else quantile * error


def summary_ratio(  # noqa: PLR0917 - the parts of a ratio
    test: SignificanceTest,
    variant: str,
    mean: float,
    error: float,
    df: float,
    n: int,
    *,
    notes: tuple[Note, ...] = (),
) -> _Ratio:
    """A mean difference over its standard error where only summaries are left."""
    working = (("mean difference", mean), ("standard error", error))
    return _Ratio(
        test=test, variant=variant, mean=mean, error=error, df=df, n=n, working=working, notes=notes,
        filled=f"{mean:.6g} / {error:.6g}", flat=NO_SPREAD,
    )  # fmt: skip


def spread(values: Array) -> tuple[float, float]:
    """Mean and standard deviation (n - 1); exactly zero where all values are equal, NaN for one value.

    A mean that cancels to less than 1e-12 of the largest value is round-off, and zero.

    >>> spread(np.array([0.1, 0.1, 0.1]))
    (0.1, 0.0)
    >>> spread(np.array([0.1, 0.2, -0.3]))[0]
    0.0
    """
    if np.ptp(values) == 0:
        return float(values[0]), 0.0 if values.size > 1 or values[0] == 0 else nan
    mean = float(values.mean())
    return (mean if abs(mean) > 1e-12 * float(np.abs(values).max()) else 0.0), float(values.std(ddof=1))


def differences(a: ArrayLike, b: ArrayLike) -> Array:
    """A minus b, pair by pair, after checking that there are pairs."""
    pairs = PairedScores(a=np.asarray(a), b=np.asarray(b))
    if not pairs.a.size:
        raise BadInput("there are no pairs to compare; give at least two scores of each learner")
    return pairs.differences


def paired_t(a: ArrayLike, b: ArrayLike, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    r"""Do two learners differ in mean score on the same independent blocks?  :math:`t = \bar d / (s_d / \sqrt n)`.

    The differences must be independent and roughly normal; splits of one data set share training rows and need
    `corrected_t`. All differences equal: p is NaN and the exact sign test should be read.  Reference: student1908.

    >>> r = paired_t([85, 70, 65, 95], [80, 75, 60, 85])
    >>> round(r.statistic, 4), r.df, round(r.p_value, 4)
    (1.1921, (3.0,), 0.3189)
    """
    d = differences(a, b)
    n = d.size
    mean, sd = spread(d)
    working = (("mean difference", mean), ("sd of differences", sd), ("standard error", sd / sqrt(n)))
    ratio = _Ratio(
        test=PAIRED_T, variant="paired, n - 1 degrees of freedom", mean=mean, error=sd / sqrt(n), df=float(n - 1),
        n=n, working=working, effect=cohen_dz(a, b, level=level), filled=_paired_form(mean, sd, n),
    )  # fmt: skip
    return ratio.result(alternative, level)


def _paired_form(mean: float, sd: float, n: int) -> str:
    return f"{mean:.6g} / ({sd:.6g} / √({n}))"


MOST_DF = 10  # of a verdict over splits: a stated convention, whatever the number of splits (decision 15)


def corrected_t(
    a: ArrayLike, b: ArrayLike, test_share: float, *, df: float | None = None, alternative: str = "two-sided", level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Do two learners differ over splits whose training sets overlap?  :math:`t = \bar d / \sqrt{(1/n + q) s_d^2}`.

    `test_share` is q = n_test / n_train of the split plan (k-fold: 1 / (k - 1)).  The naive t-test takes resampled
    splits for independent and errs far too often.  The degrees of freedom are n - 1, and at most `df` where it is given;
    verdicts take df = 10, because a hundred overlapping splits carry less evidence than a hundred independent ones.
    There is no d_z: the spread over splits that share rows is not that of the difference, and its interval would be too
    narrow.  References: nadeau2003, bouckaert2003.

    >>> r = corrected_t([85, 70, 65, 95], [80, 75, 60, 85], test_share=1 / 3)
    >>> round(r.statistic, 4), round(r.p_value, 4)
    (0.7804, 0.4921)
    """
    if not test_share > 0:
        raise BadInput(f"test_share is n_test / n_train and must be positive, not {test_share!r}")
    if df is not None and not df > 0:
        raise BadInput(f"df bounds the degrees of freedom and must be positive, not {df!r}")
    d = differences(a, b)
    n = d.size
    mean, sd = spread(d)
    error = sd * sqrt(1 / n + test_share)
    freedom = float(n - 1) if df is None else min(n - 1.0, float(df))
    words = "n - 1 degrees of freedom" if df is None else f"min(n - 1, {df:g}) degrees of freedom"
    working = (
        ("mean difference", mean),
        ("sd of differences", sd),
        ("test share", test_share),
        ("standard error", error),
    )
    ratio = _Ratio(
        test=CORRECTED_T, variant=f"variance times 1/n + {test_share:.4g}, {words}", mean=mean, error=error, df=freedom,
        n=n, working=working, filled=f"{mean:.6g} / √((1 / {n} + {test_share:.6g}) × {sd:.6g}²)",
    )  # fmt: skip
    return ratio.result(alternative, level)


def unpaired_t(
    a: ArrayLike, b: ArrayLike, *, df: str = "welch", alternative: str = "two-sided", level: float = 0.95
) -> TestResult:
    r"""Do two independent samples of scores differ in mean?  :math:`t = (\bar a - \bar b) / \sqrt{s_a^2/n + s_b^2/m}`.

    Degrees of freedom by Welch, or the cautious "min": min(n, m) - 1.  References: welch1947.

    >>> r = unpaired_t([1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0, 10.0], df="min")
    >>> round(r.statistic, 4), r.df
    (-2.2514, (3.0,))
    """
    x, y = vector("a", a), vector("b", b)
    mean, error, welch, filled = _unpaired(x, y)
    if df not in ("welch", "min"):
        raise BadInput(f"df must be 'welch' or 'min', not {df!r}")
    freedom = welch if df == "welch" else float(min(x.size, y.size) - 1)
    words = "Welch's degrees of freedom" if df == "welch" else "min(n, m) - 1 degrees of freedom"
    ratio = _Ratio(
        test=UNPAIRED_T, variant=f"unpaired, {words}", mean=mean, error=error, df=freedom, n=x.size + y.size,
        working=(("mean difference", mean), ("standard error", error), ("n of a", x.size), ("n of b", y.size)),
        effect=cohen_d(x, y, level=level), filled=filled, flat=NO_SPREAD,
    )  # fmt: skip
    return ratio.result(alternative, level)


def wald(
    a: ArrayLike, b: ArrayLike, *, paired: bool = True, alternative: str = "two-sided", level: float = 0.95
) -> TestResult:
    r"""The large-sample form of the t-tests: :math:`W = \bar d / (s_d / \sqrt n)` against the normal law.

    Below 30 pairs the normal law is too narrow, and a note says so: use the t-test.  Reference: wald1943.

    >>> round(wald([85, 70, 65, 95], [80, 75, 60, 85]).p_value, 4)
    0.2332
    """
    if paired:
        d = differences(a, b)
        n, (mean, sd) = d.size, spread(d)
        least = n
        error, effect, filled = sd / sqrt(n), cohen_dz(a, b, level=level), _paired_form(mean, sd, n)
    else:
        x, y = vector("a", a), vector("b", b)
        n, (mean, error, _, filled) = x.size + y.size, _unpaired(x, y)
        least = min(x.size, y.size)
        effect = cohen_d(x, y, level=level)
    ratio = _Ratio(
        test=WALD, variant="paired, normal distribution" if paired else "unpaired, normal distribution", mean=mean, error=error, df=inf,
        n=n, working=(("mean difference", mean), ("standard error", error)), effect=effect, filled=filled,
        notes=few_for_normal(least, "pairs" if paired else "scores of each learner", "use the t-test"),
        formula="" if paired else rf"W = {_UNPAIRED}", flat=ZERO_VARIANCE if paired else NO_SPREAD,
    )  # fmt: skip
    return ratio.result(alternative, level)


def wald_from_summary(
    difference: float, standard_error: float, *, alternative: str = "two-sided", level: float = 0.95
) -> TestResult:
    r"""The Wald test of a difference whose standard error is known: :math:`W = d / \sigma`.  Reference: wald1943.

    >>> round(wald_from_summary(0.15, 0.05).p_value, 4)
    0.0027
    """
    if not isfinite(difference) or not isfinite(standard_error) or standard_error <= 0:
        raise BadInput(
            f"the standard error must be a positive number, and the difference a number, not {standard_error} and {difference}"
        )
    ratio = summary_ratio(WALD, "normal distribution, standard error given", difference, standard_error, inf, 0)
    return replace(ratio, formula=r"W = d / \sigma").result(alternative, level)


_UNPAIRED = r"(\bar a - \bar b) / \sqrt{s_a^2/n + s_b^2/m}"


def _unpaired(x: Array, y: Array) -> tuple[float, float, float, str]:
    """Difference of means, its standard error, Welch's degrees of freedom, and the ratio written out."""
    if min(x.size, y.size) < 2:
        raise BadInput("an unpaired test needs at least two scores of each learner")
    (mean_x, sd_x), (mean_y, sd_y) = spread(x), spread(y)
    u, v = sd_x**2 / x.size, sd_y**2 / y.size
    welch = (u + v) ** 2 / (u**2 / (x.size - 1) + v**2 / (y.size - 1)) if u + v > 0 else float(x.size + y.size - 2)
    gap = mean_x - mean_y if abs(mean_x - mean_y) > 1e-12 * max(abs(mean_x), abs(mean_y)) else 0.0
    filled = f"({mean_x:.10g} - {_bracketed(mean_y)}) / √({sd_x:.6g}² / {x.size} + {sd_y:.6g}² / {y.size})"
    return gap, sqrt(u + v), welch, filled


def _bracketed(value: float) -> str:
    """A number that may stand after a minus."""
    return f"({value:.10g})" if value < 0 else f"{value:.10g}"


SURE = 60.0  # so far beyond its critical value a noncentral t is sure to reject, and slow to sum


def power_t(n: float, effect: float, sd: float, alpha: float, *, test_share: float = 0.0, df: float = MOST_DF) -> float:
    """Power of the paired t-test by the noncentral t; with a test share that of the corrected one as verdicts run it.

    >>> round(power_t(20, 0.5, 1.0, 0.05), 4)
    0.5645
    """
    shift = abs(effect) / (sd * sqrt(1 / n + test_share))
    return noncentral_power(min(n - 1, df) if test_share else n - 1, shift, alpha)


def power_unpaired_t(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of the two-sample t-test with n scores of each learner."""
    return noncentral_power(2 * n - 2, abs(effect) / (sd * sqrt(2 / n)), alpha)


def noncentral_power(df: float, shift: float, alpha: float) -> float:
    """How often a t that is shifted so far lies beyond one of the critical values."""
    critical = t_quantile(1 - alpha / 2, df)
    if shift > critical + SURE:
        return 1.0
    return float(1 - special.nctdtr(df, shift, critical) + special.nctdtr(df, shift, -critical))


def needs_thirty(matrix: ScoreMatrix, _scheme: str) -> str:
    """The rule of a law for large numbers."""
    n = len(matrix.blocks)
    return f"its normal approximation needs thirty blocks, and there {'is' if n == 1 else 'are'} {n}" if n < 30 else ""


_NORMAL_DIFFERENCES = "the differences are roughly normal (or there are many)"

WALD = SignificanceTest(
    name="wald",
    symbols={"W": "the statistic, compared with the standard normal distribution"},
    also=("z", "z_test"), title="Wald test", formula=r"W = \bar d / (s_d / \sqrt n)", null=EQUAL_MEANS, reference="wald1943",
    design=(ProblemShape.TWO_ON_ONE, ProblemShape.TWO_ON_MANY), takes=PairedScores, parametric=True, min_blocks=30,
    run=lambda scores, **options: wald(scores.a, scores.b, **options), compute=wald, fits=(needs_thirty,), variants=(Variants(parameter="paired", words=("paired", "unpaired"), values=(True, False), takes=(PairedScores, TwoSamples)),),
    pair_checks=(normal_differences, outliers), table_checks=(commensurable, one_scale),
    uses=(
        Use(evidence=DATASETS, learners=Learners.TWO, place=3, second=LARGE),
        Use(evidence=RUNS, learners=Learners.TWO, place=3, second=LARGE),
    ),
    assumptions=("the pairs are independent", "about thirty pairs or more"),
)  # fmt: skip
PAIRED_T = SignificanceTest(
    name="paired_t", also=("t", "t_test", "student_t_test", "matched_pairs_t_test", "dependent_t_test"), title="paired t-test", formula=r"t = \bar d / (s_d / \sqrt n)", null=EQUAL_MEANS,
    reference="student1908", design=(ProblemShape.TWO_ON_ONE, ProblemShape.TWO_ON_MANY), takes=PairedScores, parametric=True, run=lambda scores, **options: paired_t(scores.a, scores.b, **options), compute=paired_t,
    pair_checks=(normal_differences, outliers), table_checks=(commensurable, one_scale),
    power=PowerRule(unit="runs", power=power_t, effect="mean difference", sd="sd of the differences"),
    uses=(
        Use(evidence=DATASETS, learners=Learners.TWO, place=2, second=f"{ONE_SCALE}, and differences near normal"),
        Use(evidence=DATASETS, learners=Learners.MANY, place=8, second=f"{ONE_SCALE}, and differences near normal"),
        Use(evidence=RUNS, learners=Learners.TWO, place=0,
            taken="independent runs of one experiment: differences share one scale, so their mean is tested"),
        Use(evidence=RUNS, learners=Learners.MANY, place=0,
            taken="independent runs of one experiment: differences share one scale, so means are tested pair by pair"),
    ),
    assumptions=("the pairs are independent", _NORMAL_DIFFERENCES),
)  # fmt: skip
UNPAIRED_T = SignificanceTest(
    name="unpaired_t",
    symbols={"ā": "mean of the first sample", "b̄": "mean of the second sample", "s_a": "standard deviation of the first", "s_b": "standard deviation of the second", "n": "size of the first sample", "m": "size of the second sample"},
    also=("welch", "welch_t_test", "independent_t_test", "two_sample_t_test"), title="unpaired t-test", formula=rf"t = {_UNPAIRED}",
    null="the two means are equal", reference="welch1947", design=(ProblemShape.TWO_ON_ONE,), takes=TwoSamples,
    parametric=True, run=lambda scores, **options: unpaired_t(scores.a, scores.b, **options), compute=unpaired_t,
    power=PowerRule(unit="scores of each learner", power=power_unpaired_t, effect="difference of means", sd="sd of the scores"),
    variants=(Variants(parameter="df", words=("welch", "min")),),
    assumptions=("the two samples are independent of each other", "each is roughly normal (or large)"),
)  # fmt: skip
CORRECTED_T = SignificanceTest(
    name="corrected_t",
    symbols={"n": "number of splits", "n_2": "test rows of a split", "n_1": "training rows of a split"},
    also=("nadeau_bengio", "corrected_t_test"), title="corrected resampled t-test", formula=r"t = \bar d / \sqrt{(1/n + n_2/n_1)\, s_d^2}",
    null=EQUAL_MEANS, reference="nadeau2003", design=(ProblemShape.TWO_ON_ONE,), takes=PairedScores, parametric=True,
    run=lambda scores, **options: corrected_t(scores.a, scores.b, **({"test_share": scores.test_share} | options)), compute=corrected_t,
    in_verdict=(("df", MOST_DF),), pair_checks=(normal_differences, outliers), needs=(("test_share", "n_test / n_train of the splits (10-fold: 0.111)"),),
    power=PowerRule(
        unit="splits", power=power_t, effect="mean difference", sd="sd of the differences over splits", options=("test_share",),
    ),
    uses=(
        Use(evidence=FOLDS, learners=Learners.TWO, place=0,
            taken="splits of one data set share training rows: the variance is corrected by n_test / n_train"),
        Use(evidence=FOLDS, learners=Learners.MANY, place=0,
            taken="splits of one data set share training rows: corrected t-tests pair by pair; Friedman and ANOVA would assume independent splits"),
    ),
    assumptions=("the plan's own ratio n_test / n_train is used", _NORMAL_DIFFERENCES),
)  # fmt: skip
