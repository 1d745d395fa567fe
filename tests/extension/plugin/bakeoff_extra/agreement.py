"""A noun of results in one file: how often two learners predict the same."""

from bakeoff.api.noun import Noun
from bakeoff.api.results import Results

AGREEMENT = Noun(
    name="agreement",
    home="bakeoff_extra.agreement:agreement",
    summary="How often two learners predict the same.",
)


def agreement(results: Results, a: str, b: str, dataset: str | None = None) -> float:
    """The share of test rows of which two learners predict the same label.

    Parameters
    ----------
    results
        The results of the study.
    a, b
        The two learners.
    dataset
        The data set; needed if the study has several.

    Returns
    -------
    float
        From 0 to 1.

    Examples
    --------
        results.agreement("svm", "tree")
    """
    name = results.domain(dataset, "agreement is counted", "agreement").card.name
    pairs = zip(results.parts(name, a), results.parts(name, b), strict=True)
    same = [one.label == other.label for one, other in pairs]
    return float(sum(part.sum() for part in same) / sum(part.size for part in same))
