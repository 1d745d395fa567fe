"""Input that never ends, is far too large or of the wrong kind, and a machine at its end: one sentence, exit code 2."""

import errno
import gzip
import io
import json
import os
import subprocess
import sys
import zipfile
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
    ("spec", lambda card: card | {"seed": 10**4000, "title": []}),
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


CROWDS = {
    "20,000 learners": lambda card: (
        card | {"learners": [card["learners"][0] | {"name": f"l{i}"} for i in range(20_000)]}
    ),
    "50,000 pairs": lambda card: card | {"pairs": [["zero", "tree"]] * 50_000},
    "20,000 measures": lambda card: card | {"measures": ["accuracy"] * 20_000},
}


@pytest.mark.parametrize("crowd", CROWDS)
def test_a_file_that_says_it_holds_more_than_a_study_has(bakeoff, study, crowd):
    with closing(UnitTable(study, write=True)) as table:
        table.put_meta("spec", json.dumps(CROWDS[crowd](json.loads(table.meta("spec")))))
    for arguments in (("status", study), ("report", study), ("export", study, "-o", "out"), ("map", study)):
        refused(bakeoff(*arguments), f"the file says that it contains {crowd}, and one study has at most")


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


def test_numbers_of_4000_digits_in_a_study_file(bakeoff, study):
    with closing(UnitTable(study, write=True)) as table:
        table.put_meta("spec", json.dumps(json.loads(table.meta("spec")) | {"alpha": 10**4000}))
    refused(bakeoff("report", study), "alpha")


def test_a_name_with_a_nul_character(bakeoff, folder):
    text = (folder / "study.toml").read_text()
    (folder / "nul.toml").write_text(text.replace('name = "iris"', 'file = "a\\u0000b.csv"\ntarget = "y"'))
    refused(bakeoff("check", "nul.toml"), "NUL character")


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
def test_a_pipe_beside_a_study_file(bakeoff, study, ending):
    os.mkfifo(f"{study}{ending}")
    for verb in ("status", "report", "verify"):
        refused(bakeoff(verb, study), "not a regular file")


SCORES = "data,{a},b\n" + "\n".join(f"d{i},{0.5 + i / 50},{0.4 + i / 60}" for i in range(12)) + "\n"


def test_names_without_end(bakeoff, folder):
    Path("t.csv").write_text(SCORES.format(a="a" * 1_000_000))
    refused(bakeoff("compare", "t.csv"), "column 2 has a name of 1,000,000 characters")
    Path("t.csv").write_text(SCORES.format(a="a").replace("d7", "d" * 5000))
    refused(bakeoff("compare", "t.csv"), "line 9 begins with a name of more than 1,000 characters")
    text = (folder / "study.toml").read_text().replace("[learners.tree]", f"[learners.{'t' * 2000}]")
    (folder / "long.toml").write_text(text)
    refused(bakeoff("check", "long.toml"), "a name of 2,000 characters")
    Path("t.csv").write_text(SCORES.format(a="a" * 1000))
    assert bakeoff("compare", "t.csv").exit_code == 0


def test_a_table_that_unpacks_to_far_more_than_itself(bakeoff, folder):
    packed = gzip.compress(b"x,y\n" + b"0.5,0.5\n" * 2**20, 9)
    Path("t.csv.gz").write_bytes(packed * 40)  # 320 MiB in all
    refused(bakeoff("compare", "t.csv.gz"), "unpacks to more than 256 MiB and 200 times its size")


def test_a_parquet_file_of_a_few_bytes_for_each_million_cells(bakeoff, folder):
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = 2**22
    table = arrow.table({f"m{at}": arrow.nulls(rows, arrow.int8()) for at in range(13)})
    parquet.write_table(table, "t.parquet", compression="zstd")
    assert Path("t.parquet").stat().st_size < 2**20
    refused(bakeoff("compare", "t.parquet"), "54,525,952 cells")


def workbook(sheet):
    """A workbook with this XML as its only sheet."""
    rels, kinds = (
        "http://schemas.openxmlformats.org/package/2006",
        "application/vnd.openxmlformats-officedocument.spreadsheetml",
    )
    office, main = (
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{rels}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/><Override PartName="/xl/sheet1.xml" ContentType="{kinds}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{rels}/relationships"><Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{rels}/relationships"><Relationship Id="r1" Type="{office}/worksheet" Target="sheet1.xml"/></Relationships>',
        "xl/sheet1.xml": sheet,
    }  # fmt: skip
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>'
CELL = '<row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_declaration_behind_a_long_comment_of_a_workbook(bakeoff, folder, encoding):
    pytest.importorskip("openpyxl")
    sheet = f"<?xml version='1.0' encoding='{encoding}'?><!--{'x' * 10_000}--><!DOCTYPE w [<!ENTITY a 'b'>]>"
    Path("t.xlsx").write_bytes(workbook((sheet + SHEET.format(rows=CELL)).encode(encoding)))
    refused(bakeoff("compare", "t.xlsx"), "declarations that no workbook needs")


def test_rows_of_a_workbook_that_hold_nothing(bakeoff, folder):
    pytest.importorskip("openpyxl")
    Path("t.xlsx").write_bytes(workbook(SHEET.format(rows="<row/>" * 150_000)))
    refused(bakeoff("compare", "t.xlsx"), "rows without a filled cell")


@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [(["measures"], [1], 0), (["measures", "--json"], [1], 0), (["compare", "-"], [0], 2), (["check", "none.toml"], [0, 1, 2], 2), (["status", "study.bakeoff"], [0, 1, 2], 0)],
)  # fmt: skip
def test_standard_streams_that_are_closed(folder, study, words, closed, code):
    def close():
        for number in closed:
            os.close(number)

    here = {**os.environ, "PYTHONPATH": str(Path(bo.__file__).parents[1])}
    command = [sys.executable, "-m", "bakeoff", *words]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, env=here, check=False, preexec_fn=close)
    assert done.returncode == code, done.stderr
    assert "bug" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_standard_output_that_cannot_be_written(folder):
    here = {**os.environ, "PYTHONPATH": str(Path(bo.__file__).parents[1])}
    with open(os.devnull) as shut:
        done = subprocess.run(
            [sys.executable, "-m", "bakeoff", "measures"], stdout=shut, stderr=subprocess.PIPE, text=True, env=here, check=False
        )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "not open for this" in done.stderr


def test_a_report_in_place_of_a_folder(bakeoff, study):
    Path("page.html").mkdir()
    refused(bakeoff("report", study, "-o", "page.html"), "page.html is a folder; name a file in it")


def test_limits_as_text_are_refused():
    study = bo.Study(datasets=["iris"], learners={"zero": "majority", "one": "prior"}, scheme="kfold(2)")
    for limits in ({"memory": "300MB"}, {"timeout": "1 h"}, {"memory": True}):
        with pytest.raises(BadInput, match="must be a positive number"):
            study.run(workers=1, progress=False, **limits)
