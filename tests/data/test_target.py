"""What the target means: tasks, classes, the positive class, gaps, groups and times."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.data.load import load
from bakeoff.data.tasks import BINARY, CLUSTERING, MULTICLASS, REGRESSION


def with_target(y, **stated):
    return load((np.arange(len(y), dtype=float).reshape(-1, 1), y), **stated)


@pytest.mark.parametrize(
    ("y", "task", "classes"),
    [
        (["b", "a", "b"], BINARY, ("a", "b")),
        (["b", "a", "c"], MULTICLASS, ("a", "b", "c")),
        ([True, False], BINARY, ("False", "True")),
        ([2, 10, 1], MULTICLASS, ("1", "2", "10")),
        ([2.0, 10.0], BINARY, ("2", "10")),
        (["2", "10"], BINARY, ("2", "10")),
        ([0.5, 1.0], REGRESSION, ()),
    ],
)
def test_the_task_follows_from_the_kind_of_target(y, task, classes):
    data = with_target(y)
    assert (data.task, data.classes) == (task, classes)


@pytest.mark.parametrize(
    ("y", "positive"),
    [
        ([0, 1], "1"),
        ([1.0, -1.0], "1"),
        ([True, False], "True"),
        (["true", "false"], "true"),
        (["0", "1"], "1"),
        ([1, 2], None),
        (["no", "yes"], None),
        (["bad", "good"], None),
    ],
)
def test_the_positive_class_is_never_guessed(y, positive):
    assert with_target(y).positive == positive


def test_the_positive_class_may_be_written_as_it_is_in_the_data():
    assert with_target([1, 2], positive=2).positive == "2"
    assert with_target([True, False], positive=False).positive == "False"
    assert with_target([1.0, 2.0], positive=1.0).positive == "1"
    with pytest.raises(UnknownName, match="did you mean 'good'"):
        with_target(["bad", "good"], positive="goood")
    with pytest.raises(BadInput, match="has 3 classes; leave it out"):
        with_target(["a", "b", "c"], positive="a")
    with pytest.raises(BadInput, match="is a regression"):
        with_target([0.5, 1.5], positive=1)


def test_whole_numbers_with_many_values_are_ambiguous():
    with pytest.raises(BadInput, match="30 different whole numbers in 60 rows"):
        with_target(list(range(30)) * 2)
    assert with_target(list(range(30)) * 2, task="regression").task is REGRESSION
    assert len(with_target(list(range(30)) * 2, task="multiclass").classes) == 30
    assert with_target(list(range(26)) * 50).task is MULTICLASS
    with pytest.raises(BadInput, match="could be classes or amounts"):
        with_target(list(range(200)) * 50)


def test_a_stated_task_wins_or_is_refused():
    assert with_target([0, 1, 2, 1], task="regression").task is REGRESSION
    assert with_target([0, 1, 1], task=MULTICLASS).task is MULTICLASS
    with pytest.raises(BadInput, match="contains 3 classes"):
        with_target(["a", "b", "c"], task="binary")
    with pytest.raises(BadInput, match="contains words such as 'a'"):
        with_target(["a", "b"], task="regression")
    with pytest.raises(UnknownName, match="did you mean 'regression'"):
        with_target([0, 1], task="regresion")
    assert with_target(["a", "a"], task="clustering").task is CLUSTERING


def test_an_ordinal_target_needs_its_scale():
    with pytest.raises(BadInput, match="needs its scale"):
        with_target(["low", "high", "mid"], task="ordinal")
    data = with_target(["low", "high", "mid"], task="ordinal", classes=["low", "mid", "high"])
    assert (data.classes, data.target.tolist()) == (("low", "mid", "high"), [0, 2, 1])
    assert with_target([3, 1, 2], task="ordinal").classes == ("1", "2", "3")


def test_classes_give_the_order_and_must_cover_what_is_there():
    data = with_target(["a", "b"], classes=["b", "a", "never"], task="multiclass")
    assert (data.classes, data.target.tolist()) == (("b", "a", "never"), [1, 0])
    with pytest.raises(BadInput, match="also contains 'b'"):
        with_target(["a", "b"], classes=["a", "c"])
    with pytest.raises(BadInput, match="twice"):
        with_target(["a", "b"], classes=["a", "b", "a"])


def test_one_class_is_nothing_to_tell_apart():
    with pytest.raises(BadInput, match="single class, 'a'"):
        with_target(["a", "a"])


def test_nearly_as_many_labels_as_rows_are_no_classes():
    with pytest.raises(BadInput, match="unlikely to be classes"):
        with_target([f"label{i}" for i in range(100)])


def test_infinite_amounts_are_refused():
    with pytest.raises(BadInput, match="infinite in 1 rows, first in row 1"):
        with_target([0.5, np.inf, 1.5])


def test_a_missing_target_is_refused_or_dropped_and_said():
    y = ["a", None, "b", None, "a"]
    with pytest.raises(BadInput, match=r"missing in 2 of 5 rows, first in row 1 .*missing_target='drop'"):
        with_target(y)
    data = with_target(y, missing_target="drop", groups=[1, 2, 3, 4, 5])
    assert data.rows.tolist() == [0, 2, 4]
    assert data.groups.tolist() == [1, 3, 5]
    assert data.features[:, 0].tolist() == [0, 2, 4]
    assert data.notes == ("2 of 5 rows left out because their target 'target' is missing",)
    with pytest.raises(BadInput, match="missing in every row"):
        with_target([None, None], missing_target="drop")
    with pytest.raises(BadInput, match="'refuse' or 'drop'"):
        with_target(y, missing_target="ignore")


def csv(tmp_path, text):
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    return tmp_path / "t.csv"


def test_groups_and_times_by_name_or_by_value(tmp_path):
    path = csv(tmp_path, "x,who,when,y\n1,ann,2020-01-01,a\n2,bob,2020-01-02,b\n3,ann,2020-01-03,a\n")
    data = load(path, target="y", groups="who", time="when")
    assert [column.name for column in data.columns] == ["x"]
    assert data.groups.tolist() == ["ann", "bob", "ann"]
    assert data.time.tolist() == [1577836800, 1577923200, 1578009600]
    data = load(path, target="y", groups=[1, 2, 1], ignore=["when"])
    assert data.groups.tolist() == [1, 2, 1]
    assert [column.name for column in data.columns] == ["x", "who"]
    days = np.array(["2020-01-01"] * 3, dtype="datetime64[D]")
    assert load(path, target="y", time=days).time.tolist() == [1577836800] * 3
    for bad in ([1, 2], [1, None, 2], [1.0, np.nan, 2.0]):
        with pytest.raises(BadInput, match="groups must"):
            load(path, target="y", groups=bad)


def test_numbers_that_floats_cannot_tell_apart_make_no_groups(tmp_path):
    path = csv(tmp_path, "x,who,y\n1,9007199254740993,a\n2,9007199254740992,b\n")
    with pytest.raises(BadInput, match="too large to be distinguished"):
        load(path, target="y", groups="who")


def test_gaps_in_groups_are_refused(tmp_path):
    path = csv(tmp_path, "x,who,y\n1,ann,a\n2,,b\n")
    with pytest.raises(BadInput, match="groups column 'who' is missing in 1 rows, first in row 1"):
        load(path, target="y", groups="who")


def test_names_that_are_not_there_are_told_together(tmp_path):
    path = csv(tmp_path, "x,who,y\n1,ann,a\n2,bob,b\n")
    with pytest.raises(
        BadInput, match="name the target column \\(target=, --target\\); the columns are 'x', 'who', 'y'"
    ):
        load(path)
    with pytest.raises(Problems) as caught:
        load(path, target="z", groups="whom", ignore=["q"])
    assert len(caught.value.problems) == 3
    with pytest.raises(BadInput, match="cannot also be ignored"):
        load(path, target="y", ignore=["y"])
    with pytest.raises(BadInput, match=r"write ignore=\['x'\]"):
        load(path, target="y", ignore="x")
