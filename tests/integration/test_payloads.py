"""Hostile names of data sets, learners, columns, classes and files, through the study file, export, import and the page: no escapes."""

import csv
import json
import os
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY
from bakeoff.deployment.model_file import CARD, read_card
from bakeoff.runs.assemble import assemble
from bakeoff.runs.exchange import export_plan, file_name, import_predictions
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.verify import verify
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.splits.kfold import KFold
from bakeoff.study.spec.read_toml import read_study
from bakeoff.tabular.reading import read
from bakeoff.tabular.safe_cells import safe_cell
from bakeoff.web.studies import StudyShelf
from bakeoff.web.tables import TableQuestion, answer_table
from tests.helpers.payloads import PAYLOADS

BATCH = 23
BATCHES = [PAYLOADS[at : at + BATCH] for at in range(0, len(PAYLOADS), BATCH)]


def everything(folder: Path) -> dict[str, str]:
    """Each file below, with what it holds or where it points."""
    return {
        path.relative_to(folder).as_posix(): os.readlink(path) if path.is_symlink() else path.read_bytes().hex()[:200]
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that nobody may write to but through `inside`."""
    (tmp_path / "a" / "b" / "inside").mkdir(parents=True)
    (tmp_path / "escaped.csv").write_text("mine")
    (tmp_path / "a" / "escaped").write_text("mine")
    monkeypatch.chdir(tmp_path / "a" / "b")
    return tmp_path


def outside(home: Path) -> dict[str, str]:
    return {name: what for name, what in everything(home).items() if not name.startswith("a/b/inside/")}


def data_of(name: str, other: str) -> Dataset:
    target, features = [0, 1] * 3, [[float(at)] for at in range(6)]
    return Dataset(
        name=name, task=BINARY, features=features, target=target, columns=(Column(name=name),), classes=(name, f"{other} 2")
    )  # fmt: skip


def test_there_are_more_than_two_hundred() -> None:
    assert len(PAYLOADS) > 200


@pytest.mark.parametrize("names", BATCHES, ids=range(len(BATCHES)))
def test_names_stay_names_in_the_study_file_export_and_import(home: Path, names: tuple[str, ...]) -> None:
    before, inside = outside(home), home / "a" / "b" / "inside"
    taken: set[str] = set()
    with FileLedger.create(inside / "study.bakeoff") as ledger:
        for name in names:
            try:
                data = data_of(name, name)
                plan = KFold(2).plan(data, 0)
            except BakeoffError:
                continue
            ledger.put_dataset(data)
            ledger.put_plan(name, plan)
            for split in plan.splits:
                key = UnitKey(dataset=name, learner=name, scheme=name, repeat=0, fold=split.fold)
                said = assemble(data, split.train, split.test, {"label": data.target[split.test]})
                ledger.add(Run(key=key, status=Status.DONE, content="c", predictions=said, warnings=(name,)))
            taken.add(name)
        assert set(ledger.datasets()) == taken
        assert {key.learner for key in ledger.contents()} == taken
        assert {one.classes[0] for one in map(ledger.dataset, taken)} == taken
        written = export_plan(ledger, inside / "plan")
        assert len(set(written)) == len(taken) + 1
        assert all(path.parent == inside / "plan" and path.is_file() for path in written)
        for name in taken:
            imported(ledger, inside / "answers.csv", name)
    assert len(taken) >= len(names) - 2
    assert verify(inside / "study.bakeoff") == ()
    assert outside(home) == before


def imported(ledger: FileLedger, file: Path, name: str) -> None:
    """Predictions of a learner with a hostile name, for a data set and a class with one."""
    with file.open("w", newline="") as opened:
        out = csv.writer(opened)
        out.writerow(["dataset", "row", "repeat", "fold", "label"])
        for split in ledger.plan(name).splits:
            out.writerows([safe_cell(name), at, 0, split.fold, safe_cell(name)] for at in split.test.tolist())
    try:
        keys = import_predictions(ledger, file, f"{name}!")
    except BakeoffError:
        return  # a name with line ends or spaces around it does not fit into a cell: refused as a whole
    assert {(key.dataset, key.learner) for key in keys} == {(name, f"{name}!")}


def test_links_in_the_folder_of_an_export_are_not_followed(home: Path) -> None:
    inside = home / "a" / "b" / "inside"
    with FileLedger.create(inside / "study.bakeoff") as ledger:
        for name in ("iris", "wine"):
            ledger.put_dataset(data_of(name, name))
            ledger.put_plan(name, KFold(2).plan(data_of(name, name), 0))
        (inside / "plan").mkdir()
        for name in ("iris.csv", "wine.csv", "README.txt"):
            (inside / "plan" / name).symlink_to(home / "escaped.csv")
        export_plan(ledger, inside / "plan")
    assert (home / "escaped.csv").read_text() == "mine"
    assert (inside / "plan" / "iris.csv").read_text().startswith("row,")


@pytest.mark.parametrize("name", PAYLOADS)
def test_names_of_files_fit_any_file_system(name: str) -> None:
    made = file_name(name, [])
    assert Path(made).name == made
    assert made.strip(".")
    assert len(f"{made}_99.csv".encode()) < 255
    assert not set(made) & set('/\\:*?"<>|\0\n\r\t')
    assert made.partition(".")[0].lower() not in {"con", "nul", "aux", "lpt1"}


class Marks(HTMLParser):
    """Tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(key, value or "") for key, value in attrs]


