"""How costs grow: stated complexities, crossings, what was not measured; the grammar refuses everything else."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.svm import SVR

import bakeoff as bo
from bakeoff.api.estimating.scale_curves import log_spaced, scale_curves
from bakeoff.core.errors import BakeoffError, NotApplicable, UnknownName
from bakeoff.estimates.over_splits.power_law import power_law
from bakeoff.study.analysis.curves.learning import CostPoint, Scaling

SIZES = (100, 200, 400, 800, 1600)
WOBBLE = np.array([1.02, 0.98, 1.01, 0.99, 1.0])


def scaling(learner, costs, cost="fit_seconds"):
    points = tuple(CostPoint(dataset="d", size=size, cost=float(one)) for size, one in zip(SIZES, costs, strict=True))
    return Scaling(learner=learner, cost=cost, within=True, points=points, law=power_law(SIZES, costs))


def made(complexity=None, learners=None):
    n = np.array(SIZES, dtype=float)
    found = [scaling("linear", 1e-3 * n * WOBBLE), scaling("square", 2e-6 * n**2 * WOBBLE[::-1])]
    found.append(scaling("square", 1e6 + 100.0 * n * WOBBLE, "peak_memory"))
    return scale_curves(found, learners or {"linear": None, "square": None}, complexity, 1600)


def test_crossing_and_unmeasured_memory():
    found = made({"square": "n^2"})
    (crossing,) = found.crossings
    assert (crossing.cheap_before, crossing.cheap_after, crossing.seen) == ("square", "linear", True)
    assert crossing.rows == pytest.approx(500, rel=0.05)
    text = str(found)
    assert "square takes less up to about 5e+02 rows" in text
    assert "agrees with what is stated" in text
    assert "linear: memory below 1 MiB, or not measured" in text
    assert "0 B" not in text
    assert found.plot().ax_ is not None
    lines = {line.name: line for line in found.plot().numbers.lines}
    assert list(lines)[-1] == "square: n^2"
    assert (lines["square: n^2"].shade, lines["square: n^2"].dashed) == (lines["square"].shade, True)
    assert lines["linear"].shade != lines["square"].shade
    assert found.plot("peak_memory").figure_ is not None


def test_an_imported_learner_has_no_costs_and_its_home_is_named():
    found = made(learners={"linear": None, "square": None, "r": "r.csv (R 4.3, a laptop)"})
    assert "r: imported from r.csv (R 4.3, a laptop), so neither its time nor its memory was measured here" in str(
        found
    )


def test_bad_input():
    with pytest.raises(UnknownName, match="square"):
        made({"sqare": "n"})
    with pytest.raises(NotApplicable, match=r"train_sizes = \[50, 100, 200, 400, 800\]"):
        scale_curves([], {"a": None}, None, 1600)
    with pytest.raises(UnknownName, match="fit_seconds"):
        made().plot("seconds")


def test_log_spaced_sizes():
    assert log_spaced(1600) == [50, 100, 200, 400, 800]
    assert all(one < 12 for one in log_spaced(12))


def test_a_complexity_of_the_study_is_shown_in_its_report(tmp_path):
    study = bo.Study(
        datasets=bo.make("friedman1", n=400, seed=1), learners={"ridge": Ridge(), "svr": SVR()}, scheme="holdout(test=0.2)", measures="rmse",
        train_sizes=[40, 80, 160], complexity={"svr": "n^2"},
    )  # fmt: skip
    with study.run(tmp_path / "s.bakeoff", workers=1, progress=False) as results:
        assert set(results.learning.scale().stated) == {("svr", "fit_seconds")}
        assert results.learning.scale(complexity="n").stated["ridge", "fit_seconds"].complexity.text == "n"
        results.report(tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert "| Stated | Excess |" in text
    assert "n^2" in text
    assert "Dashed: the stated complexity." in text


def test_one_complexity_is_that_of_every_learner():
    learners = {"ridge": Ridge(), "svr": SVR()}
    given = {
        "datasets": bo.make("friedman1", n=60, seed=1),
        "learners": learners,
        "scheme": "3-fold",
        "measures": "rmse",
    }
    assert bo.Study(**given, complexity="n").spec.complexity == (("ridge", "n"), ("svr", "n"))
    assert bo.Study(**given).spec.complexity == ()
    for odd, words in (
        ({"svm": "n"}, "did you mean 'svr'"),
        ("n^", "cannot be read"),
        ({"svr": "exp(n)"}, "cannot be read"),
    ):
        with pytest.raises(BakeoffError, match=f"complexity: .*{words}"):
            bo.Study(**given, complexity=odd)


def test_quick_fits_say_nothing_beside_a_stated_complexity():
    found = scale_curves([scaling("quick", 1e-5 * np.array(SIZES) ** 0.5 * WOBBLE)], {"quick": None}, "n^2", 1600)
    assert "cannot tell: below 10 ms a fit is mostly fixed costs" in str(found)
