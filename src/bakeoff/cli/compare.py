"""`bakeoff compare`: which column of a table of scores is better, and how sure is that?"""

import sys
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.say import as_json, emit, grid, json_option, number, warn
from bakeoff.core.errors import BadInput

__all__ = ["command"]


@click.command("compare", short_help="Which column of a table of scores is better?")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=str))
@click.option(
    "--rows",
    type=click.Choice(["datasets", "folds", "runs", "rows"]),
    default="datasets",
    show_default=True,
    help="What one row of the table is: a data set, a split of one data set, an independent run, or one test row.",
)
@click.option("--test-share", type=float, help="n_test / n_train of the splits (10-fold: 0.111).")
@click.option("--scheme", default="", help="How the splits were made, instead of --test-share: 10-fold, 10x10, 5x2.")
@click.option("--lower-is-better", is_flag=True, help="Scores are errors, losses or times.")
@click.option("--baseline", help="Compare every learner with this one only.")
@click.option("--pair", "pairs", multiple=True, metavar="A,B", help="A planned pair; may be given several times.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Level of significance.")
@click.option("--rope", type=float, help="Differences up to this size do not matter.")
@click.option("--test", "test", default="auto", show_default=True, help="Another test; `bakeoff tests` lists them.")
@click.option(
    "--posthoc",
    default="auto",
    show_default=True,
    help="nemenyi, bonferroni_dunn, conover, or an adjustment: holm, shaffer, ...",
)
@click.option("--measure", default="", help="Name of the score, for the sentences.")
@click.option("--value", help="Score column of a long table.")
@click.option("--by", help="Column of a subgroup: one comparison for each.")
@click.option("--unpaired", is_flag=True, help="Two files whose rows do not belong together.")
@click.option("--published", is_flag=True, help="The file holds columns learner, mean, sd, n: a vague hint only.")
@click.option("--force", is_flag=True, help="Run the named test although it does not fit.")
@click.option(
    "--require",
    "required",
    multiple=True,
    metavar="A>B",
    help="Exit with code 4 unless A is shown to be better than B.",
)
@click.option(
    "--stability/--no-stability",
    default=True,
    show_default=True,
    help="Say whether the verdict survives other tests, other corrections and fewer data sets.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Also write a report: .html, .md, .tex or .json.")
@json_option
def command(
    files: tuple[str, ...],
    as_object: bool,
    output: Path | None,
    required: tuple[str, ...],
    stability: bool,
    **options: Any,
) -> int:
    """Which learner is better, by how much, and how sure are we?

    FILES is a CSV (or - for stdin): one row per data set, split or run, one column per learner; the first column may
    name the rows. A long table (columns learner, dataset or fold, score) works too.
    """
    from bakeoff.cli.tables import columns

    unpaired, by = options.pop("unpaired"), options.pop("by")
    if unpaired:
        from bakeoff.cli.unpaired import compare_unpaired

        return compare_unpaired(files, as_object=as_object, lower=options["lower_is_better"], alpha=options["alpha"])
    if options.pop("published"):
        from bakeoff.cli.unpaired import compare_published

        return compare_published(
            files[0], as_object=as_object, lower=options["lower_is_better"], alpha=options["alpha"]
        )
    if len(files) != 1:
        raise BadInput("give one table; two files are compared with --unpaired only")
    table = columns(files[0])
    parts = {"": table} if by is None else _parts(table, by)
    options["pairs"] = [_pair(one) for one in options["pairs"]] or None
    options["direction"] = "lower" if options.pop("lower_is_better") else "higher"
    made = {name: _compared(part, options) for name, part in parts.items()}
    _print(made, as_object=as_object, stability=stability)
    if output is not None:
        next(iter(made.values())).report(output)
    return 0 if all(_met(one, made) for one in required) else 4


def _compared(table: dict[str, list[str]], options: dict[str, Any]) -> Any:
    from bakeoff.results.comparison import compare

    return compare(table, **options)


def _parts(table: dict[str, list[str]], by: str) -> dict[str, dict[str, list[str]]]:
    if by not in table:
        raise BadInput(f"there is no column {by!r}; there are {', '.join(table)}")
    groups = dict.fromkeys(table[by])
    rest = [name for name in table if name != by]
    return {
        group: {
            name: [cell for cell, mine in zip(table[name], table[by], strict=True) if mine == group] for name in rest
        }
        for group in groups
    }


def _pair(text: str) -> tuple[str, str]:
    a, comma, b = text.partition(",")
    if not comma:
        raise BadInput(f"a planned pair is written A,B, not {text!r}")
    return a.strip(), b.strip()


def _print(made: dict[str, Any], *, as_object: bool, stability: bool) -> None:
    if as_object:
        objects = {name: one.to_dict(stability=stability) for name, one in made.items()}
        alone = objects.get("")
        emit(as_json("compare", alone if alone is not None else {"groups": objects}))
        return
    for name, one in made.items():
        if name:
            emit(f"== {name}")
        emit(_text(one, stability=stability))
        for text in one.warnings:
            warn(text)


def _text(comparison: Any, *, stability: bool) -> str:
    judged = comparison.judgement
    lines = [comparison.verdict.sentence, "", str(comparison.omnibus), *(str(one) for one in judged.also)]
    ranks = sorted(comparison.ranks.items(), key=lambda one: one[1])
    lines += ["", grid(["learner", "mean rank"], [[name, number(rank, 2)] for name, rank in ranks], "lr"), ""]
    lines.append(
        grid(
            ["a", "b", "a - b", "low", "high", "p", "adjusted p", "claim"],
            [_row(one, comparison.marks) for one in comparison.pairs],
            "llrrrrrl",
        )
    )
    lines += ["", f"Test: {judged.choice.test} ({judged.choice.why})."]
    if comparison.critical_difference is not None:
        lines.append(
            f"Critical difference of mean ranks: {comparison.critical_difference:.3f} ({judged.ranks.posthoc})."
        )
    if stability:
        lines += ["", str(comparison.stability)]
    return "\n".join(lines)


def _row(one: Any, marks: dict[tuple[str, str], str]) -> list[str]:
    seen = one.pair.difference
    gaps = [number(getattr(seen, part), 4) if seen is not None else "–" for part in ("value", "low", "high")]
    claim = f"{one.verdict.winner} better" if one.verdict.winner else one.verdict.claim.value
    claim = f"{claim} {marks.get((one.pair.a, one.pair.b), '')}".rstrip()
    return [one.pair.a, one.pair.b, *gaps, number(one.pair.result.p_value, 4), number(one.pair.p_adjusted, 4), claim]


def _met(text: str, made: dict[str, Any]) -> bool:
    a, mark, b = text.partition(">")
    if not mark:
        raise BadInput(f"a requirement is written A>B, not {text!r}")
    a, b = a.strip(), b.strip()
    met = True
    for one in made.values():
        try:
            winner = one.pair(a, b).verdict.winner
        except KeyError:
            raise BadInput(f"{a} and {b} were not compared; learners are {', '.join(one.ranks)}") from None
        met = met and winner == a
    if not met:
        click.echo(f"required {a} > {b} was not shown", err=True)
        sys.stderr.flush()
    return met
