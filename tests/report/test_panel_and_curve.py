"""Pages of one file: measures and curves."""

import json
import re

import bakeoff as bo
from bakeoff.report.pages import compose_panel
from bakeoff.report.write import write_report

TRUTH = [1, 0, 1, 1, 0, 1, 0, 0, 1, 0] * 3
SCORE = [0.9, 0.2, 0.7, 0.4, 0.3, 0.8, 0.6, 0.1, 0.95, 0.5] * 3


def test_a_page_of_measures_has_the_classes_below(tmp_path):
    panel = bo.measure(TRUTH, [int(one > 0.45) for one in SCORE], measures=["accuracy", "kappa"])
    page = write_report(compose_panel("Measures of <b>.csv", panel.tables()), tmp_path / "m.html").read_text("utf-8")
    assert "<title>Measures of &lt;b&gt;.csv</title>" in page
    assert re.findall(r"</span> (\w+)</h2>", page) == ["Measures", "Classes"]
    assert "balanced_accuracy" not in page
    report = json.loads(write_report(compose_panel("m", panel.tables()), tmp_path / "m.json").read_text("utf-8"))
    assert [one["title"] for one in report["sections"]] == ["Measures", "Classes"]


def test_a_page_of_a_curve_has_picture_numbers_and_points(tmp_path):
    made = bo.curve(TRUTH, {"a & <i>": SCORE, "b": [1 - one / 2 for one in SCORE]})
    made.save(tmp_path / "roc.html")
    page = (tmp_path / "roc.html").read_text("utf-8")
    assert page.count("<svg") == 3, "the curves, and the scores of both learners by class"
    assert "a &amp; &lt;i&gt;" in page
    assert "<i>" not in page
    assert re.findall(r"</span> (\w+)</h2>", page) == ["Curve", "Points"]
    assert page.index('class="columns"') > page.index("roc_auc"), "two columns of numbers stand below the picture"
    bo.curve(TRUTH, {"a": SCORE}).save(tmp_path / "one.html")
    page = (tmp_path / "one.html").read_text("utf-8")
    assert page.index('class="columns"') < page.index("roc_auc"), "one stands beside it"
