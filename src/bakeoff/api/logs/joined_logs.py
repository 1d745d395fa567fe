"""Several logs as matrices of items by learners: learners named, items matched, errors counted by a stated rule."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from math import nan
from pathlib import Path

import numpy as np

from bakeoff.api import notes as kinds
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import clean, listed, plural
from bakeoff.measures import measures
from bakeoff.measures.measure import Direction
from bakeoff.tabular.logs import LogTable

__all__ = ["JoinedLogs", "join_logs"]

RULES = ("wrong", "drop")
MATCHES = ("auto", "id", "input")
_SEPARATOR = "\x1f"  # between task and item in a key


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JoinedLogs:
    """The items that all learners share, with their scores by one measure."""

    learners: tuple[str, ...]
    tasks: tuple[str, ...]  # the task of each item
    items: tuple[str, ...]
    measure: str
    others: tuple[str, ...]  # further measures that all logs have
    matrix: ScoreMatrix  # NaN where a score is missing and was not counted as wrong
    notes: tuple[Note, ...]
    columns: Mapping[str, list[str]] = field(default_factory=dict)  # further columns, one cell for each item
    human: Array | None = None  # items x learners, NaN without a label


@dataclass(slots=True, eq=False)
class _Lines:
    """The lines of one learner."""

    keys: list[str]
    runs: list[str]
    scores: dict[str, Array]
    failed: Array
    table: LogTable
    places: list[int]


def join_logs(
    tables: Sequence[LogTable], *, measure: str = "", errors: str = "wrong", match: str = "auto", human: str | None = None, columns: Sequence[str] = (), direction: str | None = None,
    shared: bool = True,
) -> JoinedLogs:  # fmt: skip
    """Match the items of all logs.

    Parameters
    ----------
    tables
        The logs, in the order of their files.
    measure
        The score; by default the first one that all logs have.
    errors
        "wrong": a score that an error took counts as 0 where scores lie between 0 and 1. "drop": such runs are left out.
    match
        "id", "input", or "auto": by id unless ids are missing or the same id has different inputs.
    human
        A column with labels of humans.
    columns
        Further columns that are kept for each item.
    direction
        Which scores are better; else what the log or the catalogue of measures states.
    shared
        Whether items that one learner lacks are left out; else its cells are NaN.
    """
    _check_choice("errors", errors, RULES)
    _check_choice("match", match, MATCHES)
    notes = [
        kinds.UNFINISHED(source=table.source, status=table.unfinished, rows=len(table))
        for table in tables
        if table.unfinished
    ]
    notes += [
        kinds.NO_SCORES(measure=name, source=table.source, example=word)
        for table in tables
        for name, word in table.left_out.items()
    ]
    named, remark = _named(tables)
    notes += remark
    by_input, remark = _by_input(named, match)
    notes += remark
    lines = {learner: _lines(parts, by_input=by_input) for learner, parts in named.items()}
    if len(lines) < 2:
        raise BadInput(
            f"the logs contain one learner only, {clean(next(iter(lines)))}; name the log of another one too"
        )
    common, remark = _common(lines, tables) if shared else (_all_items(lines), [])
    notes += remark
    measured = _measures(tables)
    labels = None if human is None else _labels(lines, common, human)
    measured = [name for name in measured if name != human]
    if not measured:
        own = dict.fromkeys(f"{table.source} has {listed(list(table.scores))}" for table in tables if table.scores)
        raise BadInput(f"the logs share no score: {'; '.join(list(own)[:4])}; give logs with the same scorers")
    name = measure or measured[0]
    if name not in measured:
        raise UnknownName("score of the logs", name, measured)
    facts = dict[str, int]()
    matrix = _matrix(lines, common, name, errors, _direction(name, tables, direction), facts)
    notes += _remarks(lines, facts, errors)
    every = [part for parts in lines.values() for part in parts]
    split = [key.split(_SEPARATOR) for key in common]
    kept = {name: _cells(every, common, name) for name in columns}
    return JoinedLogs(
        learners=tuple(lines), tasks=tuple(task for task, _ in split), items=tuple(item for _, item in split), measure=name,
        others=tuple(other for other in measured if other != name), matrix=matrix, notes=tuple(notes), columns=kept, human=labels,
    )  # fmt: skip


def _check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise BadInput(f"{name} must be one of {', '.join(choices)}, not {value!r}")


def _named(tables: Sequence[LogTable]) -> tuple[dict[str, list[tuple[LogTable, list[int]]]], list[Note]]:
    """The lines of each learner. Where two files hold the same learner and task, their folders, their runs or the files are the learners."""
    owners: dict[tuple[str, str], set[int]] = {}
    for place, table in enumerate(tables):
        for key in set(zip(table.learner, table.task, strict=True)):
            owners.setdefault(key, set()).add(place)
    twice = {learner for (learner, _), files in owners.items() if len(files) > 1}
    stems, whose = _names_of_files(tables, twice)
    named: dict[str, list[tuple[LogTable, list[int]]]] = {}
    for place, table in enumerate(tables):
        alone = next(iter(set(table.learner))) if len(set(table.learner)) == 1 else None
        if alone is not None:
            named.setdefault(stems[place] if alone in twice else alone, []).append((table, list(range(len(table)))))
            continue
        places: dict[str, list[int]] = {}
        several = len(set(table.learner)) > 1
        for row, learner in enumerate(table.learner):
            name = learner if learner not in twice else f"{stems[place]}: {learner}" if several else stems[place]
            places.setdefault(name, []).append(row)
        for name, rows in places.items():
            named.setdefault(name, []).append((table, rows))
    if twice:
        return named, [kinds.FILE_NAMES(why=f"several files contain {clean(min(twice))} on the same task", whose=whose)]
    if any(table.unnamed for table in tables):
        return named, [kinds.FILE_NAMES(why="the logs name no learner", whose="files")]
    return named, []


def _names_of_files(tables: Sequence[LogTable], twice: AbstractSet[str]) -> tuple[list[str], str]:
    """A name for each file, and what is named: folders or runs that contain several tasks each, else the files themselves."""
    stems = _file_names(tables)
    both = [place for place, table in enumerate(tables) if twice & set(table.learner)]
    folders = _parts_that_differ([str(Path(tables[place].source).parent) for place in both])
    runs = [tables[place].batch and f"{tables[place].learner[0]} ({tables[place].batch})" for place in both]
    for names, whose in ((folders, "folders"), (runs, "runs")):
        if all(names) and _each_task_once([tables[place] for place in both], names):
            for place, name in zip(both, names, strict=True):
                stems[place] = name
            return stems, whose
    return stems, "files"


def _each_task_once(tables: Sequence[LogTable], names: Sequence[str]) -> bool:
    """Whether two or more names take several files together, and none of them a learner and task twice."""
    if len(set(names)) < 2 or len(set(names)) == len(names):
        return False
    owned = [
        (name, learner, task)
        for table, name in zip(tables, names, strict=True)
        for learner, task in set(zip(table.learner, table.task, strict=True))
    ]
    return len(set(owned)) == len(owned)


def _parts_that_differ(folders: Sequence[str]) -> list[str]:
    """Folders without the first and last parts that all of them share.

    >>> _parts_that_differ(["runs/a/model", "runs/b/model"]), _parts_that_differ(["a", "a"])
    (['a', 'b'], ['', ''])
    """
    parts = [list(Path(folder).parts) for folder in folders]
    for end in (0, -1):
        while all(parts) and len({names[end] for names in parts}) == 1:
            for names in parts:
                del names[end]
    return ["/".join(names) for names in parts]


def _file_names(tables: Sequence[LogTable]) -> list[str]:
    """Stems of files, or with their folders where stems are equal."""
    for parts in (1, 2, 3):
        names = ["/".join((*Path(table.source).parts[:-1], Path(table.source).stem)[-parts:]) for table in tables]
        if len(set(names)) == len(names):
            return names
    return [f"{Path(table.source).stem} ({place})" for place, table in enumerate(tables, start=1)]


def _by_input(named: Mapping[str, list[tuple[LogTable, list[int]]]], match: str) -> tuple[bool, list[Note]]:  # noqa: C901 - a count for each doubt
    """Whether items are matched by their inputs."""
    if match == "id":
        return False, []
    tables = [table for parts in named.values() for table, _ in parts]
    if match == "auto" and not any(any(table.input) for table in tables) and all(all(table.item) for table in tables):
        return False, []
    inputs: dict[tuple[str, str], str] = {}
    differ, gone, blank = 0, 0, 0
    for parts in named.values():
        for table, rows in parts:
            for row in rows:
                item, content = table.item[row], table.input[row]
                gone += not item
                blank += not content
                if item and content:
                    differ += inputs.setdefault((table.task[row], item), content) != content
    if match == "input":
        if blank:
            raise BadInput(f"{plural(blank, 'line')} of the logs have no input; match items by their ids (--match id)")
        return True, [kinds.MATCHED_BY_INPUT(why="this was asked for")]
    if not gone and not differ:
        return False, []
    if blank:
        raise BadInput(
            "some items have neither an id nor an input; name the column of items (--item), or write logs with ids"
        )
    why = f"{gone:,} lines have no id" if gone else f"{differ:,} lines have the id of another input"
    return True, [kinds.MATCHED_BY_INPUT(why=why)]


def _lines(parts: Sequence[tuple[LogTable, list[int]]], *, by_input: bool) -> list[_Lines]:
    lines = []
    for table, rows in parts:
        source = table.input if by_input else table.item
        places = np.asarray(rows)
        lines.append(
            _Lines(
                keys=[f"{table.task[row]}{_SEPARATOR}{source[row]}" for row in rows], runs=[table.run[row] for row in rows],
                scores={name: column[places] for name, column in table.scores.items()},
                failed=np.array([bool(table.error[row]) for row in rows]), table=table, places=rows,
            )
        )  # fmt: skip
        _refuse_twice(lines[-1])
    return lines


def _refuse_twice(lines: _Lines) -> None:
    """An item twice without a run is refused; epochs are runs."""
    if len(set(lines.keys)) == len(lines.keys):
        return
    item_runs = set[tuple[str, str]]()
    for key, run in zip(lines.keys, lines.runs, strict=True):
        if (key, run) in item_runs:
            item = clean(key.split(_SEPARATOR)[1])
            raise BadInput(
                f"{lines.table.source} contains item {item} twice{f' in run {clean(run)}' if run else ''}; keep one, or name the column of runs (--runs)"
            )
        item_runs.add((key, run))


def _common(lines: Mapping[str, list[_Lines]], tables: Sequence[LogTable]) -> tuple[list[str], list[Note]]:
    """The items of all learners, in the order of the first."""
    own = {learner: {key for part in parts for key in part.keys} for learner, parts in lines.items()}
    shared = set.intersection(*own.values())
    if not shared:
        first, last = tables[0], tables[-1]
        tasks = [sorted({task for task in table.task if task}) for table in (first, last)]
        if tasks[0] and tasks[1] and not set(tasks[0]) & set(tasks[1]):
            raise BadInput(
                f"{first.source} is about task {clean(tasks[0][0])} and {last.source} about {clean(tasks[1][0])}; compare logs of the same task"
            )
        counts = ", ".join(f"{clean(learner)} {len(keys):,}" for learner, keys in list(own.items())[:6])
        raise BadInput(
            f"the logs have 0 items in common ({counts}); compare logs of the same items, or match them by input (--match input)"
        )
    left_out = {learner: len(keys - shared) for learner, keys in own.items() if keys - shared}
    order = dict.fromkeys(key for part in next(iter(lines.values())) for key in part.keys if key in shared)
    return list(order), [kinds.ONE_SIDED(common=len(shared), left_out=left_out)] if left_out else []


def _all_items(lines: Mapping[str, list[_Lines]]) -> list[str]:
    """The items of any learner, in the order in which they come."""
    return list(dict.fromkeys(key for parts in lines.values() for part in parts for key in part.keys))


def _measures(tables: Sequence[LogTable]) -> list[str]:
    """The scores that all logs have; a log of errors alone has none and shares all."""
    scored = [table for table in tables if table.scores]
    if not scored:
        raise BadInput("the logs contain errors and no score; run the evaluation again")
    return [name for name in scored[0].scores if all(name in table.scores for table in scored)]


def _direction(name: str, tables: Sequence[LogTable], stated: str | None) -> Direction:
    if stated is not None:
        return Direction(stated)
    if any(name in table.lower for table in tables):
        return Direction.LOWER
    if name in measures and measures[name].direction is Direction.LOWER:
        return Direction.LOWER
    return Direction.HIGHER


def _matrix(  # noqa: PLR0917 - private
    lines: Mapping[str, list[_Lines]], common: Sequence[str], name: str, errors: str, direction: Direction, facts: dict[str, int]
) -> ScoreMatrix:  # fmt: skip
    """The mean of the runs of each item."""
    place = {key: i for i, key in enumerate(common)}
    values = np.full((len(common), len(lines)), nan)
    every = np.concatenate([part.scores[name] for parts in lines.values() for part in parts if name in part.scores])
    finite = every[~np.isnan(every)]
    unit = not len(finite) or bool((finite >= 0).all() and (finite <= 1).all())
    for column, (learner, parts) in enumerate(lines.items()):
        sums, counts = np.zeros(len(common)), np.zeros(len(common))
        for part in parts:
            rows = np.array([place.get(key, -1) for key in part.keys])
            scores = part.scores.get(name, np.full(len(rows), nan))
            gone = np.isnan(scores) & (rows >= 0)
            if gone.any():
                facts[learner] = max(facts.get(learner, 0), int(gone.sum()))
                if errors == "wrong":
                    if not unit or direction is Direction.LOWER:
                        raise BadInput(
                            f"{plural(int(gone.sum()), 'score')} of {clean(name)} are missing for {clean(learner)}, and no score is the worst where scores leave 0 to 1 or less is better",
                            cure="leave these items out (--errors drop)",
                        )
                    scores = np.where(gone, 0.0, scores)
            used = (rows >= 0) & ~np.isnan(scores)
            np.add.at(sums, rows[used], scores[used])
            np.add.at(counts, rows[used], 1)
        with np.errstate(invalid="ignore"):
            values[:, column] = sums / counts
    labels = tuple(key.replace(_SEPARATOR, " ").strip() for key in common)
    hits = bool(np.isin(finite, (0.0, 1.0)).all())
    return ScoreMatrix(names=tuple(lines), blocks=labels, values=values, direction=direction, runs_of_hits=hits)


def _remarks(lines: Mapping[str, list[_Lines]], facts: Mapping[str, int], errors: str) -> list[Note]:
    notes = list[Note]()
    if facts:
        who = ", ".join(f"{clean(learner)} {count:,}" for learner, count in facts.items())
        count = sum(facts.values())
        notes.append(
            kinds.ERRORS_WRONG(count=count, learners=who, worst=0.0)
            if errors == "wrong"
            else kinds.ERRORS_DROPPED(count=count, learners=who)
        )
    most = 0
    for parts in lines.values():
        for part in parts:
            if len(set(part.keys)) < len(part.keys):
                most = max(most, *Counter(part.keys).values())
    return [*notes, kinds.RUNS_AVERAGED(runs=int(most))] if most > 1 else notes


def _labels(lines: Mapping[str, list[_Lines]], common: Sequence[str], human: str) -> Array:
    """Labels of humans, items by learners; the mean over runs that have one."""
    from bakeoff.tabular.logs.log_table import score_number

    place = {key: i for i, key in enumerate(common)}
    labels, any_label = np.full((len(common), len(lines)), nan), False
    for column, parts in enumerate(lines.values()):
        sums, counts = np.zeros(len(common)), np.zeros(len(common))
        for part in parts:
            table = part.table
            if human in table.scores:
                cells = table.scores[human][np.asarray(part.places)]
            elif human in table.extra:
                words = [table.extra[human][row].strip() for row in part.places]
                numbers = [score_number(word) if word else nan for word in words]
                wrong = next((word for word, number in zip(words, numbers, strict=True) if number is None), None)
                if wrong is not None:
                    raise BadInput(
                        f"column {human!r} of {table.source} contains {wrong[:40]!r}, which is not a label; write a number, or leave it empty"
                    )
                cells = np.array(numbers, dtype=float)
            else:
                continue
            any_label = True
            rows = np.array([place.get(key, -1) for key in part.keys])
            used = (rows >= 0) & ~np.isnan(cells)
            np.add.at(sums, rows[used], cells[used])
            np.add.at(counts, rows[used], 1)
        with np.errstate(invalid="ignore"):
            labels[:, column] = sums / counts
    if not any_label:
        first = next(iter(lines.values()))[0].table
        raise UnknownName(f"column of {first.source}", human, [*first.scores, *first.extra])
    return labels


def _cells(parts: Sequence[_Lines], common: Sequence[str], name: str) -> list[str]:
    """The cells of a further column for each item, as the first log that has it states them."""
    columns = [part.table.group if name == "group" else part.table.extra.get(name) for part in parts]
    if not any(columns):
        table = parts[0].table
        raise UnknownName(f"column of {table.source}", name, [*table.extra, "group"])
    cells = dict[str, str]()
    for part, column in zip(parts, columns, strict=True):
        if column:
            for key, row in zip(part.keys, part.places, strict=True):
                cells.setdefault(key, column[row])
    return [cells.get(key, "") for key in common]
