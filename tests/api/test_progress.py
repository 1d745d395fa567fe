"""Progress is silent when asked to be, a line a minute away from a terminal, a bar on one."""

import io
from dataclasses import dataclass
from math import nan

from rich.console import Console

from bakeoff.api import progress
from bakeoff.api.progress import progress_entry, progress_line, with_progress
from bakeoff.predictions.resources import Resources
from bakeoff.runs.unit import Failure, Run, Status, UnitKey


@dataclass
class Told:
    done: int = 3
    total: int = 10
    failed: int = 1
    invalid: int = 0
    rate: float = 2.0
    seconds_left: float = 12.0
    news: tuple = ()


def test_a_line_says_rate_time_left_and_failures():
    assert progress_line(Told()) == "3 of 10 units, 2.0 per second, about 12.0 s left, 1 failed"
    assert progress_line(Told(done=10, invalid=2)) == "10 of 10 units, 2.0 per second, 1 failed, 2 invalid"
    assert progress_line(Told(done=0, failed=0, rate=0.0, seconds_left=nan)) == "0 of 10 units"


def test_silence():
    with with_progress(shown=False) as listener:
        assert listener is None


def test_lines_away_from_a_terminal(capsys):
    with with_progress(shown=True, every=0.0) as listener:
        listener(Told())
        listener(Told(failed=0, rate=nan, seconds_left=nan))
    assert capsys.readouterr().err.splitlines() == [progress_line(Told()), "3 of 10 units"]


def test_not_more_than_a_line_a_minute_but_one_at_the_end(capsys):
    with with_progress(shown=True) as listener:
        listener(Told())
        listener(Told(done=9))
        assert capsys.readouterr().err == ""
        listener(Told(done=10))
    assert capsys.readouterr().err == progress_line(Told(done=10)) + "\n"


def runs():
    key = UnitKey(dataset="iris", learner="tree\x1b[31m", scheme="kfold(10)", repeat=0, fold=3)
    spent = Resources(fit_seconds=0.01, predict_seconds=0.002)
    done = Run(key=key, status=Status.DONE, content="c", resources=spent, warnings=("W: w",), warning_counts=(7,))
    failure = Failure(kind="timeout", stage="fit", message="still in fit after 2 s, so it was killed")
    return done, Run(key=key, status=Status.FAILED, content="c", failure=failure)


def test_a_log_has_a_line_for_every_unit(capsys):
    with with_progress(shown=True, log=True) as listener:
        listener(Told(news=runs()))
        listener(Told(done=10))
    lines = capsys.readouterr().err.splitlines()
    assert [one[10:] for one in lines[:2]] == [progress_entry(one) for one in runs()]
    assert progress_entry(runs()[0]) == "iris/tree�[31m/kfold(10)/0/3/test//0 done, in 12 ms, 7 warnings"
    assert progress_entry(runs()[1]).endswith("/0 failed, timeout in fit: still in fit after 2 s, so it was killed")
    assert lines[2:] == [progress_line(Told(done=10))]


def test_a_bar_on_a_terminal():
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=100, legacy_windows=False)
    with progress._bar(console) as listener:
        assert screen.getvalue() == ""
        listener(Told())
    assert "3 of 10 units, 2.0 per second" in screen.getvalue()


def test_one_line_early_about_the_whole_run(capsys, monkeypatch):
    monkeypatch.setattr(progress, "FIRST", 0.0)
    with with_progress(shown=True) as listener:
        listener(Told(done=2))  # too few to tell
        listener(Told(done=3))
        listener(Told(done=4))
    assert capsys.readouterr().err == "about 12.0 s for the other 7 units, by the first 3\n"
    with with_progress(shown=True) as listener:
        listener(Told(done=9, seconds_left=1.0))  # nobody waits for that
        listener(Told(done=9, seconds_left=30.0))
    assert capsys.readouterr().err == ""
