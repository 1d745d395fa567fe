"""Plans out, predictions in."""

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, Problems
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.load import load
from bakeoff.data.tasks import REGRESSION
from bakeoff.runs.exchange import export_plan, import_predictions
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import Ledger, MemoryLedger
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.splits.kfold import KFold
from tests.helpers import odd_learners


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    with FileLedger.create(tmp_path / "s.bakeoff") as made:
        data = odd_learners.toy("toy", n=9, classes=3)
        made.put_dataset(data)
        made.put_plan("toy", KFold(3, stratify=False).plan(data, 0))
        yield made


def table(ledger: Ledger, path: Path, change: object = None) -> Path:
    """A correct table of predictions, or one that was changed."""
    data, plan = ledger.dataset("toy"), ledger.plan("toy")
    header = ["row", "repeat", "fold", "label", "proba_a", "proba_b", "proba_c"]
    lines = [
        [data.rows[at], one.repeat, one.fold, "b", 0.25, 0.5, 0.25] for one in plan.splits for at in reversed(one.test)
    ]
    if change is not None:
        header, lines = change(header, lines)
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([header, *lines])
    return path


def test_the_plan_goes_out(ledger: Ledger, tmp_path: Path) -> None:
    written = export_plan(ledger, tmp_path / "out")
    assert [path.name for path in written] == ["toy.csv", "README.txt"]
    lines = list(csv.DictReader(written[0].read_text().splitlines()))
    assert len(lines) == 27
    assert {line["role"] for line in lines} == {"train", "test"}
    tested = [int(line["row"]) for line in lines if line["role"] == "test"]
    assert sorted(tested) == list(range(9))
    text = written[1].read_text()
    assert "proba_CLASS" in text
    assert "classes a, b, c" in text


def test_a_class_is_found_as_it_is_written_in_the_data(tmp_path: Path) -> None:
    """Labels 0.0 and 1.0 are the classes 0 and 1; blanks around a label do not make another class."""
    (tmp_path / "d.csv").write_text("x,y\n" + "".join(f"{at},{at % 2}.0\n" for at in range(8)))
    data, book = load(tmp_path / "d.csv", target="y"), MemoryLedger()
    book.put_dataset(data)
    book.put_plan(data.name, KFold(2).plan(data, 0))
    assert data.classes == ("0", "1")
    lines = [
        f"{at},{row}.0,0,{one.fold}.0, 1.0 ,0.25,0.75\n"
        for one in book.plan(data.name).splits
        for at, row in enumerate(one.test)
    ]
    path = tmp_path / "p.csv"
    path.write_text(",row,repeat,fold,label,proba_0.0,proba_ 1\n" + "".join(lines))
    for key in import_predictions(book, path, "outside"):
        made = book.get(key).predictions
        assert made.label.tolist() == [1] * 4
        assert made.proba.tolist() == [[0.25, 0.75]] * 4


def test_the_same_problem_of_many_lines_is_told_once(ledger: Ledger, tmp_path: Path) -> None:
    def spoil(header: list, lines: list) -> tuple[list, list]:
        return header, [[*one[:3], "z", *one[4:]] for one in lines]

    with pytest.raises(Problems) as caught:
        import_predictions(ledger, table(ledger, tmp_path / "p.csv", spoil), "weka")
    assert caught.value.problems == (
        "lines 2, 3, 4 and 6 more: no class of data set 'toy' called 'z'; known are a, b, c",
    )
    path = table(ledger, tmp_path / "q.csv", lambda h, l: ([*h[:5], "proba_x", "proba_ a"], l))
    with pytest.raises(Problems) as caught:
        import_predictions(ledger, path, "weka")
    assert caught.value.problems == (
        "line 1: proba_x is not a class of data set 'toy'",
        "line 1: proba_ a is the same class as proba_a of data set 'toy'",
        "line 1: no column proba_b, proba_c; data set 'toy' needs one for each class",
    )


def test_names_that_no_file_system_likes(tmp_path: Path) -> None:
    book = MemoryLedger()
    for name in ("a/b", "a?b", "A b"):
        data = odd_learners.toy(name)
        book.put_dataset(data)
        book.put_plan(name, KFold(2).plan(data, 0))
    assert len({path.name.lower() for path in export_plan(book, tmp_path)}) == 4


def test_predictions_come_in(ledger: Ledger, tmp_path: Path) -> None:
    keys = import_predictions(ledger, table(ledger, tmp_path / "p.csv"), "weka")
    assert len(keys) == 3
    run = ledger.get(keys[1])
    assert run.status is Status.DONE
    assert run.content.startswith("imported:")
    assert run.predictions.label.tolist() == [1, 1, 1]
    assert run.predictions.proba[0].tolist() == [0.25, 0.5, 0.25]
    assert np.array_equal(run.predictions.truth, ledger.dataset("toy").truth[ledger.plan("toy").split(0, 1).test])
    again = import_predictions(ledger, tmp_path / "p.csv", "weka")
    assert again == keys


