"""A stranger's model through the doors that users have: `bakeoff predict`, `bakeoff drift --model` and `bo.load_model`."""

import contextlib
import json
import os
import stat
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn.linear_model import LogisticRegression

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BakeoffError
from tests.deployment.test_served_model import DANGEROUS, PARTS, node, plain, several, table

pytest.importorskip("skops.io")

LONG = bool(os.environ.get("BAKEOFF_LONG_FAULTS"))  # `make faults`: all of them, at every door; some seconds each
CARD, SCHEMA = "bakeoff-card.json", "schema.json"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good model with rows of the same kind."""
    folder = tmp_path_factory.mktemp("desk")
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(80, 2))
    label = np.where(rows[:, 0] > 0, "yes", "no")
    lines = [f"{a:.4f},{b:.4f},{y}" for (a, b), y in zip(rows, label, strict=True)]
    (folder / "old.csv").write_text("x0,x1,y\n" + "\n".join(lines[:40]))
    (folder / "new.csv").write_text("x0,x1,y\n" + "\n".join(lines[40:]))
    frame = bo.load(folder / "old.csv", target="y")
    study = bo.Study(datasets=[frame], learners={"lr": LogisticRegression(), "zero": "majority"}, scheme="kfold(2)")
    study.run(progress=False).deploy("lr").save(folder / "good.skops")
    return folder


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: dict[str, bytes], target: Path, **how: int) -> None:
    with zipfile.ZipFile(target, "w", how.get("kind", zipfile.ZIP_DEFLATED)) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def with_parts(**changed: bytes):
    return lambda parts, target: zipped(parts | changed, target)


def with_model(model: dict[str, object]):
    def make(parts: dict[str, bytes], target: Path) -> None:
        good = json.loads(parts[SCHEMA])
        facts = {"protocol": good["protocol"], "_skops_version": good["_skops_version"]}
        zipped(parts | PARTS | {SCHEMA: json.dumps({**model, **facts}).encode()}, target)

    return make


def link_inside(parts: dict[str, bytes], target: Path) -> None:
    zipped(parts, target)
    with zipfile.ZipFile(target, "a") as archive:
        entry = zipfile.ZipInfo("link.npy")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")


def twice(parts: dict[str, bytes], target: Path) -> None:
    zipped(parts, target)
    with zipfile.ZipFile(target, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(SCHEMA, b"{}")


def false_size(real: int, stated: int):
    """A part of so many bytes whose entries state another number."""

    def make(parts: dict[str, bytes], target: Path) -> None:
        bomb = node("NdArrayNode", "numpy.ndarray", type="numpy", file="bomb.npy")
        with_model(table(kind=plain("sklearn"), model=bomb))(parts | {"bomb.npy": bytes(real)}, target)
        content = bytearray(target.read_bytes())
        for mark, name, size in ((b"PK\x03\x04", 30, 22), (b"PK\x01\x02", 46, 24)):
            at = content.find(mark)
            while at >= 0:
                if content[at + name : at + name + 8] == b"bomb.npy":
                    content[at + size : at + size + 4] = struct.pack("<I", stated)
                at = content.find(mark, at + 4)
        target.write_bytes(content)

    return make


def encrypted(parts: dict[str, bytes], target: Path) -> None:
    zipped(parts, target)
    content = bytearray(target.read_bytes())
    at = content.find(b"PK\x01\x02")
    content[at + 8] |= 1
    target.write_bytes(content)


def loop(depth: int) -> dict[str, object]:
    made: dict[str, object] = node("CachedNode", "builtins.list") | {"__id__": 7}
    for _ in range(depth):
        made = node("ListNode", "builtins.list", content=[made]) | {"__id__": 7}
    return made


HOSTILE = {
    "a name that leaves the folder": with_parts(**{"../../evil.npy": b"x"}),
    "an absolute name": with_parts(**{"/evil.npy": b"x"}),
    "a name of another system": with_parts(**{"C:\\evil.npy": b"x"}),
    "a name with a line end": with_parts(**{"evil\n.npy": b"x"}),
    "a link inside": link_inside,
    "the schema twice": twice,
    "sizes that are too small": false_size(64_000_000, 10),
    "encrypted": encrypted,
    "packed by lzma": lambda parts, target: zipped(parts, target, kind=zipfile.ZIP_LZMA),
    "a hundred thousand parts": lambda parts, target: zipped(parts | {f"p{at}": b"" for at in range(100_001)}, target),
    "four gigabytes": false_size(10, 4_200_000_000),
    "no schema": lambda parts, target: zipped({name: one for name, one in parts.items() if name != SCHEMA}, target),
    "a schema of brackets": with_parts(**{SCHEMA: b"[" * 300_000}),
    "a schema of another protocol": with_parts(**{SCHEMA: b'{"protocol": 99999, "_skops_version": "99"}'}),
    "a schema with numbers of 5,000 digits": with_parts(**{SCHEMA: b'{"protocol": ' + b"9" * 5000 + b"}"}),
    "a schema of nothing but NaN": with_parts(**{SCHEMA: b"NaN"}),
    "a card of brackets": with_parts(**{CARD: b'{"format": ' + b"[" * 100_000}),
    "a card with NaN": with_parts(**{CARD: b'{"format": NaN}'}),
    "a list that contains itself": with_model(loop(1)),
    "a list that contains itself, deep": with_model(loop(250)),
    "a table inside that contains itself": with_model(table(kind=plain("sklearn"), model=loop(2))),
    **{f"inside: {name}": with_model(table(kind=plain("sklearn"), model=DANGEROUS[name])) for name in (
        "a function with its argument", "a constructor", "a constructor in the form of a tree", "an array that is a pickle",
        "an array of 10^12 numbers", "names of types that steer a terminal", "a call of a method by name",
    )},
    "a method of a good class": with_model(table(kind=plain("sklearn"), model=several(DANGEROUS["the method of an estimator"]))),
    "a text where the model should be": with_model(table(kind=plain("sklearn"), model=plain("touch marker"))),
    "another kind of model": with_model(table(kind=plain("os"), model=plain("system"))),
}  # fmt: skip


def run(desk: Path, *words: object):
    with contextlib.chdir(desk):
        return CliRunner().invoke(cli, [str(one) for one in words])


def harmless(done) -> None:
    text = done.stdout + done.stderr
    assert "this is a bug" not in text, text[-2000:]
    assert "Traceback" not in text
    assert not {char for char in text if (ord(char) < 32 and char not in "\n\t") or 0x7F <= ord(char) < 0xA0}
    assert len(done.stderr) < 20_000


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE if LONG else (
    "a name that leaves the folder", "inside: a function with its argument", "inside: an array that is a pickle",
))  # fmt: skip
def test_a_hostile_model_is_refused_at_every_door(desk: Path, tmp_path: Path, name: str) -> None:
    bad = tmp_path / "bad.skops"
    HOSTILE[name](parts_of(desk / "good.skops"), bad)
    before = sorted(os.listdir(desk))
    for words in (
        ("predict", bad, "new.csv", "--timeout", 60),
        ("drift", "old.csv", "new.csv", "--target", "y", "--model", bad),
    ):
        done = run(desk, *words)
        assert done.exit_code == 2, done.output
        harmless(done)
    with contextlib.chdir(desk), pytest.raises(BakeoffError) as error, bo.load_model(bad) as model:
        model.predict(np.zeros((3, 2)))
    assert "\n" not in str(error.value)
    assert sorted(os.listdir(desk)) == before


MARK = "<img src=x onerror=alert(1)>\x1b[2J\u202e"
LIES = {
    "other classes": {"classes": ["a", "b", "c"], "class_counts": [1, 2, 3]},
    "one class": {"classes": ["a"], "class_counts": [40]},
    "no class": {"classes": [], "class_counts": []},
    "a class twice": {"classes": ["yes", "yes"]},
    "a hundred thousand classes": {"classes": [str(at) for at in range(100_000)], "class_counts": [1] * 100_000},
    "a positive class that is none": {"positive": "maybe"},
    "numbers instead of classes": {"task": "regression", "classes": [], "class_counts": [], "target_range": [0, 1]},
    "a task that is none": {"task": "divination"},
    "a range of infinity": {"task": "regression", "classes": [], "class_counts": [], "target_range": [-1e308, 1e308]},
    "rows below zero": {"rows": -5, "splits": -1, "seed": -1},
    "a seed of 300 digits": {"seed": 10**300, "rows": 10**300},
    "words with markup": {"title": MARK, "learner": MARK, "dataset": MARK, "source": MARK, "settings": MARK, "preparation": MARK, "created": MARK},
    "names of a megabyte": {"learner": "l" * 1_000_000, "title": "t" * 1_000_000},
    "a measure that is none": {"measure": MARK},
    "a score of 10^308": {"estimate": {"value": 1e308, "low": -1e308, "high": 1e308, "level": 5.0, "method": MARK}},
    "answers that the model has not": {"gives": ["label", "sd", "draws", MARK]},
    "types that nobody asked for": {"types": ["os.system", MARK]},
    "packages of the future": {"versions": [["Python", "99"], ["scikit-learn", MARK], [MARK, MARK]]},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", LIES if LONG else ("other classes", "words with markup"))
def test_a_card_that_lies_breaks_nothing(desk: Path, tmp_path: Path, name: str) -> None:
    """The answer may be wrong, for a card is a claim; but it is an answer or a sentence, and nothing of it is obeyed."""
    parts = parts_of(desk / "good.skops")
    bad, page = tmp_path / "bad.skops", tmp_path / "page.html"
    zipped(parts | {CARD: json.dumps(json.loads(parts[CARD]) | LIES[name]).encode()}, bad)
    for words in (
        ("predict", bad, "new.csv"),
        ("drift", "old.csv", "new.csv", "--target", "y", "--model", bad, "-o", page),
    ):
        done = run(desk, *words)
        assert done.exit_code in {0, 2}, done.output
        harmless(done)
    with contextlib.suppress(BakeoffError), bo.load_model(bad) as model:
        page.write_text(model.card.to_html())
        assert "\x1b" not in model.card.to_markdown()
    text = page.read_text() if page.exists() else ""
    assert "<img" not in text
    assert "\x1b" not in text


def test_columns_of_a_card(desk: Path, tmp_path: Path) -> None:
    """Columns that the model has not, or with hostile names, are refused or asked for."""
    parts = parts_of(desk / "good.skops")
    card = json.loads(parts[CARD])
    first = card["columns"][0]
    for columns in (
        [first], [first] * 2, [], [first | {"name": MARK}, card["columns"][1]], [*card["columns"], first | {"name": "z"}],
        [{**first, "name": str(at)} for at in range(20_000)],
    ):  # fmt: skip
        zipped(parts | {CARD: json.dumps(card | {"columns": columns}).encode()}, tmp_path / "bad.skops")
        done = run(desk, "predict", tmp_path / "bad.skops", "new.csv")
        assert done.exit_code == 2, done.output
        harmless(done)


def test_links_and_special_files(desk: Path, tmp_path: Path) -> None:
    (tmp_path / "link.skops").symlink_to(desk / "good.skops")
    assert run(desk, "predict", tmp_path / "link.skops", "new.csv").exit_code == 0
    (tmp_path / "round.skops").symlink_to(tmp_path / "round.skops")
    os.mkfifo(tmp_path / "pipe.skops")
    (tmp_path / "zero.skops").symlink_to("/dev/zero")
    for name in ("round", "pipe", "zero"):
        done = run(desk, "predict", tmp_path / f"{name}.skops", "new.csv")
        assert done.exit_code == 2, done.output
        harmless(done)
