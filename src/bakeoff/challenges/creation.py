"""From a table to a challenge: training rows, test rows without labels under new ids, hidden labels in two parts, a data card."""

import csv
import io
import json
import secrets
from base64 import b32encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.challenges.data_card import data_card
from bakeoff.challenges.folder import Description, Folder, write_owner_file
from bakeoff.challenges.ladder import RULES
from bakeoff.challenges.published_ranking import final_range
from bakeoff.challenges.row_range import BOARD_MEASURES, row_range
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.text import counted
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.data.profile import profile, row_groups
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.tabular.cells import Cells, table_text
from bakeoff.tabular.frames import is_frame
from bakeoff.tabular.reading import Reading, read

__all__ = ["EXCHANGE_RULES", "Design", "create_challenge"]

EXCHANGE_RULES = ("corrected",)  # the rules of a ladder that hide single rows
ID_BYTES = 6  # random bytes of the id of a row
FEWEST = 20  # rows of a hidden part
FEWEST_GROUPS = 5  # of a hidden part, where rows come in groups
DRAWS = 50  # attempts to find a split in which every class trains


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """What the owner decides before the data are divided."""

    target: str
    public: float = 0.5  # of the test rows, behind the board
    test_share: float = 0.4  # of all rows
    measure: str = "error"
    final_measure: str = ""  # of the final ranking; empty: that of the board
    rule: str = "corrected"
    alpha: float = 0.05
    positive: Any = None
    task: str | None = None
    groups: str | None = None
    time: str | None = None
    license: str = ""
    terms: str = ""
    title: str = ""

    def problems(self) -> list[str]:
        """What cannot be, all at once."""
        problems = []
        for name in ("public", "test_share", "alpha"):
            value = getattr(self, name)
            if not 0 < value < 1:
                problems.append(f"{name.replace('_', '-')} is a share between 0 and 1, not {value!r}")
        if self.rule not in RULES:
            problems.append(str(UnknownName("rule of a ladder", self.rule, RULES)))
        elif self.rule not in EXCHANGE_RULES:
            problems.append(f"the rule {self.rule!r} gives single labels away; leave --rule out")
        if self.groups is not None and self.time is not None:
            problems.append("rows are divided by groups or by time, not by both; give one of them")
        return problems


def create_challenge(source: Any, folder: str | Path, design: Design) -> Description:
    """Divide the rows, write the folder, and describe what was made. Every draw is from the generator of the system."""
    problems = design.problems()
    if problems:
        raise BadInput("; ".join(problems))
    data, cells = _read(source, design)
    measure = _measure(design, data)
    final = _final_measure(design, data) if design.final_measure else measure
    test, public = _divided(data, design)
    train = np.setdiff1d(np.arange(len(data)), test)
    about = _described(data, cells, design, (measure, final), (train, test, public))
    return _write(Folder(folder), about, cells, data, (train, test, public))


def _read(source: Any, design: Design) -> tuple[Dataset, dict[str, list[str]]]:
    """The data set with the meaning of its target, and every cell as text, as it is in the source."""
    path = Path(source).expanduser() if isinstance(source, (str, Path)) else None
    if path is None and not is_frame(source):
        raise BadInput("a challenge is made of a file or a frame; bring one of them")
    data = load(
        path or source, target=design.target, positive=design.positive, task=design.task, groups=design.groups, time=design.time,
        name=design.title or (path.name.partition(".")[0] if path else "data"),
    )  # fmt: skip
    reading = read(path or source)
    if isinstance(reading, Reading) and not reading.format.typed:
        cells = reading.columns()
    else:  # numbers as the data set holds them, so that 1.0 and 1 are one class
        cells = Cells(what="the data", records=table_text(reading.table())).columns()
    if design.target not in cells or any(len(column) != len(data) for column in cells.values()):
        raise BadInput(
            "the rows of the file cannot be matched with the rows that were read; save it as a plain CSV file"
        )
    return data, cells


def _measure(design: Design, data: Dataset) -> Measure:
    """The measure of the board: a bounded mean over rows that predictions of this target can have."""
    measure = measure_named(design.measure)
    if measure.needs not in {Output.LABEL, Output.PROBA}:
        raise NotApplicable(
            f"a board needs a bounded mean over rows of labels or probabilities, and {measure.short} is none",
            cure=f"take {BOARD_MEASURES}; roc_auc can decide the final ranking (--final-measure)",
        )
    row_range(_fitting(measure, data), data.task, data.classes, data.positive)
    return measure


