"""`bakeoff curve` from the shell's side."""

import json

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 120)
    frame = pd.DataFrame({
        "y": np.where(y == 1, "ill", "well"), "p": np.round(np.clip(rng.normal(0.4 + 0.25 * y, 0.2), 0, 1), 2),
        "q": np.round(np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0, 1), 2), "kind": np.array(["a", "b", "c"])[rng.integers(0, 3, 120)],
        "one": 1, "word": "x", "number": rng.normal(size=120), "percent": np.arange(120) % 90, "gap": np.where(np.arange(120) == 7, np.nan, 0.5),
    })  # fmt: skip
    frame.to_csv(tmp_path / "p.csv", index=False)
    frame.to_parquet(tmp_path / "p.parquet")
    (tmp_path / "settings.csv").write_text("depth,fpr,tpr\n1,0.05,0.4\n2,0.2,0.7\n3,0.3,0.65\n4,0.5,0.9\n")
    return tmp_path


def run(*args, **more):
    return CliRunner().invoke(cli, ["curve", *(str(one) for one in args)], **more)


def test_csv_parquet_and_stdin_agree(files):
    options = ("--truth", "y", "--score", "p", "--positive", "ill", "--json")
    one = json.loads(run("roc", files / "p.csv", *options).stdout)
    assert one["schema"] == "bakeoff.curve/1"
    assert (one["curve"], one["n"], one["positive"]) == ("roc", 120, "ill")
    assert one == json.loads(run("roc", files / "p.parquet", *options).stdout)
    assert one == json.loads(run("roc", "-", *options, input=(files / "p.csv").read_bytes()).stdout)
    thin = json.loads(run("roc", files / "p.csv", *options, "--points", 5).stdout)
    assert len(thin["scores"][0]["points"]["fpr"]) <= 5


def test_costs_prior_and_rejects(files):
    done = run(
        "roc", files / "p.csv", "--truth", "y", "--proba", "p", "--positive", "ill", "--cost", "1,5", "--prior", 0.1,
        "--max-error", 0.1,
    )  # fmt: skip
    assert "best threshold (costs 1:5, 0.1 positive)" in done.stdout
    assert "share of rows rejected between" in done.stdout
    assert "corners of the convex hull" in done.stdout


def test_weights_and_no_intervals(files):
    frame = pd.read_csv(files / "p.csv")
    frame["w"] = np.arange(120) % 3
    frame.to_csv(files / "w.csv", index=False)
    frame.loc[frame.index.repeat(frame["w"])].to_csv(files / "often.csv", index=False)
    options = ("--truth", "y", "--score", "p", "--positive", "ill", "--level", 0, "--json")
    light, heavy = (
        json.loads(run("roc", files / name, *options, *more).stdout)["scores"][0]
        for name, more in (("w.csv", ("--sample-weight", "w")), ("often.csv", ()))
    )
    assert light["area"]["value"] == pytest.approx(heavy["area"]["value"])
    assert light["area"]["low"] is heavy["area"]["low"] is light["area"]["level"] is None
    assert light["points"]["tpr"] == pytest.approx(heavy["points"]["tpr"])


def test_one_of_three_classes(files):
    done = run("pr", files / "p.csv", "--truth", "kind", "--score", "p", "--positive", "b")
    assert done.exit_code == 0
    assert "class b is compared with the 2 others together" in done.stdout


