"""Question: what is asked of a table of scores or of predictions. To ask again with one change, `replace` a field."""

from collections.abc import Collection
from dataclasses import dataclass

from bakeoff.comparisons.evidence.kinds import Evidence, evidence_named
from bakeoff.comparisons.results import Alternative
from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["Question", "alternative_named"]


def alternative_named(name: str) -> Alternative:
    """The alternative of that name.

    >>> alternative_named("greater").value
    'greater'
    """
    if name not in list(Alternative):
        raise UnknownName("alternative", name, list(Alternative))
    return Alternative(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One comparison, before any score is read.

    >>> from dataclasses import replace
    >>> asked = Question(evidence="datasets", measure="accuracy")
    >>> asked.evidence.block, replace(asked, test="sign").test
    ('data set', 'sign')
    """

    evidence: Evidence
    measure: str = ""
    baseline: str | None = None
    pairs: tuple[tuple[str, str], ...] | None = None  # planned pairs; None asks about all
    alpha: float = 0.05
    rope: float | None = None  # half the width of the region of equivalence
    test: str = "auto"
    posthoc: str = "auto"
    alternative: Alternative = (
        Alternative.TWO_SIDED
    )  # of the first of each pair, or of each learner against the baseline
    test_share: float | None = None  # n_test / n_train of overlapping splits
    scheme: str = ""  # names a test share: "10-fold", "10x10", "5x2"
    force: bool = False  # run a named test although it does not fit
    brief: bool = False  # claims only: without posteriors, doubts and notes
    fitted_models: bool = False  # learners are fitted models on the rows of one test set: claims are about these models
    n_resamples: int = 10_000  # of permutations of predictions
    seed: int = 0
    horizon: int = 1  # steps ahead of forecasts, of rows in time

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", evidence_named(self.evidence))
        object.__setattr__(self, "alpha", probability("alpha", self.alpha))
        if self.pairs is not None:
            object.__setattr__(self, "pairs", tuple((a, b) for a, b in self.pairs))
        if any(a == b for a, b in self.pairs or ()):
            raise BadInput("a planned pair names the same learner twice")
        if self.rope is not None and not self.rope > 0:
            raise BadInput(
                f"the region of equivalence must be positive, not {self.rope!r}; leave it out if there is none"
            )

    def check(self, learners: Collection[str]) -> None:
        """Refuse a question about learners that are not there."""
        if len(learners) < 2:
            raise BadInput("there is one learner only; a comparison needs at least two")
        for name in (*(() if self.baseline is None else (self.baseline,)), *(name for pair in self.pairs or () for name in pair)):  # fmt: skip
            if name not in learners:
                raise UnknownName("learner", name, learners)
        if self.sided and len(learners) > 2 and self.baseline is None and self.pairs is None:
            raise BadInput(
                "a one-sided question states which of two is better: name a baseline or planned pairs, or leave out alternative"
            )

    @property
    def sided(self) -> bool:
        """Whether the question is one-sided."""
        return self.alternative is not Alternative.TWO_SIDED

    @property
    def first_side(self) -> Alternative:
        """The alternative about the first of each tested pair; with a baseline that is the baseline itself."""
        from_baseline = self.baseline is not None and self.pairs is None
        return self.alternative.mirrored if from_baseline else self.alternative
