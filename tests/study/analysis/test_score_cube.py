"""The cube: named axes, a reason where a value is missing, selection and pivot."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.study.analysis.analyse import analyse
from bakeoff.study.analysis.gather import gather, is_plain
from bakeoff.study.analysis.score_cube import POOLED
from bakeoff.study.analysis.stored_design import design_of


def cube_of(ledger):
    design = design_of(ledger)
    return gather(ledger, design, [measure_named(name) for name in design.measures]).cube


def noisy(ledger, *, condition="", role="test"):
    """Add every unit of the first data set again, under a condition or another role."""
    runs = [run for run in ledger if run.key.dataset == "blobs-0" and is_plain(run.key)]
    for run in runs:
        ledger.add(replace(run, key=replace(run.key, condition=condition, role=role)))
    return len(runs)


def test_a_condition_lands_in_the_cube_and_leaves_the_study_as_it_is(make):
    ledger = make.run(make.spec())
    before = analyse(ledger)
    added = noisy(ledger, condition="noise") + noisy(ledger, role="resubstitution")
    cube = cube_of(ledger)
    assert len(cube) == 210 + added
    assert len(cube.select(condition="noise")) == len(cube.select(role="resubstitution")) == added // 2
    assert len(cube.plain()) == 210
    after = analyse(ledger)
    np.testing.assert_array_equal(after.scores.value, before.scores.value)
    assert after.primary.verdict.claim == before.primary.verdict.claim
    assert (after.card.units_done, after.failures) == (before.card.units_done, ())


def test_a_score_matrix_is_a_pivot(make):
    ledger = make.run(make.spec())
    cube, found = cube_of(ledger), analyse(ledger)
    matrix = cube.plain().select(dataset="blobs-3").matrix("accuracy", Direction.HIGHER)
    judged = dict(found.per_dataset)["blobs-3"].matrix
    assert (matrix.names, matrix.blocks) == (judged.names, judged.blocks)
    np.testing.assert_array_equal(matrix.values, judged.values)
    with pytest.raises(BadInput, match="several scores share a cell"):
        cube.matrix("accuracy", Direction.HIGHER)
    with pytest.raises(UnknownName, match="axis"):
        cube.select(weather="rain")


def test_what_is_missing_has_its_reason(make):
    fails = lambda key: make.failure() if (key.learner, key.fold) == ("slack", 0) else None  # noqa: E731
    cube = cube_of(make.run(make.spec(), fails=fails, only=lambda key: key.learner != "poor"))
    reasons = {
        name: {cube.select(learner=name).reason(row, "accuracy") for row in range(70)}
        for name in ("sharp", "slack", "poor")
    }
    assert reasons == {"sharp": {""}, "slack": {"", "failed"}, "poor": {"has not run yet"}}
    assert np.isnan(cube.select(learner="poor").score("accuracy")).all()


def test_pooled_repeats_are_rows_of_their_own(make):
    from bakeoff.splits import scheme_from

    cube = cube_of(make.run(make.spec(datasets=(make.data("small", n=24),), scheme=scheme_from("loo"))))
    pooled = cube.select(fold=POOLED)
    assert len(pooled) == 3
    assert not np.isnan(pooled.score("roc_auc")).any()
    assert pooled.reason(0, "accuracy") == "scored on each split"
