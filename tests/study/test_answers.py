"""What answers look like, read from a study: whole repeats, all rows of leave-one-out, nobody with a missing unit."""

from bakeoff.splits import scheme_from
from bakeoff.study.analysis.stored_design import design_of
from bakeoff.study.answers import MOST_SPLITS, shapes_of


def test_leave_one_out_shows_every_row(make):
    spec = make.spec(datasets=(make.data("blobs", seed=0),), scheme=scheme_from("loo"), measures=("accuracy",))
    found = shapes_of(ledger := make.run(spec), design_of(ledger))
    rows = len(spec.datasets[0].target)
    assert rows > MOST_SPLITS
    assert len(found.confusions) == len(spec.learners)
    assert all(one.matrix.sum() == one.splits == rows for one in found.confusions)


def test_a_learner_with_a_missing_unit_is_left_out(make):
    spec = make.spec(datasets=(make.data("blobs", seed=0),), scheme=scheme_from("3-fold"), measures=("accuracy",))
    lost = spec.learners[0].name
    ledger = make.run(spec, only=lambda key: (key.learner, key.fold) != (lost, 1))
    found = shapes_of(ledger, design_of(ledger))
    assert {one.learner for one in found.confusions} == {one.name for one in spec.learners} - {lost}