def test_the_hull_of_settings(files):
    options = ("--fpr", "fpr", "--tpr", "tpr", "--setting", "depth", "--prior", 0.3, "--cost", "1,2")
    done = run("hull", files / "settings.csv", *options)
    assert "area 0.8075" in done.stdout
    assert "cheapest at costs 1:2 and 0.3 positive: 2" in done.stdout
    plain = run("hull", files / "settings.csv", *options[:6])
    assert plain.exit_code == 0
    assert "cheapest" not in plain.stdout
    (files / "twice.csv").write_text("depth,fpr,tpr\n1,0.2,0.7\n2,0.2,0.7\n=3,0.6,0.1\n")
    twice = run("hull", files / "twice.csv", *options[:6])
    assert [line.split()[-1] for line in twice.stdout.splitlines()[3:6]] == ["yes", "yes", "no"]
    assert "below the diagonal, where the classes may be reversed: =3" in twice.stdout
    for ending in ("csv", "json", "svg", "pdf", "png"):
        assert run("hull", files / "twice.csv", *options[:6], "-o", files / f"hull.{ending}").exit_code == 0
        assert (files / f"hull.{ending}").stat().st_size > 60
    assert '"\'=3",0.6,0.1,false' in (files / "hull.csv").read_text()
    made = json.loads(run("hull", files / "settings.csv", *options, "--json").stdout)
    assert [one["on_hull"] for one in made["settings"]] == [True, True, False, True]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("roc", "--truth", "y", "--score", "p"), "needs the positive class"),
        (("roc", "--truth", "kind", "--score", "p"), "has 3 classes"),
        (("roc", "--truth", "one", "--score", "p"), "one class only"),
        (("roc", "--truth", "y", "--score", "word", "--positive", "ill"), "column 'word' must be numbers"),
        (("roc", "--truth", "y", "--score", "gap", "--positive", "ill"), "column 'gap', row 7 is missing"),
        (("roc", "--truth", "y", "--score", "nope", "--positive", "ill"), "no column of"),
        (("roc", "--truth", "y", "--score", ",", "--positive", "ill"), "needs scores"),
        (("roc", "--truth", "number", "--score", "p"), "needs two classes"),
        (("roc", "--truth", "y"), "reads --truth and --score"),
        (("roc", "--truth", "y", "--score", "p", "--fpr", "p"), "--fpr is not for curve roc, but for curve hull"),
        (("calibration", "--truth", "y", "--score", "number", "--positive", "ill"), "is not a probability"),
        (("roc", "--truth", "y", "--score", "p", "--positive", "ill", "--cost", "x"), "--cost is two numbers"),
        (("roc", "--truth", "y", "--score", "p", "--positive", "ill", "-o", "curve.txt"), "written as .csv"),
        (("rock", "--truth", "y", "--score", "p"), "no curve called 'rock'; did you mean 'roc'?"),
        (
            ("roc", "--truth", "y", "--score", "p", "--positive", "ill", "--sample-weight", "number"),
            "column 'number', row",
        ),
        (("roc", "--truth", "y", "--score", "p", "--positive", "ill", "--bins", "0"), "not in the range x>=1"),
        (("hull", "--fpr", "p"), "reads --fpr and --tpr; name both"),
        (("hull", "--fpr", "p", "--tpr", "number"), "is not a rate"),
        (("hull", "--fpr", "p", "--tpr", "q", "--truth", "y"), "--truth is not for curve hull"),
        (("hull", "--fpr", "p", "--tpr", "q", "--score", "q"), "--score is not for curve hull"),
        (("hull", "--fpr", "p", "--tpr", "q", "--max-error", "0.1"), "--max-error is not for curve hull"),
        (("hull", "--fpr", "p", "--tpr", "q", "-o", "hull.txt"), "written as .csv"),
        (("decision", "--truth", "y", "--score", "percent", "--positive", "ill"), "divide percent by 100"),
        (
            ("roc", "--truth", "y", "--score", "p", "--positive", "ill", "--bins", "5"),
            "--bins is not for curve roc, but for curve scores or curve calibration",
        ),
        (
            ("roc", "--truth", "y", "--score", "p", "--positive", "ill", "-o", "nowhere/x.csv"),
            "there is no directory 'nowhere'",
        ),
    ],
)
def test_wrong_input_is_one_sentence(files, args, words):
    kind, *options = args
    done = run(kind, files / "p.csv", *options)
    assert done.exit_code == 2, done.output
    assert words in done.output
    assert "Traceback" not in done.output
    assert not (files / "curve.txt").exists()


def test_a_narrow_terminal_is_kept_to(files, monkeypatch):
    monkeypatch.setattr("bakeoff.cli.output.printing.width_of_terminal", lambda: 80)
    options = ("--truth", "y", "--score", "p,q", "--positive", "ill")
    wide = [run(kind, files / "p.csv", *options).stdout for kind in ("roc", "pr", "cost", "decision")]
    wide += [CliRunner().invoke(cli, [verb, *more]).stdout for verb, *more in (["measures"], ["explain", "roc_auc"])]
    for text in wide:
        assert text
        assert max(map(len, text.splitlines())) <= 80


def test_rates_that_are_none_are_named_column_by_column(tmp_path):
    (tmp_path / "p.csv").write_text("depth,fpr,tpr\n1,.1,.4\n2,.3,1.4\n3,a,.5\n4,,.3\n")
    said = run("hull", tmp_path / "p.csv", "--fpr", "fpr", "--tpr", "tpr").output
    assert "column 'fpr', row 2: a is not a rate" in said
    assert "column 'tpr', row 1: 1.4 is not a rate" in said


def test_settings_that_cost_more_than_no_model_at_all(tmp_path):
    (tmp_path / "p.csv").write_text("depth,fpr,tpr\n1,.1,.4\n2,.5,.9\n")
    rates = ("hull", tmp_path / "p.csv", "--fpr", "fpr", "--tpr", "tpr", "--prior")
    assert "predicting negative for every row costs less: 0.1" in run(*rates, "0.1").output
    assert "predicting positive for every row costs less: 0.1" in run(*rates, "0.9").output
    assert "for every row costs less" not in run(*rates, "0.5").output


def test_a_parquet_file_that_is_damaged_inside(files):
    content = bytearray((files / "p.parquet").read_bytes())
    content[4:400] = bytes(255 - one for one in content[4:400])  # behind the mark, far from the footer
    (files / "damaged.parquet").write_bytes(content)
    done = run("roc", files / "damaged.parquet", "--truth", "y", "--score", "p", "--positive", "ill")
    assert done.exit_code == 2, done.output
    assert "is a damaged Parquet file; write it again" in done.output
