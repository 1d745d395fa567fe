"""Signs of planned pairs on data sets where one learner failed: those of the other pairs stay, and the footnote names what was not tested."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.tree import DecisionTreeRegressor

import bakeoff as bo


class OneColumn(Ridge):
    """Fails on more than one column."""

    def fit(self, X, y, sample_weight=None):
        if np.shape(X)[1] > 1:
            raise ValueError("one column only")
        return super().fit(X, y, sample_weight)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    rng = np.random.default_rng(3)
    X = rng.random((120, 2))
    line = bo.load((X, 100 * X[:, 0] + 30 * X[:, 1] + rng.normal(size=120)), name="line", task="regression")
    flat = bo.load((X[:, :1], 100 * X[:, 0] + rng.normal(size=120)), name="flat", task="regression")
    study = bo.Study(
        datasets=[line, flat],
        learners={"ridge": Ridge(), "tree": DecisionTreeRegressor(random_state=0), "narrow": OneColumn()},
        measures=["rmse", "mae"],
        scheme="5-fold",
        pairs=[("ridge", "tree"), ("tree", "narrow")],
    )
    folder = tmp_path_factory.mktemp("pairs")
    results = study.run(folder / "pairs.bakeoff", workers=1)
    return results.report(folder / "pairs.md").read_text(encoding="utf-8")


def test_signs_of_other_pairs_stay(page) -> None:
    line = next(row for row in page.splitlines() if row.startswith("| line |") and "FAILED" in row)
    assert "◊" in line


def test_the_footnote_names_the_pair_that_was_not_tested(page) -> None:
    assert "Not tested, as one of the two has no score there: tree and narrow on line." in page
    assert "without ridge" not in page


def test_the_design_names_planned_pairs(page) -> None:
    assert "2 planned pairs: ridge and tree; tree and narrow" in page
