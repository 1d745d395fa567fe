"""The words of samples and their errors, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="random_variable",
            title="Random variable: a number that chance decides",
            text="The number of errors on n test rows is one: another test set would give another number. Its mean and variance describe what to expect.",
            example="bakeoff sampling --p 0.1 --n 30 --experiments 20",
            reference="hastie2009",
        ),
        Term(
            name="estimator",
            title="Estimator: a rule that computes a guess of an unknown number from a sample",
            text="The error rate on a test set estimates the true error. An estimator is unbiased if its mean over samples is the true value, and precise if it varies "
            "little. scikit-learn calls every learner an estimator.",
            formula=r"bias = E[\hat\theta] - \theta",
            symbols={
                "bias": "bias of the estimator",
                "E": "mean over samples",
                "θ̂": "the estimate",
                "θ": "the true value",
            },
            example="bakeoff sampling --p 0.1 --n 30",
            reference="hastie2009",
            also=("estimate", "unbiased"),
        ),
        Term(
            name="sample_error",
            title="Sample error: the share of wrong predictions on a test set",
            text="r wrong rows of n. It estimates the true error, the share over all rows that could come. Over test sets it varies with the standard error below.",
            formula=r"r / n",
            symbols={"r": "wrong rows", "n": "test rows"},
            example="bakeoff measure --errors 13 --n 100",
            reference="hastie2009",
            also=("sample_error_rate", "observed_error", "empirical_error"),
        ),
        Term(
            name="standard_deviation",
            title="Standard deviation: how far values typically lie from their mean",
            text="The root of the variance. Of scores over splits it describes the spread of single scores, not how well their mean is known: that is the standard error.",
            formula=r"s = \sqrt{\frac{1}{n-1}\sum_i (x_i - \bar x)^2}",
            symbols={"s": "standard deviation", "n": "number of values", "x_i": "a value", "x̄": "mean of the values"},
            example='bo.open("study.bakeoff").table(spread="sd")',
            reference="hastie2009",
            also=("sd", "std", "sigma"),
        ),
        Term(
            name="standard_error",
            title="Standard error: how far an estimate typically lies from the true value",
            text="The standard deviation over the root of n, for independent values; of an error rate, the root of p (1 - p) / n. Scores of overlapping splits are not "
            "independent, and their standard error is larger than this formula.",
            formula=r"se = s / \sqrt n",
            symbols={
                "se": "standard error of a mean",
                "s": "standard deviation of the values",
                "n": "number of independent values",
            },
            example="bakeoff measure --errors 13 --n 100 --interval wald",
            reference="hastie2009",
            also=("se", "sem", "standard_error_of_the_mean"),
        ),
        Term(
            name="margin_of_error",
            title="Margin of error: half the width of a confidence interval",
            text="The estimate plus or minus the margin is the interval. It halves where n grows fourfold. The normal formula is too short for few rows or rates near 0 or 1; "
            "Wilson's interval, the default here, is not.",
            formula=r"ME = z \sqrt{p (1 - p) / n}",
            symbols={
                "ME": "margin of error",
                "z": "normal quantile, 1.96 for 95 %",
                "p": "observed error rate",
                "n": "test rows",
            },
            example="bakeoff measure --rate 22% --n 50 --interval wald",
            reference="brown2001",
            also=("me", "half_width"),
        ),
        Term(
            name="one_sided_bound",
            title="One-sided bound: the error is at most (or at least) this, with the stated confidence",
            text="One end of an interval whose whole error probability lies in one tail: an end of a two-sided 95 % interval is a one-sided 97.5 % bound.",
            example="bakeoff measure --errors 13 --n 100 --side upper --level 0.95",
            reference="brown2001",
            also=("one_sided_interval", "upper_bound", "lower_bound", "one_sided_confidence_bound"),
        ),
        Term(
            name="binomial_distribution",
            title="Binomial distribution: how many of n independent trials succeed",
            text="Errors on n independent test rows follow it, with the true error as p. The sign test and exact intervals of error rates rest on it.",
            formula=r"P(X = k) = \binom nk p^k (1-p)^{n-k},\; \mu = n p,\; \sigma^2 = n p (1 - p)",
            symbols={
                "P": "probability",
                "X": "number of successes",
                "k": "a count",
                "C(n, k)": "number of ways to choose k of n",
                "n": "number of trials",
                "p": "probability of a success",
                "μ": "mean",
                "σ²": "variance",
            },
            example="bakeoff table binomial --n 20 --p 0.3 --k 5,8 --figure counts.svg",
            reference="hastie2009",
            also=("binomial", "bernoulli", "coin_tossing"),
        ),
        Term(
            name="normal_distribution",
            title="Normal distribution (Gaussian): the bell curve",
            text="Sums of many small independent effects follow it nearly. 68.3 % of it lies within one standard deviation of the mean, 95.4 % within two, 99.7 % within three.",
            formula=r"\frac{1}{\sigma\sqrt{2\pi}} e^{-(x-\mu)^2 / (2\sigma^2)}",
            symbols={"σ": "standard deviation", "π": "3.14159...", "e": "2.71828...", "x": "a value", "μ": "mean"},
            example="bakeoff table z --statistic 2 --figure normal.svg",
            reference="hastie2009",
            also=("gaussian_distribution", "bell_curve"),
        ),
        Term(
            name="central_limit_theorem",
            title="Central limit theorem: means of many independent values are nearly normal",
            text='Whatever the distribution of single values, as long as its variance is finite. It is why error rates of large test sets have normal intervals. "n of at least 30" is a '
            "rule of thumb that depends on p: with p = .1 it is too small.",
            formula=r"\bar x \sim N(\mu, \sigma^2 / n)",
            symbols={
                "x̄": "mean of n values",
                "N": "normal distribution",
                "μ": "true mean",
                "σ": "standard deviation of one value",
                "n": "number of values",
            },
            example="bakeoff sampling --p 0.1 --n 10,30,100,1000 --figure rates.svg",
            reference="hastie2009",
            also=("clt",),
        ),
        Term(
            name="z_value",
            title="z-value: how many standard errors an estimate lies from a stated value",
            text="Compared with the standard normal distribution: 1.96 leaves 2.5 % beyond it in each tail. The table z gives the quantile of a confidence, the tables "
            "z-cumulative, z-from-zero and z-upper the areas below, from zero to and above z.",
            formula=r"z = (x - \mu) / se",
            symbols={
                "z": "z-value",
                "x": "the estimate",
                "μ": "the stated value",
                "se": "standard error of the estimate",
            },
            example="bakeoff table z --confidence 85.3",
            reference="brown2001",
            also=("z_score", "z_table", "z", "standard_normal", "z_statistic"),
        ),
    ),
)