def _final_measure(design: Design, data: Dataset) -> Measure:
    """A measure that orders the teams, that predictions of this target can have, and that one row moves by a known amount at most."""
    measure = measure_named(design.final_measure)
    if measure.unordered or measure.reads.from_run:
        raise NotApplicable(
            f"{measure.short} does not decide who predicts better", cure="name another measure for the final ranking"
        )
    final_range(_fitting(measure, data), data.task, data.classes, data.positive)
    return measure


def _fitting(measure: Measure, data: Dataset) -> Measure:
    k = len(data.classes)
    sample = Predictions(
        task=data.task, rows=np.arange(2), truth=data.target[:2], classes=data.classes, positive=data.positive, label=data.target[:2],
        proba=np.full((2, k), 1 / k) if data.task.coded else None,
    )  # fmt: skip
    reason = measure.fits(sample)
    if reason:
        raise NotApplicable(f"{measure.short} cannot be a measure of this challenge: {reason}")
    return measure


def _divided(data: Dataset, design: Design) -> tuple[Array, Array]:
    """Positions of the test rows in the order of test.csv, and those of them that are behind the board."""
    for _ in range(DRAWS):
        test, public = _drawn(data, design)
        least = min(len(public), len(test) - len(public))
        if least < FEWEST:
            raise BadInput(
                f"the smaller hidden part would have {counted(least, 'row')}, and a board needs at least {FEWEST}",
                cure="bring more rows, or give a larger --test-share and --public nearer to 0.5",
            )
        if data.groups is not None:
            _check_groups(data, public, np.setdiff1d(test, public))
        train = np.setdiff1d(np.arange(len(data)), test)
        if not len(train):
            raise BadInput("no row is left to train on; give a smaller --test-share")
        if not data.task.coded or len(np.unique(data.target[train])) == len(np.unique(data.target)):
            return test, public
    raise BadInput(
        "a class has no row to train on", cure="merge or remove rare classes, or give a smaller --test-share"
    )


def _check_groups(data: Dataset, *parts: Array) -> None:
    assert data.groups is not None
    least = min(len(np.unique(data.groups[rows].astype(str))) for rows in parts)
    if least < FEWEST_GROUPS:
        raise BadInput(
            f"the smaller hidden part would have {counted(least, 'group')}, and a board needs at least {FEWEST_GROUPS}",
            cure="bring more groups, or give a larger --test-share and --public nearer to 0.5",
        )


def _drawn(data: Dataset, design: Design) -> tuple[Array, Array]:
    generator = secrets.SystemRandom()
    if data.time is not None:
        order = np.argsort(data.time.astype(str) if data.time.dtype == object else data.time, kind="stable")
        blocks = [[int(row)] for row in order[len(order) - round(design.test_share * len(order)) :]]
    else:
        blocks = _blocks(data)
        generator.shuffle(blocks)
        blocks = _first(blocks, round(design.test_share * len(data)))
    generator.shuffle(blocks)
    rows = [row for block in blocks for row in block]
    public = [row for block in _first(blocks, round(design.public * len(rows))) for row in block]
    generator.shuffle(rows)
    return np.array(rows, dtype=np.int64), np.array(public, dtype=np.int64)


def _blocks(data: Dataset) -> list[list[int]]:
    """The rows that stay together."""
    if data.groups is None:
        return [[row] for row in range(len(data))]
    blocks: dict[str, list[int]] = {}
    for row, group in enumerate(data.groups.tolist()):
        blocks.setdefault(str(group), []).append(row)
    return list(blocks.values())


def _first(blocks: Sequence[list[int]], rows: int) -> list[list[int]]:
    """The first blocks, up to about so many rows."""
    sizes = np.cumsum([len(block) for block in blocks])
    return list(blocks[: int(np.argmin(np.abs(sizes - rows))) + 1])


