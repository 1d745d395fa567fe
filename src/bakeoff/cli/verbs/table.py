"""`bakeoff table`: critical values, computed on the spot."""

import click

from bakeoff.cli.output.printing import aligned_table, as_json, json_option, print_result
from bakeoff.core.text import fixed

__all__ = ["command"]

_WHOLE = ("sign", "wilcoxon")


@click.command("table", short_help="Critical values: t, z, chi2, sign, wilcoxon, q.")
@click.argument("name")
@click.option("--row", "rows", multiple=True, type=int, help="Only this row (df, n or k); may be given several times.")
@click.option("--level", "levels", multiple=True, type=float, help="Only this level; may be given several times.")
@json_option
def command(name: str, rows: tuple[int, ...], levels: tuple[float, ...], as_object: bool) -> None:
    """Print the table NAME: t, z, chi2, sign (fewest wins), wilcoxon (largest T) or q (Nemenyi)."""
    from bakeoff.comparisons.significance.critical_values import critical_table

    table = critical_table(name, rows=rows or None, levels=levels or None)
    if as_object:
        body = {
            "name": table.name,
            "title": table.title,
            "rows": table.rows,
            "levels": table.levels,
            "values": table.values,
        }
        print_result(as_json("table", body))
        return
    digits = 0 if name in _WHOLE else 4
    lines = [
        [str(row) if table.row_name else "", *(fixed(value, digits, minus="-") for value in values)]
        for row, values in zip(table.rows, table.values, strict=True)
    ]
    print_result(table.title)
    print_result(
        aligned_table([table.row_name, *(f"{level:g}" for level in table.levels)], lines, "r" * (len(table.levels) + 1))
    )
