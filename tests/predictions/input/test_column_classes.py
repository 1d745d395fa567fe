"""Columns of probabilities in another order than the classes, and probabilities that were rounded."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.metrics import log_loss, roc_auc_score

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.input.column_classes import column_names, columns_by_class

ORDER = ["dog", "cat", "ant"]  # as the file has them; sorted they are the other way round


def answers(decimals: int = 15) -> tuple[np.ndarray, pd.DataFrame]:
    rng = np.random.default_rng(4)
    truth = rng.choice(ORDER, 60)
    table = rng.dirichlet([1.0, 1.0, 1.0], 60) + 0.6 * (truth[:, None] == np.array(ORDER))
    return truth, pd.DataFrame((table / table.sum(axis=1, keepdims=True)).round(decimals), columns=ORDER)


@pytest.mark.parametrize(
    ("names", "classes", "places"),
    [
        (["dog", "cat", "ant"], ["ant", "cat", "dog"], (2, 1, 0)),
        (["P(Dog)", "P(Cat)", "P(Ant)"], ["ant", "cat", "dog"], (2, 1, 0)),
        (["cat_prob", "cow_prob"], ["cow", "cat"], (1, 0)),
        (["2", "0", "1"], ["0", "1", "2"], (1, 2, 0)),
        (["p1", "p2", "p3"], ["0", "1", "2"], None),  # numbered from one
        (["p_dog", "q_cat", "p_ant"], ["ant", "cat", "dog"], None),  # nothing that all share
        (["p_dog", "p_cat", "p_else"], ["ant", "cat", "dog"], None),
        (["aa", "aaa"], ["a", "aa"], (0, 1)),
        (["a_b", "b_a"], ["a", "b"], None),
        (["dog", "dog"], ["cat", "dog"], None),
        (["p"], ["a"], None),
    ],
)
def test_names_say_which_class_is_meant_or_nothing(
    names: list[str], classes: list[str], places: tuple[int, ...] | None
) -> None:
    assert columns_by_class(names, classes) == places


def test_only_names_that_somebody_gave_are_names() -> None:
    table = np.eye(3)
    by_name = {one: table[:, at] for at, one in enumerate("bca")}
    assert column_names(pa.table(by_name)) == column_names(pl.DataFrame(by_name)) == ("b", "c", "a")
    assert column_names(pl.DataFrame(table)) == ()
    assert column_names(pd.DataFrame(table)) == ()
    assert column_names(table) == ()
    assert column_names(pd.DataFrame(table, columns=[2, 1, 0])) == ("2", "1", "0")


def test_a_frame_of_probabilities_is_read_by_the_names_of_its_columns() -> None:
    truth, table = answers()
    made = bo.measure(truth, y_proba=table, measures=["log_loss", "roc_auc_ovr"], level=None)
    by_class = table[sorted(ORDER)].to_numpy()
    assert made["log_loss"].value == pytest.approx(log_loss(truth, by_class, labels=sorted(ORDER)))
    assert made["roc_auc_ovr"].value == pytest.approx(roc_auc_score(truth, by_class, multi_class="ovr"))
    scored = bo.measure(truth, y_score=table, measures=["roc_auc_ovr"], level=None)
    assert scored["roc_auc_ovr"].value == pytest.approx(made["roc_auc_ovr"].value)
    ordered = pd.Series(pd.Categorical(truth, ["cat", "dog", "ant"], ordered=True))
    assert predictions_of(ordered, y_proba=table, task="ordinal").proba == pytest.approx(
        table[["cat", "dog", "ant"]].to_numpy()
    )


def test_stated_classes_and_names_that_contradict_are_refused() -> None:
    truth, table = answers()
    with pytest.raises(
        BadInput, match="by labels= column 'dog' contains class ant, but its name says otherwise; give the"
    ):
        bo.measure(truth, y_proba=table, labels=sorted(ORDER))
    stated = bo.measure(truth, y_proba=table, labels=ORDER, measures=["log_loss"], level=None)
    unnamed = bo.measure(truth, y_proba=table.to_numpy(), labels=ORDER, measures=["log_loss"], level=None)
    assert stated["log_loss"].value == unnamed["log_loss"].value


@pytest.mark.parametrize("decimals", [2, 3, 4])
def test_rounded_probabilities_are_probabilities(decimals: int) -> None:
    truth, table = answers(decimals)
    sums = table.sum(axis=1).to_numpy()
    assert np.abs(sums - 1).max() > 10.0 ** -(decimals + 1)  # they do not sum to one
    made = bo.measure(truth, y_proba=table, measures=["log_loss"], level=None)
    chosen = table.to_numpy()[np.arange(len(truth)), [ORDER.index(one) for one in truth]]
    assert made["log_loss"].value == pytest.approx(-np.log(chosen).mean())


@pytest.mark.parametrize(
    ("row", "told"),
    [([0.5, 0.6], "1.1"), ([0.55, 0.47], "1.02"), ([0.333, 0.665], "0.998"), ([0.25, 0.25], "0.5")],
)
def test_what_rounding_cannot_explain_is_refused_with_the_cure(row: list[float], told: str) -> None:
    table = [[0.123, 0.877] if len(str(row[0])) > 4 else [0.12, 0.88], row]
    with pytest.raises(BadInput, match=f"row 1: the probabilities sum to {told}, not to 1; divide each row by its sum"):
        bo.measure(["a", "b"], y_proba=table)


def test_of_very_many_classes_rounding_explains_one_twentieth_at_most() -> None:
    table = np.zeros((2, 40))
    table[:, 0] = 0.01
    table[:, 1] = 0.93
    with pytest.raises(BadInput, match=r"sum to 0\.94, not to 1"):
        bo.measure([0, 1], y_proba=table, labels=range(40))
