"""`bakeoff explain`, `measures` and `tests`: the catalogues, and what one entry is, when it fails, and where it comes from."""

from collections.abc import Callable, Sequence
from itertools import groupby
from math import isinf
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.printing import aligned_table, as_json, fitted, json_option, print_result, wrap_text
from bakeoff.cli.verbs._task_option import TaskName
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.formula import readable

if TYPE_CHECKING:
    from bakeoff.measures.measure import Measure
    from bakeoff.report.tables.plain_text import Table

__all__ = ["command", "describe", "facts", "measures_command", "schemes_command", "tests_command"]


@click.command("explain")
@click.argument("name")
@json_option
def command(name: str, *, as_object: bool) -> None:
    """Explain a measure, a significance test, a check, a splitting scheme, a term of the field or a command by its name."""
    from bakeoff.cli.verb import VERBS

    try:
        kind, found = _find(name)
    except UnknownName:
        if name not in VERBS:
            raise
        about, typed = VERBS[name].summary, f"bakeoff {name} --help"
        body = {"kind": "command", "name": name, "about": about, "help": typed}
        print_result(as_json("explain", body) if as_object else f"{name}: {about}\n  `{typed}` lists its options.")
        return
    print_result(as_json("explain", {"kind": kind, **facts(found)}) if as_object else describe(found))


def _find(name: str) -> tuple[str, Any]:
    from bakeoff.comparisons import tests, verdict_terms as of_verdicts
    from bakeoff.comparisons.significance.relative_stability import CHECKS
    from bakeoff.core.terms import term_among
    from bakeoff.criteria import criteria_terms as of_criteria
    from bakeoff.estimates import estimation_terms as of_estimation
    from bakeoff.estimates.over_splits.generalisation import INTERVALS
    from bakeoff.estimates.over_splits.selection_methods import SELECTIONS
    from bakeoff.measures import measure_named, measures
    from bakeoff.shift import terms as of_change
    from bakeoff.splits.catalogue import schemes
    from bakeoff.streams.detectors import detectors

    try:
        return "measure", measure_named(name)
    except UnknownName:
        pass
    except BadInput:
        raise
    checks = {one.name: one for one in CHECKS}
    rooms: tuple[tuple[str, Any], ...] = (
        ("test", tests), ("scheme", schemes), ("interval", INTERVALS), ("correction", SELECTIONS), ("check", checks), ("detector", detectors)
    )  # fmt: skip
    for kind, catalogue in rooms:
        if name in catalogue:
            return kind, catalogue[name]
    if (general := f"k{name.lstrip('0123456789')}") != f"k{name}" and general in schemes:  # 10-fold is a k-fold
        return "scheme", schemes[general]
    declared = (*of_verdicts.TERMS, *of_change.TERMS, *of_criteria.TERMS, *of_estimation.TERMS)
    if (term := term_among(declared, name)) is not None:
        return "term", term
    terms = [known for one in declared for known in (one.name, *one.also)]
    known = [
        *measures.understood,
        *tests.understood,
        *schemes.understood,
        *checks,
        *(one.name for one in INTERVALS),
        *(one.name for one in SELECTIONS),
        *detectors.understood,
        *terms,
    ]
    raise UnknownName("measure, test, scheme, interval or term", name, known)


def facts(one: Any) -> dict[str, Any]:
    """The fields of a declaration as plain values."""
    from bakeoff.core.calibration import measured
    from bakeoff.core.references import citation

    made: dict[str, Any] = {"name": one.name, "title": one.title}
    for field in ("family", "formula", "null", "text", "schemes", "about", "example"):
        if getattr(one, field, ""):
            made[field] = getattr(one, field)
    if hasattr(one, "direction"):
        made |= {
            "better": one.wish, "bounds": list(one.bounds), "tasks": sorted(str(task) for task in one.tasks),
            "needs": one.needs.value if one.needs else "a run", "positive": one.needs_positive,
            "undefined": one.undefined, "caveats": list(one.caveats), "aliases": _aliases(one.name),
        }  # fmt: skip
    if hasattr(one, "design"):
        made |= {"design": [str(kind) for kind in one.design], "assumptions": list(one.assumptions)}
        made |= {"in_verdict": [f"{name} = {value}" for name, value in one.in_verdict]} if one.in_verdict else {}
        made |= {"caveats": list(one.caveats), "fewest": one.min_blocks, "sided": one.sided}
        uses = [f"{use.learners} learners, {use.evidence.about}: {use.taken}" for use in one.uses if use.taken]
        made |= {"recommended": uses} if uses else {}
    elif getattr(one, "assumptions", ()):
        made["assumptions"] = list(one.assumptions)
    if rates := measured(one.name):
        made["measured"] = list(rates)
    if hasattr(one, "coverage"):
        made |= {"caveats": list(one.caveats), "measured": list(one.coverage)}
    made["reference"] = citation(one.reference)
    return made


def _aliases(name: str) -> list[str]:
    from bakeoff.measures.aliases import ALIASES

    return sorted(alias for alias, target in ALIASES.items() if target == name)


