"""`bakeoff profile`, `bakeoff domains`, `bakeoff expand`: what data sets are like, whom they favour, and more rows like them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from bakeoff.cli.declared_options import declared
from bakeoff.cli.output.figure_file import figure_option, write_figure
from bakeoff.cli.output.file_types import OUTPUT_FILE
from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result, warn, wrap_text
from bakeoff.cli.verbs._task_option import TaskName
from bakeoff.core.errors import BadInput
from bakeoff.core.options import comparing
from bakeoff.core.whole_file import write_whole

__all__ = ["domains_command", "expand_command", "profile_command"]

F = TypeVar("F", bound=Callable[..., Any])
_MEANING = ("target", "positive", "task", "ignore", "columns")


def _data_options(command: F) -> F:
    """What is stated about a file of data."""
    for option in (
        click.option(
            "--columns",
            metavar="NAMES",
            help="Columns of a file without a heading: A,B,C, a .names file, or conll2003.",
        ),
        click.option("--ignore", metavar="COLUMNS", help="Columns to leave out, comma-separated."),
        click.option("--task", type=TaskName(), help="What the target means, where its column is ambiguous."),
        click.option("--positive", help="The class of interest, if the target has two."),
        click.option("--target", help="The column to predict."),
    ):
        command = option(command)
    return command


def _loaded(source: str, given: dict[str, Any]) -> Any:
    from bakeoff.data.load import load
    from bakeoff.tabular.formats.conll import LAYOUTS

    options = {name: given[name] for name in _MEANING if given[name] is not None}
    if "ignore" in options:
        options["ignore"] = _split(options["ignore"])
    columns = options.get("columns")
    if columns is not None and columns not in LAYOUTS and not columns.endswith(".names"):
        options["columns"] = _split(columns)
    return load(source, **options)


def _split(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _print(made: Any) -> None:
    sentence, *_ = str(made).split("\n", 1)
    print_result(wrap_text(sentence))
    for table in made.tables():
        print_result("\n" + fitted(table))
    for one in made.notes:
        warn(str(one), mild=one.severity.value == "info")


@click.command("profile", short_help="What a data set is like: size, classes, overlap, simple learners.")
@click.argument("data")
@_data_options
@json_option
def profile_command(data: str, *, as_object: bool, **given: Any) -> None:
    """Characteristics of DATA, a file or a name such as iris, and what looks suspicious about it.

    Rows, columns, classes, imbalance, gaps, correlation, intrinsic dimension, class overlap, and the errors of the nearest
    neighbour, a decision stump and naive Bayes.
    """
    from bakeoff.criteria.data_sets import profile

    made = profile(_loaded(data, given))
    if as_object:
        print_result(as_json("profile", made.to_dict()))
    else:
        _print(made)


@click.command("domains", short_help="Which kind of data favours which learner? Are the data sets well chosen?")
@click.argument("file", type=click.Path(path_type=str))
@click.option(
    "--characteristics",
    metavar="CSV",
    help="One row per data set, one column per characteristic; not needed for a study.",
)
@click.option("--measure", default="", help="What the scores are; of a study, one of its measures.")
@declared(replace(comparing.DIRECTION, heading=""))
@figure_option
@json_option
def domains_command(
    file: str,
    *,
    characteristics: str | None,
    measure: str,
    direction: str | None,
    output: Path | None,
    as_object: bool,
) -> None:
    """Ranks of the learners beside the characteristics of the data sets, with p-values for all questions together.

    FILE is a table with one row per data set and one column per learner, or a study (.bakeoff). Data sets that are too few, alike
    or of one kind only are named.
    """
    if file.endswith(".bakeoff"):
        from bakeoff.api.results import open as open_results

        if characteristics is not None or direction is not None:
            raise BadInput(
                "a study contains characteristics and directions of its own; leave out --characteristics and the direction"
            )
        with open_results(file) as results:
            made = results.criteria.domains(measure or None)
    else:
        from bakeoff.cli.output.printing import columns
        from bakeoff.criteria.data_sets import domains

        if characteristics is None:
            raise BadInput("name the file with the characteristics of the data sets: --characteristics FILE.csv")
        made = domains(columns(file), characteristics, direction=direction, measure=measure)
    write_figure(made.plot, output, "domain-effects")
    if as_object:
        print_result(as_json("domains", made.to_dict()))
    else:
        _print(made)


@click.command("expand", short_help="More artificial rows like those of a data set, with a check of realism.")
@click.argument("data")
@click.option("--rows", "n", type=int, required=True, help="How many artificial rows.")
@click.option(
    "--method",
    default="smoothed",
    show_default=True,
    help="smoothed (bootstrap with noise, by class) or copula (Gaussian).",
)
@click.option(
    "--share", "shares", multiple=True, metavar="CLASS=SHARE", help="Another share of a class; name all classes."
)
@click.option("--keep", is_flag=True, help="Put the real rows before the artificial ones.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same rows.")
@click.option("--check", is_flag=True, help="Can a classifier tell real from artificial rows?")
@click.option(
    "-o",
    "--output",
    type=OUTPUT_FILE,
    help="Write the rows: .csv, .jsonl, .parquet and others, by the ending.",
)
@_data_options
@json_option
def expand_command(data: str, *, n: int, output: Path | None, check: bool, as_object: bool, **given: Any) -> None:
    """Make artificial rows from DATA, class by class, and write them to a file.

    --check makes rows from one half of DATA and asks a classifier to tell them from the other half.
    """
    from bakeoff.criteria.realism import realism
    from bakeoff.data.expand import expand
    from bakeoff.report.write import in_directory
    from bakeoff.tabular.reading import writer_of

    if output is None and not check:
        raise BadInput("name the file to write, -o FILE.csv, or --check to see whether they are realistic")
    write = None if output is None else writer_of(output, "rows")
    real = _loaded(data, given)
    shares = dict(_share(one) for one in given["shares"]) or None
    made = expand(real, n, given["method"], seed=given["seed"], shares=shares, keep=given["keep"])
    found = realism(real, method=given["method"], seed=given["seed"]) if check else None
    if output is not None and write is not None:
        in_directory(output)
        write_whole(output, write(made.spelled_columns(given["target"] or "target")))
    if as_object:
        body = {
            "rows": len(made),
            "method": given["method"],
            "seed": given["seed"],
            "output": None if output is None else str(output),
        }
        print_result(as_json("expand", {**body, "realism": None if found is None else found.to_dict()}))
        return
    if found is not None:
        _print(found)
    for text in made.notes[len(real.notes) :]:
        note(text)
    if output is not None:
        note(f"wrote {output}")


def _share(text: str) -> tuple[str, float]:
    name, _, value = text.rpartition("=")
    try:
        return name.strip(), float(value)
    except ValueError:
        raise BadInput(f"a share is written CLASS=NUMBER, such as ill=0.05, not {text!r}") from None
