"""`bakeoff plan`: how many rows, folds, seeds or data sets are needed, or what a number of them could show."""

from typing import Any

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result, wrap_text
from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe

__all__ = ["command"]


@click.command("plan", short_help="How many folds, seeds, data sets or rows you need.")
@click.argument("name", required=False)
@click.option(
    "--test",
    "test",
    help="The same as NAME, wilcoxon unless named: paired_t, corrected_t, unpaired_t, wilcoxon, sign, mcnemar, delong, two_proportions, diebold_mariano, nemenyi, friedman.",
)
@click.option("--effect", type=float, help="The difference worth showing.")
@click.option(
    "--sd",
    type=float,
    help="Spread of the differences (mcnemar: share of rows on which one alone is right; delong: the smaller AUC).",
)
@click.option("--power", type=float, default=0.8, show_default=True, help="Chance to show it if it is there.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Level of significance.")
@click.option("--n", type=int, help="How many there are; prints what they could show.")
@click.option("--pairs", type=int, default=1, show_default=True, help="Comparisons that share alpha.")
@click.option(
    "--learners",
    type=int,
    default=2,
    show_default=True,
    help="How many are compared: with three or more, the best one must be shown to lead every other, all pairs adjusted by Holm.",
)
@click.option("--test-share", type=float, help="n_test / n_train, for corrected_t.")
@click.option(
    "--correlation", type=float, default=0.5, show_default=True, help="Of two AUCs on the same rows, for delong."
)
@click.option("--persistence", type=float, help="Correlation of neighbouring differences in time, for diebold_mariano.")
@click.option(
    "--run-sd", type=float, help="Spread between runs of one item, beside --sd between items: plans items and runs."
)
@click.option("--runs", type=int, help="With --run-sd: runs of each item; with --n items instead, how many are needed.")
@click.option(
    "--margin",
    type=float,
    help="With NAME gate: how much worse a new model may be. Instead: rows for an error rate within this margin; or, with --n and --errors (or --share), how sure.",
)
@click.option("--disagree", type=float, help="With NAME gate: the share of rows on which one model alone is right.")
@click.option("--errors", type=int, help="Errors seen in --n rows: their interval, or with --margin how sure.")
@click.option("--share", type=float, default=0.5, show_default=True, help="With --margin: the error rate expected.")
@click.option(
    "--interval",
    default="wald",
    show_default=True,
    help="With --margin or --errors: wald, wilson, clopper-pearson, ...",
)
@json_option
def command(
    name: str | None,
    *,
    as_object: bool,
    margin: float | None,
    disagree: float | None,
    errors: int | None,
    share: float,
    interval: str,
    **options: Any,
) -> None:
    """How many data sets, splits, runs or rows does the test NAME need to show a difference of this size? With --n: which difference could so many show?"""
    from bakeoff.comparisons.planning.planner import plan
    from bakeoff.comparisons.planning.release_gate import GATE

    named = options.pop("test")
    if name is not None and named not in {None, name}:
        raise BadInput(f"the test is named twice, {name} and {named}; name it once")
    if (name or named) == GATE:
        _refuse_beside_gate(options, errors)
        planned = {key: options[key] for key in ("sd", "n", "power", "alpha", "pairs")}
        answer = plan(GATE, margin=margin, disagree=disagree, **planned)
        print_result(as_json("plan", json_safe(answer)) if as_object else wrap_text(answer.sentence))
        return
    if disagree is not None:
        raise BadInput("--disagree plans a gate: bakeoff plan gate --margin 0.01 --disagree 0.06")
    if errors is not None and margin is None:
        made = _interval(errors, options["n"], level=1 - probability("alpha", options["alpha"]), interval=interval)
        print_result(as_json("plan", made) if as_object else wrap_text(made["sentence"]))
        return
    if margin is not None:
        level = 1 - probability("alpha", options["alpha"])
        made = _within(margin, errors, options["n"], level=level, share=share, interval=interval)
        print_result(as_json("plan", made) if as_object else wrap_text(made["sentence"]))
        return
    found = plan(name or named or "wilcoxon", **options)
    print_result(as_json("plan", json_safe(found)) if as_object else wrap_text(found.sentence))


def _refuse_beside_gate(options: dict[str, Any], errors: int | None) -> None:
    given = {
        "--effect": options["effect"],
        "--run-sd": options["run_sd"],
        "--runs": options["runs"],
        "--errors": errors,
    }
    for flag, value in given.items():
        if value is not None:
            raise BadInput(f"a gate is planned by --margin and --disagree (or --sd), not by {flag}")


def _interval(errors: float, n: int | None, *, level: float, interval: str) -> dict[str, Any]:
    """The interval of an error rate that was seen."""
    from bakeoff.estimates import proportion

    if n is None:
        raise BadInput("--errors is the number of errors in --n rows; give --n too")
    seen = proportion(errors, n, level=level, method=interval)
    remarks = "".join(f" Note: {text}." for text in seen.warnings)
    told = f"{errors:g} errors in {n} rows: error rate {seen.value:.4g}, {100 * level:.6g}% {interval.title()} interval {seen.low:.4g} to {seen.high:.4g}.{remarks}"
    return {
        "errors": errors,
        "n": n,
        "value": seen.value,
        "low": seen.low,
        "high": seen.high,
        "level": level,
        "interval": interval,
        "sentence": told,
    }


def _within(
    margin: float, errors: int | None, n: int | None, *, level: float, share: float, interval: str
) -> dict[str, Any]:
    """The inverse questions about one error rate: how many rows, or how sure."""
    from bakeoff.estimates import confidence_for_margin, rows_for_margin

    if errors is None and n is None:
        rows = rows_for_margin(margin, level, share, interval)
        named = f"{100 * level:.6g}% {interval.title()}"
        told = f"{rows} rows keep the {named} interval within {margin:g} of an error rate of {share:g}."
        return {"rows": rows, "margin": margin, "level": level, "share": share, "interval": interval, "sentence": told}
    if n is None:
        raise BadInput("--errors is the number of errors in --n rows; give --n too")
    seen = share * n if errors is None else errors
    sure = confidence_for_margin(seen, n, margin, interval)
    told = f"With {seen:g} errors in {n} rows the error rate lies within {margin:g} of {seen / n:.4g} at a confidence of {sure:.1%}."
    return {"level": sure, "margin": margin, "errors": seen, "n": n, "interval": interval, "sentence": told}
