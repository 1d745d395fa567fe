"""`bakeoff explain`, `measures` and `tests`: the catalogues, and what one entry is, when it fails, and where it comes from."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.printing import aligned_table, as_json, fitted, json_option, print_result, wrap_text
from bakeoff.cli.verbs._task_option import TaskName
from bakeoff.core.errors import UnknownName

if TYPE_CHECKING:
    from bakeoff.core.terminology.explanation import Explanation
    from bakeoff.measures.measure import Measure
    from bakeoff.report.tables.plain_text import Table

__all__ = ["command", "describe", "measures_command", "schemes_command", "tests_command"]


@click.command("explain")
@click.argument("name")
@json_option
def command(name: str, *, as_object: bool) -> None:
    """Explain a measure, a significance test, a splitting scheme, a curve, a term of the field or a command by its name.

    Capitals, spaces, hyphens and apostrophes do not matter: `bakeoff explain "McNemar's test"`, `bakeoff explain "grid search"`.
    """
    from bakeoff.api.explain import explain
    from bakeoff.cli.verb import VERBS

    try:
        found = explain(name)
    except UnknownName:
        if name not in VERBS:
            raise
        verb = VERBS[name]
        about, typed = verb.summary, f"bakeoff {verb.name} --help"
        body = {"kind": "command", "name": verb.name, "about": about, "help": typed}
        print_result(as_json("explain", body) if as_object else f"{verb.name}: {about}\n  `{typed}` lists its options.")
        return
    print_result(as_json("explain", found.to_dict()) if as_object else describe(found))


def describe(explanation: "Explanation") -> str:
    """The explanation as text, long lines broken where a terminal is narrow."""
    return "\n".join(wrap_text(line, indent=indent) for line, indent in explanation.lines())


def _facts(declared: Any) -> dict[str, Any]:
    """The fields of a declaration as plain values, without its kind."""
    return {name: value for name, value in declared.explanation().to_dict().items() if name != "kind"}


def _print_entry(verb: str, declared: Any, *, as_object: bool) -> None:
    print_result(as_json(verb, _facts(declared)) if as_object else describe(declared.explanation()))


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
        _print_entry("measures", measure_named(name), as_object=as_object)
        return
    shown = [measure for measure in measures if task is None or measure.is_for(task_named(task))]
    if as_object:
        print_result(as_json("measures", {"measures": [_facts(measure) for measure in shown]}))
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
    from bakeoff.core.catalogue import Catalogue
    from bakeoff.study.running.label_permutation import LABEL_PERMUTATION

    every = Catalogue("test", [*tests, LABEL_PERMUTATION])
    if name is not None:
        _print_entry("tests", every[name], as_object=as_object)
    elif as_object:
        print_result(as_json("tests", {"tests": every.names}))
    else:
        rows = [
            [
                test.name,
                test.title,
                "parametric" if test.parametric else "",
                "; ".join(test.design) or "one learner, one domain",
            ]
            for test in every
        ]
        print_result(aligned_table(["name", "test", "assumes a shape", "for"], rows, "llll"))
        print_result(f"\n{len(every)} tests; `bakeoff explain NAME` describes one")


@click.command("schemes", short_help="List the splitting schemes, or describe one.")
@click.argument("name", required=False)
@json_option
def schemes_command(name: str | None, as_object: bool) -> None:
    """List the schemes that split data into training and test rows; with NAME, what it is and its source."""
    from bakeoff.splits.catalogue import schemes

    if name is not None:
        _print_entry("schemes", schemes[name], as_object=as_object)
    elif as_object:
        print_result(as_json("schemes", {"schemes": [_facts(scheme) for scheme in schemes]}))
    else:
        rows = [[scheme.name, scheme.title, scheme.tested, scheme.example] for scheme in schemes]
        print_result(aligned_table(["name", "scheme", "a row is tested", "written as"], rows, "llll"))
        print_result(f"\n{len(rows)} schemes; `bakeoff explain NAME` describes one")
