"""`bakeoff repeats`: how reliable are repeated runs of the same items?"""

from math import isnan
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe

if TYPE_CHECKING:
    from bakeoff.estimates.estimate import Estimate
    from bakeoff.estimates.repeated_runs import Repeats

__all__ = ["command"]


@click.command("repeats", short_help="Repeated runs of items: pass@k, pass^k, how often runs disagree.")
@click.argument("file", type=click.Path(path_type=str))
@click.option(
    "--item",
    metavar="COLUMN",
    help="The column of items: tasks, questions, rows; an evaluation log names its items itself.",
)
@click.option(
    "--runs", "run", metavar="COLUMN", help="The column of runs: trial, seed, epoch; without it lines of an item count."
)
@click.option(
    "--value",
    metavar="COLUMN",
    help="The column of scores, such as 1 (or True) where a run succeeded; else the only one left.",
)
@click.option("--learner", metavar="COLUMN", help="A column of learners: each is described by itself.")
@click.option(
    "--groups",
    metavar="COLUMN",
    help="A column of groups of items, such as passages or files; intervals are then over groups.",
)
@click.option("--k", type=click.IntRange(1), help="The largest k; by default as many runs as every item has.")
@click.option("--level", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True,
              help="Confidence level of the intervals.")  # fmt: skip
@json_option
def command(file: str, *, as_object: bool, level: float, **given: Any) -> None:
    """How much do items differ, how much do runs of one item, and how reliably does an item succeed?

    FILE is an evaluation log, or a CSV or Parquet file (- for a CSV on stdin) with one line for each run of an item. pass@k is the chance that
    one of k runs succeeds, pass^k that all of them do; intervals assume independent items, or with --groups independent groups of them.
    """
    from bakeoff.api.logs.read_log import is_log
    from bakeoff.api.measuring.repeats_from_table import repeats_from_table
    from bakeoff.cli.output.printing import columns

    source = "stdin" if file == "-" else file
    if is_log(file):
        table, given = _of_log(file, given)
    elif given["item"] is None:
        raise BadInput(f"name the column of items of {source}: --item COLUMN")
    else:
        table = columns(file)
    found = repeats_from_table(table, level=level, source=source, **given)
    if as_object:
        made = {name: _as_dict(one) for name, one in found.items()}
        print_result(as_json("repeats", {"level": level} | ({"learners": made} if given["learner"] else made[""])))
        return
    print_result("\n\n".join(_text(name, one) for name, one in found.items()))


def _of_log(file: str, given: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The runs of a log; a score that an error took counts as 0, and a note counts these."""
    from bakeoff.api.logs.read_log import log_table
    from bakeoff.cli.output.printing import warn
    from bakeoff.core.errors import UnknownName

    log = log_table(file)
    value = given["value"] or next(iter(log.scores), None)
    if value is None or value not in log.scores:
        raise UnknownName(f"score of {file}", str(value), log.scores)
    tasks = len(set(log.task)) > 1
    items = [f"{task} {item}" if tasks else item for task, item in zip(log.task, log.item, strict=True)]
    gone = sum(map(isnan, log.scores[value].tolist()))
    if gone:
        warn(f"{gone:,} scores are missing because of errors and count as 0")
    scores = ["0" if isnan(score) else repr(score) for score in log.scores[value].tolist()]
    table = {"item": items, "learner": log.learner, value: scores, **({"run": log.run} if any(log.run) else {})}
    several = len(set(log.learner)) > 1
    return table, {
        **given,
        "item": "item",
        "run": "run" if any(log.run) else None,
        "value": value,
        "learner": "learner" if several else None,
    }


def _as_dict(one: "Repeats") -> dict[str, Any]:
    return {
        "items": one.items, "runs": list(one.runs), "mean": json_safe(one.mean),
        "variance": json_safe(one.variance) | {"share_of_runs": json_safe(one.variance.share_of_runs)},
        "flip_rate": json_safe(one.flips),
        "pass_at_k": {str(k): json_safe(found) for k, found in enumerate(one.pass_at, start=1)},
        "pass_hat_k": {str(k): json_safe(found) for k, found in enumerate(one.pass_hat, start=1)},
    }  # fmt: skip


def _text(name: str, one: "Repeats") -> str:
    from bakeoff.cli.output.printing import aligned_table
    from bakeoff.core.text import clean

    fewest, most = one.runs
    runs = "1 run" if most == 1 else f"{fewest if fewest == most else f'{fewest} to {most}'} runs"
    lines = [f"{clean(name)}: " if name else "", f"{one.items} items, {runs} each; mean {_ends(one.mean)}"]
    lines = ["".join(lines)]
    if not isnan(one.variance.share_of_runs):
        between, within = one.variance.items**0.5, one.variance.runs**0.5
        lines.append(
            f"standard deviation {between:.3g} between items, {within:.3g} between runs of an item "
            f"({one.variance.share_of_runs:.0%} of the variance)"
        )
    if one.flips is not None:
        lines.append(f"items whose runs disagree: {_ends(one.flips)}")
    if one.pass_at:
        pairs = enumerate(zip(one.pass_at, one.pass_hat, strict=True), start=1)
        rows = [[str(k), *_cells(at), *_cells(hat)] for k, (at, hat) in pairs]
        lines += ["", aligned_table(["k", "pass@k", "low", "high", "pass^k", "low", "high"], rows, "rrrrrrr")]
        lines.append(f"low and high: {100 * one.mean.level:.3g}% interval ({one.mean.method}).")
    return "\n".join(lines)


def _cells(one: "Estimate") -> list[str]:
    return [f"{value:.4f}" if value == value else "–" for value in (one.value, one.low, one.high)]  # noqa: PLR0124


def _ends(one: "Estimate") -> str:
    known = one.low == one.low
    return f"{one.value:.4g}" + (f", {100 * one.level:.3g}% interval {one.low:.3g} to {one.high:.3g}" if known else "")
