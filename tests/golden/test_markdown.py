"""The Markdown report of a tiny study, word for word. After a wanted change: BAKEOFF_GOLDEN=write pytest tests/golden."""

import os
from pathlib import Path

from bakeoff.report.render.markdown import render
from tests.helpers.findings import compose, make_findings

GOLDEN = Path(__file__).parent / "tiny.md"


def test_word_for_word(monkeypatch):
    monkeypatch.setattr("bakeoff.core.calibration.figures", tuple)  # rates change whenever the battery runs
    made = render(compose(make_findings(splits=10, datasets=["Anneal", "Glass", "Hepatitis", "Tic-Tac-Toe"])))
    if os.environ.get("BAKEOFF_GOLDEN") == "write":
        GOLDEN.write_text(made, encoding="utf-8")
    assert made == GOLDEN.read_text(encoding="utf-8")
