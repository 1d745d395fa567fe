"""What `bakeoff compare` reads besides a table of scores: files of predictions, two samples without pairs, published means."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.cli.output.comparison import effect_text
from bakeoff.cli.output.printing import as_json, columns, drop_row_numbers, note, print_result, warn, wrap_text
from bakeoff.cli.verbs._own_measures import typed_names
from bakeoff.cli.verbs.measure import split_names as listed
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import texts

if TYPE_CHECKING:
    from bakeoff.core.checks import Array
    from bakeoff.estimates.over_splits.selection import Best
    from bakeoff.panels.streaming.columns import Layout
    from bakeoff.predictions.predictions import Predictions

__all__ = ["compare_files", "compare_published", "compare_unpaired", "id_column", "read_columns", "read_predictions"]


def compare_unpaired(
    files: Sequence[str], *, as_object: bool, direction: str | None, alpha: float, measure: str
) -> dict[frozenset[str], str | None]:
    """Compare the one column of numbers of two files by Welch's test; learners go by the names of their files."""
    from bakeoff.comparisons.judging.unpaired import judge_unpaired

    judged = judge_unpaired(_samples(files), measure=measure, direction=direction, alpha=alpha)
    warnings = texts(judged.notes)
    if as_object:
        body = {
            "n": judged.sizes, "learners": [judged.a, judged.b], "direction": judged.direction, "measure": measure,
            "omnibus": json_safe(judged.result), "effect": json_safe(judged.effect), "warnings": warnings,
            "notes": [note.as_dict() for note in judged.notes],
            "verdict": {"claim": judged.claim, "a": judged.a, "b": judged.b, "sentence": judged.sentence},
        }  # fmt: skip
        print_result(as_json("compare", body))
    else:
        sizes = f"{judged.a} has {judged.sizes[0]} scores, {judged.b} has {judged.sizes[1]}."
        effect = effect_text(judged.effect, 1 - alpha)
        print_result(f"{wrap_text(judged.sentence)}\n\n{judged.result}\n{sizes} Effect: {effect}.")
        for text in warnings:
            warn(text)
    return {frozenset((judged.a, judged.b)): judged.winner}


def compare_published(
    files: Sequence[str], *, as_object: bool, direction: str | None, alpha: float, measure: str
) -> None:
    """Compare every pair of published means, and warn how little that is."""
    from bakeoff.comparisons.judging.unpaired import judge_published

    judged = judge_published(_scores(files), measure=measure, direction=direction, alpha=alpha)
    if as_object:
        pairs = [
            {
                "a": pair.a, "b": pair.b, "difference": getattr(pair.result.difference, "value", None),
                "p_value": pair.result.p_value, "p_adjusted": pair.p_adjusted, "sentence": pair.sentence,
            }
            for pair in judged.pairs
        ]  # fmt: skip
        body = {
            "learners": judged.learners, "direction": judged.direction, "pairs": pairs, "warnings": texts(judged.notes),
            "notes": [note.as_dict() for note in judged.notes],
        }  # fmt: skip
        print_result(as_json("compare", body))
        return
    for pair in judged.pairs:
        print_result(wrap_text(pair.sentence, indent="  "))
    for text in texts(judged.notes):
        warn(text)


def _samples(files: Sequence[str]) -> dict[str, Any]:
    """The name and the scores of each file."""
    import numpy as np

    from bakeoff.comparisons.evidence.from_columns import is_numeric, numbers

    if len(files) != 2:
        raise BadInput("--unpaired takes two files, each with one column of scores")
    if Path(files[0]).resolve() == Path(files[1]).resolve():
        raise BadInput(f"{files[0]} was given twice; --unpaired compares the scores of two files")
    samples: list[tuple[str, Any]] = []
    for file in files:
        table = drop_row_numbers(columns(file))
        numeric = [name for name, cells in table.items() if is_numeric(cells)]
        if not numeric:
            raise BadInput(f"{file} has no column of numbers; --unpaired takes one column of scores from each file")
        if len(numeric) > 1:
            raise BadInput(
                f"{file} has several columns of numbers ({', '.join(numeric)}); --unpaired takes a file with one"
            )
        values = numbers(numeric[0], table[numeric[0]])
        if len(values) < 2 or not np.isfinite(values).all():
            raise BadInput(f"{file} needs at least two finite scores in column {numeric[0]!r}")
        samples.append((Path(file).stem, values))
    if samples[0][0] == samples[1][0]:
        samples = [(file, values) for file, (_, values) in zip(files, samples, strict=True)]
    return dict(samples)


