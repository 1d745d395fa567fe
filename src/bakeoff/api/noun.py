"""Noun: one word after `results.`, declared once; a package adds its own by the entry point `bakeoff.results`."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from types import MethodType
from typing import Any

from bakeoff.core.catalogue import Catalogue, imported
from bakeoff.core.errors import PackageLeftOut, did_you_mean

__all__ = ["NOUNS", "Noun", "WithNouns", "cure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """What `Results` hands on: several answers (a class that is made with the results) or one (a function that takes them first).

    `home` names the module and the object in it after a colon: nothing of it is imported before a user asks for the noun.
    """

    name: str
    summary: str
    home: str
    direct: tuple[str, ...] = ()  # methods of the class that `Results` has by the same name

    def load(self) -> Callable[..., Any]:
        """Import the class or function."""
        answers: Callable[..., Any] = imported(self.home)
        return answers

    def of(self, results: Any) -> Any:
        """The answers about these results."""
        answers = self.load()
        return answers(results) if isinstance(answers, type) else MethodType(answers, results)

    def answers(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        """What can be asked, by the words after `results.`; the first parameter of each is what it is asked of."""
        home = self.load()
        if not isinstance(home, type):
            yield self.name, home
            return
        for name, method in vars(home).items():
            if not name.startswith("_"):
                yield name if name in self.direct else f"{self.name}.{name}", method

    def properties(self) -> dict[str, property]:
        """The attributes of `Results` that lead here."""
        handed = {
            method: property(partial(self._method, method), doc=f"The same as `results.{self.name}.{method}`.")
            for method in self.direct
        }
        return {self.name: property(self.of, doc=self.summary), **handed}

    def _method(self, method: str, results: Any) -> Any:
        return getattr(self.of(results), method)


ALL: tuple[Noun, ...] = (
    Noun(
        name="checks",
        home="bakeoff.api.study_checks:Checks",
        summary="What may be wrong with the comparison although its numbers are right: leaks, scales, chance level and others.",
    ),
    Noun(
        name="learning",
        home="bakeoff.api.estimating.study_learning:Learning",
        summary="Learning curves and their continuation, training steps, growth of time and memory.",
    ),
    Noun(
        name="tuning",
        home="bakeoff.api.study_tuning:tuning",
        summary="A frame of the candidates of every search: settings, inner scores, what was chosen.",
    ),
    Noun(
        name="errors",
        home="bakeoff.api.estimating.study_errors:Errors",
        summary="Noise, bias and variance; errors on training rows, .632 and .632+.",
    ),
    Noun(
        name="relative_stability",
        home="bakeoff.api.estimating.study_stability:relative_stability",
        summary="Whether the comparison of two learners reacts to single training rows.",
    ),
    Noun(
        name="rows",
        home="bakeoff.api.study_rows:StudyRows",
        summary="Rows of a data set: on which the learners err most, and what was predicted of one.",
    ),
    Noun(
        name="conditions",
        home="bakeoff.shift.condition_results:conditions",
        summary="What other conditions change: scores, performance deterioration, tests.",
    ),
    Noun(
        name="criteria",
        home="bakeoff.criteria.study_criteria:Criteria",
        summary="Several criteria at once: efficiency, the map of classifiers, tables of measures, classes, choices of data sets.",
        direct=("map", "efficiency", "measures_table"),
    ),
    Noun(
        name="deploy",
        home="bakeoff.deployment.study_deployment:deploy",
        summary="Train the best learner, or the one that is named, on all rows.",
    ),
    Noun(
        name="checklist",
        home="bakeoff.publication.filled_checklist:checklist",
        summary="A reporting checklist (REFORMS, TRIPOD+AI, NeurIPS) with what the study knows filled in.",
    ),
    Noun(
        name="crate",
        home="bakeoff.publication.crate.write_crate:crate",
        summary="Write an RO-Crate: study file, report, scores, and the metadata of data sets and software.",
    ),
    Noun(
        name="to_mlflow",
        home="bakeoff.api.tracking.to_mlflow:to_mlflow",
        summary="Log the study to MLflow: verdict, report and file, and a run for each learner.",
    ),
)  # in the order of the docs
NOUNS: Catalogue[Noun] = Catalogue("noun of results", ALL, group="bakeoff.results")


class WithNouns(type):
    """A class with an attribute for each noun, so that `dir`, tab completion and `help` show them.

    Nouns of installed packages join when somebody lists the attributes or asks for one that is missing: their modules import `Results`.
    """

    def __init__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> None:
        super().__init__(name, bases, members)
        cls._nouns: set[str] = set()
        cls.take(ALL)

    def __dir__(cls) -> list[str]:
        cls.take(NOUNS)
        return [*super().__dir__()]

    def take(cls, nouns: Iterable[Noun]) -> None:
        """Add the nouns that are not there yet; one that would hide another attribute is left out with a warning."""
        for noun in nouns:
            if noun.name in cls._nouns:
                continue
            cls._nouns.add(noun.name)
            for name, attribute in noun.properties().items():
                if hasattr(cls, name):
                    text = f"the noun {noun.name!r} of results is left out: results have another {name!r}"
                    warnings.warn(text, PackageLeftOut, stacklevel=2)
                else:
                    setattr(cls, name, attribute)


def cure(name: str, names: Iterable[str]) -> str:
    """What a user who asked results for a wrong name may have meant; empty where nothing is like it."""
    homes = [noun.name for noun in NOUNS if name in vars(noun.load())] if not name.startswith("_") else []
    if homes:
        return f"; it is results.{homes[0]}.{name}"
    near = did_you_mean(name, (name for name in names if not name.startswith("_"))) if not name.startswith("_") else ""
    return f"; {near}" if near else ""