@pytest.mark.parametrize("form", ["tabs", "decimal commas", "packed", "markdown", "parquet"])
def test_predictions_come_in_from_every_form_of_table(ledger: Ledger, tmp_path: Path, form: str) -> None:
    lines = [line.split(",") for line in table(ledger, tmp_path / "p.csv").read_text().splitlines()]
    path = tmp_path / ("q.parquet" if form == "parquet" else "q")
    if form == "parquet":
        pyarrow = pytest.importorskip("pyarrow.parquet")
        columns = dict(zip(lines[0], zip(*lines[1:], strict=True), strict=True))
        pyarrow.write_table(pytest.importorskip("pyarrow").table(columns), path)
    elif form == "markdown":
        rows = [f"| {' | '.join(line)} |" for line in lines]
        path.write_text("\n".join([rows[0], "|---" * len(lines[0]) + "|", *rows[1:]]))
    elif form == "packed":
        path.write_bytes(gzip.compress((tmp_path / "p.csv").read_bytes()))
    else:
        text = "\n".join(("\t" if form == "tabs" else ";").join(line) for line in lines)
        path.write_text(text if form == "tabs" else text.replace(".", ","))
    first, again = (import_predictions(ledger, one, name) for one, name in ((tmp_path / "p.csv", "a"), (path, "b")))
    for left, right in zip(first, again, strict=True):
        one, other = ledger.get(left), ledger.get(right)
        assert one.predictions.label.tolist() == other.predictions.label.tolist()
        assert one.predictions.proba.tolist() == other.predictions.proba.tolist()
        assert (one.content == other.content) is (form == "packed")


def test_all_problems_at_once_with_their_lines(ledger: Ledger, tmp_path: Path) -> None:
    def spoil(header: list, lines: list) -> tuple[list, list]:
        lines[0][3] = "d"
        lines[1][1] = "zero"
        lines[2][0] = 99
        lines[3][4] = "x"
        lines[4] = lines[5]
        lines[6] = lines[6][:-1]
        return header, lines

    with pytest.raises(Problems) as caught:
        import_predictions(ledger, table(ledger, tmp_path / "p.csv", spoil), "weka")
    text = str(caught.value)
    for part in (
        "line 2: no class of data set 'toy' called 'd'",
        "line 3: repeat must be a whole number, not 'zero'",
        "line 4: data set 'toy' has no row '99'",
        "line 5: proba_a must be a number, not 'x'",
        "line 7: row",
        "is on line 6 too",
        "line 8: 6 cells for 7 columns",
        "rows that test there are missing",
    ):
        assert part in text
    assert ledger.get(UnitKey(dataset="toy", learner="weka", scheme="kfold(3)", repeat=0, fold=2)) is None
    assert len(ledger) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda h, l: (["id", *h[1:]], l), "no column row"),
        (
            lambda h, l: (h[:3], [one[:3] for one in l]),
            "no column of predictions; call it label, score, sd, proba_CLASS or draw_NUMBER",
        ),
        (lambda h, l: ([*h[:-1], "confidence"], l), "nothing is known of the column confidence"),
        (lambda h, l: (h[:-1], [one[:-1] for one in l]), "no column proba_c; data set 'toy' needs one for each class"),
        (lambda h, l: (h, []), "no predictions in it"),
        (lambda h, l: (h, [[*one[:-1], 0.5] for one in l]), "sums to 1.25"),
        (lambda h, l: (h, [[one[0], 0, (one[2] + 1) % 3, *one[3:]] for one in l]), "do not test there"),
        (lambda h, l: (h, [[one[0], 7, *one[2:]] for one in l]), "no fold 0 in repeat 7"),
        (lambda h, l: (["dataset", *h], [["iris", *one] for one in l]), "no data set in this study called 'iris'"),
    ],
)
def test_each_problem_is_named(ledger: Ledger, tmp_path: Path, change: object, message: str) -> None:
    with pytest.raises(Problems, match=message):
        import_predictions(ledger, table(ledger, tmp_path / "p.csv", change), "weka")


def test_a_learner_of_the_study_is_not_overwritten(ledger: Ledger, tmp_path: Path) -> None:
    key = UnitKey(dataset="toy", learner="tree", scheme=ledger.plan("toy").scheme, repeat=0, fold=0)
    ledger.add(Run(key=key, status=Status.FAILED, content="abc"))
    with pytest.raises(BadInput, match="under another name"):
        import_predictions(ledger, table(ledger, tmp_path / "p.csv"), "tree")
    with pytest.raises(BadInput, match="no file"):
        import_predictions(ledger, tmp_path / "missing.csv", "x")
    with pytest.raises(BadInput, match="needs a name"):
        import_predictions(ledger, tmp_path / "p.csv", "")


def test_regression_with_standard_deviations_and_two_data_sets(tmp_path: Path) -> None:
    book = MemoryLedger()
    for name in ("r1", "r2"):
        data = Dataset(
            name=name,
            task=REGRESSION,
            features=np.zeros((4, 1)),
            target=np.arange(4.0),
            columns=(Column(name="x"),),
            rows=np.array(["p", "q", "r", "s"]),
        )
        book.put_dataset(data)
        book.put_plan(name, KFold(2).plan(data, 0))
    lines = [
        f"{name},{book.dataset(name).rows[at]},0,{one.fold},1.5,0.1"
        for name in ("r1", "r2")
        for one in book.plan(name).splits
        for at in one.test
    ]
    path = tmp_path / "p.csv"
    path.write_text("dataset,row,repeat,fold,label,sd\n" + "\n".join(lines) + "\n")
    keys = import_predictions(book, path, "gp")
    assert len(keys) == 4
    assert book.get(keys[0]).predictions.sd.tolist() == [0.1, 0.1]
    path.write_text("row,repeat,fold,label\np,0,0,1\n")
    with pytest.raises(Problems, match="the study has 2 data sets"):
        import_predictions(book, path, "gp")
