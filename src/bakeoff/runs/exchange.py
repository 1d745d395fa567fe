"""Learners outside Python join through files: the plan goes out, predictions come in, and every problem is listed by line."""

import csv
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.text import abridged, clean, elide, listed
from bakeoff.core.whole_file import whole_file, write_whole
from bakeoff.data.target import label_text
from bakeoff.predictions.outputs import OUTPUTS, Output, OutputWidth
from bakeoff.runs.assemble import Expected, assemble, complaint
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.store.records import StoredDataset
from bakeoff.runs.unit import IMPORTED, Run, Status, UnitKey
from bakeoff.splits.plan import Split, SplitPlan
from bakeoff.tabular.reading import read
from bakeoff.tabular.safe_cells import plain_cell, safe_cell
from bakeoff.tabular.table import MISSING

__all__ = ["COSTS", "COSTS_ELSEWHERE", "export_plan", "file_name", "import_predictions"]

COSTS = (
    "fit_seconds",
    "predict_seconds",
    "peak_memory",
)  # columns of what a fit cost where it was made; memory in bytes
COSTS_ELSEWHERE = (
    "costs_elsewhere"  # under this name the facts of a unit hold them: what was measured here is in its resources
)

_INDEX = frozenset({"", "index", "Unnamed: 0"})  # the index of a frame, where it was written too; nothing reads it
_NUMBERS = 3  # of lines with the same problem
_PROBA, _DRAW = (OUTPUTS[output].prefix for output in (Output.PROBA, Output.DRAWS))
_SINGLE = [form.name for form in OUTPUTS.values() if OutputWidth.ONE in form.columns]

Fold = tuple[str, int, int]


@dataclass(slots=True)
class _Target:
    """A data set that predictions are about."""

    data: StoredDataset
    plan: SplitPlan
    places: dict[str, int]  # row id as text to position
    codes: dict[str, int]  # class to code
    proba: tuple[str, ...]  # columns of probabilities, in the order of the classes; empty if there are none


@dataclass(slots=True)
class _Reading:
    """What has been read so far."""

    ledger: Ledger
    targets: dict[str, _Target] = field(default_factory=dict)
    folds: dict[Fold, dict[int, tuple[int, dict[str, Any]]]] = field(default_factory=dict)  # position: line, values
    costs: dict[Fold, dict[str, tuple[int, float]]] = field(default_factory=dict)  # by column: line, value
    problems: list[str] = field(default_factory=list)
    lines: dict[str, list[int]] = field(default_factory=dict)  # problems of lines, each with the numbers of the lines

    def refuse(self, number: int, problem: str) -> None:
        """Note a problem of a line; the same problem on many lines is listed once."""
        self.lines.setdefault(problem, []).append(number)

    def all_problems(self) -> list[str]:
        """All problems, those of lines first."""
        return [*(f"{_where(numbers)}: {problem}" for problem, numbers in self.lines.items()), *self.problems]


def _where(numbers: list[int]) -> str:
    """Which lines.

    >>> _where([2]), _where([2, 3]), _where([2, 3, 4, 5, 6])
    ('line 2', 'lines 2 and 3', 'lines 2, 3, 4 and 2 more')
    """
    more = [f"{len(numbers) - _NUMBERS} more"] if len(numbers) > _NUMBERS else []
    return f"{'line' if len(numbers) == 1 else 'lines'} {listed([*map(str, numbers[:_NUMBERS]), *more])}"


def read_predictions(ledger: Ledger, path: Path, learner: str, dataset: str | None) -> list[Run]:
    """The file's predictions as finished units, or Problems."""
    file = read(path)
    rows = file.cells().records
    if not file.format.typed:
        rows = [(number, [plain_cell(cell) for cell in cells]) for number, cells in rows]
    reading = _Reading(ledger)
    header = rows[0][1] if rows else []
    _check_header(reading, header, dataset)
    if not reading.problems:
        for number, cells in rows[1:]:
            _take_line(reading, number, header, cells, dataset)
    runs: list[Run] = []
    if not reading.problems:  # of the heading: what is read below it would be called incomplete
        runs = _finished(reading, learner, IMPORTED + file.digest())
    problems = reading.all_problems()
    if not runs and not problems:
        problems.append("there are no predictions in it")
    if problems:
        raise Problems(str(path), problems)
    return runs


