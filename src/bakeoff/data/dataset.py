"""Column and Dataset: rows and what the target means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.catalogue import imported
from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.text import counted
from bakeoff.data.blocks import KINDS, CodedRows, ColumnMatrix, Rows
from bakeoff.data.given_target import GivenTarget
from bakeoff.data.survey import Survey, survey_of
from bakeoff.data.tasks import TaskKind, task_named
from bakeoff.tabular.table import Column, ColumnKind

__all__ = ["Column", "ColumnKind", "Dataset"]

MOST_EXTRA = 12  # columns beside target, rows, groups and times: a study file holds 16 arrays of a data set
_BY_ROW = ("groups", "time", "fit_weight", "score_weight")  # one value for each row, where they are there


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Dataset:
    """Rows and what the target means; nothing in it can be changed.

    `features` is float64 (n, p): nominal and text columns hold codes into their column's `levels`, NaN is missing. Or it is
    a block of rows without columns, as the user brought it: texts, a sparse matrix, images; then `columns` is empty. Either
    way `block` takes rows of it. `matrix` is the first and refuses the second. An estimator gets the frame or array that the
    user brought, which a `CodedRows` block keeps.
    `target` holds int64 codes into `classes`, or float64 for regression. The order of `classes` has meaning: the scale
    of an ordinal target and the columns of every probability matrix. `positive` is stated, never guessed: without it
    the measures that need a positive class are undefined. `fit_weight` says how much each row counts when learning,
    `score_weight` how much when an answer is scored. `params` is what else `fit` may be given, by name: an array of one
    value for each row, or an array without an axis, which is the same for all rows.

    >>> from bakeoff.data.tasks import BINARY
    >>> data = Dataset(name="toy", task=BINARY, features=[[0.0], [1.0], [2.0]], target=[0, 1, 1],
    ...                columns=(Column(name="x"),), classes=("no", "yes"), positive="yes")
    >>> data.take([2, 0]).rows.tolist()
    [2, 0]
    >>> data
    <Dataset 'toy': 3 rows, 1 column, binary, positive 'yes'>
    """

    name: str
    task: TaskKind
    features: Any
    target: Array
    columns: tuple[Column, ...]
    classes: tuple[str, ...] = ()
    positive: str | None = None
    groups: Array | None = None
    time: Array | None = None
    extra: Mapping[str, Array] = field(default_factory=dict)  # columns by name that measures read, and no learner
    fit_weight: Array | None = None
    score_weight: Array | None = None
    params: Mapping[str, Array] = field(default_factory=dict)
    rows: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    source: str = ""
    frame: str = ""  # "pandas", "polars" or "pyarrow": the kind of frame an estimator shall be given; "" means arrays
    notes: tuple[str, ...] = ()  # what was done on the way in, in words, for the report
    block: Rows = None  # type: ignore[assignment]  # made from `features`
    given_target: GivenTarget | None = None  # the target as it came, where an estimator could tell it from `target`
    survey: Survey = None  # type: ignore[assignment]  # made from all rows; parts of the data set keep it
    _fingerprint: list[str] = field(
        init=False, default_factory=list
    )  # once it is known, of features that nobody can change

    def __post_init__(self) -> None:
        put = object.__setattr__  # the one place that may write to a frozen instance: its own construction
        put(self, "task", task_named(self.task))
        if getattr(self.block, "native", None) is not self.features:  # none yet, or replaced
            put(self, "block", self.features if isinstance(self.features, KINDS) else ColumnMatrix(self.features))
        put(self, "features", self.block.native)
        put(self, "target", frozen(self.target, self.task.dtype))
        if self.given_target is not None and not self.given_target.fits(self.target):  # replaced
            put(self, "given_target", None)
        if not len(self.rows):
            put(self, "rows", np.arange(len(self.target)))
        put(self, "rows", frozen(self.rows))
        for name in _BY_ROW:
            if getattr(self, name) is not None:
                put(self, name, frozen(getattr(self, name), np.float64 if name.endswith("weight") else None))
        if self.extra:
            put(self, "extra", {name: frozen(column) for name, column in self.extra.items()})
        self._check()
        survey: Any = self.survey
        if survey is None:
            put(
                self,
                "survey",
                survey_of(self.columns, self.block) if isinstance(self.block, ColumnMatrix) else Survey(),
            )

    def _check(self) -> None:
        width = self.features.shape[1:] if self.has_columns else (0,)
        if width != (len(self.columns),):
            raise BadInput(
                f"data set {self.name!r}: features have shape {np.shape(self.features)} for {len(self.columns)} columns"
            )
        for name in ("target", "rows", *_BY_ROW):
            values = getattr(self, name)
            if values is not None and len(values) != len(self.block):
                raise BadInput(f"data set {self.name!r}: {len(values)} {name} for {len(self.block)} rows")
        if any(len(column) != len(self.block) for column in self.extra.values()):
            raise BadInput(
                f"data set {self.name!r}: each column of extra needs one value for each of its {len(self.block)} rows"
            )
        if len(self.extra) > MOST_EXTRA:
            raise BadInput(
                f"data set {self.name!r}: {len(self.extra)} columns of extra; a study keeps at most {MOST_EXTRA}"
            )
        if (
            self.task.coded
            and len(self.target)
            and not (0 <= self.target.min() and self.target.max() < len(self.classes))
        ):
            raise BadInput(f"data set {self.name!r}: target codes must lie in 0..{len(self.classes) - 1}")
        if self.task.takes_positive and len(self.classes) != 2:
            raise BadInput(f"data set {self.name!r}: a {self.task} target has two classes, not {len(self.classes)}")
        if self.task.target_problem is not None and (problem := self.task.target_problem(self.target)):
            raise BadInput(f"data set {self.name!r}: {problem}")
        if self.positive is not None and self.positive not in self.classes:
            raise UnknownName(f"class of data set {self.name!r}", self.positive, self.classes)

    def __len__(self) -> int:
        return len(self.block)

    def __repr__(self) -> str:
        about = f", {len(self.classes)} classes" if len(self.classes) > 2 else ""
        about += f", positive {self.positive!r}" if self.positive is not None else ""
        return f"<Dataset {self.name!r}: {counted(len(self), 'row')}, {self.block.describe()}, {self.task.name}{about}>"

    def _repr_html_(self) -> str:
        shown: str = imported("bakeoff.api.data_preview:preview_html")(self)
        return shown

    @property
    def has_columns(self) -> bool:
        """Whether the features are a matrix with columns."""
        return isinstance(self.block, ColumnMatrix)

    @property
    def matrix(self) -> Array:
        """The features as float64 (n, p); refused where they have no columns."""
        self.require_columns("this step")
        return np.asarray(self.features)

    def require_columns(self, what: str) -> None:
        """Refuse what reads columns, by its name, for features that have none."""
        if not self.has_columns:
            raise BadInput(f"{what} needs columns; {self.name!r} is {self.block.describe()}")

    @property
    def positive_code(self) -> int | None:
        """The code of the positive class, or None if none was stated."""
        return None if self.positive is None else self.classes.index(self.positive)

    def take(self, rows: ArrayLike) -> "Dataset":
        """These rows (positions, in this order); their ids survive."""
        positions = np.asarray(rows)
        positions = np.flatnonzero(positions) if positions.dtype == bool else positions
        by_row: dict[str, Any] = {
            name: None if (values := getattr(self, name)) is None else values[positions] for name in _BY_ROW
        }
        return replace(
            self,
            features=self.block.take(positions),
            target=self.target[positions],
            rows=self.rows[positions],
            extra={name: column[positions] for name, column in self.extra.items()},
            params={name: values[positions] if values.ndim else values for name, values in self.params.items()},
            **by_row,
            given_target=None if self.given_target is None else self.given_target.take(positions),
        )

    def only(self, columns: Sequence[str]) -> "Dataset":
        """These columns, by name, in this order."""
        self.require_columns("only()")
        names = [column.name for column in self.columns]
        for name in columns:
            if name not in names:
                raise UnknownName(f"column of data set {self.name!r}", name, names)
        places = [names.index(name) for name in columns]
        assert isinstance(self.block, ColumnMatrix)
        return replace(self, features=self.block.columns(places), columns=tuple(self.columns[i] for i in places))

    def to_frame(self, kind: str | None = None, target: str = "target") -> Any:
        """All columns and the target as a frame: pandas, polars or plain; words for codes, None for gaps.

        Parameters
        ----------
        kind
            "pandas", "polars" or "plain"; by default what is installed, in this order.
        target
            The name of the column of the target, which stands last.

        Returns
        -------
        A frame of that kind.

        Examples
        --------
        >>> from bakeoff.data.load import load
        >>> list(load("iris").to_frame("plain").to_dict())[-2:]
        ['petal width (cm)', 'target']
        """
        from bakeoff.tabular.frames import frame_of

        self.require_columns("a frame")
        return frame_of(self.spelled_columns(target), kind)

    def spelled_columns(self, target: str = "target") -> dict[str, list[Any]]:
        """All columns as a user writes them: whole numbers without a point, words for codes, None for gaps.

        Parameters
        ----------
        target
            The name of the column of the target, which stands last.

        Returns
        -------
        The cells of each column by its name.

        Examples
        --------
        >>> from bakeoff.data.artificial.synthetic import make
        >>> list(make("xor", n=3).spelled_columns())
        ['x0', 'x1', 'x2', 'x3', 'target']
        """
        columns = {
            column.name: [_spelled(value, column) for value in values]
            for column, values in zip(self.columns, self.matrix.T.tolist(), strict=True)
        }
        return {**columns, target: self.task.spelled(self.target, self.classes).tolist()}

    def to_csv(self, path: str | Path, target: str = "target") -> Path:
        """Write all columns and the target to a table file: CSV, or another form by the ending of the name.

        Parameters
        ----------
        path
            The file.
        target
            The name of the column of the target, which stands last.

        Returns
        -------
        The path.

        Examples
        --------
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from bakeoff.data.load import load
        >>> with TemporaryDirectory() as folder:
        ...     path = load("iris").to_csv(Path(folder) / "iris.csv", target="species")
        ...     path.read_text(encoding="utf-8").splitlines()[1]
        '5.1,3.5,1.4,0.2,setosa'
        """
        from bakeoff.core.whole_file import write_whole
        from bakeoff.tabular.reading import writer_of

        self.require_columns("a table file")
        write_whole(Path(path), writer_of(path, "rows")(self.spelled_columns(target)))
        return Path(path)

    def coded(self) -> "Dataset":
        """The same rows as codes alone, without the frame or array that they came in."""
        return (
            replace(self, features=ColumnMatrix(self.matrix), given_target=None)
            if isinstance(self.block, CodedRows)
            else self
        )

    @property
    def fingerprint(self) -> str:
        """sha256 over everything a learner can see: values, columns, classes, groups and times, but not the name."""
        if not self._fingerprint:
            digest = self._hashed()
            if not self.has_columns:
                return digest
            self._fingerprint.append(digest)
        return self._fingerprint[0]

    def _hashed(self) -> str:
        digest = sha256()
        digest.update(repr((self.task.name, self.columns, self.classes, self.positive, self.frame)).encode())
        for part in self.block.contents():
            digest.update(part)
        if self.given_target is not None:
            digest.update(self.given_target.type_name.encode())
        columns = [column for name in sorted(self.extra) for column in (np.array([name]), self.extra[name])]
        for array in (self.target, self.rows, self.groups, self.time, *columns):
            _enter(digest, array)
        weights = {"fit_weight": self.fit_weight, "score_weight": self.score_weight}
        for name, array in [*weights.items(), *sorted(self.params.items())]:
            if array is not None:  # data sets without any have the fingerprint that they always had
                digest.update(name.encode())
                _enter(digest, array)
        return digest.hexdigest()


def _enter(digest: Any, array: Array | None) -> None:
    """Add an array to a fingerprint: its kind, its shape and its values."""
    digest.update(b"-" if array is None else f"{array.dtype.str}{array.shape}".encode())
    if array is not None:
        digest.update(repr(array.tolist()).encode() if array.dtype == object else np.ascontiguousarray(array).tobytes())


def _spelled(value: float, column: Column) -> Any:
    if isnan(value):
        return None
    if column.levels:
        return str(column.levels[int(value)])
    return int(value) if float(value).is_integer() else value
