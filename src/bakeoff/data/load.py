"""load: the one function for data from anywhere."""

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any, Literal

import numpy as np

from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, unmasked
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.artificial.synthetic import DOMAINS
from bakeoff.data.blocks import ArrayRows, FrameRows, ObjectRows, Rows, block_of
from bakeoff.data.bundled import BUNDLED, bundled_table
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.target import AsGiven, Meaning, build_dataset
from bakeoff.data.target_columns import several_columns
from bakeoff.data.tasks import TaskKind
from bakeoff.tabular.frames import column_of_objects, frame_table, is_frame, series_column
from bakeoff.tabular.reading import endings, read
from bakeoff.tabular.table import ColumnTable, refuse

__all__ = ["array_table", "file_table", "load", "matrix_table"]

LARGEST_DENSE = (
    2**29
)  # bytes of numbers that a sparse matrix may become where columns are read: four copies exist at the peak


def array_table(X: Any, y: Any, *, name: str) -> tuple[ColumnTable, str | tuple[str, ...]]:
    """Features and target in one table, and what the target is called there."""
    table = frame_table(X, name=name) if is_frame(X) else matrix_table(X, name)
    return _with_target(table, y, len(table))


def _with_target(table: ColumnTable, y: Any, rows: int) -> tuple[ColumnTable, str | tuple[str, ...]]:
    """The table with the target as its last column, and what the target is called there."""
    several = several_columns(y)
    if several is not None:
        return _with_targets(table, *several, rows)
    target = _free_name(getattr(y, "name", None), table.names)
    column, values, ordered = _target_column(target, y)
    if len(values) != rows:
        raise BadInput(f"the target has {len(values)} values for {rows} rows of features")
    both = replace(
        table,
        columns=(*table.columns, column),
        values=(*table.values, values),
        ordered=table.ordered | ({target} if ordered else set()),
    )
    return both, target


def _with_targets(
    table: ColumnTable, names: Sequence[str], values: Sequence[Array], kinds: Sequence[Column], rows: int
) -> tuple[ColumnTable, tuple[str, ...]]:
    """The table with one column for each label or output."""
    if len(values[0]) != rows:
        raise BadInput(f"the target has {len(values[0])} rows for {rows} rows of features")
    free: list[str] = []
    for name in names:
        free.append(_free_name(name, (*table.names, *free)))
    columns = tuple(replace(column, name=name) for column, name in zip(kinds, free, strict=True))
    return replace(table, columns=(*table.columns, *columns), values=(*table.values, *values)), tuple(free)


def _free_name(wanted: object, taken: Sequence[str]) -> str:
    name = str(wanted) if isinstance(wanted, str) and wanted else "target"
    while name in taken:
        name += "_"
    return name


def _target_column(name: str, y: Any) -> tuple[Column, Array, bool]:
    import narwhals.stable.v1 as nw

    series = nw.from_native(y, series_only=True, pass_through=True)
    if isinstance(series, nw.Series):
        return series_column(name, series)
    y = unmasked(y)
    cells = y if isinstance(y, np.ndarray) else _objects(y, "the target")
    if cells.ndim == 2 and cells.shape[1] == 1:
        cells = cells[:, 0]
    if cells.ndim != 1:
        raise BadInput(f"the target must be one value per row, but has shape {cells.shape}")
    return *_vector_column(name, cells), False


def _objects(values: Any, what: str) -> Array:
    """Lists as an array of objects, so that numbers beside words stay numbers."""
    try:
        array = np.array(values, dtype=object)
    except (TypeError, ValueError):
        array = np.array(None)
    if array.ndim == 0:
        raise BadInput(f"{what} must be an array, a list or a frame with rows of equal length")
    return array


def _refuse_large_dense(shape: tuple[int, ...]) -> None:
    """Refuse a sparse matrix whose columns would fill the memory."""
    dense = 8 * prod(shape)
    if dense > LARGEST_DENSE:
        raise BadInput(
            f"columns are read one by one here, and this sparse matrix of {' x '.join(f'{n:,}' for n in shape)} would take {dense:,} bytes, "
            f"more than {LARGEST_DENSE:,}; choose columns first (such as SelectKBest or TruncatedSVD)"
        )


def matrix_table(X: Any, name: str) -> ColumnTable:
    """The columns of an array, called x0, x1 and so on."""
    if hasattr(X, "toarray"):  # a sparse matrix of SciPy where columns are read; as a data set it stays sparse
        _refuse_large_dense(X.shape)
        X = X.toarray()
    elif (block := block_of(X)) is not None:
        raise BadInput(f"X must have rows and columns, but is {block.describe()}; make columns of it first")
    X = unmasked(X)
    matrix = X if isinstance(X, np.ndarray) else _objects(X, "X")
    if matrix.ndim != 2:
        cure = (
            "; reshape it with X.reshape(-1, 1)" if matrix.ndim == 1 else "; give one row for each value of the target"
        )
        raise BadInput(f"X must have rows and columns, but has shape {matrix.shape}{cure}")
    labels = [f"x{i}" for i in range(matrix.shape[1])]
    coded = [_vector_column(label, matrix[:, index]) for index, label in enumerate(labels)]
    return ColumnTable(
        name=name, columns=tuple(column for column, _ in coded), values=tuple(values for _, values in coded)
    )


