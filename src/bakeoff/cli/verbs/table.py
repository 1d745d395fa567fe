"""`bakeoff table`: critical values and probabilities, computed on the spot."""

from pathlib import Path

import click

from bakeoff.cli.output.file_types import FIGURE_FILE
from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result
from bakeoff.core.errors import BadInput
from bakeoff.core.terminology.spelling import fold

__all__ = ["command"]


@click.command("table", short_help="Critical values and probabilities: t, z, chi2, sign, wilcoxon, q, binomial.")
@click.argument("name")
@click.option(
    "--row",
    "--df",
    "rows",
    multiple=True,
    type=float,
    help="Only this row (df, n, k or z; inf for t); may be given several times.",
)
@click.option(
    "--alpha", "--level", "levels", multiple=True, type=float, help="Only this level; may be given several times."
)
@click.option("--confidence", type=float, metavar="N", help="Instead of --level: the confidence, 85.3 for 85.3 %.")
@click.option("--one-sided", is_flag=True, help="Levels of one side, for t, z, sign and wilcoxon.")
@click.option("--statistic", type=float, help="Instead: the p-value and other areas of this value.")
@click.option("--n", type=int, help="For binomial: the number of trials.")
@click.option("--p", "--share", "share", type=float, help="For binomial: the probability of a success.")
@click.option("--k", "counts", metavar="K,...", help="For binomial: only these counts, such as 5,8.")
@click.option(
    "--figure",
    type=FIGURE_FILE,
    metavar="FILE",
    help="For binomial, and with --statistic: also draw the distribution and its region of rejection, as .svg, .pdf or .png.",
)
@json_option
def command(  # noqa: PLR0917 - the options of the verb
    name: str, rows: tuple[float, ...], levels: tuple[float, ...], confidence: float | None, one_sided: bool, statistic: float | None, n: int | None,
    share: float | None, counts: str | None, figure: Path | None, as_object: bool,
) -> None:  # fmt: skip
    """Print the table NAME: t, z, chi2, sign (fewest wins), wilcoxon (largest T), q (Nemenyi), z-cumulative, z-from-zero,
    z-upper (normal probabilities) or binomial (with --n and --p).

    `bakeoff table binomial --n 20 --p 0.3 --k 5,8` gives probabilities of counts. With --statistic it goes the other way:
    `bakeoff table chi2 --row 1 --statistic 7.1` gives p, and `--figure region.svg` draws it. `bakeoff table z --confidence 85.3` gives the z of a confidence.
    """
    from bakeoff.teaching.distributions import table

    words = [one.strip() for one in counts.split(",")] if counts is not None else []
    if not all(word.isdecimal() for word in words):
        raise BadInput(f"--k takes whole numbers such as 5,8, not {counts!r}")
    if figure is not None and fold(name) != "binomial" and statistic is None:
        raise BadInput(f"--figure draws a statistic or the binomial table; add --statistic VALUE to the table {name}")
    whole = [int(row) if row.is_integer() else row for row in rows]
    found = table(
        name,
        rows=whole,
        levels=levels or None,
        one_sided=one_sided,
        confidence=confidence,
        statistic=statistic,
        n=n,
        p=share,
        k=[int(word) for word in words] or None,
    )
    if figure is not None:
        note(f"wrote {found.plot().save(figure)}")
    if as_object:
        print_result(as_json("table", found.to_dict()))
        return
    print_result("\n\n".join(map(fitted, found.tables())))
