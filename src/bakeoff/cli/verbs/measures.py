"""`bakeoff measures`: the catalogue, or one measure."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from bakeoff.cli.output.fit_width import fitted
from bakeoff.cli.output.printing import as_json, json_option, print_result

if TYPE_CHECKING:
    from bakeoff.measures.measure import Measure
    from bakeoff.report.tables.plain_text import Table

__all__ = ["command"]


@click.command("measures")
@click.argument("name", required=False)
@click.option(
    "--task",
    type=click.Choice(["binary", "multiclass", "ordinal", "regression", "clustering"]),
    help="Only those for this task.",
)
@json_option
def command(name: str | None, *, task: str | None, as_object: bool) -> None:
    """List all measures, or describe one."""
    from bakeoff.cli.verbs.explain import describe, facts
    from bakeoff.measures import measure_named, measures

    if name is not None:
        one = measure_named(name)
        print_result(as_json("measures", facts(one)) if as_object else describe(one))
        return
    shown = [one for one in measures if task is None or task in {str(kind) for kind in one.tasks}]
    if as_object:
        print_result(as_json("measures", {"measures": [facts(one) for one in shown]}))
        return
    print_result(
        "\n\n".join(fitted(_listed(family, list(some))) for family, some in groupby(shown, key=lambda one: one.family))
    )
    print_result(f"\n{len(shown)} measures; `bakeoff explain NAME` tells more about one")


def _listed(family: str, some: "Sequence[Measure]") -> "Table":
    from bakeoff.report.tables.plain_text import Table

    rows = [[one.name, one.wish, one.needs.value if one.needs else "–", one.title] for one in some]
    return Table.of(["measure", "better", "needs", "what it is"], rows, align="llll", caption=family.capitalize())