@pytest.mark.parametrize("names", BATCHES, ids=range(len(BATCHES)))
def test_names_stay_text_in_a_pasted_table(home: Path, names: tuple[str, ...]) -> None:
    before = outside(home)
    folded = {f"{' '.join(one.split())[:60]} {at}": at for at, one in enumerate(names[:5])}
    rows = [
        ["data", *folded],
        *([f"{one[:60]} {at}", *(0.5 + 0.01 * at * k for k in range(5))] for at, one in enumerate(names)),
    ]
    content = "\n".join("\t".join('"' + str(cell).replace('"', '""') + '"' for cell in row) for row in rows)
    content = content.replace("\0", "").encode()
    try:
        made = answer_table(TableQuestion.of_form(content, {"rows": "datasets", "direction": "higher"}))
    except BakeoffError as error:
        assert str(error).isprintable() or "\n" in str(error)  # noqa: PT017
        return
    seen = Marks()
    seen.feed(made["article"])
    assert not seen.tags & {"script", "iframe", "img", "object", "embed", "base", "form", "link", "meta"}
    assert not [key for key, _ in seen.attributes if key.startswith("on")]
    assert not [
        value
        for key, value in seen.attributes
        if key in {"href", "src", "xlink:href"} and not value.startswith(("#", "data:text/x-bibtex;charset=utf-8,"))
    ]
    assert outside(home) == before


def test_the_page_opens_no_study_by_a_name(home: Path) -> None:
    inside = home / "a" / "b" / "inside"
    (inside / "study.bakeoff").write_bytes(b"x")
    (inside / "link.bakeoff").symlink_to(home / "escaped.csv")
    shelf = StudyShelf([inside])
    assert [path.name for path in shelf.files().values()] == ["study.bakeoff"]
    assert not [one for one in (*PAYLOADS, "study", "study.bakeoff", "link.bakeoff") if shelf.path(one)]


def test_learners_of_a_study_file_are_never_imported_by_a_hostile_name(home: Path) -> None:
    before, path = outside(home), home / "a" / "b" / "inside" / "study.toml"
    tables = [f"[learners.l{at}]\nuse = {json.dumps(name, ensure_ascii=False)}\n" for at, name in enumerate(PAYLOADS)]
    path.write_text("".join([*tables, '[[datasets]]\nname = "iris"\n']).replace("\x7f", "\\u007f"), encoding="utf-8")
    with pytest.raises(BakeoffError) as refused:
        read_study(path)
    assert len({at for at in range(len(PAYLOADS)) if f"learners.l{at}:" in str(refused.value)}) > 90
    (more,) = re.findall(r"and (\d+) more$", str(refused.value))  # a hundred are listed
    assert int(more) > 110
    assert outside(home) == before


def test_parts_of_a_model_with_hostile_names_are_refused(home: Path) -> None:
    before, path = outside(home), home / "a" / "b" / "inside" / "model.skops"
    for name in PAYLOADS:
        if not name.isascii() or re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
            continue  # a plain name, or one that the zip format spells in its own way
        with zipfile.ZipFile(path, "w") as archive:
            for part in ("schema.json", CARD, name):
                archive.writestr(part, b"{}")
        with pytest.raises(BakeoffError, match="names that no model has"):
            read_card(path, 1e8)
    assert outside(home) == before


def test_columns_with_hostile_names_are_read_as_they_are(home: Path) -> None:
    before = outside(home)
    for name in PAYLOADS:
        content = f'"{name.replace(chr(34), chr(34) * 2)}",other\n1,2\n3,4\n'.encode()
        try:
            assert list(read(content, name="t.csv").columns().values())[1] == ["2", "4"]
        except BakeoffError as error:
            assert str(error)  # noqa: PT017
    assert outside(home) == before
