"""Learning curves, tuning families and scaling of a study, and that the study itself does not notice them."""

import json
from dataclasses import dataclass, replace
from math import isnan

import numpy as np
import pytest
from scipy.stats import ttest_rel

from bakeoff.core.errors import Problems
from bakeoff.predictions.resources import Resources
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.work import content_hashes, units
from bakeoff.splits import scheme_from
from bakeoff.study.analysis import analyse as analysing
from bakeoff.study.analysis.curves.tuning_curves import _over_datasets
from bakeoff.study.analysis.study_scores import store_scores
from bakeoff.study.facts.study_facts import CROSSINGS, FAMILIES, LEARNING, SCALING
from bakeoff.study.running.execute import changes
from bakeoff.study.running.status import standing

SIZES = (0.25, 0.5, 10)


def analyse(ledger, measure=None):
    """The findings with the facts on training rows and on families."""
    return analysing.analyse(ledger, measure=measure, facts=(CROSSINGS, FAMILIES, LEARNING, SCALING))


def grown(make, **changed):
    data = tuple(make.data(f"blobs-{at}", seed=at, gap=1.0) for at in range(2))
    settings = {"datasets": data, "scheme": scheme_from("5-fold"), "measures": ("accuracy", "kappa")}
    return make.spec(**(settings | {"train_sizes": SIZES} | changed))


def test_the_study_itself_is_the_same_with_and_without_curves(make):
    plain, curved = grown(make, train_sizes=()), grown(make)
    own = units(plain.work())
    assert own == tuple(key for key in units(curved.work()) if not key.size)
    hashes = content_hashes(curved.work())
    assert all(hashes[key] == content for key, content in content_hashes(plain.work()).items())
    assert plain.study_hash == curved.study_hash
    assert digest(make.run(plain), own) == digest(make.run(curved), own)


def test_findings_of_the_study_do_not_change_either(make):
    plain, curved = (analyse(make.run(grown(make, train_sizes=sizes))) for sizes in ((), SIZES))
    assert plain.cells == curved.cells
    assert plain.primary.verdict.sentence == curved.primary.verdict.sentence
    assert plain.of(LEARNING) == ()
    assert len(curved.of(LEARNING)) == 6


def test_units_are_counted_and_resumed(make):
    spec = grown(make)
    ledger = make.run(spec, only=lambda key: key.size != 24)
    found = changes(spec, ledger)
    assert (found.units, found.kept, len(found.missing)) == (120, 90, 30)
    assert {key.size for key in found.missing} == {24}
    assert standing(ledger).missing == 30
    assert "30 of 90 of their units have not run yet" in " ".join(analyse(ledger).warnings)


def test_sizes_that_are_no_longer_asked_for_are_told(make):
    ledger = make.run(grown(make))
    found = changes(grown(make, train_sizes=(0.25,)), ledger)
    assert (
        "60 units of training sizes that are no longer in the study stay in the file and are not shown" in found.words
    )


def test_a_curve_ends_in_the_score_of_the_study(make):
    findings = analyse(make.run(grown(make)))
    for curve in findings.of(LEARNING):
        assert [point.size for point in curve.points] == [10, 12, 24, 48]
        assert curve.points[-1].score == findings.cell(curve.dataset, curve.learner, "accuracy").estimate
        assert curve.measure == "accuracy"
        assert [point.seconds for point in curve.points] == [0.01, 0.012, 0.024, 0.25]


def test_scores_are_those_of_the_learner_on_those_rows(make):
    from sklearn.metrics import accuracy_score

    spec = grown(make)
    ledger = make.run(spec)
    kept = [run for run in ledger if run.key.size == 12 and run.key.learner == "sharp"]
    scores = [accuracy_score(run.predictions.truth, run.predictions.labels()) for run in kept[:5]]
    curve = analyse(ledger).of(LEARNING)[0]
    assert curve.points[1].score.value == pytest.approx(np.mean(scores))


def test_another_measure_has_its_own_curve(make):
    found = analyse(make.run(grown(make)), measure="kappa")
    assert {one.measure for one in found.of(LEARNING)} == {"kappa"}


