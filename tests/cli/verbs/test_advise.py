"""`bakeoff advise`: which measure, resampling, data and test fit your question, with the reasons."""

import pytest

from bakeoff.cli.main import cli


def run(capsys, *words):
    with pytest.raises(SystemExit) as left:
        cli.main(list(words))
    out, err = capsys.readouterr()
    return left.value.code, out, err


def test_advice_about_sources(capsys):
    for source, said in (
        ("repository", "a whole community"),
        ("artificial", "unfair advantage"),
        ("exchange", "lend"),
        ("expanded", "realism"),
    ):
        code, out, _ = run(capsys, "advise", "--source", source)
        assert code == 0
        assert said in out
