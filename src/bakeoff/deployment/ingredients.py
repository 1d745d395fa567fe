"""What a model is trained from: the learner and the rows, which a results file does not hold.

They come from the study itself where it was run in this process, else from the TOML file it was run from, else the learner is made
again from its stored settings and the data are asked for. The data are checked against the fingerprint in the results file.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bakeoff.core.errors import BadInput, BakeoffError, Problems
from bakeoff.core.isolation.modules_beside import allow_beside
from bakeoff.core.notes import Note
from bakeoff.core.text import counted
from bakeoff.data.bundled import BUNDLED
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.deployment.notes import OTHER_DATA, OTHER_VERSIONS
from bakeoff.learners.from_settings import versions_in, without_versions
from bakeoff.learners.learner import Learner
from bakeoff.study.analysis.stored_design import DatasetCard, LearnerCard
from bakeoff.study.spec.options import RunSettings, option_values
from bakeoff.study.spec.read_toml import dataset_of, learner_of, read_file
from bakeoff.study.spec.study_spec import StudySpec
from bakeoff.study.spec.toml_models import DatasetPart
from bakeoff.tuning.from_settings import any_learner_from_settings
from bakeoff.tuning.tuned import Tuned

__all__ = ["Ingredients", "checked_data", "learner_for", "rows_for", "run_settings"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ingredients:
    """Where learner and rows may come from."""

    spec: StudySpec | None = None  # of a study that was run in this process
    toml: Path | None = None  # the file it was run from
    data: Dataset | str | Path | None = None  # the user's own: a data set, or the path of a file
    target: str | None = None  # of such a file, where no TOML file names it
    positive: str | None = None
    allow: tuple[str, ...] = ()
    other_data: bool = False  # train on them though they are not those of the study


def learner_for(card: LearnerCard, ingredients: Ingredients) -> tuple[Learner, tuple[Note, ...]]:
    """The learner, the same as in the study; other versions of its packages are a note."""
    learner = _learner(card, ingredients)
    if without_versions(learner.settings) != without_versions(card.settings):
        raise BadInput(
            f"learner {card.name!r} is no longer as it was in the study; run the study again, then deploy it"
        )
    before, now = versions_in(card.settings), versions_in(learner.settings)
    differ = [name for name in before if now.get(name) not in {None, before[name]}]
    if not differ:
        return learner, ()
    old, new = (", ".join(f"{name} {some[name]}" for name in differ) for some in (before, now))
    return learner, (OTHER_VERSIONS(before=old, now=new),)


def _learner(card: LearnerCard, ingredients: Ingredients) -> Learner:
    if ingredients.spec is not None:
        for learner in ingredients.spec.learners:
            if learner.name == card.name:
                return learner
    if ingredients.toml is not None:
        part = read_file(ingredients.toml).learners.get(card.name)
        if part is not None:
            allow_beside(ingredients.toml.parent, ingredients.allow)
            problems: list[str] = []
            made = learner_of(card.name, part, ingredients.allow, problems)
            if problems:
                raise Problems(str(ingredients.toml), problems)
            return _by_measure(made, card.settings)
    return any_learner_from_settings(card.name, card.settings, ingredients.allow)


def _by_measure(learner: Learner, settings: str) -> Learner:
    """A tuned learner by the measure that the study chose its settings by, where its table names none: the primary one then."""
    if not isinstance(learner, Tuned) or learner.measure is not None:
        return learner
    with suppress(ValueError, AttributeError, BakeoffError):
        return learner.for_measure(json.loads(settings).get("measure"))
    return learner


def rows_for(card: DatasetCard, ingredients: Ingredients) -> tuple[Dataset, tuple[Note, ...]]:
    """The rows of the data set, checked."""
    return checked_data(_rows(card, ingredients), card, other_data=ingredients.other_data)


def _rows(card: DatasetCard, ingredients: Ingredients) -> Dataset:
    if isinstance(ingredients.data, Dataset):
        return ingredients.data
    if ingredients.data is None and ingredients.spec is not None:
        for dataset in ingredients.spec.datasets:
            if dataset.name == card.name:
                return dataset
    part = None if ingredients.toml is None else _part(card, ingredients.toml)
    if ingredients.data is not None:
        path = Path(ingredients.data).expanduser().absolute()
        if part is not None and ingredients.target is None:
            moved = {"name": None, "openml": None, "make": None, "file": str(path), "label": card.name}
            return dataset_of(part.model_copy(update=moved), path.parent, {})
        return load(path, target=ingredients.target, positive=ingredients.positive or card.positive, name=card.name)
    if part is not None and ingredients.toml is not None:
        return dataset_of(part, ingredients.toml.parent, {})
    if card.name in BUNDLED.names:
        return load(card.name, positive=card.positive)
    raise BadInput(
        f"a results file contains no features, and where the rows of {card.name!r} come from is not known; give them with "
        "--data FILE --target COLUMN (data=bo.load(...)), or name the study's TOML file with --study (study=)"
    )


def _part(card: DatasetCard, toml: Path) -> DatasetPart | None:
    """The table of the data set in the study's TOML file."""
    for part in read_file(toml).datasets:
        generator = None if part.make is None else str(part.make.get("name"))
        if card.name in {
            part.label or part.name or generator or (Path(part.file).stem if part.file else ""),
            str(part.openml),
        }:
            return part
    several = read_file(toml).datasets
    return several[0] if len(several) == 1 else None


def checked_data(data: Dataset, card: DatasetCard, *, other_data: bool) -> tuple[Dataset, tuple[Note, ...]]:
    """The data if they are those of the study; others only if the user wants that, with a note."""
    if data.fingerprint == card.fingerprint:
        return data, ()
    why = _difference(data, card)
    if data.task.name != card.task or data.classes != card.classes:
        raise BadInput(
            f"the data are not those of data set {card.name!r}: {why}; a model for another target needs a study of its own"
        )
    if not other_data:
        raise BadInput(
            f"the data are not those of data set {card.name!r}: {why}; give the data of the study, or train on these with "
            "--other-data (other_data=True)"
        )
    return data, (OTHER_DATA(why=why),)


def _difference(data: Dataset, card: DatasetCard) -> str:
    if data.task.name != card.task:
        return f"the target is for {data.task.name}, not {card.task}"
    if data.classes != card.classes:
        return f"the classes are {', '.join(data.classes[:6])}, not {', '.join(card.classes[:6])}"
    parts: Sequence[tuple[int, int, str]] = (
        (len(data), card.n_rows, "row"), (len(data.columns), card.n_columns, "column")
    )  # fmt: skip
    for now, before, noun in parts:
        if now != before:
            return f"they have {counted(now, noun)}, not {before}"
    return "values, names of columns or the kind of frame differ (another fingerprint)"


def run_settings(ingredients: Ingredients) -> RunSettings:
    """The limits of the study: those of `[run]`, where its TOML file is known."""
    if ingredients.spec is not None:
        return ingredients.spec.run
    return (
        RunSettings()
        if ingredients.toml is None
        else RunSettings(**option_values(read_file(ingredients.toml).run, RunSettings))
    )


def toml_of(path: Path | None, stored_path: object, study: str | Path | None) -> Path | None:
    """The TOML file of a study: the one that is named, or the one it was run from, if that is still there."""
    if study is not None:
        toml_path = Path(study).expanduser()
        if not toml_path.is_file():
            raise BadInput(f"there is no file {toml_path}; name the TOML file of the study")
        return toml_path
    if path is None or not isinstance(stored_path, str):
        return None
    beside = path.parent / stored_path
    try:
        read_file(beside)
    except BakeoffError:
        return None
    return beside
