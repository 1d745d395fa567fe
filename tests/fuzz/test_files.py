"""Files of bakeoff itself that a stranger may have changed: studies, results, predictions, boards of a ladder, models."""

import json
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bakeoff.challenges.board_file import load_board, save_board
from bakeoff.challenges.ladder import Ladder
from bakeoff.core.errors import BakeoffError
from bakeoff.deployment.card import ModelCard
from bakeoff.deployment.model_file import CARD, read_card
from bakeoff.runs.exchange import export_plan, import_predictions
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.runs.store.verify import verify
from bakeoff.splits.kfold import KFold
from bakeoff.study.running.status import standing
from bakeoff.study.spec.read_toml import read_file, read_study
from tests.helpers import odd_learners
from tests.helpers.fuzzing import damaged, fuzz, refused_or_read

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of memory are those of Linux")

STUDY = b"""title = "Two learners"
seed = 3
measures = ["accuracy", "kappa"]

[learners.tree]
use = "sklearn.tree.DecisionTreeClassifier"
params = {max_depth = 3}
scale = true

[learners.search]
use = "sklearn.model_selection.GridSearchCV"
params = {estimator = {use = "sklearn.naive_bayes.GaussianNB"}, param_grid = {var_smoothing = [0.1, 1]}}

[[datasets]]
name = "iris"

[[datasets]]
make = {name = "xor", n = 60}
label = "made"

[resampling]
scheme = "kfold"
folds = 3
repeats = 1

[compare]
alpha = 0.05
"""
CARD_FACTS = {
    "format": 1, "created": "2026-01-01T00:00:00+00:00", "title": "shop", "study_hash": "a", "scheme": "kfold", "splits": 3, "learner": "tree",
    "settings": "", "preparation": "", "chosen": [], "measure": "accuracy",
    "estimate": {"value": 0.9, "low": 0.8, "high": 0.95, "level": 0.95, "method": "x"}, "naive": None, "picked_from": [["tree", 0.9]],
    "picked_share": 0.7, "dataset": "d", "source": "d.csv", "fingerprint": "f", "task": "binary", "rows": 10, "classes": ["no", "yes"],
    "class_counts": [5, 5], "positive": "yes", "target_range": None, "columns": [], "known_levels_only": False, "gives": ["label"], "seed": 1,
    "versions": [["Python", "3.11"]], "types": [], "notes": [], "data_notes": [], "not_tested": [], "training_seconds": 0.1,
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzzed")


@fuzz(200)
@given(content=damaged(STUDY))
def test_study_files(folder: Path, content: bytes) -> None:
    path = folder / "study.toml"
    path.write_bytes(content)
    with refused_or_read():
        read_file(path)


@fuzz(25)
@given(content=damaged(STUDY))
def test_study_files_with_their_learners_and_data(folder: Path, content: bytes) -> None:
    path = folder / "study.toml"
    path.write_bytes(content)
    with refused_or_read():
        read_study(path)


@pytest.fixture(scope="module")
def results(folder: Path) -> bytes:
    odd_learners.stored_study(folder / "good.bakeoff")
    return (folder / "good.bakeoff").read_bytes()


@fuzz(60)
@given(data=st.data())
def test_result_files(folder: Path, results: bytes, data: st.DataObject) -> None:
    path = folder / "changed.bakeoff"
    path.write_bytes(data.draw(damaged(results)))
    with refused_or_read(), FileLedger.open(path) as ledger:
        ledger.contents()
        list(ledger.outer())
        for name in ledger.datasets():
            ledger.dataset(name)
            ledger.plan(name)
    with refused_or_read():
        verify(path)
    with refused_or_read(), FileLedger.open(path) as ledger:
        standing(ledger)


@pytest.fixture(scope="module")
def plan() -> MemoryLedger:
    made = MemoryLedger()
    data = odd_learners.toy("toy", n=9, classes=3)
    made.put_dataset(data)
    made.put_plan("toy", KFold(3, stratify=False).plan(data, 0))
    return made


def answers(plan: MemoryLedger) -> bytes:
    data, splits = plan.dataset("toy"), plan.plan("toy").splits
    lines = ["row,repeat,fold,label,proba_a,proba_b,proba_c"]
    lines += [f"{data.rows[at]},{one.repeat},{one.fold},b,0.25,0.5,0.25" for one in splits for at in one.test]
    return "\n".join(lines).encode()


@fuzz(150)
@given(data=st.data())
def test_predictions_from_elsewhere(folder: Path, plan: MemoryLedger, data: st.DataObject) -> None:
    path = folder / "answers.csv"
    path.write_bytes(data.draw(damaged(answers(plan))))
    with refused_or_read():
        import_predictions(plan, path, "other")


def board() -> Ladder:
    made = Ladder([0, 1, 0, 1, 1, 0])
    made.submit("a", [0, 1, 0, 1, 0, 0])
    made.submit("b", [0, 1, 0, 1, 1, 0])
    return made


@fuzz(200)
@given(data=st.data())
def test_boards_of_a_ladder(folder: Path, data: st.DataObject) -> None:
    ladder, path = board(), folder / "board.json"
    save_board(ladder, path)
    path.write_bytes(data.draw(damaged(path.read_bytes())))
    with refused_or_read():
        load_board(ladder, path)
        ladder.board()
        ladder.submit("c", [1, 1, 0, 1, 1, 0])
        save_board(ladder, path)


def model(folder: Path, card: bytes, names: tuple[str, ...] = ()) -> bytes:
    """A file with the parts of a model, and others."""
    path = folder / "made.skops"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("schema.json", "{}")
        archive.writestr(CARD, card)
        for one in names:
            archive.writestr(one, b"x")
    return path.read_bytes()


def good_card() -> bytes:
    column = {"name": "age", "kind": "numeric", "levels": [], "low": 1.0, "high": 2.0, "missing": 0}
    return json.dumps(CARD_FACTS | {"columns": [column]}).encode()


@fuzz(150)
@given(data=st.data())
def test_models(folder: Path, data: st.DataObject) -> None:
    path = folder / "model.skops"
    path.write_bytes(data.draw(damaged(model(folder, good_card()))))
    with refused_or_read():
        read_card(path, 1e8)


@fuzz(150)
@given(card=damaged(good_card()))
def test_cards_of_models(folder: Path, card: bytes) -> None:
    path = folder / "model.skops"
    path.write_bytes(model(folder, card))
    with refused_or_read():
        ModelCard.from_json(card, "model")
    with refused_or_read():
        read_card(path, 1e8)


@fuzz(60)
@given(
    name=st.one_of(
        st.sampled_from(["../x", "/etc/x", "a\\b", "a\0b", "..", "a/../b", "C:x", "ü", ""]), st.text(max_size=8)
    )
)
def test_names_of_a_models_parts(folder: Path, name: str) -> None:
    path = folder / "model.skops"
    try:
        path.write_bytes(model(folder, good_card(), (name,)))
    except (ValueError, IndexError):  # the zip module writes no such name
        return
    with refused_or_read():
        read_card(path, 1e8)


def test_the_good_files_are_read(folder: Path, results: bytes, plan: MemoryLedger) -> None:
    (folder / "good.toml").write_bytes(STUDY)
    assert len(read_study(folder / "good.toml").learners) == 2
    (folder / "same.bakeoff").write_bytes(results)
    assert verify(folder / "same.bakeoff") == ()
    (folder / "answers.csv").write_bytes(answers(plan))
    assert len(import_predictions(plan, folder / "answers.csv", "good")) == 3
    save_board(board(), folder / "board.json")
    load_board(board(), folder / "board.json")
    (folder / "model.skops").write_bytes(model(folder, good_card()))
    assert read_card(folder / "model.skops", 1e8).learner == "tree"
    assert export_plan(plan, folder / "plan")
    (folder / "model.skops").write_bytes(model(folder, good_card(), ("../x",)))
    with pytest.raises(BakeoffError, match="names that no model has"):
        read_card(folder / "model.skops", 1e8)