_LABELS = {
    "null": "null hypothesis",
    "text": "about",
    "schemes": "valid for",
    "about": "covers",
    "undefined": "undefined when",
    "positive": "positive class",
    "fewest": "fewest blocks",
    "in_verdict": "in a verdict",
    "sided": "one-sided forms",
}
_NEEDS = {
    "label": "predicted classes or numbers (y_pred, --pred)",
    "score": "scores (y_score, --score) or probabilities (y_proba, --proba)",
    "proba": "probabilities (y_proba, --proba)",
    "sd": "predicted numbers and their standard deviations (y_sd, --sd)",
    "draws": "draws from the predicted distributions (y_draws, --draws)",
    "a run": "a run of a study, where time and memory are measured",
}
_MARGIN = 19


def describe(one: Any) -> str:
    """The same as text, one line per field, long ones broken where a terminal is narrow."""
    known = facts(one)
    lines = [wrap_text(f"{known.pop('name')}: {known.pop('title')}", indent="  ")]
    for field, value in known.items():
        label = _LABELS.get(field, field)
        for text in _texts(field, value):
            indent = " " * (_MARGIN + 2 * text.startswith("- "))
            lines.append(wrap_text(f"  {label:<{_MARGIN - 2}}{text}", indent=indent))
            label = ""
    return "\n".join(lines)


def _texts(field: str, value: Any) -> list[str]:
    """What stands beside the label of a field, nothing if there is nothing to say."""
    if field in {"caveats", "assumptions", "measured", "recommended"}:
        return [f"- {one}" if len(value) > 1 else one for one in value]
    text = _SHOWN.get(field, _plain)(value)
    return [text] if text else []


def _plain(value: Any) -> str:
    return ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)


def _range(ends: list[float]) -> str:
    return " to ".join("-" * (end < 0) + "∞" if isinf(end) else f"{end:g}" for end in ends)


_SHOWN: dict[str, Callable[[Any], str]] = {
    "formula": readable,
    "needs": _NEEDS.__getitem__,
    "positive": lambda needed: "must be known (pos_label, --positive)" if needed else "",
    "sided": lambda has: "yes" if has else "no",
    "bounds": _range,
    "design": "; ".join,
}


@click.command("measures")
@click.argument("name", required=False)
@click.option(
    "--task",
    type=TaskName(),
    help="Only those for this task.",
)
@json_option
def measures_command(name: str | None, *, task: str | None, as_object: bool) -> None:
    """List all measures, or describe one."""
    from bakeoff.data.tasks import task_named
    from bakeoff.measures import measure_named, measures

    if name is not None:
        one = measure_named(name)
        print_result(as_json("measures", facts(one)) if as_object else describe(one))
        return
    shown = [one for one in measures if task is None or one.is_for(task_named(task))]
    if as_object:
        print_result(as_json("measures", {"measures": [facts(one) for one in shown]}))
        return
    print_result(
        "\n\n".join(fitted(_listed(family, list(some))) for family, some in groupby(shown, key=lambda one: one.family))
    )
    print_result(f"\n{len(shown)} measures; `bakeoff explain NAME` describes one")


def _listed(family: str, some: "Sequence[Measure]") -> "Table":
    from bakeoff.report.tables.plain_text import Table

    rows = [[one.name, one.wish, one.needs.value if one.needs else "–", one.title] for one in some]
    return Table.of(["measure", "better", "needs", "what it is"], rows, align="llll", caption=family.capitalize())


@click.command("tests", short_help="List the significance tests, or describe one.")
@click.argument("name", required=False)
@json_option
def tests_command(name: str | None, as_object: bool) -> None:
    """List the significance tests; with NAME, its question, formula, assumptions and source."""
    from bakeoff.comparisons import tests

    if name is not None:
        one = tests[name]
        print_result(as_json("tests", facts(one)) if as_object else describe(one))
    elif as_object:
        print_result(as_json("tests", {"tests": [one.name for one in tests]}))
    else:
        print_result(
            aligned_table(
                ["name", "test", "for"], [[one.name, one.title, "; ".join(one.design)] for one in tests], "lll"
            )
        )
        print_result(f"\n{len(tests)} tests; `bakeoff explain NAME` describes one")


@click.command("schemes", short_help="List the splitting schemes, or describe one.")
@click.argument("name", required=False)
@json_option
def schemes_command(name: str | None, as_object: bool) -> None:
    """List the schemes that split data into training and test rows; with NAME, what it is and its source."""
    from bakeoff.splits.catalogue import schemes

    if name is not None:
        one = schemes[name]
        print_result(as_json("schemes", facts(one)) if as_object else describe(one))
    elif as_object:
        print_result(as_json("schemes", {"schemes": [facts(one) for one in schemes]}))
    else:
        rows = [[one.name, one.title, getattr(one, "example", "")] for one in schemes]
        print_result(aligned_table(["name", "scheme", "written as"], rows, "lll"))
        print_result(f"\n{len(rows)} schemes; `bakeoff explain NAME` describes one")