def _vector_column(name: str, cells: Array) -> tuple[Column, Array]:
    kind = cells.dtype.kind
    if kind in "iuf":
        return Column(name=name), cells.astype(np.float64)
    if kind == "b":
        return Column(name=name, kind=ColumnKind.NOMINAL, levels=("False", "True")), cells.astype(np.float64)
    if kind == "M":
        seconds = cells.astype("datetime64[us]").astype(np.int64) / 1e6
        seconds[np.isnat(cells)] = np.nan
        return Column(name=name, kind=ColumnKind.DATE), seconds
    if kind in "OUT":
        return column_of_objects(name, cells.tolist())
    raise BadInput(f"column {name!r} is of type {cells.dtype}, which a learner cannot use; convert or drop it")


@suggest_arguments
def load(
    source: Any,
    *,
    target: str | Sequence[str] | None = None,
    positive: object = None,
    task: TaskKind | str | None = None,
    classes: Sequence[object] | None = None,
    groups: Any = None,
    time: Any = None,
    sample_weight: Any = None,
    weights: Literal["fit", "score", "both"] = "both",
    ignore: Sequence[str] = (),
    name: str | None = None,
    missing_target: Literal["refuse", "drop"] = "refuse",
    na_values: Sequence[str] | None = None,
    cache: str | Path | None = None,
    offline: bool = False,
    separator: str | None = None,
    encoding: str | None = None,
    columns: Sequence[str] | str | Path | None = None,
) -> Dataset:
    """A data set from a file, a bundled name, OpenML, a frame, or a pair (X, y).

    Parameters
    ----------
    source
        The path of a file (`bakeoff formats` lists what is read; text may be packed, .csv.gz); a name of `bo.data` such as "iris";
        "openml:61", "openml:iris" or "openml:iris@1"; a frame of pandas, polars or pyarrow; or (X, y), where X is anything that
        scikit-learn takes rows of.
    target
        The column to predict, or a list of them: labels of 0 and 1, or several numbers; only ARFF files, bundled sets and OpenML have one of their own.
    positive
        The positive class of a binary target. It is never guessed; {0, 1}, {-1, 1} and truth values take 1 and True.
    task
        What kind of task it is, such as "regression" or "ordinal", where the target leaves it open.
    classes
        The classes in their order, which an ordinal target needs.
    groups, time
        Which rows belong together, and when each was observed: the name of a column, or one value per row.
    sample_weight
        How much each row counts: the name of a column, or one value per row.
    weights
        Where weights count: when a learner is fitted ("fit"), when it is scored ("score") or in both.
    ignore
        Columns that are left out.
    name
        How the data set is called.
    missing_target
        Rows without a target are refused ("refuse") or left out ("drop").
    na_values
        What marks a missing cell in files of text, instead of the usual marks.
    cache, offline
        Of OpenML: the folder that keeps what was downloaded, and whether to read only from there.
    separator, encoding
        How a file of text is written, where that shall not be found out.
    columns
        For a file whose first line is not a heading: a list of names, a .names file (UCI, KDD Cup; the one beside a .data file is
        found), or a CoNLL layout: "conll2000", "conll2002", "conll2003" or "conllu".

    Returns
    -------
    Dataset
        The rows with the meaning of their target.

    Examples
    --------
    >>> load("iris").classes
    ('setosa', 'versicolor', 'virginica')
    """
    meaning = Meaning(
        target=target, positive=positive, task=task, classes=classes, groups=groups, time=time, sample_weight=sample_weight,
        weights=weights, ignore=ignore, missing_target=missing_target, name=name,
    )  # fmt: skip
    if columns is not None and not (
        isinstance(source, str | Path) and str(source) not in BUNDLED.names and not str(source).startswith("openml:")
    ):
        raise BadInput("columns= names the columns of a file without a heading; leave it out here")
    if isinstance(source, Dataset):
        raise BadInput("this is a Dataset already; change it with .take() and .only(), or load its source again")
    if isinstance(source, tuple) and len(source) == 2 and not isinstance(source[0], str):
        return _from_pair(*source, meaning)
    if not isinstance(source, (str, Path)):
        return _from_frame(source, meaning)
    text = str(source)
    if isinstance(source, str) and text.startswith("openml:"):
        from bakeoff.data.openml import openml_table  # heavy: what talks to a server

        return build_dataset(*openml_table(text.removeprefix("openml:"), meaning, cache=cache, offline=offline))
    if isinstance(source, str) and text in BUNDLED.names:
        return build_dataset(*bundled_table(text, meaning))
    if "://" in text:
        raise BadInput(f"{text!r} is an address, which is not opened; save the file and load it from there")
    table = file_table(source, separator=separator, encoding=encoding, na_values=na_values, columns=columns)
    return build_dataset(*_with_own_meaning(table, meaning))


