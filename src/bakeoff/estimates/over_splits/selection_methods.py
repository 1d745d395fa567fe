"""The ways to correct the score of the best of many, each declared with what it is valid for and its measured bias."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.explanation import Explained, Explanation, explained

__all__ = ["SELECTIONS", "SelectionMethod"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SelectionMethod(Explained):
    """One way to correct the score of the best of many."""

    name: str
    title: str
    text: str
    schemes: str
    about: str
    caveats: tuple[str, ...]
    reference: str

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        return explained(self, "correction", command="bakeoff best study.bakeoff")

    @property
    def coverage(self) -> tuple[str, ...]:
        """What we measured, one sentence for each simulated case."""
        return _measured(self.name)


SELECTIONS: Catalogue[SelectionMethod] = Catalogue(
    "correction",
    (
        SelectionMethod(
            name="bbc_cv",
            title="bootstrap bias-corrected cross-validation",
            text="The default of `results.best()`: rows of the stored predictions are drawn with replacement, the best learner on the drawn rows "
            "is scored on the rows that were not drawn, and the mean of these scores is the corrected score. No further fits.",
            schemes="any scheme and measure; with groups, whole groups are drawn",
            about="the score of the learner that is chosen as the best",
            caveats=(
                "it is more often too low than too high, most of all with few rows and learners that differ: a resample finds the best learner less often than all rows do",
                "learners that were tuned by looking at the same test rows are not corrected",
            ),
            reference="tsamardinos2018",
        ),
        SelectionMethod(
            name="bbc_f",
            title="bootstrap bias-corrected cross-validation by folds (BBC-F)",
            text='`results.best(by="folds")`: folds are drawn with replacement instead of rows, the learner with the best mean over the drawn '
            "folds is scored by its mean over the other folds. Take it for a measure that is a mean over folds, such as an area under a curve in each "
            "fold; it is also quicker.",
            schemes="one k-fold cross-validation with five folds or more; any measure",
            about="the score of the learner that is chosen as the best",
            caveats=("with few folds the interval is coarse", "it is more often too low than too high, as with rows"),
            reference="paraschakis2024",
        ),
    ),
)


@cache
def _measured(name: str) -> tuple[str, ...]:
    try:
        text = files("bakeoff.estimates.over_splits").joinpath("selection_bias.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    bias, covered = ("corrected", "covered") if name == "bbc_cv" else ("folds", "covered_by_folds")
    return tuple(
        f"{case['case']}, {case['rows']} rows: the best score is {100 * case['naive']:+.1f} points off, the corrected one "
        f"{100 * case[bias]:+.1f}; its 95% interval covers the true accuracy in {case[covered]:.1%} ({case['runs']} runs)"
        for case in json.loads(text)["cases"]
    )
