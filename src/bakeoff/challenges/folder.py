"""The folder of a challenge: what may be downloaded, what stays hidden, and what the challenge is, in one JSON file.

challenge.json      what the challenge is (mode 0600)
download/           train.csv, test.csv, card.md, terms.txt: what teams get
hidden/             public.csv and final.csv: the labels of the test rows (mode 0600, folder 0700)
exchange.sqlite     teams, submissions, released scores, audit log (mode 0600)
final.bakeoff       the study of the final submissions, after the close
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import tupled
from bakeoff.data.tasks import task_named
from bakeoff.tabular.encoding import read_bytes
from bakeoff.tabular.reading import read

__all__ = ["DOWNLOADS", "Description", "Folder", "HiddenRows", "write_owner_file"]

SCHEMA = "bakeoff.challenge/1"
DOWNLOADS = ("train.csv", "test.csv", "card.md", "terms.txt")  # all that ever leaves the folder
PARTS = ("public", "final")
LARGEST = 16 << 20  # bytes of challenge.json


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a challenge is; made once, never changed. What may change (state, budgets, end) is in the store."""

    title: str
    target: str
    task: str
    classes: tuple[str, ...]
    positive: str | None
    id_column: str
    group_column: str  # empty where rows are on their own
    time_column: str
    measure: str  # of the board
    final_measure: str
    rule: str
    alpha: float
    license: str
    terms: str
    made: str  # moment, ISO 8601 in UTC
    train_rows: int
    test_rows: int
    public_rows: int
    final_rows: int
    public_units: float  # independent looks that the public rows are worth: fewer than rows where they come in groups
    columns: tuple[tuple[str, str, float], ...]  # name, kind and share of gaps in the training rows
    class_counts: tuple[tuple[str, int], ...]  # of the training rows
    copies: int  # test rows whose features repeat those of a training row
    copies_alike: int  # of these, those with the same target
    notes: tuple[str, ...]  # for the owner
    files: Mapping[str, str] = field(default_factory=dict)  # sha256 of what was written

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"schema": SCHEMA, **asdict(self)}

    def public(self) -> dict[str, Any]:
        """What anybody may know."""
        hidden = {"copies", "copies_alike", "notes", "files", "schema"}
        return {name: value for name, value in self.as_dict().items() if name not in hidden}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HiddenRows:
    """The test rows in the order of test.csv: ids, truth as codes or numbers, and whether the board uses them."""

    ids: tuple[str, ...]
    truth: Array
    public: Array  # positions behind the board
    final: Array  # positions behind the final ranking
    groups: Array | None  # codes of the groups of all rows


def write_owner_file(path: Path, content: bytes) -> None:
    """A new file that only its owner can read; an existing one is refused."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


class Folder:
    """The files of one challenge."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    @property
    def database(self) -> Path:
        """Teams, submissions, audit log."""
        return self.path / "exchange.sqlite"

    @property
    def study(self) -> Path:
        """The study of the final submissions."""
        return self.path / "final.bakeoff"

    def download(self, name: str) -> Path:
        """A file for the teams; only names of DOWNLOADS lead to one."""
        if name not in DOWNLOADS:
            raise BadInput(f"there is no download of that name; there are {', '.join(DOWNLOADS)}")
        return self.path / "download" / name

    def hidden(self, part: str) -> Path:
        """The labels of one part of the test rows."""
        assert part in PARTS
        return self.path / "hidden" / f"{part}.csv"

    def description(self) -> Description:
        """What challenge.json holds."""
        path = self.path / "challenge.json"
        if not path.is_file():
            raise BadInput(
                f"{str(self.path)!r} contains no challenge", cure="make one with: bakeoff exchange create data.csv --target COLUMN -o FOLDER"
            )  # fmt: skip
        content = read_bytes(path)
        try:
            facts = json.loads(content[:LARGEST])
            schema = facts.pop("schema")
            names = {field.name for field in fields(Description)}
            description = Description(**{name: tupled(value) for name, value in facts.items() if name in names})
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise BadInput(f"{path} is not as bakeoff writes it; restore it from a copy") from None
        if schema != SCHEMA:
            raise BadInput(f"{path.name} was written by another version of bakeoff; use that version")
        return description

    def hidden_rows(self, about: Description) -> HiddenRows:
        """The labels; refuses files that others can read or that changed since they were made."""
        problems, rows = [], dict[str, tuple[str, str]]()
        for part in PARTS:
            path = self.hidden(part)
            content = read_bytes(path)
            if path.stat().st_mode & 0o077:
                problems.append(f"{path} can be read by others; take their rights away with: chmod 600 {path}")
            if sha256(content).hexdigest() != about.files[f"hidden/{part}.csv"]:
                problems.append(f"{path} has changed since the challenge was made; restore it from a copy")
            columns = read(content, name=path.name).columns()
            rows |= {row_id: (part, label) for row_id, label in zip(columns["id"], columns["truth"], strict=True)}
        if problems:
            raise BadInput("; ".join(problems))
        test = read(self.download("test.csv")).columns()
        ids = tuple(test[about.id_column])
        groups = np.unique(test[about.group_column], return_inverse=True)[1] if about.group_column else None
        if set(ids) != rows.keys():
            raise BadInput("download/test.csv and the hidden labels have other ids; restore both from a copy")
        codes = {label: code for code, label in enumerate(about.classes)}
        labelled = task_named(about.task).coded
        truth = np.array([codes[rows[row_id][1]] if labelled else float(rows[row_id][1]) for row_id in ids])
        public = np.array([rows[row_id][0] == "public" for row_id in ids])
        parts = {"public": np.flatnonzero(public), "final": np.flatnonzero(~public)}
        return HiddenRows(ids=ids, truth=truth, groups=groups, **parts)