def _scores(files: Sequence[str]) -> dict[str, Any]:
    """Mean, standard deviation and size of each learner."""
    from bakeoff.comparisons.evidence.from_columns import numbers
    from bakeoff.comparisons.judging.unpaired import PublishedScore

    if len(files) != 1:
        raise BadInput("--published takes one file with the columns learner, mean, sd and n")
    table = columns(files[0])
    if not {"learner", "mean", "sd", "n"} <= set(table):
        raise BadInput(f"--published needs the columns learner, mean, sd and n; {files[0]} has {', '.join(table)}")
    names = table["learner"]
    means, sds, sizes = (numbers(name, table[name]) for name in ("mean", "sd", "n"))
    if not len(names) == len(means) == len(sds) == len(sizes) > 1:
        raise BadInput(f"{files[0]} needs mean, sd and n of at least two learners, without empty cells")
    if len(set(names)) < len(names):
        raise BadInput(f"{files[0]} names a learner twice; rename one")
    wrong = [
        f"{name} has sd {sd:g} and n {n:g}; sd must not be negative, and n must be a whole number of at least 2"
        for name, sd, n in zip(names, sds, sizes, strict=True)
        if not sd >= 0 or n < 2 or n != int(n)
    ]
    if wrong:
        raise Problems(files[0], wrong)
    return {
        name: PublishedScore(mean=float(mean), sd=float(sd), n=int(n))
        for name, mean, sd, n in zip(names, means, sds, sizes, strict=True)
    }


_ROW_NAMES = ("row_id", "rowid", "row", "id")  # taken for ids if --row names none


def compare_files(
    files: Sequence[str], given: Mapping[str, Any], pairs: Sequence[tuple[str, str]] | None
) -> "tuple[Any, Best | None]":
    """The comparison, with the slices of --by; with --best also the best learner, corrected for having been picked."""
    from bakeoff.api.compare_predictions import best_of, compare_predictions

    names = ("baseline", "alpha", "rope", "test", "posthoc", "alternative")
    given = {**given, "measure": ",".join(typed_names(given["measure"]))}
    options = {"pairs": pairs, "measure": given["measure"] or None, **{name: given[name] for name in names}}
    predictions, by = read_predictions(files, given)
    best = best_of(None, predictions, options["measure"]) if given["best"] else None
    times = named_times(predictions)
    series = None if given.get("series") is None else rows_of_each_time(times)
    return compare_predictions(
        None, predictions, **options, by=by, time=times, series=series, horizon=given["horizon"]
    ), best


def rows_of_each_time(times: "Array | None") -> "list[int] | None":
    """The number of each row among those of its time, which tells apart the series that were checked when the file was read.

    >>> rows_of_each_time([3, 3, 4, 3])
    [0, 1, 0, 2]
    """
    if times is None:
        return None
    rows = dict[Any, int]()
    numbers = list[int]()
    for time in times:
        numbers.append(rows.get(time, 0))
        rows[time] = numbers[-1] + 1
    return numbers


def named_times(predictions: "Mapping[str, Predictions]") -> "Array | None":
    """The times of the rows, which are those of the first learner; files that disagree on them are refused."""
    import numpy as np

    first = next(iter(predictions.values()))
    for name, pred in predictions.items():
        if first.time is None or pred.time is None:
            continue
        there = dict(zip(first.rows.tolist(), first.time.tolist(), strict=True))
        other = [
            row
            for row, time in zip(pred.rows.tolist(), pred.time.tolist(), strict=True)
            if there.get(row, time) != time
        ]
        if other:
            raise BadInput(
                f"row {other[0]} has another time in the file of {name}; match the rows by their ids (--row)"
            )
    return None if first.time is None else np.asarray(first.time)


