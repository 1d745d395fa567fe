"""`bakeoff measure`: score a file of predictions by many measures, with intervals."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result, progress_of_rows
from bakeoff.cli.verbs._spelled_choice import SpelledChoice
from bakeoff.cli.verbs._task_option import TaskName
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe

if TYPE_CHECKING:
    from bakeoff.api.measuring.panel import Panel
    from bakeoff.api.measuring.panel_by_group import GroupedPanel
    from bakeoff.report.tables.plain_text import Table

__all__ = ["command", "split_names"]


def split_names(text: str | None) -> tuple[str, ...]:
    """Comma-separated, commas inside brackets kept."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(text or ""):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            found.append((text or "")[start:at])
            start = at + 1
    return tuple(one.strip() for one in [*found, (text or "")[start:]] if one.strip())


@click.command("measure")
@click.argument("path", required=False)
@click.option("--truth", metavar="COLUMN", help="The column of the truth.")
@click.option(
    "--pred", metavar="COLUMN", help="The column of predicted classes or numbers; several, A,B, side by side."
)
@click.option(
    "--score",
    metavar="COLUMN",
    help="A column of scores: larger means more of the positive class; several, A,B, side by side. One for each of more than two classes, in the order of --labels, such as logits.",
)
@click.option(
    "--threshold", type=float, help="With --score or --proba: the positive class from this score or probability on."
)
@click.option("--rank", metavar="COLUMN", help="Instead of --score: places in a ranked list, 1 is first.")
@click.option(
    "--proba",
    metavar="COLUMNS",
    help="One column (positive class), or one per class: by the class in their names (p_cat), else in the order of --labels.",
)
@click.option("--sd", metavar="COLUMN", help="Predicted standard deviations beside predicted numbers.")
@click.option(
    "--draws", metavar="COLUMNS", help="Draws from the predicted distribution of each number, one per column."
)
@click.option("--weight", metavar="COLUMN", help="Sample weights.")
@click.option(
    "--count",
    metavar="COLUMN",
    help="Number of cases that a row represents, as in a confusion matrix; every case counts as a row.",
)
@click.option(
    "--prior",
    metavar="SHARES",
    help="Class shares of the training rows, in the order of --labels, or the mean of their numbers, for measures against the prior.",
)
@click.option(
    "--folds",
    metavar="COLUMN",
    help="Folds of a cross-validation: the prior of a row is (n_c + 1) / (n + k) of the rows of other folds, as in WEKA.",
)
@click.option("--row", metavar="COLUMN", help="Row ids; repeated ids are resampled together.")
@click.option(
    "--groups",
    "cluster",
    metavar="COLUMN",
    help="Rows that belong together, as those of a patient; resampled together.",
)
@click.option("--by", metavar="COLUMN", help="A panel for each value of this column, their mean, and all rows pooled.")
@click.option(
    "--test-share",
    type=click.FloatRange(0, min_open=True),
    help="With --by fold: n_test / n_train, for the interval of the mean.",
)
@click.option("--positive", metavar="CLASS", help="The positive class; 1 and true need not be named.")
@click.option("--labels", metavar="CLASSES", help="The classes in order, comma-separated.")
@click.option(
    "--task",
    type=TaskName(),
    help="The kind of truth, if its column is ambiguous.",
)
@click.option(
    "--measures",
    "wanted",
    metavar="NAMES",
    help="Comma-separated names, or `all`; by default the usual ones of the task.",
)
@click.option(
    "--ci",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.95,
    show_default=True,
    help="Confidence level; 0 leaves intervals out.",
)
@click.option(
    "--interval",
    type=SpelledChoice(["wilson", "wald", "clopper-pearson", "agresti-coull", "jeffreys", "bootstrap"]),
    default="wilson",
    show_default=True,
    help="The interval of proportions; `bootstrap` resamples for every measure.",
)
@click.option(
    "--auc-interval",
    type=SpelledChoice(["delong-newcombe", "delong-logit", "delong", "bootstrap"]),
    default="delong-newcombe",
    show_default=True,
    help="The interval of the area under the ROC curve.",
)
@click.option(
    "--bootstrap",
    type=SpelledChoice(["percentile", "bca"]),
    help="The interval of resampled measures; percentile by default.",
)
@click.option(
    "--side",
    type=SpelledChoice(["both", "upper", "lower"]),
    default="both",
    show_default=True,
    help="Both ends, or one bound that holds with the confidence of --ci.",
)
@click.option("--resamples", type=click.IntRange(2), default=2000, show_default=True, help="Bootstrap resamples.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the bootstrap.")
@click.option(
    "--format",
    "shape",
    type=SpelledChoice(["text", "markdown", "latex", "html"]),
    default="text",
    show_default=True,
    help="Form of the table.",
)
@click.option(
    "--binned",
    "bins",
    is_flag=True,
    help="Rank scores in bins: memory does not grow with the rows; the largest error is reported.",
)
@click.option(
    "--weka", is_flag=True, help="WEKA's summary instead: totals in bits, relative errors; needs --proba and --folds."
)
@click.option(
    "--confusion",
    is_flag=True,
    help="PATH is a confusion matrix, or the text in which WEKA printed one.",
)
@click.option(
    "--rows",
    type=SpelledChoice(["true", "predicted"]),
    help="With --confusion: what its rows are; by default as its first cell says, else the true classes.",
)
@click.option("--errors", type=float, help="Without PATH: the number of errors in --n rows.")
@click.option("--rate", metavar="RATE", help="Instead of --errors: the error rate in --n rows, as 22% or 0.22.")
@click.option("--n", type=int, help="With --errors or --rate: the number of rows.")
@click.option(
    "--steps", is_flag=True, help="Also show each measure worked out: formula, counts, pairs of scores, single rows."
)
@click.option("--per-class", is_flag=True, help="Also each class against the rest: rates, precision, F1, area.")
@click.option("--dask", metavar="ADDRESS", help="Read the parts on this Dask cluster: an address or scheduler file.")
@click.option("--insecure", is_flag=True, help="Allow a Dask scheduler on another machine without TLS.")
@click.option("--allow-mismatch", is_flag=True, help="Allow Dask workers with other versions of packages.")
@click.option("-o", "--output", metavar="FILE", help="Also write a report: .html, .md, .tex or .json.")
@json_option
def command(
    path: str | None, *, shape: str, per_class: bool, steps: bool, output: str | None, as_object: bool, **given: Any
) -> None:
    """Score predictions: a CSV, Parquet or Excel file, a directory of Parquet files, or `-` for CSV from standard input.

    Counts are scored too: `--errors 13 --n 100` or `--rate 13% --n 100`; a file with the columns correct and incorrect (or errors and n), one row for
    each fold; a confusion matrix with --confusion.
    """
    if output is not None:
        from bakeoff.report.write import form_of

        form_of(output)  # what cannot be written is refused before the work
    made = _made(path, given)
    shown = list(made.tables())
    extra: dict[str, Any] = {}
    if per_class:
        whole = _whole(made, "--per-class")
        shown.append(whole.per_class().table)
        extra = {"classes": json_safe(whole.class_lines())}
    worked = _whole(made, "--steps").steps() if steps else ""
    extra |= {"steps": worked} if steps else {}
    if output is not None:
        _write(
            f"Measures of {'counts' if path is None else 'predictions' if path == '-' else Path(path).name}",
            shown,
            output,
        )
    if as_object:
        print_result(as_json("measure", made.to_json() | extra))
        return
    from bakeoff.report.tables import plain_text as tables

    draw = {"text": fitted, "markdown": tables.to_markdown, "latex": tables.to_latex, "html": tables.to_html}
    baseline = getattr(made, "baseline", None) if shape == "text" else None
    parts = [*(draw[shape](one) for one in shown), *([worked] if steps else [])]
    if baseline is not None:
        from bakeoff.measures.naming import score_text

        parts.append(f"Baseline: {baseline.name}: {score_text(baseline.value, baseline.measure)}.")
    print_result("\n\n".join(parts))