def _check_header(reading: _Reading, header: list[str], dataset: str | None) -> None:
    names = reading.ledger.datasets()
    missing = [name for name in ("row", "repeat", "fold") if name not in header]
    shown = [elide(name, 40) for name in header]
    if missing:
        reading.problems.append(
            f"line 1: no column {listed(missing, last='or')}; the columns are {abridged(shown, 20) or 'none'}"
        )
    if len(set(header)) < len(header):
        reading.problems.append("line 1: a column name occurs twice")
    output_columns = [name for name in header if name in _SINGLE or name.startswith((_PROBA, _DRAW))]
    if not output_columns:
        reading.problems.append(
            "line 1: no column of predictions; call it label, score, sd, proba_CLASS or draw_NUMBER"
        )
    odd = [
        name for name in header if name not in {"dataset", "row", "repeat", "fold", *COSTS, *output_columns, *_INDEX}
    ]
    if odd:
        reading.problems.append(
            f"line 1: nothing is known of the {'column' if len(odd) == 1 else 'columns'} {listed([elide(name, 40) for name in odd])}; leave out what is not used"
        )
    if "dataset" not in header and dataset is None and len(names) != 1:
        reading.problems.append(
            f"line 1: no column dataset, but the study has {len(names)} data sets; add it, or name it with --dataset"
        )


def _take_line(reading: _Reading, number: int, header: list[str], cells: list[str], dataset: str | None) -> None:
    """One prediction; what is wrong with it is noted."""
    if len(cells) != len(header):
        reading.refuse(number, f"{len(cells)} cells for {len(header)} columns")
        return
    line = dict(zip(header, cells, strict=True))
    try:
        target = _target(reading, line.get("dataset") or dataset or reading.ledger.datasets()[0], header)
        fold = (target.data.name, _whole("repeat", line["repeat"]), _whole("fold", line["fold"]))
        place = _place(target, line["row"])
        values = _values(target, line)
        _take_costs(reading.costs.setdefault(fold, {}), number, line)
    except BadInput as error:
        reading.refuse(number, elide(str(error), 400))
        return
    fold_lines = reading.folds.setdefault(fold, {})
    if place in fold_lines:
        first = fold_lines[place][0]
        reading.refuse(number, f"row {line['row']} of repeat {fold[1]}, fold {fold[2]} is on line {first} too")
    fold_lines.setdefault(place, (number, values))


def _take_costs(costs: dict[str, tuple[int, float]], number: int, line: Mapping[str, str]) -> None:
    """What the fit cost elsewhere: one value for each repeat and fold, on every line or on some of them."""
    for name in COSTS:
        if line.get(name, "").strip() in {"", *MISSING}:
            continue
        value = _number(name, line[name])
        if not 0 <= value < inf:
            raise BadInput(f"{name} must be a finite number that is not negative, not {line[name]!r}")
        first, stated = costs.setdefault(name, (number, value))
        if value != stated:
            raise BadInput(f"{name} is {value:g} here and {stated:g} on line {first}; a repeat and fold has one value")


def _target(reading: _Reading, name: str, header: list[str]) -> _Target:
    if name not in reading.targets:
        if name not in reading.ledger.datasets():
            raise UnknownName("data set in this study", name, reading.ledger.datasets())
        data = reading.ledger.dataset(name)
        places = {str(row): position for position, row in enumerate(data.rows.tolist())}
        if len(places) < len(data):
            raise BadInput(f"rows of data set {name!r} share ids, so that predictions cannot be matched to them")
        codes = {label: code for code, label in enumerate(data.classes)}
        proba = _probability_columns(reading, data, codes, header)
        reading.targets[name] = _Target(data, reading.ledger.plan(name), places, codes, proba)
    return reading.targets[name]