def read_predictions(
    files: Sequence[str], given: Mapping[str, Any], names: Sequence[str] = ()
) -> "tuple[dict[str, Predictions], dict[str, Array] | None]":
    """The predictions of each learner, and the columns of slices in the order of the first; files go by `names`, else by their own."""
    from bakeoff.data.tasks import task_named
    from bakeoff.panels.streaming.columns import Layout
    from bakeoff.predictions.quantiles import typed_quantiles

    if given.get("qrels") is not None:
        return _runs(files, given, names), None
    outputs = {name: listed(given[name]) for name in ("pred", "score", "proba") if given[name]}
    quantiles = typed_quantiles(
        listed(given.get("quantiles")), given.get("lower"), given.get("upper"), given.get("nominal")
    )
    if not outputs and not quantiles:
        raise BadInput(
            "name the column of predictions: --pred COLUMN, --score COLUMN, --proba COLUMNS or --quantiles COLUMNS"
        )
    row = given["row"] or id_column(files)
    if row is None:
        note("rows are matched by their position; --row COLUMN matches them by id")
    shared = {"truth": given["truth"], "row": row, "labels": listed(given["labels"]),
              "positive": given["positive"], "task": given["task"], "threshold": given["threshold"], "cluster": given["groups"], "weight": given["sample_weight"], "extra": listed(given.get("extra")), "query": given.get("query"), "time": given.get("time"), "series": given.get("series")}  # fmt: skip
    several = given["task"] is not None and task_named(given["task"]).in_columns
    if several:
        shared |= {"truth": listed(given["truth"])[0], "truths": listed(given["truth"])}
    learners = (
        _learners_of_columns(files, outputs, listed(given["truth"])) if several
        else _learners_of_quantiles(files, outputs, quantiles) if quantiles
        else _learners(files, outputs)
    )  # fmt: skip
    layouts: dict[str, Layout] = {}
    sources: dict[str, str] = {}
    for place, (file, stem, chosen) in enumerate(learners):
        name = names[place] if names else stem
        if name in layouts:
            raise BadInput(
                f"column {name!r} is named twice; each learner has a column of its own" if len(files) == 1
                else f"two files are called {name}; rename one, as learners go by the names of their files"
            )  # fmt: skip
        layouts[name], sources[name] = Layout(**shared, **chosen), file
    columns = _columns_of(layouts, sources, given["slices"])
    layouts = _settled(layouts, columns, given["measure"])
    labels = _classes(layouts, columns)
    made, problems = {}, list[str]()
    for name, one in layouts.items():
        try:
            made[name] = _grouped(one, columns[name], labels)
        except BadInput as problem:
            lines = problem.problems if isinstance(problem, Problems) else (str(problem),)
            problems += [f"{sources[name]}: {line}" if len(files) > 1 else line for line in lines]
    if problems:
        told = list(dict.fromkeys(problems))
        raise Problems("the input", told) if len(told) > 1 else BadInput(told[0])
    first = next(iter(columns.values()))
    return made, {name: first[name] for name in given["slices"]} or None


def _columns_of(
    layouts: "Mapping[str, Layout]", sources: Mapping[str, str], slices: Sequence[str]
) -> "dict[str, dict[str, Array]]":
    """The columns of each learner, of the first with those of slices; a file is read once, as standard input can be."""
    wanted: dict[str, dict[str, None]] = {}
    for name, layout in layouts.items():
        more = slices if not wanted else ()
        wanted.setdefault(sources[name], {}).update(dict.fromkeys((*layout.columns, *more)))
    tables = {file: read_columns(file, list(names)) for file, names in wanted.items()}
    return {name: tables[file] for name, file in sources.items()}


