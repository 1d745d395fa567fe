"""Files of predictions for `bakeoff compare --truth`: matched by row id, compared by any measure."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.cli.output.printing import note
from bakeoff.cli.verbs.measure import split_names as listed
from bakeoff.core.errors import BadInput

if TYPE_CHECKING:
    from bakeoff.core.checks import Array
    from bakeoff.panels.streaming.columns import Layout
    from bakeoff.predictions.predictions import Predictions

__all__ = ["compare_files"]

_ROW_NAMES = ("row_id", "rowid", "row", "id")  # taken for ids if --row names none


def compare_files(files: Sequence[str], given: Mapping[str, Any], pairs: Sequence[tuple[str, str]] | None) -> Any:
    """A Comparison, or one for each group."""
    import numpy as np

    from bakeoff.api.compare_by import GroupedComparison
    from bakeoff.api.compare_predictions import compare_predictions

    names = ("baseline", "alpha", "rope", "test", "posthoc")
    options = {"pairs": pairs, "measure": given["measure"] or "accuracy", **{name: given[name] for name in names}}
    read = _read(files, given)
    if given["by"] is None:
        return compare_predictions(None, {name: said for name, (said, _) in read.items()}, **options)
    groups = dict.fromkeys(str(one) for _, by in read.values() for one in by.tolist())
    made = {}
    for group in groups:
        part = {
            name: said.take(np.flatnonzero([str(one) == group for one in by.tolist()]))
            for name, (said, by) in read.items()
        }
        made[group] = compare_predictions(None, part, **options)
    return GroupedComparison(given["by"], made)


def _read(files: Sequence[str], given: Mapping[str, Any]) -> "dict[str, tuple[Predictions, Array]]":
    """The predictions of each learner with the column of groups."""
    import numpy as np

    from bakeoff.panels.streaming.columns import Layout

    outputs = {name: listed(given[name]) for name in ("pred", "score", "proba") if given[name]}
    if not outputs:
        raise BadInput("say where the predictions are: --pred COLUMN, --score COLUMN or --proba COLUMNS")
    row = given["row"] or _id_column(files)
    if row is None:
        note("rows are matched by their position; --row COLUMN matches them by id")
    shared = {"truth": given["truth"], "row": row, "by": given["by"], "labels": listed(given["labels"]),
              "positive": given["positive"], "task": given["task"]}  # fmt: skip
    layouts: dict[str, Layout] = {}
    columns: dict[str, dict[str, Array]] = {}
    for file, name, chosen in _learners(files, outputs):
        if name in layouts:
            raise BadInput(
                f"column {name!r} is named twice; each learner has a column of its own" if len(files) == 1
                else f"two files are called {name}; rename one, as learners go by the names of their files"
            )  # fmt: skip
        layouts[name] = Layout(**shared, **chosen)
        columns[name] = _columns(file, layouts[name].columns)
    labels = _classes(layouts, columns)
    return {
        name: (one.predictions(columns[name], labels), one.groups(columns[name]) if one.by else np.empty(0))
        for name, one in layouts.items()
    }


def _columns(file: str, names: Sequence[str]) -> "dict[str, Array]":
    import numpy as np

    from bakeoff.tabular.chunks import chunks

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
    if first.labels:
        return first.classes({first.truth: truth})
    if first.numeric or (first.task is None and guess_task(truth).value == "regression"):
        return None
    seen: dict[Any, None] = {}
    for name, one in layouts.items():
        said = {key: columns[name][key] for key in (one.truth, one.pred) if key is not None}
        seen |= dict.fromkeys(ClassLabels.found(said).values)
    return ClassLabels.given(sorted(seen)).values


def _learners(files: Sequence[str], outputs: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str, dict[str, Any]]]:
    """File, name and columns of each learner: one file each, or one column each of a single file."""
    if len(files) == 1:
        if len(outputs) != 1 or len(next(iter(outputs.values()))) < 2:
            raise BadInput(
                "one file needs the columns of several learners, as --pred a,b; or give a file for each learner"
            )
        ((kind, columns),) = outputs.items()
        return [(files[0], one, {kind: (one,) if kind == "proba" else one}) for one in columns]
    several = [kind for kind, columns in outputs.items() if kind != "proba" and len(columns) > 1]
    if several:
        raise BadInput(f"with a file for each learner --{several[0]} names one column, the same in every file")
    chosen = {kind: columns if kind == "proba" else columns[0] for kind, columns in outputs.items()}
    return [(file, Path(file).stem if file != "-" else "stdin", chosen) for file in files]


def _id_column(files: Sequence[str]) -> str | None:
    """The column of row ids that every file has, by its usual names."""
    from bakeoff.core.errors import UnknownName
    from bakeoff.tabular.chunks import chunks

    for name in _ROW_NAMES if "-" not in files else ():
        try:
            for file in files:
                next(chunks(file, [name]), None)
        except UnknownName:
            continue
        return name
    return None
