"""Read a study file (TOML) into a StudySpec, or say everything that is wrong with it at once.

A study file may come from a stranger: learners are imported from scikit-learn only, unless a package is allowed by the
caller, and data sets are read as data.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from bakeoff.core.errors import BadInput, BakeoffError, Problems, UnknownName
from bakeoff.core.foreign_file import open_regular
from bakeoff.core.isolation.modules_beside import allow_beside
from bakeoff.data.conditions import Condition
from bakeoff.data.dataset import Dataset
from bakeoff.learners.learner import Learner, refusals_of
from bakeoff.measures.own.from_code import allowed_measure
from bakeoff.splits.plan import Scheme
from bakeoff.study.spec import toml_models as parts
from bakeoff.study.spec.options import RunSettings, option_values
from bakeoff.study.spec.study_spec import StudySpec
from bakeoff.study.spec.toml_models import complaints, key_path, unknown
from bakeoff.study.spec.tune_table import tuned_from

__all__ = ["dataset_of", "json_schema", "learner_of", "read_file", "read_study"]

P = TypeVar("P", bound=BaseModel)
T = TypeVar("T")


def read_file(path: str | Path) -> parts.StudyFile:
    """The study file as it is written: its shape is checked, nothing is loaded or imported."""
    raw = _toml(Path(path))
    try:
        return parts.StudyFile.model_validate(raw)
    except ValidationError as error:
        raise Problems(str(path), list(complaints(error))) from None


def read_study(path: str | Path, allow: Sequence[str] = ()) -> StudySpec:
    """The study, its data loaded, its learners made and its splits drawn; `allow` names packages beside scikit-learn."""
    path = Path(path)
    raw = _toml(path)
    allow_beside(path.parent, allow)
    problems: list[str] = []
    file = None
    try:
        file = parts.StudyFile.model_validate(raw)
    except ValidationError as error:
        problems.extend(complaints(error))
    learners = list(_learners(raw, allow, problems))
    train_rows: dict[str, int] = {}  # of data sets with a test file of their own
    datasets = list(_datasets(raw, path.parent, problems, train_rows))
    scheme = _scheme(raw, problems)
    if train_rows:
        scheme = _separate_test(raw, datasets, train_rows, problems)
    conditions = list(_conditions(raw, path.parent, datasets, problems))
    problems.extend(_refusals(learners, datasets))
    problems.extend(_loose_names(raw, allow))
    problems.extend(f"curves.{line}" for line in _sizes(raw))
    if problems or scheme is None or file is None:
        problems.extend(() if scheme is None else _unsplittable(scheme, datasets))
        raise Problems(str(path), list(dict.fromkeys(problems)))
    try:
        return StudySpec(
            title=file.title,
            seed=file.seed,
            datasets=tuple(datasets),
            learners=tuple(learners),
            scheme=scheme,
            measures=tuple(dict.fromkeys(allowed_measure(name, allow) for name in file.measures)),
            primary=allowed_measure(file.measures[0], allow),
            run=RunSettings(**option_values(file.run, RunSettings)),
            conditions=tuple(conditions),
            **option_values(file.compare),
            **option_values(file.curves),
            **option_values(file.report),
        )
    except Problems as error:
        raise Problems(str(path), error.problems) from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a study file, for editors that check while one types."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return schema | parts.StudyFile.model_json_schema()


def _toml(path: Path) -> dict[str, Any]:
    if path.suffix == ".bakeoff":
        raise BadInput(
            f"{path} is a results file; the study file is the .toml that it was run from",
            cure=f"`bakeoff report {path}` shows the results",
        )
    try:
        with open_regular(path) as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise BadInput(f"{path} has more than {_LARGEST >> 20} MiB, too much for a study file; put data into files")
        text = content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}; `bakeoff init {path}` writes one to start from") from None
    except (IsADirectoryError, PermissionError) as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a text file in UTF-8; is it a study file?") from None
    _refuse_deep_text(path, text)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not TOML: {_located(str(error), text)}") from None
    except (ValueError, RecursionError):  # Python reads no integer of more than 4300 digits
        raise BadInput(f"{path} contains a number that is too long, or tables that are too deep; shorten it") from None
    _refuse_deep_values(path, raw)
    return raw


_MOST_MADE = 10**8  # rows times columns of an artificial data set
_LARGEST = 2**22  # bytes of a study file
_DEEPEST = 40  # tables and lists inside one another
_LARGEST_NUMBER = 2**63  # TOML promises no more
_STRINGS = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\\?\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:\\.|[^"\\\n])*+"?|\'[^\'\n]*+\'?|#[^\n]*', re.DOTALL
)  # one that is never closed runs to the end, as for the parser, which refuses it


def _refuse_deep_text(path: Path, text: str) -> None:
    """Refuse what would cost the parser minutes or its stack: long dotted keys, brackets in brackets."""
    plain = _STRINGS.sub("", text)
    dots = max(part.count(".") for part in re.split(r"[\n=,{}\[\]]", plain))
    steps = (1 if bracket in "[{" else -1 for bracket in re.findall(r"[\[{\]}]", plain))
    if dots > _DEEPEST or max(accumulate(steps), default=0) > _DEEPEST:
        raise BadInput(f"{path}: tables or lists lie more than {_DEEPEST} deep; make it flatter")


def _refuse_deep_values(path: Path, raw: dict[str, Any]) -> None:
    """Refuse what the parser took and nothing after it can use: deep tables, whole numbers of more than 64 bits."""
    level: list[Any] = [raw]
    for _ in range(_DEEPEST):
        level = [value for held in level for value in (held.values() if isinstance(held, dict) else held)]
        if any(type(value) is int and not -_LARGEST_NUMBER <= value < _LARGEST_NUMBER for value in level):
            raise BadInput(f"{path} contains a whole number of more than 64 bits; use a smaller one")
        level = [value for value in level if isinstance(value, (dict, list))]
    if level:
        raise BadInput(f"{path}: tables or lists lie more than {_DEEPEST} deep; make it flatter")


def _located(message: str, text: str) -> str:
    """The parser's message with the line it stumbled over, and the cure for the commonest slip."""
    place = re.search(r"at line (\d+)", message)  # the parser gives the number in words only before Python 3.14
    if place is None:
        return message
    line = "".join(text.splitlines()[int(place[1]) - 1 : int(place[1])]).strip()
    cure = "; TOML wants one key per line" if ";" in line else ""
    return f"{message}: {line if len(line) <= 200 else line[:197] + '...'}{cure}"