def _settled(
    layouts: "dict[str, Layout]", columns: "Mapping[str, dict[str, Array]]", measure: str
) -> "dict[str, Layout]":
    """The layouts with the task that the predictions of all learners together, or the measure, leave."""
    from dataclasses import replace

    from bakeoff.measures.settled_task import settled_task

    first, name = next(iter(layouts.values())), next(iter(layouts))
    if (
        first.task is not None
        or first.labels
        or first.positive is not None
        or any(one.pred is None for one in layouts.values())
    ):
        return layouts
    said = [columns[each][one.pred] for each, one in layouts.items() if one.pred is not None]
    task = settled_task(columns[name][first.truth], said, measure or None)
    return layouts if task is None else {each: replace(one, task=task.name) for each, one in layouts.items()}


def _grouped(layout: "Layout", columns: "dict[str, Array]", labels: tuple[Any, ...] | None) -> "Predictions":
    """The predictions of one learner with what their rows belong to."""
    from bakeoff.predictions.group_ids import check_groups, in_whole_groups

    made = layout.predictions(columns, labels)
    if layout.cluster is not None:
        made = in_whole_groups(made, check_groups(columns[layout.cluster], len(made), layout.names()), layout.names())
    return layout.timed(made, columns)


def read_columns(file: str, names: Sequence[str]) -> "dict[str, Array]":
    """These columns of a file."""
    import numpy as np

    from bakeoff.tabular.reading import chunks

    parts = list(chunks(file, names))
    if not parts:
        raise BadInput(f"{file} has no rows below its heading")
    return {name: np.concatenate([part[name] for part in parts]) for name in names}


def _classes(layouts: "Mapping[str, Layout]", columns: "Mapping[str, dict[str, Array]]") -> tuple[Any, ...] | None:
    """The classes of all files together: one that a learner never says is a class all the same."""
    from bakeoff.predictions.class_labels import ClassLabels
    from bakeoff.predictions.from_arrays import guess_task

    first = next(iter(layouts.values()))
    truth = columns[next(iter(layouts))][first.truth]
    if first.truths:
        return None
    if first.labels:
        return first.classes({first.truth: truth})
    if first.numeric or (first.task is None and guess_task(truth).numeric):
        return None
    seen: dict[Any, None] = {}
    for name, one in layouts.items():
        said = {key: _possible_classes(columns[name][key]) for key in (one.truth, one.pred) if key is not None}
        seen |= dict.fromkeys(ClassLabels.found(said).values)
    return ClassLabels.given(sorted(seen)).values


def _possible_classes(cells: "Array") -> "Array":
    """The cells without those that are missing or have fractions: each is refused by its row when the column is read."""
    import numpy as np

    from bakeoff.predictions.class_labels import missing

    there: Array = cells[~missing(cells)]
    if there.dtype.kind != "f":
        return there
    return np.asarray(there[np.isfinite(there) & (there == np.round(there))], dtype=np.int64)


def _learners(files: Sequence[str], outputs: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str, dict[str, Any]]]:
    """File, name and columns of each learner: one file each, or one column each of a single file."""
    if len(files) == 1:
        if len(outputs) != 1 or len(next(iter(outputs.values()))) < 2:
            raise BadInput(
                "one file needs the columns of several learners, as --pred a,b; or give a file for each learner"
            )
        ((kind, columns),) = outputs.items()
        return [(files[0], column, {kind: (column,) if kind == "proba" else column}) for column in columns]
    several = [kind for kind, columns in outputs.items() if kind != "proba" and len(columns) > 1]
    if several:
        raise BadInput(f"with a file for each learner --{several[0]} names one column, the same in every file")
    chosen = {kind: columns if kind == "proba" else columns[0] for kind, columns in outputs.items()}
    return [(file, Path(file).stem if file != "-" else "stdin", chosen) for file in files]