def _from_pair(X: Any, y: Any, meaning: Meaning) -> Dataset:
    if meaning.target is not None:
        raise BadInput("target= is for columns of a file or frame; with (X, y) the target is y")
    block = block_of(X)
    if block is not None:
        return _from_block(block, y, meaning)
    if is_frame(X):
        return _from_frame(X, meaning, y)
    table, target = array_table(X, y, name=meaning.name or "data")
    return build_dataset(table, replace(meaning, target=target), AsGiven(origin=_origin(X), target=_own_target(y)))


def _origin(X: Any) -> Rows | None:
    """The array or list of rows as it came; None for float64, which the data set holds as it is."""
    X = unmasked(X)
    if not isinstance(X, np.ndarray):
        return None if _all_numbers(X) else ObjectRows(list(X))
    if X.dtype == np.float64:
        return None
    return ObjectRows(X) if X.dtype.kind in "OT" else ArrayRows(X)


def _all_numbers(rows: Any) -> bool:
    return all(isinstance(cell, (int, float, np.number)) for row in rows for cell in row)


def _own_target(y: Any) -> Any:
    """A series, or an array of real numbers that is not float64, as it came; None for all others."""
    if isinstance(y, np.ndarray):
        return y if y.ndim == 1 and y.dtype.kind == "f" and not isinstance(y, np.ma.MaskedArray) else None
    home = type(y).__module__.partition(".")[0]
    return y if home in {"pandas", "polars", "pyarrow"} and getattr(y, "ndim", 1) == 1 and not is_frame(y) else None


def _from_block(block: Rows, y: Any, meaning: Meaning) -> Dataset:
    """A data set of rows that have no columns."""
    if named := [*meaning.sides, *meaning.ignore]:
        raise BadInput(
            f"{named[0]!r} is meant as a column, but X is {block.describe()}; give groups, time and weights as values"
        )
    name = meaning.name or "data"
    table, target = _with_target(ColumnTable(name=name, columns=(), values=()), y, len(block))
    return build_dataset(table, replace(meaning, target=target), AsGiven(block=block, target=_own_target(y)))


def _from_frame(frame: Any, meaning: Meaning, y: Any = None) -> Dataset:
    """A data set of a frame, which estimators get as it came; where a feature has no code, nothing else is kept of it."""
    uncoded: dict[str, str] = {}
    table = frame_table(frame, name=meaning.name or "data", uncoded=uncoded)
    away = {*meaning.targets, *meaning.ignore, *meaning.sides}
    refuse(table.name, [uncoded[name] for name in (*meaning.targets, *meaning.sides) if name in uncoded])
    used = [place for place, name in enumerate(table.names) if name not in away]
    if y is not None:
        table, target = _with_target(table, y, len(table))
        meaning = replace(meaning, target=target)
    own = _own_target(y if y is not None else _column(frame, meaning.target))
    odd = [uncoded[table.names[place]] for place in used if table.names[place] in uncoded]
    if not odd:
        return build_dataset(table, meaning, AsGiven(origin=FrameRows(frame) if table.frame else None, target=own))
    note = f"the frame is handed to learners as it is, without preparation: {odd[0].partition(', which')[0]}"
    as_given = AsGiven(block=FrameRows(frame).columns(used), target=own)
    return build_dataset(replace(table, notes=(*table.notes, note)), meaning, as_given)


def _column(frame: Any, name: str | Sequence[str] | None) -> Any:
    """The column of that name as the frame has it; None where there is none."""
    import narwhals.stable.v1 as nw

    if not isinstance(name, str):
        return None
    native_frame = nw.from_native(frame, eager_only=True)
    return native_frame[name].to_native() if name in native_frame.columns else None


def file_table(path: str | Path, **stated: Any) -> ColumnTable:
    """All columns of a file, none of them a target; `stated` is handed to `read`."""
    file = Path(path).expanduser()
    if not file.suffix and not file.exists():
        raise _unknown(str(file))
    reading = read(file, name=file.name, **stated)
    if not reading.recognised:
        raise BadInput(f"{file.name!r} is of a kind that bakeoff does not read; use {', '.join(endings())}")
    return reading.table()


def _unknown(name: str) -> BadInput:
    """No such file or set; or one that is made, not loaded."""
    if name in DOMAINS:
        return BadInput(f"{name!r} is an artificial domain, which is made: bo.make({name!r}, n=500, seed=0)")
    return UnknownName("data set or file", name, BUNDLED.names)


def _with_own_meaning(table: ColumnTable, meaning: Meaning) -> tuple[ColumnTable, Meaning]:
    """What the file itself declares of its columns, where the user states nothing; a note reports the target."""
    if meaning.target is None and table.target:
        note = f"target not stated: {table.target!r} taken, {table.target_reason}"
        table, meaning = replace(table, notes=(*table.notes, note)), replace(meaning, target=table.target)
    if meaning.groups is None and table.groups:
        meaning = replace(meaning, groups=table.groups)
    used = {*meaning.targets, *meaning.sides}
    more = [name for name in table.ignore if name not in used and name not in meaning.ignore]
    return table, replace(meaning, ignore=(*meaning.ignore, *more)) if more else meaning
