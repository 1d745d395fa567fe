"""The error of a learner from bootstrap samples: on the rows left out (e0), .632 and .632+."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.data.tasks import BINARY, MULTICLASS, REGRESSION
from bakeoff.estimates.over_splits.bootstrap_error import bootstrap_error
from bakeoff.predictions.predictions import Predictions

ORACLES = Path(__file__).parents[2] / "oracles"


MLXTEND = json.loads((ORACLES / "errors_mlxtend.json").read_text())


IPRED = json.loads((ORACLES / "bootstrap_ipred.json").read_text())


def classes(truth: list[int], label: list[int], rows: list[int] | None = None, k: int = 3) -> Predictions:
    names = tuple("abc"[:k])
    task = MULTICLASS if k > 2 else BINARY
    ids = np.arange(len(truth)) if rows is None else np.array(rows)
    return Predictions(task=task, truth=np.array(truth), label=np.array(label), rows=ids, classes=names)


def numbers(truth: list[float], label: list[float]) -> Predictions:
    return Predictions(
        task=REGRESSION, truth=np.array(truth), label=np.array(label), rows=np.arange(len(truth)), classes=()
    )


@pytest.mark.parametrize("learner", ["centroid", "nn"])
def test_e0_and_632plus_are_those_of_ipred(learner: str) -> None:
    told, truth = IPRED[learner], np.array(IPRED["truth"])
    outside = [classes(truth[keep].tolist(), np.array(said)[keep].tolist(), np.flatnonzero(keep).tolist(), k=2)
               for said in told["outside"] for keep in [np.array(said) >= 0]]  # fmt: skip
    made = bootstrap_error(outside, classes(truth.tolist(), told["whole"], k=2))
    assert made.e0 == pytest.approx(told["boot"], abs=1e-12)
    assert made.e632plus == pytest.approx(told["632plus"], abs=1e-12)
    assert made.e632 == pytest.approx(0.632 * told["boot"] + 0.368 * np.mean(truth != told["whole"]))
    codes = {one.code for one in made.notes}
    assert "estimates.few-samples" in codes
    assert ("estimates.low-training-error" in codes) is (learner == "nn")


def test_e0_over_samples_is_the_mean_of_mlxtends_scores() -> None:
    told = MLXTEND["oob"]
    truth = np.array(told["truth"])
    outside = [classes(truth[one["rows"]].tolist(), one["said"], one["rows"]) for one in told["parts"]]
    made = bootstrap_error(outside, classes(told["truth"], told["whole"]))
    assert 1 - made.e0_over_samples == pytest.approx(np.mean(told["accuracy"]), abs=1e-12)
    assert made.e0 != made.e0_over_samples


def test_a_perfect_learner_and_numbers() -> None:
    perfect = classes([0, 1, 2], [0, 1, 2])
    made = bootstrap_error([perfect, perfect], perfect)
    assert (made.e0, made.e632, made.e632plus, made.overfitting) == (0, 0, 0, 0)
    whole = numbers([1.0, 2.0, 3.0], [1.5, 2.0, 2.5])
    pairs = [(a - b) ** 2 for a in (1.0, 2.0, 3.0) for b in (1.5, 2.0, 2.5)]
    assert bootstrap_error([whole], whole).no_information == pytest.approx(np.mean(pairs))
    with pytest.raises(BakeoffError, match="no bootstrap samples"):
        bootstrap_error([], whole)


@pytest.mark.parametrize(
    ("whole", "code"),
    [([0, 1, 0, 1] * 5, "memorised-rows"), ([1, 1, 0, 1, *[0, 1, 0, 1] * 4], "low-training-error")],
)
def test_a_learner_memorises_only_where_it_hardly_errs_on_its_training_rows(whole, code) -> None:
    truth = [0, 1, 0, 1] * 5
    outside = classes(truth, [1 - one if at < 10 else one for at, one in enumerate(truth)], k=2)
    made = bootstrap_error([outside], classes(truth, whole, k=2))
    assert f"estimates.{code}" in {note.code for note in made.notes}