def _part(model: type[P], value: object) -> P | None:
    """The table if its shape is right; if not, that has been told already."""
    try:
        return model.model_validate(value)
    except ValidationError:
        return None


def _tables(raw: Mapping[str, Any], key: str, model: type[P]) -> Iterator[tuple[str | int, P]]:
    content = raw.get(key)
    entries: Iterable[tuple[str | int, object]] = ()
    if isinstance(content, dict):
        entries = content.items()
    elif isinstance(content, list):
        entries = enumerate(content)
    for position, value in entries:
        part = _part(model, value)
        if part is not None:
            yield position, part


def _told(problems: list[str], keys: Sequence[str | int], make: Callable[[], T]) -> T | None:
    """What `make` gives; its complaint, with the key path, goes to the problems."""
    try:
        return make()
    except Problems as error:
        problems.extend(f"{key_path(keys)}: {line}" for line in error.problems)
    except (BakeoffError, OSError) as error:
        problems.append(f"{key_path(keys)}: {error}")
    return None


def _learners(raw: Mapping[str, Any], allow: Sequence[str], problems: list[str]) -> Iterator[Learner]:
    for name, part in _tables(raw, "learners", parts.LearnerPart):
        learner = _told(problems, ["learners", name], partial(learner_of, str(name), part, tuple(allow), problems))
        if learner is not None:
            yield learner


def learner_of(name: str, part: parts.LearnerPart, allow: tuple[str, ...], problems: list[str]) -> Learner:
    """Made without the parameters that do not exist, so that all of those are told."""
    from bakeoff.learners.from_objects import learner_from

    params = dict(part.params)
    while True:
        try:
            learner = learner_from(
                name,
                part.use,
                params,
                scale=part.scale,
                columns=part.columns,
                prepare=part.prepare,
                steps=part.steps,
                allow=allow,
            )
            return learner if part.tune is None else tuned_from(learner, part.tune, allow)
        except UnknownName as error:
            wrong = [key for key in params if f"called {key!r};" in str(error)]
            if not wrong:
                raise
            problems.append(f"{key_path(['learners', name, 'params', wrong[0]])}: {error}")
            del params[wrong[0]]