def _made(path: str | None, given: dict[str, Any]) -> Any:
    """What the options ask for: a panel, panels by group or by learner, error rates from counts, or WEKA's summary."""
    from bakeoff.cli.verbs import _measure_inputs as inputs

    counts = {name: given.pop(name) for name in ("errors", "rate", "n", "confusion", "rows")}
    rank, weka = given.pop("rank"), given.pop("weka")
    if path is None or any(counts[name] is not None for name in ("errors", "rate", "n")):
        return inputs.typed_counts(path, counts, given)
    if counts["confusion"]:
        return inputs.confusion_file(path, counts["rows"], given)
    if counts["rows"] is not None:
        raise BadInput("--rows is about the rows of a confusion matrix; add --confusion")
    if given["truth"] is None:
        return inputs.counts_file(path, given)
    if rank is not None:
        if given["score"] is not None:
            raise BadInput("--score and --rank both order the rows; give one")
        given["score"], given["rank"] = rank, True
    if weka:
        return inputs.weka(path, given, _panel)
    classes, scores = split_names(given["labels"]), split_names(given["score"])
    if 2 < len(classes) == len(scores):
        given["score"], given["scores"] = None, scores
    several = {flag: split_names(given[flag]) for flag in ("pred", "score") if len(split_names(given[flag])) > 1}
    if several:
        return inputs.several_learners(path, several, given, _panel)
    return _panel(path, **given)


