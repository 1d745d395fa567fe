"""Does the comparison of two learners of a study react to single training rows? `results.relative_stability()`."""

from bakeoff.api.results import Results
from bakeoff.comparisons.significance.relative_stability import RelativeStability
from bakeoff.core.errors import NotApplicable
from bakeoff.study.analysis.stability_over_repeats import relative_stability_in_study

__all__ = ["relative_stability"]


def relative_stability(
    results: Results,
    a: str | None = None,
    b: str | None = None,
    *,
    dataset: str | None = None,
    measure: str | None = None,
) -> RelativeStability:
    """Whether the comparison of two learners on a data set reacts to single training rows, and the interval that this leaves.

    It needs repeated splits and a measure that is a mean over rows; nothing is trained again. `bakeoff explain relative_stability`
    describes the computation.

    Parameters
    ----------
    results
        The results of the study.
    a, b
        The two learners; without names those of the verdict.
    dataset
        The data set; needed if the study has several.
    measure
        The measure; by default the primary one.

    Returns
    -------
    RelativeStability
        The ratio, and the interval of the difference.

    Examples
    --------
        results.relative_stability("svm", "tree", measure="accuracy")
    """
    domain = results.domain(dataset, "a comparison is checked", "relative_stability")
    results.check_learners(name for name in (a, b) if name is not None)
    if a is None or b is None:
        named, verdict = a or b, results.verdict
        others = [name for name in ((verdict.a, verdict.b) if verdict else results.learners) if name != named]
        a, b = (named, others[0]) if named else (others[0], others[-1])
    if a == b:
        raise NotApplicable("a comparison needs two learners; name two different ones")
    return relative_stability_in_study(
        results.ledger, results.design, domain, results.measure_or_primary(measure), a=a, b=b
    )
