"""`bakeoff table`: critical values and probabilities, computed on the spot."""

from math import inf
from typing import TYPE_CHECKING

import click

from bakeoff.cli.output.printing import aligned_table, as_json, json_option, print_result
from bakeoff.core.errors import BadInput
from bakeoff.core.text import fixed

if TYPE_CHECKING:
    from bakeoff.comparisons.significance.critical_values import CriticalTable

__all__ = ["command"]

_WHOLE = ("sign", "wilcoxon")
_BINOMIAL = ("P(X = k)", "P(X <= k)", "P(X >= k)")
_AREAS = {
    "p": "p", "below": "below it", "above": "above it", "within": "between minus it and it", "from_zero": "between 0 and it",
    "at_most": "at most it", "at_least": "at least it",
}  # fmt: skip


@click.command("table", short_help="Critical values and probabilities: t, z, chi2, sign, wilcoxon, q, binomial.")
@click.argument("name")
@click.option(
    "--row",
    "rows",
    multiple=True,
    type=float,
    help="Only this row (df, n, k or z; inf for t); may be given several times.",
)
@click.option("--level", "levels", multiple=True, type=float, help="Only this level; may be given several times.")
@click.option("--one-sided", is_flag=True, help="Levels of one side, for t, z, sign and wilcoxon.")
@click.option("--statistic", type=float, help="Instead: the p-value and other areas of this value.")
@click.option("--n", type=int, help="For binomial: the number of trials.")
@click.option("--share", type=float, help="For binomial: the probability of a success.")
@click.option("--figure", metavar="FILE", help="For binomial: also draw the distribution, as .svg, .pdf or .png.")
@json_option
def command(  # noqa: PLR0917 - the options of the verb
    name: str, rows: tuple[float, ...], levels: tuple[float, ...], one_sided: bool, statistic: float | None, n: int | None,
    share: float | None, figure: str | None, as_object: bool,
) -> None:  # fmt: skip
    """Print the table NAME: t, z, chi2, sign (fewest wins), wilcoxon (largest T), q (Nemenyi), z-cumulative, z-from-zero,
    z-upper (normal probabilities) or binomial (with --n and --share).

    With --statistic the way is the other one: `bakeoff table chi2 --row 1 --statistic 7.1` gives p.
    """
    from bakeoff.comparisons.significance.critical_values import binomial_table, critical_table

    whole = tuple(int(row) if row.is_integer() else row for row in rows)
    if statistic is not None:
        _print_areas(name, statistic, whole, as_object=as_object)
        return
    if name == "binomial":
        if n is None or share is None:
            raise BadInput(
                "the binomial table needs --n, the number of trials, and --share, the probability of a success"
            )
        table = binomial_table(n, share, whole)
        if figure is not None:
            from bakeoff.cli.output.null_law_file import write_law
            from bakeoff.comparisons.wording.null_law import binomial_law

            write_law(binomial_law(n, share), figure)
    else:
        if n is not None or share is not None or figure is not None:
            raise BadInput("--n, --share and --figure belong to the binomial table")
        table = critical_table(name, rows=whole or None, levels=levels or None, one_sided=one_sided)
    _print(table, 0 if name in _WHOLE else 4, as_object=as_object)


def _print(table: "CriticalTable", digits: int, *, as_object: bool) -> None:
    heads = [f"{level:g}" for level in table.levels] or list(_BINOMIAL)
    if as_object:
        body = {
            "name": table.name, "title": table.title, "rows": ["inf" if row == inf else row for row in table.rows],
            "levels": table.levels or _BINOMIAL, "values": table.values,
        }  # fmt: skip
        print_result(as_json("table", body))
        return
    lines = [
        [f"{row:g}" if table.row_name else "", *(fixed(value, digits, minus="-") for value in values)]
        for row, values in zip(table.rows, table.values, strict=True)
    ]
    print_result(table.title)
    print_result(aligned_table([table.row_name, *heads], lines, "r" * (len(heads) + 1)))


def _print_areas(name: str, statistic: float, rows: tuple[float, ...], *, as_object: bool) -> None:
    from bakeoff.comparisons.significance.critical_values import areas_of

    if len(rows) > 1:
        raise BadInput("a statistic has one row; give --row once")
    areas = areas_of(name, statistic, rows[0] if rows else None)
    if as_object:
        print_result(
            as_json("table", {"name": name, "statistic": statistic, "row": rows[0] if rows else None, "areas": areas})
        )
        return
    print_result(
        aligned_table(["area", "probability"], [[_AREAS[key], f"{value:.4g}"] for key, value in areas.items()], "lr")
    )
