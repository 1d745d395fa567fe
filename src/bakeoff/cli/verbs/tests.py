"""`bakeoff tests`: the catalogue of significance tests, or one of them described."""

import click

from bakeoff.cli.output.printing import aligned_table, as_json, json_option, print_result

__all__ = ["command"]


@click.command("tests", short_help="List the significance tests, or describe one.")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_object: bool) -> None:
    """List the significance tests; with NAME, its question, formula, assumptions and source."""
    from bakeoff.cli.verbs.explain import describe, facts
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
        print_result(f"\n{len(tests)} tests; `bakeoff explain NAME` tells more about one")
