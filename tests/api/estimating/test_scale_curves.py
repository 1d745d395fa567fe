"""How costs grow: stated complexities, crossings, what was not measured; the grammar refuses everything else."""

import json

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.svm import SVR

import bakeoff as bo
from bakeoff.api.estimating.scale_curves import log_spaced, scale_curves
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, BakeoffError, NotApplicable, UnknownName
from bakeoff.estimates.over_splits.complexity import Complexity, stated_cost
from bakeoff.estimates.over_splits.power_law import power_law
from bakeoff.study.analysis.curves.learning import CostPoint, Scaling
from bakeoff.study.facts.costs import readable_complexity

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


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("n", 16.0), ("n^2", 256.0), ("n**0.5", 4.0), ("sqrt(n)*n", 64.0), ("n*log2(n)", 64.0), ("2*n+3*(n-1)/5", 41.0),
        ("log(n)^2", np.log(16) ** 2), (" n * log ( n ) ", 16 * np.log(16)),
    ],
)  # fmt: skip
def test_the_grammar(text, value):
    assert Complexity(text).at([16.0])[0] == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "m",
        "n*foo(n)",
        "__import__('os')",
        "n n",
        "n*",
        "(n",
        "n)",
        "log n",
        "n.real",
        "n" + "+n" * 60,
        "(" * 60,
        "1e9*n",
        "n^^2",
        "exp(n)",
    ],
)
def test_everything_else_is_refused(text):
    with pytest.raises(BadInput, match="complexity"):
        Complexity(text)


def test_a_complexity_that_is_not_positive_is_refused():
    with pytest.raises(BadInput, match="positive number at every size"):
        stated_cost(SIZES, np.ones(5), "n-200")


def test_the_excess_is_the_exponent_of_what_is_left():
    n = np.array(SIZES, dtype=float)
    found = stated_cost(n, 3.0 * n**1.5 * WOBBLE, "n")
    slope = np.polyfit(np.log(n), np.log(n**0.5 * WOBBLE), 1)[0]
    assert found.excess.value == pytest.approx(slope)
    assert found.reading == "grows faster than stated"
    assert stated_cost(n, 3.0 * n * WOBBLE, "n").factor == pytest.approx(3.0, rel=0.01)


def test_a_wide_interval_agrees_with_nothing():
    n = np.array(SIZES, dtype=float)
    found = stated_cost(n, n * np.array([1.0, 9.0, 0.3, 8.0, 0.9]), "n*log(n)")
    assert found.excess.low < 0 < found.excess.high
    assert found.reading.startswith("cannot tell: the interval of the excess is ")


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


def test_a_study_from_python_and_the_shell(tmp_path, capsys):
    path = tmp_path / "s.bakeoff"
    study = bo.Study(
        datasets=[bo.make("friedman1", n=300, seed=1)], learners={"svr": SVR(), "ridge": Ridge()}, scheme="3-fold", train_sizes=[12, 25, 50, 100]
    )  # fmt: skip
    with study.run(path, progress=False) as results:
        assert {one.learner for one in results.learning.scale(complexity="n").curves} == {"svr", "ridge"}
    for args, code in (
        (["--json", "--complexity", "svr=n^2"], 0),
        (["--complexity", "svr=n^2", "--complexity", "svr=n"], 2),
        (["--complexity", "n", "--complexity", "svr=n"], 2),
        (["-o", str(tmp_path / "x.txt")], 2),
        (["-o", str(tmp_path / "x.png")], 0),
    ):
        with pytest.raises(SystemExit) as left:
            cli(["scale", str(path), *args])
        out = capsys.readouterr().out
        assert left.value.code == code
        if "--json" in args:
            assert json.loads(out)["schema"] == "bakeoff.scale/1"
    assert (tmp_path / "x.png").stat().st_size > 1000


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


@pytest.mark.parametrize("stored", [3, "n", (("a",),), (("a", "exp(n)"),), ((1, 2, 3),), (("a", None),)])
def test_odd_complexities_of_a_study_file_are_passed_over(stored):
    assert readable_complexity(stored) == {}
