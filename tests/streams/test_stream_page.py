"""The page of a stream: one table of alarms for all detectors, and no words about changes where none is stated."""

import numpy as np

import bakeoff as bo


def recorded(n=1200):
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, n)
    rate = np.where(np.arange(n) < n // 2, 0.05, 0.5)
    return {"truth": truth, "a": np.where(rng.random(n) < rate, 1 - truth, truth), "b": truth}


def test_alarms_of_all_detectors_are_one_table(tmp_path) -> None:
    results = bo.stream_predictions(recorded(), "truth", ["a", "b"], detectors=["page_hinkley", "ddm"])
    text = results.report(tmp_path / "page.md").read_text(encoding="utf-8")
    assert text.count("Alarms on the losses of each learner") == 1
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    named = {(row[0], row[1]): row[3] for row in rows if len(row) == 4}
    for detector, title in (("page_hinkley", "Page-Hinkley test"), ("ddm", "Drift detection method")):
        for learner, places in results.alarms_of(detector).items():
            assert named[title, learner] == (", ".join(f"{place:,}" for place in places) or "–")
    assert "Vertical lines" not in text


def test_where_changes_are_known_each_detector_is_scored(tmp_path) -> None:
    from sklearn.naive_bayes import GaussianNB

    stream = bo.make_stream("stagger", 1200, [600], seed=1)
    results = bo.stream({"nb": GaussianNB()}, stream, window=200, chunk=50, detectors=["adwin", "hddm_a"])
    text = results.report(tmp_path / "page.md").read_text(encoding="utf-8")
    assert "Vertical lines: changes that the stream states." in text
    assert "false per 1,000" in text
    assert all(title in text for title in ("Adaptive windowing", "Hoeffding drift detection, averages"))
    assert text.count("always alarm") == 1