def _probability_columns(
    reading: _Reading, data: StoredDataset, codes: Mapping[str, int], header: list[str]
) -> tuple[str, ...]:
    """One column for each class, in the order of the classes; what is missing or too much is a problem of the heading."""
    columns_by_code: dict[int, str] = {}
    proba_columns = [name for name in header if name.startswith(_PROBA)]
    for name in proba_columns:
        code = _code(codes, name.removeprefix(_PROBA))
        if code is None or code in columns_by_code:
            kind = "is not a class" if code is None else f"is the same class as {columns_by_code[code]}"
            reading.problems.append(f"line 1: {elide(name, 80)} {kind} of data set {data.name!r}")
        else:
            columns_by_code[code] = name
    if proba_columns:
        lost = [_PROBA + label for label, code in codes.items() if code not in columns_by_code]
        if lost:
            reading.problems.append(
                f"line 1: no column {abridged([elide(column, 80) for column in lost], 12)}; data set {data.name!r} needs one for each class"
            )
    return (
        tuple(columns_by_code[code] for code in sorted(columns_by_code)) if len(columns_by_code) == len(codes) else ()
    )


def _code(codes: Mapping[str, int], text: str) -> int | None:
    """The code of a class, also where blanks are around it or a whole number has a decimal point: 1.0 is class 1.

    >>> _code({"1": 0, "no": 1}, "1.0"), _code({"1": 0, "no": 1}, " no"), _code({"1": 0}, "2.0")
    (0, 1, None)
    """
    bare = text.strip()
    for form in (text, bare, _without_point(bare)):
        if form in codes:
            return codes[form]
    return None


def _without_point(text: str) -> str:
    """A whole number without its decimal point, as rows and classes are named; other text as it is."""
    try:
        return label_text(float(text))
    except ValueError:
        return text


def _place(target: _Target, row: str) -> int:
    for form in (row, _without_point(row)):
        if form in target.places:
            return target.places[form]
    raise BadInput(f"data set {target.data.name!r} has no row {row!r}")


def _values(target: _Target, line: Mapping[str, str]) -> dict[str, Any]:
    """The outputs of one line, as far as they are given."""
    values: dict[str, Any] = {}
    if "label" in line:
        values["label"] = _label(target, line["label"])
    for name in _SINGLE:
        if name in line and name not in values:
            values[name] = _number(name, line[name])
    drawn = [name for name in line if name.startswith(_DRAW)]
    if drawn:
        values[Output.DRAWS] = [_number(name, line[name]) for name in drawn]
    if target.proba:
        values[Output.PROBA] = [_number(name, line[name]) for name in target.proba]
    return values


def _label(target: _Target, text: str) -> float | int:
    if target.data.task.numeric:
        return _number("label", text)
    code = _code(target.codes, text)
    if code is None and text in MISSING:
        raise BadInput("label is missing; every row of a fold needs its prediction")
    if code is None:
        raise UnknownName(f"class of data set {target.data.name!r}", text, target.codes)
    return code


def _number(name: str, text: str) -> float:
    return _parsed(float, name, text, "a number")


def _whole(name: str, text: str) -> int:
    return int(_parsed(int, name, _without_point(text), "a whole number"))


def _parsed(kind: Callable[[str], float], name: str, text: str, words: str) -> float:
    try:
        return kind(text)
    except ValueError:
        if text in MISSING:
            raise BadInput(f"{name} is missing; it must be {words}") from None
        raise BadInput(f"{name} must be {words}, not {text!r}") from None


def _finished(reading: _Reading, learner: str, content: str) -> list[Run]:
    """Complete folds as units; incomplete ones are problems."""
    runs = []
    for (name, repeat, fold), fold_lines in sorted(reading.folds.items()):
        target = reading.targets[name]
        where = f"data set {name!r}, repeat {repeat}, fold {fold}"
        try:
            split = target.plan.split(repeat, fold)
        except BadInput as error:
            reading.problems.append(f"{where}: {error}")
            continue
        wrong = _wrong_rows(target, split, fold_lines)
        if wrong:
            reading.problems.append(f"{where}: {wrong}")
            continue
        outputs = _outputs(split, fold_lines)
        asked = Expected(
            task=target.data.task, rows=target.data.rows[split.test], classes=target.data.classes, gives=frozenset()
        )
        fault = complaint(asked, outputs, {})
        if fault:
            reading.problems.append(f"{where}: {fault}")
            continue
        key = UnitKey(dataset=name, learner=learner, scheme=target.plan.scheme, repeat=repeat, fold=fold)
        predictions = assemble(target.data, split.train, split.test, outputs)
        costs = {column: value for column, (_, value) in reading.costs.get((name, repeat, fold), {}).items()}
        facts = {COSTS_ELSEWHERE: costs} if costs else None
        runs.append(Run(key=key, status=Status.DONE, content=content, predictions=predictions, facts=facts))
    return runs


