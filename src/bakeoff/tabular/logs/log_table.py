"""LogTable: the scores of an evaluation log, item by item, and LogRows, which collects them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean, plural

__all__ = ["SCORE_WORDS", "LogRows", "LogTable", "input_hash", "odd_cell", "score_number"]

# Words that harnesses write for a score; C, P, I and N are those of inspect, by its own values.
SCORE_WORDS: Mapping[str, float] = {
    "c": 1.0, "p": 0.5, "i": 0.0, "n": 0.0, "correct": 1.0, "partial": 0.5, "incorrect": 0.0, "true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0,
    "pass": 1.0, "passed": 1.0, "fail": 0.0, "failed": 0.0, "right": 1.0, "wrong": 0.0, "success": 1.0, "failure": 0.0,
}  # fmt: skip


def score_number(value: Any) -> float | None:
    """The number that a score stands for: numbers, True and False, words such as "C" and "correct"; None where it stands for none.

    >>> score_number("C"), score_number(False), score_number("0.25"), score_number("maybe")
    (1.0, 0.0, 0.25, None)
    """
    if isinstance(value, (int, float)):
        return float(value)
    if not isinstance(value, str):
        return None
    word = SCORE_WORDS.get(value.strip().lower())
    if word is not None:
        return word
    try:
        return float(value)
    except ValueError:
        return None


def input_hash(value: Any) -> str:
    """What stands for the input of an item: sha256 of its text, shortened; empty where there is no input.

    >>> input_hash("What is 1+1?") == input_hash("What is 1+1?"), input_hash(None)
    (True, '')
    """
    if value is None or value == "":
        return ""
    import json

    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LogTable:
    """One long table: a line for each learner, task, item and run. A score that is not there is NaN."""

    source: str
    format: str
    item: list[str]
    learner: list[str]
    task: list[str]
    run: list[str]
    scores: Mapping[str, Array]
    group: list[str]
    error: list[str]  # why there is not a score; empty where nothing failed
    input: list[str]  # a hash; empty where the log has no input
    extra: Mapping[str, list[str]] = field(default_factory=dict)  # further columns, such as metadata.language
    lower: frozenset[str] = frozenset()  # scores of which less is better, where the log states it
    left_out: Mapping[str, str] = field(default_factory=dict)  # columns that hold no scores, with what they hold
    unfinished: str = ""  # what the log states about itself, where its run did not end well
    unnamed: bool = False  # the log names no learner; the file does
    batch: str = ""  # the run of the harness that wrote this log and others

    def __len__(self) -> int:
        return len(self.item)

    def columns(self) -> dict[str, Any]:
        """The columns in their usual order; of no use where they hold nothing are left out."""
        optional = {"task": self.task, "run": self.run}
        ends = {"group": self.group, "error": self.error}
        return {
            "item": self.item,
            "learner": self.learner,
            **{name: cells for name, cells in optional.items() if any(cells)},
            **self.scores,
            **self.extra,
            **{name: cells for name, cells in ends.items() if any(cells)},
        }


class LogRows:
    """Collects the lines of a log."""

    def __init__(self, source: str, form: str) -> None:
        self.source, self.form = source, form
        self.item, self.learner, self.task, self.run = list[str](), list[str](), list[str](), list[str]()
        self.group, self.error, self.input = list[str](), list[str](), list[str]()
        self.lower: set[str] = set()
        self.unfinished = self.batch = ""
        self._scores: dict[str, dict[int, Any]] = {}
        self._columns: dict[str, Sequence[Any]] = {}  # scores that came as whole columns
        self._extra: dict[str, dict[int, str]] = {}
        self._extra_columns: dict[str, list[str]] = {}

    def fill(
        self,
        columns: Mapping[str, Sequence[Any]],
        scores: Mapping[str, Sequence[Any]],
        extra: Mapping[str, Sequence[Any]],
    ) -> None:
        """Take all lines at once, as columns by their roles; a role that is not there is empty."""
        size = len(next(iter({**scores, **columns}.values())))
        for role in ("item", "learner", "task", "run", "group"):
            cells = columns.get(role)
            setattr(self, role, [""] * size if cells is None else ["" if cell is None else str(cell) for cell in cells])
        errors, contents = columns.get("error"), columns.get("input")
        self.error = [""] * size if errors is None else [_error_text(cell) for cell in errors]
        self.input = [""] * size if contents is None else [input_hash(cell) for cell in contents]
        self._columns = dict(scores)
        self._extra_columns = {
            name: ["" if cell is None else str(cell) for cell in cells] for name, cells in extra.items()
        }

    def __len__(self) -> int:
        return len(self.item)

    def add(
        self, scores: Mapping[str, Any], *, item: Any = None, learner: Any = "", task: Any = "", run: Any = "", group: Any = "",
        error: Any = None, content: Any = None, extra: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Take the next line; `content` is the input of the item."""
        place = len(self.item)
        self.item.append("" if item is None else str(item))
        self.learner.append(str(learner or ""))
        self.task.append(str(task or ""))
        self.run.append("" if run is None else str(run))
        self.group.append("" if group is None else str(group))
        self.error.append(_error_text(error))
        self.input.append(input_hash(content))
        for name, value in scores.items():
            if isinstance(value, Mapping):  # one scorer with several values
                for part, inner in value.items():
                    self._scores.setdefault(f"{name}.{part}", {})[place] = inner
            else:
                self._scores.setdefault(str(name), {})[place] = value
        for name, value in _flat(extra or {}):
            self._extra.setdefault(name, {})[place] = str(value)

    def table(self, learner: str) -> LogTable:
        """All lines; `learner` names the learner of lines that name none."""
        if not self.item:
            raise BadInput(f"{self.source} contains no scored item; give a log with samples")
        scores, left_out = dict[str, Array](), dict[str, str]()
        whole = {name: _plain_numbers(cells) for name, cells in self._columns.items()}
        scores |= {name: column for name, column in whole.items() if column is not None}
        mixed = {name: dict(enumerate(self._columns[name])) for name, column in whole.items() if column is None}
        for name, cells in {**self._scores, **mixed}.items():
            column = _numbers(self.source, name, cells, self.item)
            if isinstance(column, str):
                left_out[name] = column
            else:
                scores[name] = column
        if not scores and not any(self.error):
            words = "; ".join(f"{name} contains {text!r}" for name, text in left_out.items())
            raise BadInput(f"{self.source} contains no scores{f' ({words})' if words else ''}; score its samples first")
        unnamed = not any(self.learner)
        return LogTable(
            source=self.source, format=self.form, item=self.item, learner=[name or learner for name in self.learner], task=self.task, run=self.run,
            scores=scores, group=self.group, error=self.error, input=self.input,
            extra={name: [cells.get(i, "") for i in range(len(self))] for name, cells in self._extra.items()} | self._extra_columns,
            lower=frozenset(self.lower), left_out=left_out, unfinished=self.unfinished, unnamed=unnamed, batch=self.batch,
        )  # fmt: skip


