"""The browser that prints a PDF keeps its sandbox, except where the user is root."""

import pytest

from bakeoff.report import print_pdf


@pytest.mark.parametrize(("user", "without"), [(0, True), (1000, False)])
def test_only_for_root_the_browser_runs_without_its_sandbox(monkeypatch, user, without):
    monkeypatch.setattr(print_pdf.os, "geteuid", lambda: user)
    assert ("--no-sandbox" in print_pdf._flags()) is without
