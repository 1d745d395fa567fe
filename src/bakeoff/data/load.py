"""load: the one function for data from anywhere."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.arff import read_arff
from bakeoff.data.dataset import Dataset, Task
from bakeoff.data.delimited import read_delimited
from bakeoff.data.frames import frame_table
from bakeoff.data.meaning import Meaning
from bakeoff.data.repositories import BUNDLED, bundled_table
from bakeoff.data.settle import settle
from bakeoff.data.table import Table
from bakeoff.data.tables import array_table, parquet_table
from bakeoff.data.textfile import read_bytes

__all__ = ["load"]

_SUFFIXES = (".csv", ".tsv", ".txt", ".parquet", ".arff")


def load(
    source: Any,
    *,
    target: str | None = None,
    positive: object = None,
    task: Task | str | None = None,
    classes: Sequence[object] | None = None,
    groups: Any = None,
    times: Any = None,
    ignore: Sequence[str] = (),
    name: str | None = None,
    missing_target: Literal["refuse", "drop"] = "refuse",
    na_values: Sequence[str] | None = None,
    cache: str | Path | None = None,
    offline: bool = False,
    separator: str | None = None,
    encoding: str | None = None,
) -> Dataset:
    """A data set from a file, a bundled name, OpenML, a frame, or a pair (X, y).

    `source`: the path of a .csv, .tsv, .txt, .parquet or .arff file; a name of `bo.data` such as "iris";
    "openml:61", "openml:iris" or "openml:iris@1"; a frame of pandas, polars or pyarrow; or (X, y).
    `target` names the column to predict; only ARFF files, bundled sets and OpenML have one of their own.
    `positive` names the positive class of a binary target and is never guessed; {0, 1}, {-1, 1} and truth values take
    1 and True. `classes` gives the order of the classes (needed by an ordinal target). `groups` and `times` name
    columns or hold one value per row. `na_values` replaces the usual marks of a missing cell in CSV files.
    `cache` and `offline` matter to OpenML only, `separator` and `encoding` to files of text only.

    >>> load("iris").classes
    ('setosa', 'versicolor', 'virginica')
    """
    meaning = Meaning(
        target=target, positive=positive, task=task, classes=classes, groups=groups, times=times, ignore=ignore,
        missing_target=missing_target, name=name,
    )  # fmt: skip
    if isinstance(source, Dataset):
        raise BadInput("this is a Dataset already; change it with .take() and .only(), or load its source again")
    if isinstance(source, tuple) and len(source) == 2 and not isinstance(source[0], str):
        return _from_pair(*source, meaning)
    if not isinstance(source, (str, Path)):
        return settle(frame_table(source, name=name or "data", ignore=ignore), meaning)
    text = str(source)
    if isinstance(source, str) and text.startswith("openml:"):
        from bakeoff.data.openml import openml_table

        return settle(*openml_table(text.removeprefix("openml:"), meaning, cache=cache, offline=offline))
    if isinstance(source, str) and text in BUNDLED:
        return settle(*bundled_table(text, meaning))
    if "://" in text:
        raise BadInput(f"{text!r} is an address, which is not opened; save the file and load it from there")
    return _from_file(Path(source).expanduser(), meaning, separator=separator, encoding=encoding, na_values=na_values)


def _from_pair(X: Any, y: Any, meaning: Meaning) -> Dataset:
    if meaning.target is not None:
        raise BadInput("target= is for columns of a file or frame; with (X, y) the target is y")
    table, target = array_table(X, y, name=meaning.name or "data")
    return settle(table, replace(meaning, target=target))


def _from_file(
    path: Path, meaning: Meaning, *, separator: str | None, encoding: str | None, na_values: Sequence[str] | None
) -> Dataset:
    suffix, name = path.suffix.lower(), path.stem
    if not suffix and not path.exists():
        raise _unknown(str(path))
    if suffix == ".parquet":
        return settle(parquet_table(path, name=name, source=path.name), meaning)
    if suffix == ".arff":
        table = read_arff(read_bytes(path), name=name, source=path.name, encoding=encoding)
        return settle(*with_own_target(table, meaning))
    if suffix in _SUFFIXES:
        if separator is None and suffix == ".tsv":
            separator = "\t"
        content = read_bytes(path)
        table = read_delimited(
            content, name=name, source=path.name, separator=separator, encoding=encoding, na_values=na_values
        )
        return settle(table, meaning)
    raise BadInput(f"{path.name!r} is of no kind that is known; use {', '.join(_SUFFIXES)}")


def _unknown(name: str) -> BadInput:
    """No such file or set; or one that is made, not loaded."""
    from bakeoff.data.make import DOMAINS

    if name in DOMAINS:
        return BadInput(f"{name!r} is an artificial domain, which is made: bo.make({name!r}, n=500, seed=0)")
    return UnknownName("data set or file", name, BUNDLED.names)


def with_own_target(table: Table, meaning: Meaning) -> tuple[Table, Meaning]:
    """The target of an ARFF file where none was stated: the attribute called class, or the last one; and it is said."""
    if meaning.target is not None or not table.columns:
        return table, meaning
    named = [name for name in table.names if name.lower() == "class"]
    chosen = named[0] if len(named) == 1 else table.names[-1]
    note = f"target not stated: {chosen!r} taken, the attribute " + ("of that name" if named else "that comes last")
    return replace(table, notes=(*table.notes, note)), replace(meaning, target=chosen)
