"""frame_of: columns as a frame of the user's own kind, or as a plain table where no frame library is installed."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from bakeoff.core.errors import MissingPackage, UnknownName

__all__ = ["KINDS", "PlainTable", "frame_of"]

KINDS = ("pandas", "polars", "pyarrow", "plain")


class PlainTable(Mapping[str, Sequence[Any]]):
    """Named columns of equal length: what is handed out where neither pandas nor polars is installed.

    >>> table = PlainTable({"learner": ["nb", "svm"], "value": [0.75, 0.8125]})
    >>> table["learner"]
    ['nb', 'svm']
    >>> table
    learner   value
    nb       0.7500
    svm      0.8125
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]]) -> None:
        self._columns: dict[str, list[Any]] = {name: np.asarray(values).tolist() for name, values in columns.items()}

    def __getitem__(self, name: str) -> Sequence[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._columns)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(next(iter(self._columns.values()), [])), len(self._columns)

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return {name: list(values) for name, values in self._columns.items()}

    def __repr__(self) -> str:
        rows, _ = self.shape
        shown = min(rows, 30)
        texts = {name: [_text(value) for value in values[:shown]] for name, values in self._columns.items()}
        widths = {name: max(map(len, [name, *values])) for name, values in texts.items()}
        lines = ["  ".join(_aligned(name, widths[name], self._numeric(name)) for name in texts)]
        for at in range(shown):
            cells = (_aligned(values[at], widths[name], self._numeric(name)) for name, values in texts.items())
            lines.append("  ".join(cells))
        if shown < rows:
            lines.append(f"... {rows - shown} more rows")
        return "\n".join(line.rstrip() for line in lines)

    def _numeric(self, name: str) -> bool:
        return all(isinstance(value, (int, float)) for value in self._columns[name])


def _text(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _aligned(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def frame_of(columns: Mapping[str, Any], kind: str | None = None) -> Any:
    """These columns as a frame: of that kind, else pandas if installed, else polars, else a plain table.

    >>> frame_of({"a": [1, 2]}, "plain").to_dict()
    {'a': [1, 2]}
    """
    chosen = kind or next((one for one in ("pandas", "polars") if find_spec(one)), "plain")
    if chosen not in KINDS:
        raise UnknownName("kind of frame", chosen, KINDS)
    if chosen == "plain":
        return PlainTable(columns)
    if not find_spec(chosen):
        raise MissingPackage(chosen, f"a {chosen} frame")
    import narwhals as nw

    arrays = {name: _column(values) for name, values in columns.items()}
    backend = nw.Implementation.from_string(chosen)
    return nw.from_dict(arrays, backend=backend).to_native()  # type: ignore[arg-type]  # wants three literals


def _column(values: Any) -> Any:
    """A list for text, so that every library makes its own kind of text column; an array for numbers."""
    array = np.asarray(values)
    return array.tolist() if array.dtype.kind in "OUS" else array
