"""`bakeoff tests`: the catalogue of significance tests, or one of them described."""

import click

from bakeoff.cli.say import as_json, emit, grid, json_option

__all__ = ["command"]


@click.command("tests", short_help="List the significance tests, or describe one.")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_object: bool) -> None:
    """List the significance tests; with NAME, its question, formula, assumptions and source."""
    from bakeoff.comparisons import ALL, tests
    from bakeoff.core.references import cite

    if name is None:
        rows = [[one.name, one.title, "; ".join(one.design)] for one in ALL]
        emit(
            as_json("tests", {"tests": [one.name for one in ALL]})
            if as_object
            else grid(["name", "test", "for"], rows, "lll")
        )
        return
    one = tests[name]
    fields = {
        "name": one.name, "title": one.title, "null hypothesis": one.null, "formula": one.formula,
        "design": [str(part) for part in one.design], "assumptions": list(one.assumptions),
        "fewest blocks": one.fewest, "one-sided forms": one.sided, "reference": str(cite(one.reference)),
    }  # fmt: skip
    if as_object:
        emit(as_json("tests", fields))
        return
    for key, value in fields.items():
        text = (
            "; ".join(value)
            if isinstance(value, list)
            else {True: "yes", False: "no"}.get(value, value)
            if isinstance(value, bool)
            else value
        )
        emit(f"{key + ':':18s}{text}")
