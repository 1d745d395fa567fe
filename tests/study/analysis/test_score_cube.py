"""The cube: named axes, a reason where a value is missing, selection and pivot."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.splits import scheme_from
from bakeoff.study.analysis.analyse import analyse
from bakeoff.study.analysis.score_cube import PLAIN, POOLED, MissingScore
from bakeoff.study.analysis.stored_design import design_of
from bakeoff.study.analysis.study_scores import gather, unit_group_of


def cube_of(ledger):
    design = design_of(ledger)
    return gather(ledger, design, [measure_named(name) for name in design.measures]).cube


def noisy(ledger, *, condition="", role="test"):
    """Add every unit of the first data set again, under a condition or another role."""
    runs = [run for run in ledger if run.key.dataset == "blobs-0" and unit_group_of(run.key).plain]
    for run in runs:
        ledger.add(replace(run, key=replace(run.key, condition=condition, role=role)))
    return len(runs)


def test_a_condition_lands_in_the_cube_and_leaves_the_study_as_it_is(make):
    ledger = make.run(make.spec())
    before = analyse(ledger)
    added = noisy(ledger, condition="noise") + noisy(ledger, role="resubstitution")
    cube = cube_of(ledger)
    assert len(cube) == 210 + added
    assert len(cube.at(condition="noise")) == len(cube.at(role="resubstitution")) == added // 2
    assert len(cube.at(**PLAIN)) == 210
    after = analyse(ledger)
    np.testing.assert_array_equal(after.scores.value, before.scores.value)
    assert after.primary.verdict.claim == before.primary.verdict.claim
    assert (after.card.units_done, after.failures) == (before.card.units_done, ())


def test_a_score_matrix_is_a_pivot(make):
    ledger = make.run(make.spec())
    cube, found = cube_of(ledger), analyse(ledger)
    matrix = cube.at(**PLAIN).at(dataset="blobs-3").matrix("accuracy", Direction.HIGHER)
    judged = dict(found.per_dataset)["blobs-3"].matrix
    assert (matrix.names, matrix.blocks) == (judged.names, judged.blocks)
    np.testing.assert_array_equal(matrix.values, judged.values)
    with pytest.raises(BadInput, match="several scores share a cell"):
        cube.matrix("accuracy", Direction.HIGHER)
    with pytest.raises(UnknownName, match="axis"):
        cube.at(weather="rain")


def test_what_is_missing_has_its_reason(make):
    fails = lambda key: make.failure() if (key.learner, key.fold) == ("slack", 0) else None  # noqa: E731
    cube = cube_of(make.run(make.spec(), fails=fails, only=lambda key: key.learner != "poor"))
    reasons = {
        name: {cube.at(learner=name).reason(row, "accuracy") for row in range(70)}
        for name in ("sharp", "slack", "poor")
    }
    assert reasons == {"sharp": {""}, "slack": {"", "failed"}, "poor": {"has not run yet"}}
    assert np.isnan(cube.at(learner="poor").score("accuracy")).all()


def test_pooled_repeats_are_rows_of_their_own(make):
    cube = cube_of(make.run(make.spec(datasets=(make.data("small", n=24),), scheme=scheme_from("loo"))))
    pooled = cube.at(fold=POOLED)
    assert len(pooled) == 3
    assert not np.isnan(pooled.score("roc_auc")).any()
    assert pooled.reason(0, "accuracy") == "scored on each split"


def test_one_selection_by_axes_and_measure(make):
    cube = cube_of(make.run(make.spec()))
    part = cube.at(dataset="blobs-2", learner=("poor", "sharp"), measure="kappa", repeat=1)
    assert (len(part), part.measures, set(part.column("learner"))) == (10, ("kappa",), {"sharp", "poor"})
    np.testing.assert_array_equal(
        part.score("kappa"), cube.at(dataset="blobs-2", repeat=1).at(learner=("poor", "sharp")).score("kappa")
    )
    assert len(cube.at(dataset="elsewhere")) == 0
    with pytest.raises(UnknownName, match="measure"):
        cube.at(measure="mcc")


def test_a_cell_is_never_a_mean_over_the_units_that_survived(make):
    fails = lambda key: make.failure() if (key.learner, key.fold) == ("slack", 0) else None  # noqa: E731
    cube = cube_of(make.run(make.spec(), fails=fails, only=lambda key: key.learner != "poor"))
    cells = {cell.learner: cell for cell in cube.at(dataset="blobs-0").cells("accuracy")}
    assert {name: (cell.missing, cell.reason) for name, cell in cells.items()} == {
        "sharp": (MissingScore.NONE, ""),
        "slack": (MissingScore.UNFINISHED, "failed"),
        "poor": (MissingScore.UNFINISHED, "has not run yet"),
    }
    assert cells["sharp"].mean == cube.at(dataset="blobs-0", learner="sharp").score("accuracy").mean()
    assert np.isnan([cells["slack"].mean, cells["slack"].cost("fit_seconds")]).all()
    assert (cells["slack"].started, cells["poor"].started) == (True, False)


def test_a_misfit_is_the_reason_even_where_nothing_has_run(make):
    data = (make.data("two"), make.data("three", classes=3))
    spec = make.spec(datasets=data, measures=("accuracy", "f1"))
    cube = cube_of(make.run(spec, only=lambda key: False)).at(dataset="three")
    assert "two classes" in cube.reason(0, "f1")
    assert cube.reason(0, "accuracy") == "has not run yet"
    assert {cell.missing for cell in cube.cells("f1")} == {MissingScore.TASK}


def test_a_condition_that_ran_in_part_has_no_rows_that_nobody_planned(make):
    ledger = make.run(make.spec())
    run = next(run for run in ledger if run.key.learner == "slack")
    ledger.add(replace(run, key=replace(run.key, condition="noise")))
    noise = cube_of(ledger).at(condition="noise")
    assert (len(noise), list(noise.column("learner"))) == (1, ["slack"])


def grouped(data, groups):
    return replace(data, groups=np.asarray(groups))


def test_the_group_axis_names_the_group_where_a_split_tests_one(make):
    data = grouped(make.data("farms", n=60), np.repeat(["north", "east", "south"], 20))
    cube = cube_of(make.run(make.spec(datasets=(data,), scheme=scheme_from("kfold(3, groups=true)"))))
    sharp = cube.at(learner="sharp")
    assert sorted(sharp.column("group")) == ["east", "north", "south"]
    matrix = cube.matrix("accuracy", Direction.HIGHER, blocks=("group",))
    assert sorted(matrix.blocks) == ["east", "north", "south"]
    assert len(cube.at(group="north")) == 3


def test_the_group_axis_is_empty_where_splits_mix_groups(make):
    data = grouped(make.data("farms", n=60), np.arange(60) % 12)
    cube = cube_of(make.run(make.spec(datasets=(data,), scheme=scheme_from("kfold(3, groups=true)"))))
    assert set(cube.column("group")) == {""}


def test_the_time_axis_orders_splits_that_go_forward_in_time(make):
    data = replace(make.data("daily", n=60), time=np.arange(60)[::-1])
    spec = make.spec(
        datasets=(data,), scheme=scheme_from("rolling-origin(40, horizon=5)"), measures=("accuracy", "mcc")
    )
    cube = cube_of(make.run(spec)).splits()
    assert cube.at(learner="sharp").column("time").tolist() == [0, 1, 2, 3]
    assert cube.matrix("accuracy", Direction.HIGHER, blocks=("time",)).blocks == ("1", "2", "3", "4")


@pytest.mark.parametrize("scheme", ["2x5", "holdout(0.3)", "loo", "bootstrap(5)"])
def test_other_schemes_have_no_time(make, scheme):
    data = replace(make.data("daily", n=30), time=np.arange(30))
    cube = cube_of(make.run(make.spec(datasets=(data,), scheme=scheme_from(scheme))))
    assert set(cube.column("time")) == {-1}


def test_missing_times_leave_the_axis_empty(make):
    data = replace(make.data("daily", n=30), time=np.where(np.arange(30) == 3, np.nan, np.arange(30.0)))
    cube = cube_of(
        make.run(make.spec(datasets=(data,), scheme=scheme_from("rolling-origin(20, horizon=5, order='rows')")))
    )
    assert set(cube.column("time")) == {-1}