def _flat(record: Mapping[str, Any], before: str = "", depth: int = 4) -> Iterator[tuple[str, str | float]]:
    """The words and numbers of nested records by their paths.

    >>> list(_flat({"author": {"country": "NL", "tags": [1]}, "year": 2024}))
    [('author.country', 'NL'), ('year', 2024)]
    """
    for name, value in record.items():
        if isinstance(value, Mapping) and depth:
            yield from _flat(value, f"{before}{name}.", depth - 1)
        elif isinstance(value, (str, int, float)):
            yield f"{before}{name}", value


def _plain_numbers(cells: Sequence[Any]) -> Array | None:
    """Cells that are all numbers, at once; None where some are words or missing."""
    if not {*map(type, cells)} <= {int, float, bool}:
        return None
    return np.array(cells, dtype=np.float64)


def _error_text(error: Any) -> str:
    if not error:
        return ""
    if isinstance(error, Mapping):
        error = error.get("message") or "error"
    return str(error)[:500]


def _numbers(source: str, name: str, cells: Mapping[int, Any], items: Sequence[str]) -> Array | str:
    """The column as numbers, or an example of what it holds where none of it is a score."""
    column = np.full(len(items), nan)
    wrong, good = list[tuple[int, Any]](), 0
    for place, value in cells.items():
        if value is None:
            continue
        number = score_number(value)
        if number is None:
            wrong.append((place, value))
        else:
            column[place] = number
            good += 1
    if not wrong:
        return column
    place, value = wrong[0]
    if not good:
        return clean(str(value))[:40]
    raise odd_cell(source, name, value, place, item=items[place], count=len(wrong))


def odd_cell(source: str, name: str, value: Any, place: int, *, item: str, count: int) -> BadInput:
    """The sentence about the first of `count` cells of a score that are no scores."""
    first = f"row {place + 1}" + (f", item {clean(item)[:40]!r}" if item else "")
    more = f" and no score in {plural(count - 1, 'more row')}" if count > 1 else ""
    return BadInput(
        f"the score {clean(name)!r} of {source} is {clean(str(value))[:40]!r} in {first}{more}, "
        "neither a number nor a word for right or wrong (C, I, correct, True)",
        cure="correct the scorer, or leave these items out of the log",
    )
