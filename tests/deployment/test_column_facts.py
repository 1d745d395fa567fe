"""New rows against the columns of training: what is coded, refused and told."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.data.load import load
from bakeoff.data.new_rows import table_of
from bakeoff.deployment.column_facts import Coded, code_rows, column_facts

AGES = np.arange(20, 80)
FRAME = pd.DataFrame(
    {
        "age": AGES,
        "city": ["Rome", "Oslo", "Lima"] * 20,
        "income": np.linspace(10.5, 40.25, 60),
        "grade": [1, 2] * 30,
        "y": ["no", "yes"] * 30,
    }
).astype({"grade": "category"})
FACTS = column_facts(load(FRAME, target="y"))
NAMES = [one.name for one in FACTS]


def coded(rows: object, *, known_levels_only: bool = False) -> Coded:
    return code_rows(table_of(rows, NAMES), FACTS, known_levels_only=known_levels_only)


def codes_of(made: Coded) -> set[str]:
    return {one.code for one in made.notes}


def test_rows_of_training_are_not_unlike_it() -> None:
    made = coded(FRAME.drop(columns="y"))
    assert not made.notes
    assert not made.unlike.any()
    assert np.array_equal(made.features, load(FRAME, target="y").features)


def test_the_last_digits_of_a_number_are_not_outside() -> None:
    """A workbook and single precision round; a value that is larger by a thousandth is outside."""
    frame = FRAME.drop(columns="y").assign(income=(FRAME["income"] * 1.1).astype("float32"))
    facts = column_facts(load(FRAME.assign(income=FRAME["income"] * 1.1), target="y"))
    made = code_rows(table_of(frame, NAMES), facts, known_levels_only=False)
    assert float(frame["income"].max()) != float((FRAME["income"] * 1.1).max())
    assert not made.notes
    more = frame.assign(income=frame["income"] * np.float32(1.001))
    assert codes_of(code_rows(table_of(more, NAMES), facts, known_levels_only=False)) == {"deployment.outside"}


def test_columns_come_in_any_order_and_others_are_not_used() -> None:
    made = coded({"y": ["no"], "income": [20.0], "grade": [2], "city": ["Lima"], "age": [30]})
    assert made.features.tolist() == [[30.0, 0.0, 20.0, 1.0]]
    assert codes_of(made) == {"deployment.not_used"}


@pytest.mark.parametrize(("only", "code"), [(False, 3.0), (True, np.nan)])
def test_a_level_that_training_did_not_have(only: bool, code: float) -> None:
    made = coded(
        {"age": [30, 31], "city": ["Paris", "Rome"], "income": [20.0, 20.0], "grade": [1, 1]}, known_levels_only=only
    )
    assert np.array_equal(made.features[0, 1], code, equal_nan=True)
    (note,) = made.notes
    assert (note.code, note.facts["names"], note.facts["count"]) == ("deployment.new_levels", ("Paris",), 1)
    assert made.unlike.tolist() == [1, 0]


def test_what_lies_outside_is_missing_or_has_fractions() -> None:
    made = coded({"age": [95, np.nan, 30.5], "city": ["Rome"] * 3, "income": [20.0] * 3, "grade": [1] * 3})
    assert codes_of(made) == {"deployment.outside", "deployment.new_gaps", "deployment.fractions"}
    assert made.unlike.tolist() == [1, 1, 0]
    outside = next(one for one in made.notes if one.code == "deployment.outside")
    assert (outside.facts["low"], outside.facts["high"], outside.facts["worst"]) == (20.0, 79.0, 95.0)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ({"Age": [1], "town": ["Rome"], "income": [1.0], "grade": [1]}, ["no column 'age'; did you mean 'Age'?", "no column 'city'"]),
        ({"age": ["old"], "city": ["Rome"], "income": [1.0], "grade": [1]}, ["contained numbers in training and contains", "'old'"]),
        (pd.DataFrame({"age": pd.to_datetime(["2020-01-01"]), "city": ["Rome"], "income": [1.0], "grade": [1]}), ["contained numbers in training and contains dates here, such as '2020-01-01'"]),
        (pd.DataFrame({"age": [1], "city": pd.to_datetime(["2020-01-01 10:30"]), "income": [1.0], "grade": [1]}), ["contained levels in training and contains dates here, such as '2020-01-01T10:30:00'"]),
        (FRAME.head(0).drop(columns="y"), ["has no rows"]),
        (np.ones((2, 3)), ["3 columns", "trained with 4"]),
        ("nowhere.csv", ["there is no file nowhere.csv"]),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused(rows: object, words: list[str]) -> None:
    with pytest.raises(BakeoffError) as error:
        coded(rows)
    assert all(word in str(error.value) for word in words)


def test_a_column_without_any_value_is_missing_not_another_kind() -> None:
    made = coded({"age": [None], "city": ["Rome"], "income": [20.0], "grade": [1]})
    assert np.isnan(made.features[0, 0])


def test_categories_that_are_numbers_are_read_as_numbers() -> None:
    frame = FRAME.drop(columns="y").astype({"age": "category"})
    assert np.array_equal(coded(frame).features[:, 0], AGES)


def test_a_shift_is_found() -> None:
    rows = FRAME.drop(columns="y").sample(60, replace=True, random_state=1)
    assert "deployment.shifted" in codes_of(coded(rows.assign(age=70 + np.arange(60) % 9)))


def test_the_test_of_distributions_keeps_its_level() -> None:
    """R = 400 samples of 50 rows from the population of training: at level .01, at most 2 % get a note (3.4 sd above 1 %)."""
    rng = np.random.default_rng(5)

    def drawn(n: int) -> pd.DataFrame:
        levels = rng.choice(["a", "b", "c", "d"], n, p=[0.7, 0.2, 0.08, 0.02])
        return pd.DataFrame({"x": rng.normal(size=n), "z": rng.exponential(size=n).round(1), "c": levels})

    found = 0
    for _ in range(400):
        facts = column_facts(load(drawn(300).assign(y=["no", "yes"] * 150), target="y"))
        notes = code_rows(table_of(drawn(50), list("xzc")), facts, known_levels_only=False).notes
        found += any(one.code == "deployment.shifted" for one in notes)
    assert found <= 0.027 * 400


def test_texts_keep_their_own_codes() -> None:
    texts = [f"a text of several words number {at}" for at in range(60)]
    facts = column_facts(load(FRAME[["y"]].assign(words=texts), target="y"))
    assert facts[0].kind == "text"
    made = code_rows(
        table_of({"words": ["something that is new", None, "something that is new"]}, ["words"]),
        facts,
        known_levels_only=False,
    )
    assert made.texts == {0: ("something that is new",)}
    assert np.array_equal(made.features[:, 0], [0.0, np.nan, 0.0], equal_nan=True)
