"""Where the examples of a stream come from: a made stream, arrays, a file of any length, or an iterator of chunks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter
from zlib import crc32

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.core.text import abridged
from bakeoff.data.blocks import Rows, block_of, fingerprint
from bakeoff.streams.made import MadeStream
from bakeoff.streams.notes import REPEATED_TIMES
from bakeoff.tabular.reading import chunks, read

__all__ = ["INDICATORS", "Examples", "RepeatedTimes", "StreamSource", "held_out", "joined", "pair_of", "stream_source"]

READ = 1 << 14  # rows of a file that are read at a time
INDICATORS = 32  # columns of 0 and 1 for each column of words: a word is one of them by its hash, so that new words need no new column


def indicators(words: Array) -> Array:
    """One of `INDICATORS` columns is 1 for each word.

    >>> indicators(np.array(["red", "blue", "red"], dtype=object)).sum(axis=1).tolist()
    [1.0, 1.0, 1.0]
    """
    table = np.zeros((len(words), INDICATORS))
    table[np.arange(len(words)), [crc32(str(word).encode()) % INDICATORS for word in words.tolist()]] = 1.0
    return table


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Examples:
    """Some examples that follow each other: columns of features or a block of rows, labels, and which labels are known."""

    features: dict[str, Array]
    labels: Array
    known: Array  # (n,) of booleans: whether the label ever arrives
    block: Rows | None = None  # features without columns, such as texts

    def __len__(self) -> int:
        return len(self.labels)

    def take(self, rows: Any) -> "Examples":
        """Those examples."""
        columns = {name: values[rows] for name, values in self.features.items()}
        block = None if self.block is None else self.block.take(np.arange(len(self))[rows])
        return Examples(features=columns, labels=self.labels[rows], known=self.known[rows], block=block)

    def digest(self) -> str:
        """sha256 of names, values and labels."""
        digester = sha256(repr(list(self.features)).encode())
        for values in (*self.features.values(), self.labels):
            digester.update(repr(values.tolist()).encode())
        digester.update(b"" if self.block is None else fingerprint(self.block).encode())
        return digester.hexdigest()

    def table(self) -> Any:
        """The features as numbers, (n, columns), words as indicators; or the block as it came."""
        if self.block is not None:
            return self.block.native
        return np.column_stack(
            [
                np.asarray(values, dtype=np.float64) if values.dtype.kind in "biuf" else indicators(values)
                for values in self.features.values()
            ]
        )

    def rows(self) -> Iterator[Any]:
        """The features as one dictionary for each example, or the texts or objects of a block."""
        if self.block is not None:
            return iter(self.block.native)
        names, columns = list(self.features), [values.tolist() for values in self.features.values()]
        return (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))


@dataclass(slots=True, kw_only=True)
class RepeatedTimes:
    """How many rows have the time of the row before, counted while a stream is read.

    >>> repeats = RepeatedTimes(column="day")
    >>> repeats.add(np.array([1, 1, 2, 2, 2]))
    >>> repeats.rows, repeats.first, str(repeats.notes[0])
    (3, '1', 'rows with the same day as the row before: 3, the first at 1; rows of one time are taken as they stand')
    """

    column: str = ""
    rows: int = 0
    first: str = ""  # the first time that is repeated

    def add(self, times: Array) -> None:
        """Count the repeated ones among times that follow each other."""
        same = np.flatnonzero(times[1:] == times[:-1])
        if same.size and not self.rows:
            self.first = str(times[same[0]])
        self.rows += len(same)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The note on them, where there are any."""
        return (REPEATED_TIMES(rows=self.rows, column=self.column, first=self.first),) if self.rows else ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamSource:
    """A stream that can be read from its start, at least once."""

    read: Any  # a function without arguments that returns an iterator of Examples
    classes: Array | None  # all labels that occur, where that is known beforehand
    changes: tuple[int, ...] = ()
    again: bool = True  # whether it can be read more than once
    repeats: RepeatedTimes = field(default_factory=RepeatedTimes)  # of the last reading

    def examples(self, size: int) -> Iterator[Examples]:
        """The examples, `size` at a time; raises BadInput where columns change."""
        held: Examples | None = None
        for part in self.read():
            held = part if held is None else joined(held, part)
            start = 0
            while len(held) - start >= size:
                yield held.take(slice(start, start + size))
                start += size
            held = held.take(slice(start, None))
        if held is not None and len(held):
            yield held


