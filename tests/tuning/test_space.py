"""Ranges and spaces: what is drawn, what is shown, and what is refused."""

import numpy as np
import pytest
from scipy.stats import loguniform, norm, randint, uniform as scipy_uniform
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import bakeoff as bo
from bakeoff.core.errors import BadInput, Problems
from bakeoff.tuning.space import Range, Space


def test_ranges_keep_their_ends_and_their_scale():
    rng = np.random.default_rng(0)
    wide = bo.log_uniform(1e-3, 1e3)
    drawn = np.array([wide.draw(rng) for _ in range(4000)])
    assert drawn.min() >= 1e-3
    assert drawn.max() <= 1e3
    assert abs(np.mean(drawn < 1) - 0.5) < 0.03  # half of the orders of magnitude
    assert wide.card == {"log": [0.001, 1000.0]}
    assert str(wide) == "0.001 to 1000 (log scale)"
    few = [bo.integers(1, 4, log=True).draw(rng) for _ in range(4000)]
    assert set(few) == {1, 2, 3, 4}
    shares = np.bincount(few)[1:] / len(few)
    expected = np.diff(np.log([0.5, 1.5, 2.5, 3.5, 4.5])) / np.log(9)  # the widths that round to each
    np.testing.assert_allclose(shares, expected, atol=0.03)
    assert {bo.integers(2, 4).draw(rng) for _ in range(99)} == {2, 3, 4}
    assert bo.log_uniform(1, 100).place(10) == pytest.approx(0.5)


def test_a_grid_divides_its_trials_among_the_ranges():
    space = Space.of({"a": bo.log_uniform(0.01, 100), "b": bo.uniform(0, 1), "c": ["x", "y"]})
    points = space.grid(20)
    assert len(points) == 18
    assert sorted({one["a"] for one in points}) == pytest.approx([0.01, 1, 100])
    assert len(Space.of({"c": list("abcdef"), "d": [1, 2]}).grid(3)) == 12  # lists say themselves how many


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: bo.uniform(2, 1), "the range from 2 to 1 is reversed; write the smaller end first"),
        (lambda: bo.uniform(2, 2), "is empty; make it wider, or set the parameter itself"),
        (lambda: bo.log_uniform(0, 1), "cannot include 0; begin it above 0, for example at 0.001"),
        (lambda: bo.log_uniform(-1, 10), "cannot include -1; begin it above 0"),
        (lambda: bo.uniform(0, float("inf")), "must be finite numbers, not inf"),
        (lambda: bo.integers(1, 2.5), "must be whole, not 2.5"),
        (lambda: bo.integers(1, 10**400), "must be numbers of at most 1.8e+308, not one of 1329 bits"),
        (lambda: bo.uniform(-(10**5000), 1), "must be numbers of at most 1.8e+308, not one of 16610 bits"),
        (lambda: bo.choice([]), "a choice without values has no candidates; list at least one value"),
        (lambda: bo.choice("abc"), "a choice needs a list of values, not 'abc'"),
        (lambda: Space.of({}), "the space has no parameters, so there are no candidates"),
        (lambda: Space.of([1]), "a space is a mapping from parameters to ranges"),
        (lambda: Space.of({"C": norm()}), "the distribution 'norm' is not known here; use bo.uniform"),
        (lambda: Space.of({"C": {"log": [1]}}), "log needs the two ends of the range, not [1]"),
        (lambda: Space.of({"C": {"lag": [1, 2]}}), "a range is one of {log = [lo, hi]}"),
    ],
)
def test_what_is_no_range_is_refused_in_a_sentence(make, said):
    with pytest.raises(BadInput) as error:
        make()
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_all_that_is_wrong_with_a_space_comes_at_once():
    with pytest.raises(Problems) as error:
        bo.Tuned(SVC(), {"C": {"log": [0, 1]}, "gamma": [], "kernle": ["rbf"]}, trials=0, search="rnd", scheme="0-fold")
    assert len(error.value.problems) == 5  # the names are looked at once the ranges can be read


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"space": {"kernle": ["rbf"]}}, "no parameter of SVC called 'kernle'; did you mean 'kernel'?"),
        ({"trials": 0}, "a search needs at least one candidate"),
        ({"seconds": 0}, "seconds must be above 0, not 0; leave it out for a budget in trials"),
        ({"seconds": 5, "search": "racing"}, 'a budget in seconds does not go with search="racing"'),
        ({"search": "gird"}, "no search called 'gird'; did you mean 'grid'?"),
        ({"measure": "acuracy"}, "did you mean"),
        ({"measure": "log_loss"}, "log loss needs probabilities, which learner 'SVC' does not give"),
        ({"measure": "fit_seconds"}, "is measured by the clock"),
        ({"scheme": [([0], [1])]}, "inner splits need one of bakeoff's own schemes"),
    ],
)
def test_a_tuned_learner_says_what_is_wrong(given, said):
    with pytest.raises(BadInput) as error:
        bo.Tuned(SVC(), **{"space": {"C": bo.log_uniform(0.1, 10)}, **given})
    assert said in str(error.value)


def test_a_parameter_of_a_step_is_suggested():
    with pytest.raises(BadInput, match="did you mean 'svc__C'"):
        bo.Tuned(make_pipeline(StandardScaler(), SVC()), {"C": bo.log_uniform(0.1, 10)})
    with pytest.raises(BadInput, match="no argument of Tuned called 'serch'"):
        bo.Tuned(SVC(), {"C": [1]}, serch="grid")


def test_distributions_of_scipy_are_read_as_ranges():
    space = Space.of({"a": loguniform(0.1, 10), "b": randint(1, 5), "c": scipy_uniform(2, 3)})
    assert space.parameters == {"a": Range(0.1, 10, log=True), "b": Range(1, 4, whole=True), "c": Range(2, 5)}


def test_equal_steps_over_orders_of_magnitude_are_remarked():
    codes = [note.code for note in bo.Tuned(SVC(), {"C": bo.uniform(0.01, 100)}).notes()]
    assert codes == ["tuning.even-scale"]
    assert [str(note) for note in bo.Tuned(SVC(), {"C": [1, 11, 21, 31]}).notes()] == [
        "C of SVC tuned acts over orders of magnitude, but 1, 11, 21, 31 is spread in equal steps; spread it with log_uniform."
    ]
    assert bo.Tuned(SVC(), {"C": [0.1, 1, 10], "degree": bo.integers(2, 40)}).notes() == []
    assert [note.code for note in bo.Tuned(SVC(), {"C": [1, 2]}, seconds=3).notes()] == ["tuning.seconds"]
