"""`bakeoff measures`: the catalogue, or one measure."""

import click

from bakeoff.cli.say import as_json, emit, grid, json_option

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
    from bakeoff.cli.explain import describe, facts
    from bakeoff.measures import ALL, measure_named

    if name is not None:
        one = measure_named(name)
        emit(as_json("measures", facts(one)) if as_object else describe(one))
        return
    shown = [one for one in ALL if task is None or task in {str(kind) for kind in one.tasks}]
    if as_object:
        emit(as_json("measures", {"measures": [facts(one) for one in shown]}))
        return
    rows = [[one.name, one.family, one.wish, one.needs.value if one.needs else "–", one.title] for one in shown]
    emit(grid(["measure", "family", "better", "needs", "what it is"], rows))
    emit(f"\n{len(shown)} measures; `bakeoff explain NAME` tells more about one")