def _described(
    data: Dataset, cells: Mapping[str, Sequence[str]], design: Design, measures: tuple[Measure, Measure], rows: tuple[Array, Array, Array]
) -> Description:  # fmt: skip
    train, test, public = rows
    training_profile = profile(data.take(train))
    copies, alike = _copies(data, train, test)
    kinds = {column.name: column.kind.value for column in data.columns}
    return Description(
        title=design.title or data.name, target=design.target, task=data.task.name, classes=data.classes, positive=data.positive,
        id_column=next(name for name in ("id", "row_id", "test_id", "test_row_id", f"id_{secrets.token_hex(4)}") if name not in cells),
        group_column=design.groups or "", time_column=design.time or "", measure=measures[0].name, final_measure=measures[1].name, rule=design.rule, alpha=design.alpha,
        license=design.license.strip(), terms=design.terms.strip(), made=datetime.now(UTC).isoformat(timespec="seconds"),
        train_rows=len(train), test_rows=len(test), public_rows=len(public), final_rows=len(test) - len(public),
        public_units=_units(data, public),
        columns=tuple((name, kinds[name], float(training_profile.missing[name])) for name in cells if name in kinds),
        class_counts=tuple(training_profile.class_counts.items()), copies=copies, copies_alike=alike,
        notes=tuple(str(note) for note in profile(data).notes),
    )  # fmt: skip


def _units(data: Dataset, rows: Array) -> float:
    """As many independent rows would bound a mean as tightly: n^2 / sum of squared sizes of groups."""
    if data.groups is None:
        return float(len(rows))
    sizes = np.unique(data.groups[rows].astype(str), return_counts=True)[1]
    return float(len(rows) ** 2 / np.sum(sizes.astype(float) ** 2))


def _copies(data: Dataset, train: Array, test: Array) -> tuple[int, int]:
    """Test rows whose features repeat those of a training row, and how many of them have its target too."""
    if not data.columns:
        return 0, 0
    groups = row_groups(data.matrix)
    known = np.isin(groups[test], groups[train])
    _, target = np.unique(data.target, return_inverse=True)
    both = groups * (int(target.max()) + 1) + target
    return int(known.sum()), int(np.isin(both[test], both[train]).sum())


def _write(
    folder: Folder, about: Description, cells: Mapping[str, Sequence[str]], data: Dataset, rows: tuple[Array, Array, Array]
) -> Description:  # fmt: skip
    """All files, the description last: a folder without it is no challenge."""
    train, test, public = rows
    if folder.path.exists() and (not folder.path.is_dir() or any(folder.path.iterdir())):
        raise BadInput(f"{str(folder.path)!r} exists already and is not empty; name a new folder with -o")
    folder.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.path.chmod(0o700)
    for name in ("download", "hidden"):
        (folder.path / name).mkdir(mode=0o700)
    ids = dict(zip(test.tolist(), _ids(len(test)), strict=True))
    features = {name: column for name, column in cells.items() if name != about.target}
    label = (
        (lambda row: data.classes[data.target[row]]) if data.task.coded else (lambda row: repr(float(data.target[row])))
    )
    shown = set(public.tolist())
    files = {
        "download/train.csv": _csv({name: [column[row] for row in train] for name, column in cells.items()}),
        "download/test.csv": _csv(
            {about.id_column: list(ids.values())} | {name: [column[row] for row in test] for name, column in features.items()}
        ),
        "download/card.md": data_card(about).encode(),
        "download/terms.txt": f"{about.license or 'The owner states no license.'}\n\n{about.terms or 'The owner states no terms.'}\n".encode(),
    }  # fmt: skip
    for part, inside in (("public", True), ("final", False)):
        kept = [row for row in ids if (row in shown) is inside]
        files[f"hidden/{part}.csv"] = _csv({"id": [ids[row] for row in kept], "truth": [label(row) for row in kept]})
    description = replace(about, files={name: sha256(content).hexdigest() for name, content in files.items()})
    for name, content in files.items():
        write_owner_file(folder.path / name, content)
    write_owner_file(
        folder.path / "challenge.json", json.dumps(description.as_dict(), ensure_ascii=False, indent=1).encode()
    )
    return description


def _ids(n: int) -> list[str]:
    """New names of rows: random, each once, and no number that a spreadsheet would change."""
    ids: dict[str, None] = {}
    while len(ids) < n:
        ids["r" + b32encode(secrets.token_bytes(ID_BYTES)).decode().rstrip("=").lower()] = None
    return list(ids)


def _csv(columns: Mapping[str, Sequence[str]]) -> bytes:
    """The cells as they are; data are data, so nothing is put in front of them."""
    text = io.StringIO(newline="")
    out = csv.writer(text, lineterminator="\n")
    out.writerow(columns)
    out.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode()
