"""Whole numbers are read as classes; a note asks whether numbers were meant."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput


def codes(panel: bo.Panel) -> list[str]:
    return [note.code for note in panel.notes]


@pytest.fixture
def ages() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    truth = rng.integers(18, 90, 300)
    return truth, truth + rng.integers(-5, 6, 300)


def test_numbers_that_are_nearly_right_get_a_note(ages: tuple[np.ndarray, np.ndarray]) -> None:
    truth, said = ages
    made = bo.measure(truth, said, level=None)
    assert codes(made).count("panels.like-numbers") == 1
    wrong = truth != said
    alike = next(note for note in made.notes if note.code == "panels.like-numbers")
    assert alike.facts["correlation"] == pytest.approx(np.corrcoef(truth[wrong], said[wrong])[0, 1], abs=0.01)
    assert "task='regression' (--task regression)" in str(alike)
    weighted = bo.measure(truth, said, level=None, sample_weight=np.ones(300))
    assert "panels.like-numbers" in codes(weighted)


@pytest.mark.parametrize("task", ["ordinal", "regression"])
def test_not_where_the_task_was_stated(ages: tuple[np.ndarray, np.ndarray], task: str) -> None:
    assert "panels.like-numbers" not in codes(bo.measure(*ages, task=task, level=None))


def test_not_where_codes_of_classes_are_mistaken_at_random() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 40, 400)
    said = np.where(rng.random(400) < 0.5, truth, rng.integers(0, 40, 400))
    assert "panels.like-numbers" not in codes(bo.measure(truth, said, level=None))
    assert "panels.like-numbers" not in codes(bo.measure(truth, truth, level=None))
    words = [f"c{one}" for one in truth], [f"c{one}" for one in truth + (truth > 5)]
    assert "panels.like-numbers" not in codes(bo.measure(*words, level=None))


def test_separators_of_thousands_are_named_as_the_cause() -> None:
    prices = np.arange(20) * 1250 + 900
    truth, said = ([f"{one:,}" for one in prices + more] for more in (0, 10))
    note = next(note for note in bo.measure(truth, said, level=None).notes if note.code == "panels.like-numbers")
    assert "without separators of thousands" in str(note)
    with pytest.raises(BadInput, match="write numbers without separators of thousands: 2150"):
        bo.measure(truth, said, task="regression")


def test_a_comparison_of_whole_numbers_asks_too(ages: tuple[np.ndarray, np.ndarray]) -> None:
    truth, said = ages
    both = {"a": said, "b": said + 1}
    assert "panels.like-numbers" in [note.code for note in bo.compare_predictions(truth, both).judgement.notes]
    asked = bo.compare_predictions(truth, both, task="regression")
    assert "panels.like-numbers" not in [note.code for note in asked.judgement.notes]
