"""Input that never ends, is far too large or of the wrong kind, and a machine at its end: one sentence, exit code 2."""

import errno
import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.cli.main import _exit_code
from bakeoff.core.errors import BadInput
from bakeoff.learners.estimators import ClassNames
from bakeoff.learners.learner import Outputs
from bakeoff.runs.store.sql import UnitTable
from bakeoff.splits import checks, scheme_from

DEEP = {
    "dots": "a" + ".a" * 100_000 + " = 1",
    "quoted dots": 'a."b"' * 10_000 + " = 1",
    "a header of dots": "[" + "a." * 100_000 + "a]",
    "brackets": "a = " + "[" * 100_000 + "]" * 100_000,
    "open brackets": "a = " + "[" * 100_000,
    "inline tables": "a = " + "{a = " * 5_000 + "1" + "}" * 5_000,
    "both": "a = " + ("{" + "a." * 30 + "a = ") * 30 + "1" + "}" * 30,
    "digits": "seed = " + "9" * 10_000,
    "hexadecimal digits": "seed = 0x" + "f" * 10_000,
    "a large number": "seed = " + "9" * 30,
    "megabytes": "# " + "x" * 2**22,
    "quotes": '"""' * 9_999 + "'''" * 9_999,
}


def refused(done, *words):
    assert done.exit_code == 2, done.output
    assert "this is a bug" not in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 1000
    for word in words:
        assert word in done.stderr
    return done


@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("verb", ["check", "run"])
def test_deep_and_large_study_files(bakeoff, folder, name, verb):
    (folder / "deep.toml").write_text(DEEP[name] + "\n" + (folder / "study.toml").read_text())
    refused(bakeoff(verb, "deep.toml"), "deep.toml")


def test_what_a_study_needs_is_not_deep(bakeoff, folder):
    text = (folder / "study.toml").read_text()
    title = 'title = "' + "." * 500 + "[" * 500 + '"'
    (folder / "fine.toml").write_text(text.replace('title = "Two on two"', title) + "# " + "." * 500 + "{" * 500)
    assert bakeoff("check", "fine.toml").exit_code == 0


@pytest.mark.parametrize(
    "resampling",
    [
        "repeats = 100000000",
        "repeats = 9223372036854775807",
        "folds = 100000000",
        "scheme = 'kfold(10, repeats=100000000)'",
        "scheme = 'subsampling'\nrepeats = 100000000",
        "scheme = 'bootstrap(100000000)'",
        "scheme = '100000000x2'",
    ],
)
def test_splits_are_counted_before_any_is_drawn(bakeoff, folder, resampling, monkeypatch):
    def drawn(*_):
        raise AssertionError("rows were drawn")

    for place in ("kfold", "holdout", "bootstrap"):
        monkeypatch.setattr(f"bakeoff.splits.{place}.rng_for", drawn)
    text = (folder / "study.toml").read_text().replace("folds = 5", resampling)
    (folder / "large.toml").write_text(text)
    refused(bakeoff("check", "large.toml"), "use at most")


@pytest.mark.parametrize("asked", ["folds = 100000000", "folds = 60", "scheme = '100000000x2'"])
def test_splits_of_a_search_are_counted_too(bakeoff, folder, asked):
    tune = f"tune = {{max_depth = {{int = [1, 5]}}, trials = 2, {asked}}}"
    text = (folder / "study.toml").read_text().replace("params = {max_depth = 3}", tune)
    (folder / "large.toml").write_text(text)
    refused(bakeoff("check", "large.toml"), "learner 'tree': tune asks for", "use 3 or 5 folds")


def test_splits_of_many_rows_are_counted_too(monkeypatch):
    monkeypatch.setattr(checks, "MOST_POSITIONS", 1000)
    with pytest.raises(BadInput, match="use at most 6 repeats"):
        scheme_from("kfold(5, repeats=7)").plan(bo.load("iris"), 0)


def test_made_data_are_counted_before_they_are_drawn(bakeoff, folder):
    text = (folder / "study.toml").read_text()
    (folder / "large.toml").write_text(text.replace("n = 60", "n = 1000000, irrelevant = 1000000"))
    refused(bakeoff("check", "large.toml"), "fewer rows or columns")


