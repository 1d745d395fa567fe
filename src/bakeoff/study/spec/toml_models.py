"""The tables of a study file, as pydantic models: its JSON Schema is made from these, and so are complaints in plain words."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator
from pydantic_core import ErrorDetails

from bakeoff.core.text import elide
from bakeoff.data.tasks import tasks
from bakeoff.study.spec.options import (
    CompareOptions,
    Count,
    LearningCurveOptions,
    ReportOptions,
    RunSettings,
    StudyOptions,
    Word,
    toml_field,
)

__all__ = [
    "ComparePart",
    "ConditionPart",
    "CurvesPart",
    "DatasetPart",
    "LearnerPart",
    "ReportPart",
    "ResamplingPart",
    "RunPart",
    "StudyFile",
    "complaints",
    "key_path",
    "unknown",
]

if TYPE_CHECKING:
    TaskName = str
else:
    TaskName = Literal[tasks.names]  # installed packages may add to them
SOURCES = ("name", "file", "openml", "make")
_KINDS = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list in square brackets",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


_CURES: dict[tuple[str | int, ...], str] = {
    ("measures",): '; write measures = ["accuracy", "kappa"] above the first table, and the first decides',
    ("learners",): "; write each learner as a table with its name, [learners.NAME]",
    ("datasets",): "; write each data set as [[datasets]]",
    ("conditions",): "; write each condition as [[conditions]]",
}


class FileTable(BaseModel):
    """A table of the file: unknown keys are refused and nothing is converted behind the user's back."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LearnerPart(FileTable):
    """`[learners.NAME]`: one learner, by the import path of its estimator or the name of a baseline."""

    use: Word = Field(description="import path of a scikit-learn estimator, or the name of a baseline")
    params: dict[str, Any] = Field(default_factory=dict, description="parameters of the estimator")
    scale: bool = Field(default=False, description="standardize numeric columns, fitted on the training part")
    prepare: bool | Word | dict[str, Any] = Field(
        default="auto",
        description="auto (prepare what the estimator's fit would refuse), false (never), or a transformer: {use, params}",
    )
    columns: list[Word] | None = Field(default=None, min_length=1, description="learn from these columns only")
    steps: list[Word | dict[str, Any]] = Field(
        default_factory=list, description="transformers before the estimator: import paths, or {use, params}"
    )
    tune: dict[str, Any] | None = Field(
        default=None,
        description="parameters and their ranges ({log = [lo, hi]}, {uniform = [lo, hi]}, {int = [lo, hi]}, {choice = [...]}), "
        'or space = "suggest"; and how they are searched: method, trials or seconds, folds or scheme, measure',
    )


class DatasetPart(FileTable):
    """`[[datasets]]`: where the rows come from (one of name, file, openml, make) and what the target means."""

    name: Word | None = Field(default=None, description="a data set that comes with scikit-learn or bakeoff")
    file: Word | None = Field(
        default=None, description="CSV, Parquet, ARFF, UCI .data or CoNLL, relative to the study file"
    )
    test: Word | None = Field(
        default=None, description="a second file with the rows to test on; all rows of the first then train, once"
    )
    openml: int | Word | None = Field(default=None, description="number or name of a data set at OpenML")
    make: dict[str, Any] | None = Field(default=None, description="an artificial domain and its settings")
    label: Word | None = Field(default=None, description="what to call it in tables; by default from its source")
    target: Word | None = Field(default=None, description="the column to predict")
    positive: str | int | bool | None = Field(default=None, description="the class of interest of a binary target")
    task: TaskName | None = Field(
        default=None, description="what the target means, where it cannot be read from the column"
    )
    classes: list[str | int] | None = Field(default=None, description="all classes in order, lowest first if ordinal")
    groups: Word | None = Field(default=None, description="column of groups that must not be split")
    time: Word | None = Field(default=None, description="column of time, for rolling origin")
    weight: Word | None = Field(default=None, description="column of weights: how much each row counts")
    weights: Literal["fit", "score", "both"] | None = Field(
        default=None, description="what the weights are for: to fit, to score, or both, which is the default"
    )
    columns: list[Word] | Word | None = Field(
        default=None,
        description="names of the columns of a file without a heading: a list, a .names file, or conll2000, conll2002, conll2003, conllu",
    )
    ignore: list[Word] = Field(default_factory=list, description="columns that are hidden from all learners")
    missing_target: Literal["refuse", "drop"] | None = Field(
        default=None, description="what to do with rows whose target is missing"
    )

    @model_validator(mode="after")
    def _one_source(self) -> "DatasetPart":
        sources = [key for key in SOURCES if getattr(self, key) is not None]
        if len(sources) != 1:
            listed = " and ".join(sources) if sources else "none of them"
            raise ValueError(f"needs exactly one of name, file, openml or make, but has {listed}")
        stated = sorted(self.model_fields_set - {"make", "label"})
        if self.make is not None and stated:
            raise ValueError(f"an artificial domain brings its own target; remove {', '.join(stated)}")
        if self.weights is not None and self.weight is None:
            raise ValueError("weights needs weight, the column that contains them")
        return self

    @property
    def title(self) -> str:
        """What the data set is called in messages."""
        generator = None if self.make is None else str(self.make.get("name", "made"))
        openml = None if self.openml is None else f"openml:{self.openml}"
        return self.label or self.name or self.file or openml or generator or "?"