def joined(first: Examples, second: Examples) -> Examples:
    """Both parts, one after the other."""
    if list(first.features) != list(second.features):
        raise BadInput(
            f"the columns of a stream must stay the same: first they were {abridged(list(first.features), 6)}, "
            f"then {abridged(list(second.features), 6)}"
        )
    columns = {name: np.concatenate([values, second.features[name]]) for name, values in first.features.items()}
    if type(first.block) is not type(second.block):
        raise BadInput(
            "all parts of a stream must contain their features alike: as columns, texts, objects or sparse rows"
        )
    return Examples(
        block=None if first.block is None or second.block is None else first.block.followed_by(second.block),
        features=columns,
        labels=np.concatenate([first.labels, second.labels]),
        known=np.concatenate([first.known, second.known]),
    )


def stream_source(stream: Any, *, target: str | None = None, time: str | None = None) -> StreamSource:
    """The source that a user means; raises BadInput with the cure."""
    if isinstance(stream, MadeStream):
        parts = lambda: (_of_table(x, y, stream.columns) for x, y in stream.chunks())  # noqa: E731
        return StreamSource(read=parts, classes=np.array([0, 1]), changes=stream.changes)
    if isinstance(stream, str | Path):
        return _of_file(str(stream), target, time)
    if isinstance(stream, tuple) and len(stream) == 2:
        examples = pair_of(*stream)
        return StreamSource(read=lambda: iter([examples]), classes=_classes([examples.labels[examples.known]]))
    if isinstance(stream, Iterable):
        return StreamSource(read=lambda: _of_iterator(iter(stream)), classes=None, again=False)
    raise BadInput(
        f"a stream is a file, a pair of arrays (X, y), a made stream or an iterator of such pairs, not {type(stream).__name__}"
    )


def _classes(labels: Iterable[Array]) -> Array | None:
    """The labels that occur; None where they are numbers with fractions."""
    found: set[Any] = set()
    for part in labels:
        if part.dtype.kind == "f" and not np.array_equal(part, np.round(part)):
            return None
        found.update(np.unique(part).tolist())
    return np.array(sorted(found)) if found else None


def _of_table(x: Any, y: Any, columns: Iterable[str] | None = None) -> Examples:
    table, labels = np.asarray(x), np.asarray(y)
    if table.ndim != 2 or len(table) != len(labels):
        raise BadInput(
            f"a chunk of a stream needs one row of features for each label, but X has shape {table.shape} and y has {len(labels)}"
        )
    names = [f"x{i}" for i in range(table.shape[1])] if columns is None else list(columns)
    return _examples(dict(zip(names, table.T, strict=True)), labels)


def _of_block(block: Rows, y: Any) -> Examples:
    if len(block) != len(y):
        raise BadInput(
            f"a chunk of a stream needs one row for each label, but X has {len(block)} rows and y has {len(y)}"
        )
    return replace(_examples({}, np.asarray(y)), block=block)


def _examples(features: dict[str, Array], labels: Array) -> Examples:
    if labels.dtype.kind == "f":
        labelled = ~np.isnan(labels)
        if labelled.all() and labels.size and np.array_equal(labels, np.round(labels)):
            labels = labels.astype(np.int64)
    elif labels.dtype.kind == "O":
        labelled = np.array([label is not None and label == label for label in labels], dtype=bool)  # noqa: PLR0124 - NaN is not itself
    else:
        labelled = np.ones(len(labels), dtype=bool)
    return Examples(features=features, labels=labels, known=labelled)


def pair_of(x: Any, y: Any) -> Examples:
    """The examples of a table, a frame or a block of features, and its labels."""
    columns = getattr(x, "columns", None)
    if columns is None:
        block = block_of(x)
        return _of_table(x, y) if block is None else _of_block(block, y)
    return _examples({str(name): np.asarray(x[name]) for name in columns}, np.asarray(y))