@pytest.mark.parametrize("special", ["pipe", "/dev/zero"])
def test_only_regular_files_are_read(bakeoff, folder, special):
    os.mkfifo("pipe")
    os.mkfifo("pipe.parquet")
    os.mkfifo("pipe.bakeoff")
    refused(bakeoff("check", special), "not a regular file")
    refused(bakeoff("compare", special), "not a regular file")
    refused(bakeoff("measure", special, "--truth", "y", "--pred", "p"), "not a regular file")
    refused(bakeoff("report", "pipe.bakeoff"), "not a regular file")
    refused(bakeoff("verify", "pipe.bakeoff"), "not a regular file")
    refused(bakeoff("compare", "pipe.parquet"), "not a regular file")
    text = (folder / "study.toml").read_text()
    Path("special.csv").symlink_to(special)
    for name in ("special.csv", "pipe.parquet"):
        (folder / "data.toml").write_text(text.replace('name = "iris"', f'file = "{name}"\ntarget = "y"'))
        refused(bakeoff("check", "data.toml"), "not a regular file")


WRONG = [
    ("spec", lambda card: []),
    ("spec", lambda card: "text"),
    ("spec", lambda card: card | {"learners": 5}),
    ("spec", lambda card: card | {"learners": [{"name": 1, "settings": 2, "preparation": 3}]}),
    ("spec", lambda card: card | {"measures": [1]}),
    ("spec", lambda card: card | {"primary": ["accuracy"]}),
    ("spec", lambda card: card | {"alpha": "often"}),
    ("spec", lambda card: card | {"title": {}}),
    ("spec", lambda card: card | {"pairs": [[1, 2]]}),
    ("domains", lambda card: {"a": 1}),
    ("domains", lambda card: [card[0] | {"splits": [[0, "x"]]}]),
    ("domains", lambda card: [card[0] | {"card": []}]),
    ("domains", lambda card: [card[0] | {"test_share": "half"}]),
    ("imported", lambda card: 5),
    ("imported", lambda card: [5]),
    ("study_hash", lambda card: 5),
]


@pytest.mark.parametrize(("name", "change"), WRONG)
@pytest.mark.parametrize("verb", ["status", "report"])
def test_a_description_of_wrong_types_under_right_checksums(bakeoff, study, name, change, verb):
    with closing(UnitTable(study, write=True)) as table:
        table.put_meta(name, json.dumps(change(json.loads(table.meta(name) or "null"))))
    refused(bakeoff(verb, study), "not as bakeoff writes it")


def test_a_full_disk_under_the_standard_output(folder, study):
    here = {**os.environ, "PYTHONPATH": str(Path(bo.__file__).parents[1])}
    for words in (["measures"], ["status", str(study)], ["report", str(study), "--json"]):
        with open("/dev/full", "w") as full:
            command = [sys.executable, "-m", "bakeoff.cli.main", *words]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=here, check=False)
        assert done.returncode == 2, done.stderr
        assert "is full; free some space" in " ".join(done.stderr.split())
        assert "bug" not in done.stderr
        assert "Exception ignored" not in done.stderr


def test_a_full_disk_under_a_report(bakeoff, study, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("bakeoff.report.write.os.fsync", full)
    refused(bakeoff("report", study, "-o", "page.html"), "is full")
    assert not [one for one in os.listdir() if "page.html" in one]


def test_no_memory(capsys):
    assert _exit_code(MemoryError()) == 2
    assert "not enough memory" in capsys.readouterr().err


def test_an_error_whose_text_raises_tells_its_kind(capsys):
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    assert _exit_code(Mute()) == 1
    assert "Mute, whose message cannot be read" in capsys.readouterr().err


HIDDEN = np.ma.array([0, 1, 0, 1], mask=[False, True, False, False])


def test_masked_labels_are_refused():
    with pytest.raises(BadInput, match="missing"):
        bo.load((np.arange(8.0).reshape(4, 2), HIDDEN), task="binary")
    with pytest.raises(BadInput, match="missing"):
        bo.measure([0, 1, 0, 1], HIDDEN)
    assert ClassNames.of(("0", "1")).codes(HIDDEN).tolist() == [0, "nan", 0, 1]
    words = np.ma.array(["no", "yes"], mask=[True, False])
    assert ClassNames.of(("no", "yes")).codes(words).tolist() == ["None", 1]
    assert np.isnan(Outputs(label=HIDDEN).label[1])