class ConditionPart(FileTable):
    """`[[conditions]]`: other circumstances to train or test under: other rows, some of the rows, or rows that are changed."""

    name: Word = Field(description="what to call it in tables")
    used: Literal["both", "train", "test"] = Field(default="both", description="for training, testing, or both: a grid")
    dataset: Word | None = Field(default=None, description="the data set that it belongs to; by default all")
    file: Word | None = Field(default=None, description="other rows: a file with the same columns")
    make: dict[str, Any] | None = Field(default=None, description="other rows: an artificial domain and its settings")
    where: dict[str, Any] = Field(default_factory=dict, description='only rows with these values: {hospital = "B"}')
    drop: dict[str, Any] = Field(default_factory=dict, description='no rows with these values: {age = ["Infant"]}')
    reweight: dict[str, dict[str, float | int]] = Field(
        default_factory=dict, description="how often rows with a value are kept: {age = {Infant = 3, Adult = 1}}"
    )
    remove: list[Word] = Field(default_factory=list, description="columns that are missing")
    noise: float | int = Field(default=0, ge=0, description="noise in standard deviations; other cells drawn anew")
    flip: float | int = Field(default=0, ge=0, le=1, description="share of rows that get another class")
    move: dict[str, float | int] = Field(
        default_factory=dict, description="a class, and the share of the other rows, nearest first, that become it"
    )

    @model_validator(mode="after")
    def _one_source(self) -> "ConditionPart":
        if self.file is not None and self.make is not None:
            raise ValueError("has both file and make; other rows come from one of them")
        return self


class ResamplingPart(FileTable):
    """`[resampling]`: which rows train and which test."""

    scheme: Word = Field(default="kfold", description="kfold, holdout, subsampling, leave-one-out, 5x2, 10x10, ...")
    folds: int | None = Field(default=None, ge=2, description="into how many parts the rows are cut; each tests once")
    repeats: Count | None = Field(default=None, description="how often all of it is done, on rows drawn anew")
    stratify: bool | Literal["auto"] | None = Field(
        default=None,
        description="true: every part has its share of each class, or it is refused; auto: as far as rare classes go; false: no",
    )
    groups: bool | None = Field(default=None, description="keep the rows of a group together (column: datasets.groups)")
    test: float | None = Field(default=None, gt=0, lt=1, description="share of the rows that test")
    initial: Count | None = Field(default=None, description="rolling origin: points in time of the first training part")
    horizon: Count | None = Field(default=None, description="rolling origin: points in time to predict")
    step: Count | None = Field(default=None, description="rolling origin: points in time between two origins")
    window: Literal["expanding", "sliding"] | None = Field(
        default=None, description="rolling origin: whether the training part grows or keeps its length"
    )
    order: Literal["auto", "time", "rows"] | None = Field(
        default=None, description="rolling origin: by the column of times, or in the order of the rows"
    )


def _table(name: str, options: type) -> type[FileTable]:
    """The table of a study file that sets these options."""
    declared = {field.name: toml_field(field) for field in fields(options)}
    keys: dict[str, Any] = {key: (kind, Field(**settings)) for key, (kind, settings) in declared.items()}
    return create_model(name, __base__=FileTable, __doc__=options.__doc__, **keys)


if TYPE_CHECKING:  # the same keys, as options
    ComparePart = CompareOptions
    CurvesPart = LearningCurveOptions
    ReportPart = ReportOptions
    RunPart = RunSettings
else:
    ComparePart = _table("ComparePart", CompareOptions)
    CurvesPart = _table("CurvesPart", LearningCurveOptions)
    ReportPart = _table("ReportPart", ReportOptions)
    RunPart = _table("RunPart", RunSettings)


def _key(name: str) -> Any:
    """The key that sets this option of a study."""
    return next(Field(**toml_field(field)[1]) for field in fields(StudyOptions) if field.name == name)