def _wrong_rows(target: _Target, split: Split, fold_lines: Mapping[int, object]) -> str:
    test = set(split.test.tolist())
    missing, extra = sorted(test - fold_lines.keys()), sorted(fold_lines.keys() - test)
    faults = []
    if missing:
        faults.append(
            f"{len(missing)} rows that test there are missing, the first is row {target.data.rows[missing[0]]}"
        )
    if extra:
        faults.append(f"{len(extra)} rows do not test there, the first is row {target.data.rows[extra[0]]}")
    return "; ".join(faults)


def _outputs(split: Split, fold_lines: Mapping[int, tuple[int, dict[str, Any]]]) -> dict[str, Array]:
    """Arrays in the order of the split."""
    lines = [fold_lines[place][1] for place in split.test.tolist()]
    return {str(name): np.array([line[name] for line in lines]) for name in lines[0]} if lines else {}


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
  fit_seconds, predict_seconds, peak_memory
                 optional: what the fit cost where it was made, in seconds and bytes, one value for each repeat and fold;
                 the report shows it, and nothing is tested by it

Text that has =, +, - or @ at its beginning or behind a semicolon or bar, and is not a number, has a ' in front, so that no spreadsheet runs it;
its control characters (and its semicolons and bars, where a formula follows one) are written as \\xNN and its backslashes twice. The import undoes that. Column names follow the same rule.

Bring the predictions in with:  bakeoff import STUDY.bakeoff predictions.csv --learner NAME

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
        listing.append(clean(f"{path.name}: data set {name!r}, {len(data)} rows, {data.task.name}{classes}"))
    readme = folder / "README.txt"
    write_whole(readme, _README + "Files\n-----\n\n" + "".join(f"  {line}\n" for line in listing))
    return (*written, readme)


def import_predictions(
    ledger: Ledger, path: str | Path, learner: str, *, dataset: str | None = None
) -> tuple[UnitKey, ...]:
    """Predictions made elsewhere become finished units of that learner; returns their keys.

    Every repeat and fold that occurs must be complete: exactly the rows that test there. All problems are listed at
    once, with their lines, and then nothing is stored. `dataset` names the data set where the file does not.
    """
    if not learner or learner != learner.strip():
        raise BadInput(f"a learner needs a name without spaces around it, not {learner!r}")
    runs = read_predictions(ledger, Path(path), learner, dataset)
    contents = ledger.contents()
    for run in runs:
        if run.key in contents and not contents[run.key][1].startswith(IMPORTED):
            raise BadInput(f"learner {learner!r} was run in this study itself; import under another name")
    ledger.add_many(runs)
    return tuple(run.key for run in runs)


def _write_plan(ledger: Ledger, name: str, path: Path) -> None:
    rows = ledger.dataset(name).rows
    with whole_file(path) as file:
        out = csv.writer(file)
        out.writerow(["row", "repeat", "fold", "role"])
        for split in ledger.plan(name).splits:
            for role, positions in (("train", split.train), ("test", split.test)):
                out.writerows([safe_cell(row), split.repeat, split.fold, role] for row in rows[positions].tolist())


_LONGEST_NAME = 50  # characters, each of four bytes at most
_DEVICES = {"con", "prn", "aux", "nul", *(f"{kind}{number}" for kind in ("com", "lpt") for number in range(10))}


def file_name(name: str, taken: list[Path]) -> str:
    """A name that any file system takes."""
    plain = re.sub(r"[^\w.-]+", "_", name).strip(".")[:_LONGEST_NAME] or "dataset"
    if plain.partition(".")[0].lower() in _DEVICES:
        plain = f"_{plain}"
    used = {path.stem.lower() for path in taken}
    candidates = [plain, *(f"{plain}_{number}" for number in range(2, len(taken) + 3))]
    return next(candidate for candidate in candidates if candidate.lower() not in used)
