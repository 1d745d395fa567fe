"""`bakeoff sampling`: experiments with a known error rate."""

from pathlib import Path

import click

from bakeoff.cli.output.file_types import FIGURE_FILE
from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result
from bakeoff.core.errors import BadInput

__all__ = ["command"]


@click.command("sampling", short_help="Error rates of many test sets with a known true rate.")
@click.option("--p", "rate", type=float, required=True, help="The true error rate; 0.5 for a fair coin.")
@click.option("--n", "sizes", required=True, metavar="N,...", help="Rows of an experiment; several as 10,30,100.")
@click.option("--experiments", type=int, default=1000, show_default=True, help="How often to draw.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same counts.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Confidence level of the intervals.")
@click.option("--figure", type=FIGURE_FILE, metavar="FILE", help="Also draw the rates, as .svg, .pdf or .png.")
@json_option
def command(  # noqa: PLR0917 - the options of the verb
    rate: float, sizes: str, experiments: int, seed: int, level: float, figure: Path | None, as_object: bool
) -> None:
    """Draw experiments of N rows with a known error rate: how far do single test sets lie from it?

    A coin: `bakeoff sampling --p 0.5 --n 10 --experiments 20`. The central limit theorem: `bakeoff sampling --p 0.1 --n 10,30,100,1000
    --figure rates.svg`. Bars are observed, dots exact, the line is the normal approximation.
    """
    from bakeoff.teaching.distributions import sampling

    words = [one.strip() for one in sizes.split(",")]
    if not all(word.isdecimal() for word in words):
        raise BadInput(f"--n takes whole numbers such as 10,30,100, not {sizes!r}")
    found = sampling(rate, [int(word) for word in words], experiments=experiments, seed=seed, level=level)
    if figure is not None:
        note(f"wrote {found.plot().save(figure)}")
    if as_object:
        print_result(as_json("sampling", found.to_dict()))
        return
    print_result(str(found).partition("\n\n")[0])
    print_result("\n" + "\n\n".join(map(fitted, found.tables())))