def _refusals(learners: Sequence[Learner], datasets: Sequence[Dataset]) -> Iterator[str]:
    """Learners that cannot learn from a data set, such as a regressor from classes."""
    for learner in learners:
        yield from (f"learners.{learner.name}: {reason}" for reason in refusals_of(learner, datasets))


def _datasets(
    raw: Mapping[str, Any], folder: Path, problems: list[str], train_rows: dict[str, int]
) -> Iterator[Dataset]:
    names: Counter[str] = Counter()
    for position, part in _tables(raw, "datasets", parts.DatasetPart):
        data = _told(problems, ["datasets", position], partial(dataset_of, part, folder, train_rows))
        if data is None:
            continue
        names[data.name] += 1
        if names[data.name] == 2:
            problems.append(
                f"{key_path(['datasets', position])}: a second data set called {data.name!r}; give it a label"
            )
        yield data


def dataset_of(part: parts.DatasetPart, folder: Path, train_rows: dict[str, int]) -> Dataset:
    """The data set that a table describes; `train_rows` keeps how many of its rows train where the others are a test file."""
    if part.make is not None:
        return _made(part.make, part.label)
    from bakeoff.data.load import load

    data = load(_source(part, folder), name=part.label, **_meaning(part, folder))
    if part.test is None:
        return data
    from bakeoff.splits.separate_test import with_test_rows

    train_rows[data.name] = len(data)
    return with_test_rows(data, _like(data, folder / part.test, _meaning(part, folder)))


def _meaning(part: parts.DatasetPart, folder: Path) -> dict[str, Any]:
    """What a table says about its columns."""
    keys = (
        "target",
        "positive",
        "task",
        "classes",
        "groups",
        "time",
        "weights",
        "ignore",
        "missing_target",
        "columns",
    )
    meaning = {key: getattr(part, key) for key in keys if getattr(part, key) not in (None, [])}
    if part.weight is not None:
        meaning["sample_weight"] = part.weight
    if isinstance(part.columns, str) and Path(part.columns).suffix:
        meaning["columns"] = folder / part.columns
    return meaning


def _like(data: Dataset, path: Path, meaning: Mapping[str, Any]) -> Dataset:
    """Other rows from a file, with the target of the data set."""
    from bakeoff.data.load import load

    options: dict[str, Any] = {"task": data.task}
    if data.classes and not data.task.coded:
        options["classes"] = data.classes
    return load(path, **{**options, **meaning})


def _separate_test(
    raw: Mapping[str, Any], datasets: Sequence[Dataset], train_rows: Mapping[str, int], problems: list[str]
) -> Scheme:
    """The scheme of data sets with a test file of their own; all have one or none, and nothing is resampled."""
    from bakeoff.splits.separate_test import SeparateTest

    lacking = [data.name for data in datasets if data.name not in train_rows]
    if lacking:
        problems.append(f"datasets: {lacking[0]!r} has no test file, but others have; name one for each data set")
    if "resampling" in raw:
        problems.append("resampling: a test file of its own leaves nothing to resample; remove [resampling] or test")
    return SeparateTest(dict(train_rows))


def _conditions(
    raw: Mapping[str, Any], folder: Path, datasets: Sequence[Dataset], problems: list[str]
) -> Iterator[Condition]:
    described = [part for _, part in _tables(raw, "datasets", parts.DatasetPart)]
    pairs = list(zip(described, datasets, strict=True)) if len(described) == len(datasets) else []
    for position, part in _tables(raw, "conditions", parts.ConditionPart):
        condition = _told(problems, ["conditions", position], partial(_condition, part, pairs, folder))
        if condition is not None:
            yield condition


def _condition(
    part: parts.ConditionPart, pairs: Sequence[tuple[parts.DatasetPart, Dataset]], folder: Path
) -> Condition:
    data = None if part.make is None else _made(part.make, None)
    if part.file is not None:
        owners = [pair for pair in pairs if part.dataset in {None, pair[1].name}]
        if len(owners) != 1:
            raise BadInput("a file belongs to one data set; name it with dataset")
        data = _like(owners[0][1], folder / part.file, _meaning(owners[0][0], folder))
    rest = part.model_dump(exclude={"file", "make", "dataset"})
    return Condition(**{**rest, "remove": tuple(part.remove)}, data=data, dataset=part.dataset or "")


