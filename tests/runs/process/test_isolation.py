"""What a unit may not leave behind in its child (ProcessState), what it printed or warned of, and what it cost."""

import pytest

from bakeoff.runs.process import isolation


def test_pages_of_libraries_that_are_touched_first_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {"resident": iter([100.0]), "peak": iter([190.0]), "mapped": iter([30.0, 70.0])}
    monkeypatch.setattr(isolation, "reset_peak", lambda: True)
    monkeypatch.setattr(isolation, "trim", lambda: None)
    monkeypatch.setattr(isolation, "resident_bytes", lambda: next(pages["resident"]))
    monkeypatch.setattr(isolation, "peak_bytes", lambda: next(pages["peak"]))
    monkeypatch.setattr(isolation, "mapped_bytes", lambda: next(pages["mapped"]))
    assert isolation.PeakMemory().read() == 50.0