def held_out(holdout: Any, *, target: str | None, time: str | None) -> Examples | None:
    """The examples of a hold-out: a pair (X, y), or a file in the form of the stream's."""
    if holdout is None:
        return None
    if isinstance(holdout, tuple) and len(holdout) == 2:
        return pair_of(*holdout)
    if not isinstance(holdout, str | Path):
        raise BadInput(f"a hold-out is a pair of arrays (X, y) or a file, not {type(holdout).__name__}")
    parts = list(_of_file(str(holdout), target, time).read())
    whole: Examples | None = reduce(joined, parts) if parts else None
    if whole is None or not whole.known.any():
        raise BadInput(f"{holdout} has no example with a label; a hold-out needs some")
    return whole.take(whole.known)


def _of_iterator(parts: Iterator[Any]) -> Iterator[Examples]:
    """Chunks (X, y), or single examples ({name: value}, label) as river's streams give them."""
    for part in parts:
        if not isinstance(part, tuple) or len(part) != 2:
            raise BadInput(
                "an iterator of a stream must give pairs: (X, y) of a chunk, or ({name: value}, label) of an example"
            )
        if not isinstance(part[0], Mapping):
            yield pair_of(*part)
            continue
        pairs = [part, *islice(parts, READ - 1)]
        names = list(pairs[0][0])
        if any(list(row) != names for row, _ in pairs):
            raise BadInput("the columns of a stream must stay the same, but examples have different names")
        features = {name: np.array([row[name] for row, _ in pairs]) for name in names}
        yield _examples(features, np.array([label for _, label in pairs]))


def _of_file(path: str, target: str | None, time: str | None) -> StreamSource:
    if target is None:
        raise BadInput(f"name the label column of {path}: target=")
    names = read(path).heading()
    for name in (target, *([] if time is None else [time])):
        if name not in names:
            raise BadInput(f"{path} has no column {name!r}; it has {abridged(names, 8)}")
    wanted = [name for name in names if name not in {target, time}]

    repeats = RepeatedTimes(column=str(time))

    def examples() -> Iterator[Examples]:
        before: Any = None
        repeats.rows = 0
        for part in chunks(path, [*wanted, target, *([] if time is None else [time])], READ):
            if time is not None:
                times = _moments(path, time, part[time])
                times = times if before is None else np.concatenate([[before], times])
                before = _in_order(path, time, times)
                repeats.add(times)
            yield _examples({name: part[name] for name in wanted}, part[target])

    labels = (_known_labels(part[target]) for part in chunks(path, [target]))
    return StreamSource(read=examples, classes=_classes(labels), repeats=repeats)


def _known_labels(labels: Array) -> Array:
    part = _examples({}, labels)
    return part.labels[part.known]


def _moments(path: str, time: str, times: Array) -> Array:
    """Times that can be compared: numbers and dates as they are, words as ISO dates; raises BadInput for others, and for gaps."""
    words = times.dtype.kind in "US" or (
        times.dtype.kind == "O" and any(moment is None or isinstance(moment, str) for moment in times)
    )
    try:
        with catch_warnings():
            simplefilter("ignore")  # numpy turns a time with a zone into UTC, which is right here, and warns
            moments = times.astype("datetime64[us]") if words else times
    except (ValueError, TypeError, OverflowError):
        odd = next((moment for moment in times.tolist() if not _is_date(moment)), times[0])
        raise BadInput(
            f"column {time!r} of {path} contains {odd!r}, which is neither a number nor an ISO date such as 2031-01-09 or 2031-01-09T08:30; "
            "words cannot be put in order of time, so write it in one of these forms"
        ) from None
    if np.isnat(moments).any() if moments.dtype.kind in "mM" else moments.dtype.kind == "f" and np.isnan(moments).any():
        raise BadInput(f"column {time!r} of {path} has rows without a time; fill them in, or leave these rows out")
    return np.asarray(moments)


def _is_date(word: Any) -> bool:
    try:
        with catch_warnings():
            simplefilter("ignore")
            np.datetime64(word, "us")
    except (ValueError, TypeError, OverflowError):
        return False
    return True


def _in_order(path: str, time: str, values: Array) -> Any:
    """The last time; raises BadInput where a row is earlier than the one before."""
    late = np.flatnonzero(values[1:] < values[:-1])
    if late.size:
        raise BadInput(
            f"rows of {path} are out of order in time: {values[late[0] + 1]} follows {values[late[0]]}; sort the file by {time!r}"
        )
    return values[-1]
