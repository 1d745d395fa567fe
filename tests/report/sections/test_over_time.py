"""The report of a comparison over time draws how the difference adds up."""

import numpy as np
import pytest

import bakeoff as bo


@pytest.mark.parametrize("ending", ["html", "md", "tex"])
def test_a_report_over_time_has_the_sum_of_differences(tmp_path, ending):
    rng = np.random.default_rng(2)
    truth = rng.standard_normal(60)
    forecasts = {
        name: truth + scale * rng.standard_normal(60) for name, scale in (("<a>", 1.0), ("b", 1.2), ("c", 2.0))
    }
    for time in (None, np.datetime64("2024-01-01") + np.arange(60)):
        path = tmp_path / f"report-{time is None}.{ending}"
        bo.compare_predictions(truth, forecasts, "mae", time=time).report(path)
        text = path.read_text()
        assert ("added up over time" in text) == (time is not None)
        assert "<a> minus" not in text or ending != "html"


def test_origins_have_the_picture_too(tmp_path):
    y = np.sin(np.arange(60) / 4) + 0.1 * np.random.default_rng(1).standard_normal(60)
    results = bo.evaluate(
        {"naive": bo.Naive(), "seasonal": bo.SeasonalNaive(12)}, y[:, None], y, cv="rolling-origin(24, horizon=1)",
        scoring=["mae"], time=range(60), progress=False,
    )  # fmt: skip
    path = tmp_path / "study.html"
    results.report(path)
    assert "added up over time" in path.read_text()