def _made(settings: Mapping[str, Any], label: str | None) -> Dataset:
    from bakeoff.data.artificial.synthetic import DOMAINS, make

    rest = dict(settings)
    name = rest.pop("name", None)
    if not isinstance(name, str):
        raise BadInput(
            f'make needs the name of a domain, as make = {{name = "{DOMAINS.names[0]}"}}; known are {", ".join(DOMAINS.names)}'
        )
    if not isinstance(rest.get("seed", 0), int):
        raise BadInput(f"seed of make must be a whole number, not {rest['seed']!r}")
    cells = prod(value for key, value in rest.items() if key != "seed" and type(value) is int and value > 0)
    if cells > _MOST_MADE:
        raise BadInput(f"make cannot create more than {_MOST_MADE} cells; use fewer rows or columns")
    data = make(name, **rest)
    return data if label is None else replace(data, name=label)


def _source(part: parts.DatasetPart, folder: Path) -> str | Path:
    if part.file is not None:
        return folder / part.file
    if part.openml is not None:
        return f"openml:{part.openml}"
    from bakeoff.data.artificial.synthetic import DOMAINS
    from bakeoff.data.bundled import BUNDLED

    if part.name in DOMAINS:
        raise BadInput(f'{part.name!r} is an artificial domain; write make = {{name = "{part.name}"}} instead of name')
    return BUNDLED[str(part.name)].name  # a name is never taken for a path


def _scheme(raw: Mapping[str, Any], problems: list[str]) -> Scheme | None:
    part = _part(parts.ResamplingPart, raw.get("resampling", {}))
    return None if part is None else _told(problems, ["resampling"], partial(_scheme_of, part))


def _scheme_of(part: parts.ResamplingPart) -> Scheme:
    from bakeoff.splits import scheme_from, schemes

    settings = part.model_dump(exclude={"scheme"}, exclude_none=True)
    if part.scheme not in schemes:
        scheme_from(part.scheme)  # a text such as "10x10", or a wrong name, which is told with a suggestion
    return scheme_from({"scheme": part.scheme, **settings})


def _unsplittable(scheme: Scheme, datasets: Sequence[Dataset]) -> Iterator[str]:
    """What `StudySpec` would say of the splits, had it come so far."""
    for data in datasets:
        try:
            scheme.plan(data, 0)
        except BakeoffError as error:
            yield str(error)


def _loose_names(raw: Mapping[str, Any], allow: Sequence[str] = ()) -> Iterator[str]:
    """Names that point at nothing: measures the catalogue does not hold, a baseline that is no learner.

    Read as they stand, for another key of the same table may be wrong; what is no text has been told already.
    """
    from bakeoff.measures import measure_named

    compare, learners = (_sub_table(raw, key) for key in ("compare", "learners"))
    for name in _entries(raw, "measures"):
        try:
            measure_named(allowed_measure(name, allow) if isinstance(name, str) else "accuracy")
        except BakeoffError as error:
            yield f"measures: {error}"
    pairs = [name for pair in _entries(compare, "pairs") if isinstance(pair, list) for name in pair]
    for key, name in [("baseline", compare.get("baseline")), *(("pairs", name) for name in pairs)]:
        if isinstance(name, str) and learners and name not in learners:
            yield f"compare.{key}: {name!r} is not a learner of this study; {unknown(name, list(learners))}"


def _sizes(raw: Mapping[str, Any]) -> Iterator[str]:
    """Training sizes that cannot be; what is no number has been told already."""
    from bakeoff.splits.training_sizes import size_problems

    asked = [size for size in _entries(_sub_table(raw, "curves"), "train_sizes") if isinstance(size, (int, float))]
    yield from size_problems([size for size in asked if not isinstance(size, bool)])


def _sub_table(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    table = raw.get(key)
    return table if isinstance(table, dict) else {}


def _entries(table: Mapping[str, Any], key: str) -> list[Any]:
    entries = table.get(key)
    return entries if isinstance(entries, list) else []
