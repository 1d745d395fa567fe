"""Learners outside Python join through files: the plan goes out, predictions come in, rows and splits are checked."""

import csv
import re
from pathlib import Path

from bakeoff.core.errors import BadInput
from bakeoff.runs.exchange.import_predictions import read_predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import IMPORTED, UnitKey

__all__ = ["export_plan", "file_name", "import_predictions"]

_README = """Split plan of a bakeoff study
=============================

One CSV file per data set, one line per row, repeat and fold:

  row      the row's id, as in the data (counted from 0 where the data have no ids of their own)
  repeat   number of the repetition, from 0
  fold     number of the fold, from 0
  role     train: the row may be used for fitting; test: it must be predicted

For every repeat and fold, fit on the rows that train (some schemes list a row more than once: then it counts as often)
and predict every row that tests. Write the predictions as a CSV file with the columns

  dataset        the name of the data set; may be left out if the study has only one
  row, repeat, fold
  label          the predicted class, spelled as in the data, or the predicted number
  score          optional: larger means more of the positive class
  proba_CLASS    optional: one column for each class, summing to one in each line
  sd             optional: standard deviation of a predicted number
  draw_NUMBER    optional: draw_1, draw_2, ... are draws from what the predicted number may be

and bring them in with:  bakeoff import STUDY.bakeoff predictions.csv --learner NAME

"""


def export_plan(ledger: Ledger, directory: str | Path) -> tuple[Path, ...]:
    """Write the plan of every data set as CSV, with a README that explains the columns; returns the files."""
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    listing: list[str] = []
    for name in ledger.datasets():
        path = folder / f"{file_name(name, written)}.csv"
        _write_plan(ledger, name, path)
        written.append(path)
        data = ledger.dataset(name)
        classes = f", classes {', '.join(data.classes)}" if data.classes else ""
        listing.append(f"  {path.name}: data set {name!r}, {len(data)} rows, {data.task.value}{classes}\n")
    readme = folder / "README.txt"
    readme.write_text(_README + "Files\n-----\n\n" + "".join(listing), encoding="utf-8")
    return (*written, readme)


def import_predictions(
    ledger: Ledger, path: str | Path, learner: str, *, dataset: str | None = None
) -> tuple[UnitKey, ...]:
    """Predictions made elsewhere become finished units of that learner; returns their keys.

    Every repeat and fold that occurs must be complete: exactly the rows that test there. All problems are told at
    once, with their lines, and then nothing is stored. `dataset` names the data set where the file does not.
    """
    if not learner or learner != learner.strip():
        raise BadInput(f"a learner needs a name without spaces around it, not {learner!r}")
    runs = read_predictions(ledger, Path(path), learner, dataset)
    known = ledger.contents()
    for run in runs:
        if run.key in known and not known[run.key][1].startswith(IMPORTED):
            raise BadInput(f"learner {learner!r} was run in this study itself; import under another name")
    ledger.add_many(runs)
    return tuple(run.key for run in runs)


def _write_plan(ledger: Ledger, name: str, path: Path) -> None:
    rows = ledger.dataset(name).rows
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(["row", "repeat", "fold", "role"])
        for split in ledger.plan(name).splits:
            for role, positions in (("train", split.train), ("test", split.test)):
                out.writerows([row, split.repeat, split.fold, role] for row in rows[positions].tolist())


def file_name(name: str, taken: list[Path]) -> str:
    """A name that any file system takes."""
    plain = re.sub(r"[^\w.-]+", "_", name).strip(".") or "dataset"
    used = {path.stem.lower() for path in taken}
    candidates = [plain, *(f"{plain}_{at}" for at in range(2, len(taken) + 3))]
    return next(one for one in candidates if one.lower() not in used)
