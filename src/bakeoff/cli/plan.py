"""`bakeoff plan`: how many rows, folds, seeds or data sets are needed, or what a number of them could show."""

from typing import Any

import click

from bakeoff.cli.say import as_json, emit, json_option, plain

__all__ = ["command"]


@click.command("plan", short_help="How many folds, seeds, data sets or rows are needed.")
@click.option(
    "--test",
    "test",
    default="wilcoxon",
    show_default=True,
    help="paired_t, corrected_t, unpaired_t, wilcoxon, sign, mcnemar, two_proportions, nemenyi, friedman.",
)
@click.option("--effect", type=float, help="The difference worth showing.")
@click.option(
    "--sd", type=float, help="Spread of the differences (mcnemar: share of rows on which one alone is right)."
)
@click.option("--power", type=float, default=0.8, show_default=True, help="Chance to show it if it is there.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Level of significance.")
@click.option("--n", type=int, help="How many there are: what could they show?")
@click.option("--pairs", type=int, default=1, show_default=True, help="Comparisons that share alpha.")
@click.option(
    "--learners", type=int, default=2, show_default=True, help="How many, three or more; for nemenyi and friedman."
)
@click.option("--test-share", type=float, help="n_test / n_train, for corrected_t.")
@json_option
def command(as_object: bool, **options: Any) -> None:
    """How many are needed to show a difference of this size, or (with --n) what could be shown."""
    from bakeoff.comparisons.power import plan

    made = plan(options.pop("test"), **options)
    emit(as_json("plan", plain(made)) if as_object else made.sentence)
