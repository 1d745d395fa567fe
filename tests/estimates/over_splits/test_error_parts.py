"""Bias, variance and bootstrap errors against mlxtend and ipred, by hand, and where they are degenerate."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.data.tasks import BINARY, MULTICLASS, REGRESSION
from bakeoff.estimates.over_splits.bootstrap_error import bootstrap_error
from bakeoff.estimates.over_splits.error_parts import error_parts
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


def test_zero_one_is_that_of_mlxtend() -> None:
    told = MLXTEND["zero_one"]
    made = error_parts([classes(told["truth"], said) for said in told["said"]])
    assert made.error == pytest.approx(told["loss"])
    assert made.bias == pytest.approx(told["bias"])
    assert made.variance == pytest.approx(told["variance"])
    assert made.error == pytest.approx(made.bias + made.hurts - made.helps)


def test_squared_error_is_that_of_mlxtend() -> None:
    told = MLXTEND["squared"]
    made = error_parts([numbers(told["truth"], said) for said in told["said"]])
    assert made.error == pytest.approx(told["loss"], rel=1e-5)
    assert made.bias == pytest.approx(told["bias"], rel=1e-5)
    assert made.variance == pytest.approx(told["variance"], rel=1e-9)
    assert made.error == pytest.approx(made.bias + made.variance)
    assert made.rest == 0


def test_known_noise_is_told_from_bias() -> None:
    truth, clean = [0, 1, 1, 0], np.array([0, 1, 1, 1])  # the last row is noise
    said = [[0, 1, 0, 1], [0, 1, 1, 1], [1, 1, 0, 1]]
    made = error_parts([classes(truth, one, k=2) for one in said], truth=clean, truth_rows=np.arange(4))
    assert (made.noise, made.bias) == (0.25, 0.25)  # row 2: the most frequent answer is wrong
    assert made.noise_effect == pytest.approx(0.25)
    assert made.hurts == pytest.approx((1 / 3) / 4)
    assert made.helps == pytest.approx((1 / 3) / 4)
    assert made.error == pytest.approx(made.noise_effect + made.bias + made.hurts - made.helps)
    rng = np.random.default_rng(1)
    mean = rng.normal(size=3000)
    target = mean + rng.normal(size=3000)
    said = [mean + 0.5 + rng.normal(0, 0.3, 3000) for _ in range(20)]
    parts = error_parts([numbers(target, one) for one in said], truth=mean, truth_rows=np.arange(3000))
    assert parts.noise == pytest.approx(1, abs=0.1)
    assert parts.bias == pytest.approx(0.25 + 0.09 / 20, abs=0.02)
    assert parts.variance == pytest.approx(0.09 * 19 / 20, abs=0.01)
    assert {one.code for one in parts.notes} == {"estimates.not-adding-up"}


def test_rows_need_two_trainings() -> None:
    with pytest.raises(BakeoffError, match="use a bootstrap"):
        error_parts([classes([0, 1], [0, 1], rows=[0, 1]), classes([0, 1], [0, 1], rows=[2, 3])])
    with pytest.raises(BakeoffError, match="different truths"):
        error_parts([classes([0, 1], [0, 1]), classes([1, 1], [0, 1])])
    same = error_parts([classes([0, 1], [0, 1])] * 2)
    assert (same.error, same.bias, same.variance) == (0, 0, 0)
    assert np.isnan(same.noise)


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


def test_a_low_training_error_is_told_as_a_number_and_not_as_a_habit_of_the_learner():
    from bakeoff.estimates.notes import LOW_TRAINING_ERROR

    text = str(LOW_TRAINING_ERROR(training=0.04, e0=0.1))
    assert "0.04" in text
    assert "memor" not in text


@pytest.mark.parametrize(
    ("whole", "code"),
    [([0, 1, 0, 1] * 5, "memorised-rows"), ([1, 1, 0, 1, *[0, 1, 0, 1] * 4], "low-training-error")],
)
def test_a_learner_memorises_only_where_it_hardly_errs_on_its_training_rows(whole, code) -> None:
    truth = [0, 1, 0, 1] * 5
    outside = classes(truth, [1 - one if at < 10 else one for at, one in enumerate(truth)], k=2)
    made = bootstrap_error([outside], classes(truth, whole, k=2))
    assert f"estimates.{code}" in {note.code for note in made.notes}