def _whole(made: Any, option: str) -> Any:
    """The panel whose classes or steps are shown."""
    panel = made if isinstance(made, Mapping) else getattr(made, "pooled", None)
    if not hasattr(panel, "per_class"):
        raise BadInput(f"{option} is about one column of predictions; name one")
    return panel


def _write(title: str, shown: "Sequence[Table]", output: str) -> None:
    from bakeoff.report.pages import compose_panel
    from bakeoff.report.write import write_report

    write_report(compose_panel(title, shown), output)
    note(f"wrote {output}")


def _panel(
    path: str,
    *,
    truth: str,
    proba: str | None,
    draws: str | None,
    labels: str | None,
    prior: str | None,
    wanted: str | None,
    ci: float,
    interval: str,
    auc_interval: str,
    bootstrap: str | None,
    side: str,
    resamples: int,
    seed: int,
    test_share: float | None,
    bins: bool,
    dask: str | None,
    insecure: bool,
    allow_mismatch: bool,
    **columns: Any,
) -> "Panel | GroupedPanel":
    from bakeoff.api.measuring.panel_by_group import Layout, measure_file

    layout = Layout(
        truth=truth,
        proba=split_names(proba),
        draws=split_names(draws),
        labels=split_names(labels),
        prior=_shares(prior),
        **columns,
    )
    if not any((layout.pred, layout.score, layout.scores, layout.proba, layout.draws)):
        raise BadInput("name the column of predictions with --pred, --score, --rank, --proba or --draws")
    measures = "all" if wanted == "all" else split_names(wanted) or None
    if test_share is not None and layout.by is None:
        raise BadInput("--test-share is about the mean over folds; name their column with --by")
    how: dict[str, Any] = {
        "level": ci if ci != 0 else None, "n_resamples": resamples, "seed": seed, "test_share": test_share,
        "interval": interval, "auc_interval": auc_interval, "bootstrap": bootstrap, "side": side, "bins": bins,
    }  # fmt: skip
    if dask is None:
        with progress_of_rows() as watch:
            return measure_file(path, layout, measures, watch=watch, **how)
    if path == "-":
        raise BadInput("standard input cannot be read on a cluster; give a file or a directory that its workers see")
    from bakeoff.api.measuring.panel_by_group import measure_parts
    from bakeoff.runs.dask.connection import check_versions, connected, wait_for_workers

    with connected(dask, allow_insecure=insecure) as client:
        wait_for_workers(client, 60.0)
        check_versions(client, allow_mismatch=allow_mismatch, notify=note)
        return measure_parts(path, layout, measures, client=client, **how)


def _shares(text: str | None) -> tuple[float, ...]:
    try:
        return tuple(float(one) for one in split_names(text))
    except ValueError:
        raise BadInput(
            f"--prior is numbers separated by commas, one for each class, such as 0.3,0.7, not {text!r}"
        ) from None
