"""A verb in one file: how often each value of a column occurs."""

from collections import Counter

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result
from bakeoff.cli.verb import HelpHeading, Verb
from bakeoff.tabular.reading import read

CLASS_SHARES = Verb(
    name="class-shares",
    heading=HelpHeading.DATA,
    command="bakeoff_extra.class_shares",
    summary="How often each value of a column occurs.",
)


@click.command("class-shares")
@click.argument("table")
@click.option("--column", required=True, help="The column that is counted.")
@json_option
def command(table: str, column: str, *, as_object: bool) -> None:
    """Count the values of a column."""
    cells = read(table).columns()[column]
    shares = {str(value): count / len(cells) for value, count in Counter(cells).most_common()}
    lines = "\n".join(f"{value}  {share:.1%}" for value, share in shares.items())
    print_result(as_json("class-shares", {"shares": shares}) if as_object else lines)
