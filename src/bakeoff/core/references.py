"""The citation behind each key that a declaration names; a test finds keys that do not resolve."""

from dataclasses import dataclass

from bakeoff.core.errors import UnknownName

__all__ = ["REFERENCES", "Reference", "cite"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One published source."""

    key: str
    authors: str
    year: int
    title: str
    where: str

    def __str__(self) -> str:
        return f"{self.authors} ({self.year}). {self.title}. {self.where}."

    def bibtex(self) -> str:
        """The entry for a LaTeX bibliography."""
        return (
            f"@misc{{{self.key},\n  author = {{{self.authors}}},\n  year = {{{self.year}}},\n"
            f"  title = {{{self.title}}},\n  howpublished = {{{self.where}}}\n}}"
        )


def _reference(key: str, authors: str, year: int, title: str, where: str) -> Reference:
    return Reference(key=key, authors=authors, year=year, title=title, where=where)


REFERENCES: tuple[Reference, ...] = (
    _reference(
        "bouckaert2004",
        "Bouckaert, R. R.",
        2004,
        "Estimating replicability of classifier learning experiments",
        "Proceedings of the 21st International Conference on Machine Learning",
    ),
    _reference(
        "cohen1960",
        "Cohen, J.",
        1960,
        "A coefficient of agreement for nominal scales",
        "Educational and Psychological Measurement 20(1)",
    ),
    _reference(
        "demsar2006",
        "Demšar, J.",
        2006,
        "Statistical comparisons of classifiers over multiple data sets",
        "Journal of Machine Learning Research 7",
    ),
    _reference(
        "dietterich1998",
        "Dietterich, T. G.",
        1998,
        "Approximate statistical tests for comparing supervised classification learning algorithms",
        "Neural Computation 10(7)",
    ),
    _reference(
        "efron1983",
        "Efron, B.",
        1983,
        "Estimating the error rate of a prediction rule: improvement on cross-validation",
        "Journal of the American Statistical Association 78(382)",
    ),
    _reference(
        "friedman1937",
        "Friedman, M.",
        1937,
        "The use of ranks to avoid the assumption of normality implicit in the analysis of variance",
        "Journal of the American Statistical Association 32(200)",
    ),
    _reference(
        "hanley1982",
        "Hanley, J. A.; McNeil, B. J.",
        1982,
        "The meaning and use of the area under a receiver operating characteristic (ROC) curve",
        "Radiology 143(1)",
    ),
    _reference(
        "holm1979",
        "Holm, S.",
        1979,
        "A simple sequentially rejective multiple test procedure",
        "Scandinavian Journal of Statistics 6(2)",
    ),
    _reference(
        "holte1993",
        "Holte, R. C.",
        1993,
        "Very simple classification rules perform well on most commonly used datasets",
        "Machine Learning 11",
    ),
    _reference(
        "japkowicz2011",
        "Japkowicz, N.; Shah, M.",
        2011,
        "Evaluating Learning Algorithms: A Classification Perspective",
        "Cambridge University Press",
    ),
    _reference(
        "kohavi1995",
        "Kohavi, R.",
        1995,
        "A study of cross-validation and bootstrap for accuracy estimation and model selection",
        "Proceedings of the 14th International Joint Conference on Artificial Intelligence",
    ),
    _reference(
        "nadeau2003", "Nadeau, C.; Bengio, Y.", 2003, "Inference for the generalization error", "Machine Learning 52"
    ),
    _reference(
        "nemenyi1963",
        "Nemenyi, P. B.",
        1963,
        "Distribution-free Multiple Comparisons",
        "PhD thesis, Princeton University",
    ),
    _reference(
        "stone1974",
        "Stone, M.",
        1974,
        "Cross-validatory choice and assessment of statistical predictions",
        "Journal of the Royal Statistical Society, Series B 36(2)",
    ),
    _reference(
        "tashman2000",
        "Tashman, L. J.",
        2000,
        "Out-of-sample tests of forecasting accuracy: an analysis and review",
        "International Journal of Forecasting 16(4)",
    ),
    _reference(
        "wilcoxon1945", "Wilcoxon, F.", 1945, "Individual comparisons by ranking methods", "Biometrics Bulletin 1(6)"
    ),
)


def cite(key: str) -> Reference:
    """The reference of that key.

    >>> cite("holm1979").year
    1979
    """
    for one in REFERENCES:
        if one.key == key:
            return one
    raise UnknownName("reference", key, [one.key for one in REFERENCES])
