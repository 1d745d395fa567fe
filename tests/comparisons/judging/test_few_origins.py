"""A verdict over few origins states how often such a verdict claimed too much in simulations."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

import bakeoff as bo
from bakeoff.core.calibration import Kind, figures, share


def notes_of(origins: int, learners: int) -> list[str]:
    rng = np.random.default_rng(4)
    series = rng.standard_normal(origins + 26)
    lags = np.column_stack([series[1:-1], series[:-2]])
    brought = {"lags": LinearRegression(), "naive": bo.Naive(), "seasonal": bo.SeasonalNaive(4)}
    chosen = {name: brought[name] for name in list(brought)[:learners]}
    results = bo.evaluate(
        chosen,
        lags,
        series[2:],
        cv="rolling-origin(24, horizon=1)",
        scoring=["mae"],
        time=range(len(lags)),
        progress=False,
    )
    study = results.compare("mae")
    assert study.judgement.evidence.name == "origins"
    return [str(note) for note in study.judgement.notes if note.kind.code == "comparison.few_origins"]


@pytest.mark.parametrize(("learners", "kind"), [(2, Kind.SIZE), (3, Kind.FWER)])
def test_the_rate_is_the_largest_that_was_measured(learners, kind):
    (text,) = notes_of(20, learners)
    rates = [figure.rate for figure in figures() if figure.door == "verdict over origins" and figure.kind is kind]
    assert len(rates) == 2
    assert f"in up to {share(max(rates))} of the cases" in text
    assert text.startswith("20 origins show little")


def test_many_origins_get_no_note():
    assert notes_of(60, 2) == []
