"""Progress is silent when asked to be, a line a minute away from a terminal, a bar on one."""

from dataclasses import dataclass
from math import nan

from bakeoff.results import progress
from bakeoff.results.progress import watching


@dataclass
class Told:
    done: int = 3
    total: int = 10
    failed: int = 1
    seconds_left: float = 12.0


def test_silence():
    with watching(shown=False) as listener:
        assert listener is None


def test_lines_away_from_a_terminal(capsys):
    with watching(shown=True, every=0.0) as listener:
        listener(Told())
        listener(Told(seconds_left=nan, failed=0))
    assert capsys.readouterr().err.splitlines() == ["3 of 10 units, 1 failed, about 12 s left", "3 of 10 units"]


def test_not_more_than_a_line_a_minute(capsys):
    with watching(shown=True) as listener:
        listener(Told())
    assert capsys.readouterr().err == ""


def test_a_bar_on_a_terminal(monkeypatch):
    import io

    from rich.console import Console

    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100, legacy_windows=False)
    with progress._bar(console) as listener:
        listener(Told())
    assert "3 of 10 units, 1 failed" in screen.getvalue()