def test_a_failure_at_one_size_is_a_hole_in_the_curve_alone(make):
    failing = lambda key: make.failure("one class only") if (key.size, key.learner) == (10, "poor") else None  # noqa: E731
    findings = analyse(make.run(grown(make), fails=failing))
    curve = next(one for one in findings.of(LEARNING) if one.learner == "poor")
    assert isnan(curve.points[0].score.value)
    assert curve.points[0].note == "5 of 5 splits failed"
    assert not isnan(curve.points[1].score.value)
    assert findings.failures == ()
    assert {(one.size, one.message) for one in findings.learning_failures} == {(10, "one class only")}
    assert findings.primary is not None
    assert "10 of 90 units of the learning curves did not finish" in " ".join(findings.warnings)


def test_scores_kept_in_the_file_hold_the_curves(make, tmp_path):
    spec = grown(make)
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        make.run(spec, ledger, fails=lambda key: make.failure() if key.size == 10 and key.fold == 0 else None)
        before = analyse(ledger)
        from bakeoff.measures import measure_named
        from bakeoff.study.analysis.stored_design import design_of

        store_scores(ledger, design_of(ledger), [measure_named(name) for name in spec.measures])
        after = analyse(ledger)
    assert repr(before.of(LEARNING)) == repr(after.of(LEARNING))
    assert before.learning_failures == after.learning_failures
    assert len(after.learning_failures) == 6


def test_priors_of_a_small_training_part_are_its_own(make, tmp_path):
    spec = grown(make)
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        here = make.run(spec)
        make.run(spec, ledger)
        assert digest(ledger) == digest(here)
        run = next(run for run in ledger if run.key.size == 10)
    assert run.predictions.prior.tolist() == [0.5, 0.5]


def crossed(make, monkeypatch):
    """Two learners whose curves cross: one errs less and less, the other always in a quarter of the rows."""
    spec = grown(
        make,
        learners=(make.learner("steady", 0.25), make.learner("late", 0.45)),
        scheme=scheme_from("10-fold"),
        datasets=(make.data("wide", n=400, gap=4.0),),
    )
    original = make.learner.fit

    def fit(self, train, rng):
        slips = {True: 0.02, False: self.slips}[self.name == "late" and len(train) > 200]
        return original(replace(self, slips=slips), train, rng)

    monkeypatch.setattr(make.learner, "fit", fit)
    return analyse(make.run(spec))


def test_curves_that_cross_are_found_where_they_do(make, monkeypatch):
    findings = crossed(make, monkeypatch)
    assert {(one.early, one.late, one.below, one.above) for one in findings.of(CROSSINGS)} == {
        ("steady", "late", 180, 360)
    }
    assert all(one.clear for one in findings.of(CROSSINGS))
    assert all(one.rising for one in findings.of(LEARNING) if one.learner == "late")
    assert not any(one.rising for one in findings.of(LEARNING) if one.learner == "steady")


def test_curves_that_do_not_cross_are_not_said_to(make):
    findings = analyse(make.run(grown(make, learners=(make.learner("sharp"), make.learner("poor", 0.4)))))
    assert not [one for one in findings.of(CROSSINGS) if one.clear]


def test_sizes_that_cannot_be_are_all_told(make):
    with pytest.raises(Problems) as caught:
        grown(make, train_sizes=(0.5, 0.5, 2.5, 49))
    told = " ".join(caught.value.problems)
    assert "0.5 is given twice" in told
    assert "2.5 is neither a share" in told
    assert "49 rows are more than data set 'blobs-0' has to train on (48)" in told


def test_imported_learners_have_no_curve(make):
    spec = grown(make)
    ledger = make.run(spec, only=lambda key: key.learner != "poor" or not key.size)
    ledger.set_meta("imported", [{"name": "poor", "settings": "", "preparation": ""}])
    ledger.set_meta("spec", json.loads(json.dumps(spec.spec_card())) | {"learners": spec.spec_card()["learners"][:2]})
    assert {one.learner for one in analyse(ledger).of(LEARNING)} == {"sharp", "slack"}
    assert (standing(ledger).awaited, standing(ledger).missing) == (0, 0)


# Tuning families


@dataclass(frozen=True)
class Tuned:
    """A learner that says its settings as an estimator does."""

    inner: object
    name: str
    settings: str

    @property
    def gives(self):
        return self.inner.gives

    def fit(self, train, rng):
        return self.inner.fit(train, rng)


def tuned(make, value, *, key="n_neighbors", name=None, slips=0.0):
    params = {"n_neighbors": 5, "p": 2, "weights": "uniform", "random_state": None} | {key: value}
    settings = json.dumps({"estimator": {"class": "sklearn.neighbors.KNN", "params": params}, "scale": True})
    return Tuned(make.learner("x", slips), name or f"{key}-{value}", settings)


