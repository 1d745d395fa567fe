"""`bakeoff profile`, `domains` and `expand`: what they print, as JSON too, and sentences about bad input."""

import json

import pytest

from bakeoff.cli.main import cli

SCORES = "dataset,a,b,c\n" + "".join(f"d{i},{i},{(i * 3) % 7},{6 - i}\n" for i in range(7))
KNOWN = "dataset,rows,x\n" + "".join(f"d{i},{100 * (i + 1)},{i % 3}\n" for i in range(7))


def run(capsys, *words):
    with pytest.raises(SystemExit) as left:
        cli.main(list(words))
    out, err = capsys.readouterr()
    return left.value.code, out, err


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(SCORES)
    (tmp_path / "c.csv").write_text(KNOWN)
    (tmp_path / "rows.csv").write_text("x,y\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(60)))
    return tmp_path


def test_profile(folder, capsys):
    code, out, err = run(capsys, "profile", "rows.csv", "--target", "y")
    assert code == 0
    assert "60 rows and 1 column in 2 classes" in out
    assert "identifier" in err
    code, out, _ = run(capsys, "profile", "iris", "--json")
    assert json.loads(out)["characteristics"]["rows"] == 150


def test_domains(folder, capsys):
    code, out, _ = run(capsys, "domains", "s.csv", "--characteristics", "c.csv")
    assert code == 0
    assert "p, all questions" in out
    code, out, _ = run(capsys, "domains", "s.csv", "--characteristics", "c.csv", "--direction", "lower", "--json")
    assert json.loads(out)["needed"] == 7


def test_expand_writes_rows_that_can_be_loaded(folder, capsys):
    code, _, err = run(
        capsys,
        "expand",
        "rows.csv",
        "--target",
        "y",
        "--rows",
        "30",
        "--share",
        "a=0.1",
        "--share",
        "b=0.9",
        "-o",
        "more.csv",
    )
    assert code == 0
    assert "30 artificial rows" in err
    lines = (folder / "more.csv").read_text().splitlines()
    assert lines[0] == "x,y"
    assert sum(line.endswith(",a") for line in lines) == 3
    code, out, _ = run(capsys, "expand", "iris", "--rows", "10", "--check", "--json")
    assert json.loads(out)["realism"]["real"] == 75


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["profile", "gone.csv"], "no file called"),
        (["profile", "rows.csv"], "name the target column"),
        (["profile", "irs"], "did you mean 'iris'"),
        (["domains", "s.csv"], "--characteristics FILE.csv"),
        (["domains", "s.csv", "--characteristics", "gone.csv"], "no file called"),
        (["domains", "gone.bakeoff", "--characteristics", "c.csv"], "leave out --characteristics"),
        (["expand", "iris", "--rows", "5"], "name the file to write"),
        (["expand", "iris", "--rows", "0", "-o", "x.csv"], "n must be"),
        (["expand", "iris", "--rows", "5", "-o", "x.xlsx"], "written as .csv"),
        (["expand", "iris", "--rows", "5", "-o", "x.csv", "--share", "setosa"], "CLASS=NUMBER"),
        (["expand", "iris", "--rows", "5", "-o", "x.csv", "--method", "copulas"], "did you mean 'copula'"),
        (["advise", "--source", "repositry"], "did you mean 'repository'"),
    ],
)
def test_bad_input(folder, capsys, words, said):
    code, _, err = run(capsys, *words)
    assert code == 2
    assert said in " ".join(err.split())
