import numpy as np
import pytest

from bakeoff.learners.sklearn.class_codes import ClassNames


def test_classes_are_whole_numbers_if_all_names_are():
    assert ClassNames.of(("0", "-1", "12")).values.dtype.kind == "i"
    for names in (("1.0", "2"), ("01", "2"), ("+1", "2"), ("a", "1"), ("", "1"), ("1" * 30, "2")):
        assert ClassNames.of(names).values.dtype.kind == "U"


def test_order_is_that_of_the_data_set():
    names = ClassNames.of(("zebra", "ant", "cow"))
    assert names.codes(np.array(["ant", "zebra", "cow", "ant"])).tolist() == [1, 0, 2, 1]
    assert names.codes(np.array(["ant", "zebra"], dtype=object)).tolist() == [1, 0]
    assert names.codes(["cow"]).dtype == np.int64


@pytest.mark.parametrize(
    ("classes", "said", "told"),
    [
        (("no", "yes"), np.array(["yes", "maybe"]), [1, "maybe"]),
        (("no", "yes"), np.array(["yes", None], dtype=object), [1, "None"]),
        (("no", "yes"), np.array([1, 0]), ["1", "0"]),
        (("0", "1"), np.array([1, 7]), [1, "7"]),
        (("0", "1"), np.array([1.0, 0.5]), [1, "0.5"]),
        (("0", "1"), np.array([np.nan, 1.0]), ["nan", 1]),
        (("0", "1"), np.array(["0", "1"]), ["0", "1"]),
        (("0", "1"), np.array([True, False]), ["True", "False"]),
        (("5", "6"), np.array([0, 1]), ["0", "1"]),
        (("a", "b"), np.array([["a"], {}], dtype=object), ["['a']", "{}"]),
    ],
)
def test_foreign_labels_come_back_as_text_and_are_never_taken_for_codes(classes, said, told):
    codes = ClassNames.of(classes).codes(said)
    assert codes.dtype == object
    assert codes.tolist() == told


def test_odd_shapes_are_handed_on():
    names = ClassNames.of(("a", "b"))
    assert names.codes(np.zeros((2, 2))).shape == (2, 2)
    assert names.codes(np.array([])).shape == (0,)
    assert names.spread(np.zeros((3, 5)), np.array([0, 1])).shape == (3, 5)
    assert names.spread(np.zeros(3), np.array([0, 1])).shape == (3,)
    assert names.spread(np.ones((3, 2)), None).shape == (3, 2)


def test_probabilities_go_to_their_columns():
    names = ClassNames.of(("c", "a", "b"))
    known = names.codes(np.array(["a", "c"]))  # as an estimator sorts them, "b" never met
    assert names.spread([[0.25, 0.75]], known).tolist() == [[0.75, 0.25, 0.0]]


@pytest.mark.parametrize(("positive", "sign"), [("bad", -1), ("good", 1), (None, -1)])
def test_two_classes_point_to_the_positive_one(positive, sign):
    classes = ("good", "bad")  # the estimator sorts: bad, good, so its values point to good
    names = ClassNames.of(classes)
    known = names.codes(np.array(["bad", "good"]))
    code = None if positive is None else classes.index(positive)
    assert names.scores([2.0, -1.0], known, code).tolist() == [sign * 2.0, sign * -1.0]


def test_scores_of_many_classes():
    names = ClassNames.of(("c", "a", "b"))
    three = names.codes(np.array(["a", "b", "c"]))
    assert names.scores([[1.0, 2.0, 3.0]], three, None).tolist() == [[3.0, 1.0, 2.0]]
    two = names.codes(np.array(["a", "c"]))
    scores = names.scores([5.0], two, None)
    assert scores[0, :2].tolist() == [5.0, -5.0]
    assert scores[0, 2] < -1e100
    assert names.scores([[1.0, 2.0]], three, None).shape == (1, 2)  # not ours to repair
