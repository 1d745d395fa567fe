"""A study without a study file: learners trained on the rows of one file and tested on those of another."""

from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.core.errors import BadInput, Problems

if TYPE_CHECKING:
    from bakeoff.learners.learner import Learner
    from bakeoff.study.spec.study_spec import StudySpec

__all__ = ["two_files"]


def two_files(
    *,
    train: Path | None,
    test: Path | None,
    target: str | None,
    positive: str | None,
    learners: tuple[str, ...],
    measures: tuple[str, ...],
    allow: tuple[str, ...] = (),
) -> "StudySpec":
    """The study that these options describe; all that is missing is listed together."""
    from bakeoff.api.study import Study
    from bakeoff.data.load import load
    from bakeoff.learners.from_objects import learner_from
    from bakeoff.splits.separate_test import SeparateTest, with_test_rows

    problems = []
    if train is None:
        problems.append("--test names the rows to test on; name those to train on with --train")
    if test is None:
        problems.append("--train names the rows to train on; name those to test on with --test")
    if not learners:
        problems.append("name at least one learner, for example --learner tree=sklearn.tree.DecisionTreeClassifier")
    if problems or train is None or test is None:
        raise Problems("bakeoff run", problems)
    data = load(train, target=target, positive=positive)
    rows = load(test, target=target, task=data.task)
    made: list[Learner] = []
    for text in learners:
        name, equals, use = text.partition("=")
        use, name = (use, name) if equals else (text, text.rpartition(".")[2])
        if name in {one.name for one in made}:
            raise BadInput(f"two learners are called {name!r}; name them, for example --learner first={use}")
        made.append(learner_from(name, use, {}, allow=allow))
    return Study(
        datasets=with_test_rows(data, rows),
        learners=made,
        scheme=SeparateTest({data.name: len(data)}),
        measures=list(measures) or None,
        title=f"Trained on {train.name}, tested on {test.name}",
    ).spec