class StudyFile(FileTable):
    """One study: learners, data sets, how to split, what to measure, how to compare."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, title="bakeoff study file")

    title: Word = _key("title")
    seed: int = _key("seed")
    measures: list[Word] = Field(
        min_length=1, description="the first decides and is named before the run; the others are reported too"
    )
    learners: dict[str, LearnerPart] = Field(min_length=1, description="what is compared, by name")
    datasets: list[DatasetPart] = Field(min_length=1, description="what is learned from")
    conditions: list[ConditionPart] = Field(default_factory=list, description="other conditions to train or test under")
    resampling: ResamplingPart = Field(default_factory=ResamplingPart, description="which rows train and which test")
    compare: ComparePart = Field(default_factory=ComparePart, description="how learners are compared")
    curves: CurvesPart = Field(default_factory=CurvesPart, description="learning curves")
    report: ReportPart = Field(default_factory=ReportPart, description="what the report leaves out")
    run: RunPart = Field(default_factory=RunPart, description="how units are run")


_MODELS = {
    "learners": LearnerPart,
    "datasets": DatasetPart,
    "conditions": ConditionPart,
    "resampling": ResamplingPart,
    "compare": ComparePart,
    "curves": CurvesPart,
    "report": ReportPart,
    "run": RunPart,
}


def key_path(location: Sequence[str | int]) -> str:
    """The path of a key as it is written in the file; tables of a list are counted from 1.

    >>> key_path(["learners", "svm", "params"]), key_path(["datasets", 1, "target"])
    ('learners.svm.params', 'datasets #2.target')
    """
    text = ""
    for part in location:
        key = f" #{part + 1}" if isinstance(part, int) else elide(part, 200)
        text += f".{key}" if text and not isinstance(part, int) else key
    return text


def unknown(name: str, names: Sequence[str]) -> str:
    """What to say about a name that is not known.

    >>> unknown("kernle", ["C", "kernel"])
    'did you mean kernel?'
    """
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else f"known are {', '.join(names)}"


def complaints(error: ValidationError) -> Iterator[str]:
    """One line for each thing that is wrong."""
    lines: set[str] = set()
    for detail in error.errors(include_url=False):
        location = _written(detail["loc"])
        line = f"{key_path(location)}: {_words(detail, location)}"
        if _union(detail) and any(other.startswith(f"{key_path(location)}:") for other in lines):
            continue  # a value that fits none of several types is told once
        lines.add(line)
        yield line


def _written(loc: Sequence[str | int]) -> list[str | int]:
    """The location without the names pydantic adds for the members of a union."""
    depth = 3 if loc[0] in {"learners", "datasets", "conditions"} else 2
    return [part for index, part in enumerate(loc) if index < depth or isinstance(part, int)]


def _union(detail: ErrorDetails) -> bool:
    return len(detail["loc"]) > len(_written(detail["loc"]))


def _words(detail: ErrorDetails, location: Sequence[str | int]) -> str:
    kind, value = detail["type"], detail["input"]
    if kind == "extra_forbidden":
        return _unknown_key(location)
    if kind == "missing":
        return "is missing"
    if kind == "value_error":
        return str(detail["ctx"]["error"])
    if kind in _KINDS:
        cure = _CURES.get(tuple(location), "") if kind in {"dict_type", "list_type"} else ""
        return f"must be {_alternatives(detail, location)}, not {_shown(value)}{cure}"
    if kind == "literal_error":
        return _literal(detail, value)
    return f"{_lower(detail['msg']).replace('input should', 'must')}, not {_shown(value)}"


def _alternatives(detail: ErrorDetails, location: Sequence[str | int]) -> str:
    if not _union(detail):
        return _KINDS[detail["type"]]
    key = next((part for part in reversed(location) if isinstance(part, str)), "")
    alternatives = {"positive": "a class", "classes": "a class", "openml": "a number or a name"}
    alternatives |= {"stratify": 'true, false or "auto"', "train_sizes": "a number"}
    alternatives |= {"complexity": 'a text such as "n*log(n)", or a table {LEARNER = "n^2"}'}
    return alternatives.get(key, "a text or a table {use, params}")


def _literal(detail: ErrorDetails, value: object) -> str:
    names = [text.strip(" '") for text in str(detail["ctx"]["expected"]).replace(" or ", ",").split(",")]
    return f"cannot be {_shown(value)}; {unknown(str(value), names)}"


def _unknown_key(location: Sequence[str | int]) -> str:
    model: Any = _MODELS.get(str(location[0]), StudyFile) if len(location) > 1 else StudyFile
    return f"no such key; {unknown(str(location[-1]), list(model.model_fields))}"


def _shown(value: object) -> str:
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
