"""`bakeoff formats`: the kinds of file that are read, with what bounds them."""

from typing import TYPE_CHECKING

import click

from bakeoff.cli.output.printing import aligned_table, as_json, json_option, print_result, wrap_text

if TYPE_CHECKING:
    from bakeoff.tabular.formats import Format

__all__ = ["command"]


@click.command("formats", short_help="List the kinds of file that are read, or describe one.")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_object: bool) -> None:
    """List the formats of tables: data sets, scores and predictions; with NAME, what is read of it and what is refused.

    Text may be packed by gzip. The first bytes decide where they show the format, else the ending of the name does.
    """
    from bakeoff.tabular.formats import FORMATS

    if name is not None:
        facts = _facts(FORMATS[name])
        text = "\n".join(wrap_text(f"{label:<10}{value}", indent=" " * 10) for label, value in facts.items() if value)
        print_result(as_json("formats", facts) if as_object else text)
    elif as_object:
        print_result(as_json("formats", {"formats": [_facts(form) for form in FORMATS]}))
    else:
        rows = [
            [form.name, form.title, " ".join(form.endings), "yes" if form.chunks else "", "yes" if form.write else ""]
            for form in FORMATS
        ]
        print_result(aligned_table(["name", "format", "endings", "in parts", "written"], rows, "lllll"))
        print_result(f"\n{len(rows)} formats; `bakeoff formats NAME` describes one")


def _facts(form: "Format") -> dict[str, str]:
    """The fields of a declaration that a user asks for."""
    return {
        "name": form.name, "title": form.title, "endings": " ".join(form.endings), "reads": form.about, "refuses": form.bounds, "takes": form.cost,
        "needs": form.package,
    }  # fmt: skip