def _runs(files: Sequence[str], given: Mapping[str, Any], names: Sequence[str]) -> "dict[str, Predictions]":
    """Runs of TREC by the names of their files, with their judgements."""
    from bakeoff.api.read_trec import read_trec

    stated = next(
        (name for name in ("truth", "pred", "score", "proba", "quantiles", "query", "groups") if given.get(name)), None
    )
    if stated is not None:
        raise BadInput(f"--qrels names the judgements of runs, whose columns are known; leave --{stated} out")
    stems = list(names) or [Path(file).stem if file != "-" else "stdin" for file in files]
    if len(stems) < 2 or len(set(stems)) < len(stems):
        raise BadInput("runs are compared by the names of their files; give two or more files with different names")
    runs = read_trec(dict(zip(stems, files, strict=True)), given["qrels"])
    assert isinstance(runs, dict)
    return runs


def _learners_of_quantiles(
    files: Sequence[str], outputs: Mapping[str, tuple[str, ...]], quantiles: Sequence[tuple[float, str]]
) -> list[tuple[str, str, dict[str, Any]]]:
    """The same of predicted quantiles: the same columns in every file, or columns named by learner and level in one."""
    from bakeoff.predictions.quantiles import learner_of_name

    if len(files) > 1:
        beside = {kind: columns[0] for kind, columns in outputs.items() if kind == "pred" and len(columns) == 1}
        return [
            (file, Path(file).stem if file != "-" else "stdin", {"quantiles": tuple(quantiles), **beside})
            for file in files
        ]
    if outputs:
        raise BadInput("with the quantiles of several learners in one file, leave --pred, --score and --proba out")
    of: dict[str, list[tuple[float, str]]] = {}
    for level, column in quantiles:
        of.setdefault(learner_of_name(column), []).append((level, column))
    if len(of) < 2 or not all(of):
        raise BadInput(
            "one file needs the quantiles of several learners, as --quantiles a_q05,a_q95,b_q05,b_q95; or give a file for each learner"
        )
    return [(files[0], name, {"quantiles": tuple(columns)}) for name, columns in of.items()]


def _learners_of_columns(
    files: Sequence[str], outputs: Mapping[str, tuple[str, ...]], truths: Sequence[str]
) -> list[tuple[str, str, dict[str, Any]]]:
    """The same of several labels or numbers: one column for each in every file, or in one file as many for each learner."""
    if set(outputs) - {"pred", "score"} or len(outputs) != 1:
        raise BadInput("of several labels or numbers name the columns of predictions with --pred or with --score")
    ((kind, columns),) = outputs.items()
    wide, field = len(truths), {"pred": "preds", "score": "scores"}[kind]
    if len(files) > 1:
        if len(columns) != wide:
            raise BadInput(
                f"--truth names {wide} columns and --{kind} {len(columns)}; name one for each label or output"
            )
        return [(file, Path(file).stem if file != "-" else "stdin", {field: columns}) for file in files]
    if len(columns) % wide or len(columns) == wide:
        raise BadInput(
            f"one file needs {wide} columns for each of several learners, as --{kind} {','.join(f'{one}_{truth}' for one in 'ab' for truth in truths)}; or give a file for each learner"
        )
    blocks = [columns[start : start + wide] for start in range(0, len(columns), wide)]
    return [(files[0], _shared_name(block, truths), {field: block}) for block in blocks]


def _shared_name(columns: Sequence[str], truths: Sequence[str]) -> str:
    """The learner that columns are named by: what is left of the first without the name of its label or output."""
    rest = columns[0].replace(truths[0], "", 1).strip(" _-.") if truths[0] in columns[0] else ""
    return rest or columns[0]


def id_column(files: Sequence[str]) -> str | None:
    """The column of row ids that every file has, by its usual names."""
    from bakeoff.core.errors import UnknownName
    from bakeoff.tabular.reading import chunks

    for name in _ROW_NAMES if "-" not in files else ():
        try:
            for file in files:
                next(chunks(file, [name]), None)
        except UnknownName:
            continue
        return name
    return None