def test_learners_that_differ_in_one_number_are_a_family(make):
    learners = (tuned(make, 9, slips=0.3), tuned(make, 1), tuned(make, 50, slips=0.1), make.learner("other"))
    (family,) = analyse(make.run(grown(make, learners=learners, train_sizes=()))).of(FAMILIES)
    assert (family.estimator, family.parameter, family.best, family.wide) == ("KNN", "n_neighbors", 0, True)
    assert [point.value for point in family.points] == [1, 9, 50]
    assert [point.learner for point in family.points] == ["n_neighbors-1", "n_neighbors-9", "n_neighbors-50"]
    assert not family.ranked
    means = [np.mean([one.value for _, one in point.scores]) for point in family.points]
    assert [point.overall.value for point in family.points] == pytest.approx(means)


@pytest.mark.parametrize(
    ("key", "values"),
    [("n_neighbors", [1, 3]), ("weights", ["a", "b", "c"]), ("random_state", [1, 2, 3]), ("p", [True, False, 2])],
)
def test_what_is_no_family(make, key, values):
    learners = tuple(tuned(make, value, key=key) for value in values)
    assert analyse(make.run(grown(make, learners=learners, train_sizes=()))).of(FAMILIES) == ()


def test_on_one_data_set_the_interval_is_that_of_its_splits(make):
    learners = tuple(tuned(make, value, slips=value / 20) for value in (1, 3, 5))
    findings = analyse(make.run(grown(make, learners=learners, datasets=(make.data("one"),), train_sizes=())))
    (family,) = findings.of(FAMILIES)
    cells = [findings.cell("one", point.learner, "accuracy") for point in family.points]
    assert [point.overall for point in family.points] == [cell.estimate for cell in cells]
    assert not family.wide


def test_measures_without_a_common_scale_are_ranked(make):
    learners = tuple(tuned(make, value, slips=value / 20) for value in (1, 3, 5))
    spec = grown(make, learners=learners, measures=("log_loss", "accuracy"), primary="log_loss", train_sizes=())
    (family,) = analyse(make.run(spec)).of(FAMILIES)
    assert family.ranked
    assert sum(point.overall.value for point in family.points) == pytest.approx(6.0)


def test_the_interval_of_two_members_is_the_paired_test_in_another_guise():
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(2, 9)) + rng.normal(size=9) * 10
    first, second = _over_datasets(np.array([a, b]))
    paired = ttest_rel(a, b).confidence_interval()
    assert first.half_width * np.sqrt(2) == pytest.approx((paired.high - paired.low) / 2)
    assert first.value - second.value == pytest.approx(np.mean(a - b))


# Scaling


def test_time_grows_with_the_rows(make):
    findings = analyse(make.run(grown(make, train_sizes=(0.1, 0.25, 0.5))))
    one = findings.of(SCALING)[0]
    assert (one.learner, one.cost, one.within) == ("sharp", "fit_seconds", True)
    assert [point.size for point in one.points] == [5, 12, 24, 48]
    x, y = np.log([5, 12, 24, 48]), np.log([0.005, 0.012, 0.024, 0.25])
    assert one.law.exponent.value == pytest.approx(np.polyfit(x, y, 1)[0])


def test_without_curves_data_sets_of_four_sizes_are_needed(make):
    sets = [make.data(f"d{at}", n=30 * 2**at, seed=at) for at in range(4)]
    assert analyse(make.run(grown(make, datasets=sets[:3], train_sizes=()))).of(SCALING) == ()
    found = analyse(make.run(grown(make, datasets=sets, train_sizes=()))).of(SCALING)
    assert [point.size for point in found[0].points] == [24, 48, 96, 192]
    assert not found[0].within


def test_memory_is_told_above_its_floor_only(make):
    spec = grown(make, train_sizes=(0.1, 0.25, 0.5), learners=(make.learner("a"),))
    ledger, heavy = make.run(spec), MemoryLedger()
    for name in ("spec", "domains", "study_hash"):
        heavy.set_meta(name, ledger.get_meta(name))
    for run in ledger:
        rows = run.key.size or 48
        heavy.add(replace(run, resources=Resources(fit_seconds=0.1, predict_seconds=0.1, peak_bytes=1e6 * rows)))
    assert [one.cost for one in analyse(ledger).of(SCALING)] == ["fit_seconds"]
    memory = analyse(heavy).of(SCALING)[1]
    assert memory.cost == "peak_memory"
    assert memory.law.exponent.value == pytest.approx(1.0)
