"""Peak memory: what a child loads first is not counted, little is not ranked, and the median over units is shown."""

from math import isnan

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.measures.resources import LEAST_MEMORY


class TakesMemory(GaussianNB):
    """Fills 40 MB on the way."""

    def fit(self, X, y):
        held = np.ones(5_000_000)
        self.sum_ = float(held.sum())
        return super().fit(X, y)


@pytest.fixture(scope="module")
def small() -> bo.Results:
    learners = {
        "nb": GaussianNB(),
        "tree": DecisionTreeClassifier(random_state=0),
        "line": LogisticRegression(max_iter=500),
    }
    study = bo.Study(datasets="iris", learners=learners, scheme="3-fold", measures=["accuracy", "peak_memory"])
    return study.run(progress=False, workers=1)


def test_memory_on_small_data_is_below_what_can_be_measured_and_has_no_winner(small: bo.Results) -> None:
    cells = [cell for cell in small.findings.cells if cell.measure == "peak_memory"]
    assert all(isnan(cell.estimate.value) for cell in cells)
    assert all("below 1 MiB" in cell.note for cell in cells)
    assert "*" not in str(small.table("peak_memory"))
    made = small.measures_table()
    column = made.found.measures.index("peak_memory")
    assert [row.cells[column + 1].bold for table in made.tables() for row in table.rows] == [False] * 6
    assert not any(
        judgement.measure == "peak_memory" and judgement.verdict is not None for judgement in small.findings.judgements
    )


def test_the_first_unit_of_a_child_takes_no_more_than_the_next(small: bo.Results) -> None:
    spent = [run.resources.peak_bytes for name in small.learners for run in small.runs("iris", (name,))]
    assert len(spent) == 9
    assert max(spent) < LEAST_MEMORY  # 3 to 6 MB where the code that is loaded first was counted


def test_memory_that_a_learner_takes_is_measured_in_every_unit() -> None:
    study = bo.Study(
        datasets="iris", learners={"nb": GaussianNB(), "large": TakesMemory()}, scheme="4-fold", measures=["accuracy", "peak_memory"],
    )  # fmt: skip
    results = study.run(progress=False, workers=1)
    spent = [run.resources.peak_bytes for run in results.runs("iris", ("large",))]
    assert all(39e6 < one < 45e6 for one in spent)
    (cell,) = (cell for cell in results.findings.cells if (cell.measure, cell.learner) == ("peak_memory", "large"))
    assert cell.estimate.value == np.median(spent)
    shown = str(results.table("peak_memory"))
    assert "*" not in shown  # nb takes less than can be measured, so large is not the best
    assert "Median over 4 splits" in shown
