"""`bakeoff measure`: score a file of predictions by many measures, with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.declared_options import declared, refuse_options
from bakeoff.cli.output.printing import as_json, fitted, json_option, note, print_result, progress_of_rows
from bakeoff.cli.verbs._own_measures import typed_names
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.options import comparing, prediction_columns
from bakeoff.core.options.option import Mode, Option, for_modes
from bakeoff.data.tasks import task_named

if TYPE_CHECKING:
    from bakeoff.api.measuring.panel import Panel
    from bakeoff.api.measuring.panel_by_group import GroupedPanel, Layout
    from bakeoff.report.pages import Picture
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


MODES = {
    mode.name: mode
    for mode in (
        Mode(name="predictions", title="predictions", brings="--truth COLUMN"),
        Mode(name="matrix", title="a confusion matrix", brings="--confusion"),
        Mode(name="counts", title="counts", brings="--errors 13 --n 100, or their file"),
    )
}
_ROWS, _INTERVAL, _PARTS = "Rows", "Measures and intervals", "Large files"
_ANY = tuple(MODES)
_NOT_COUNTS = ("predictions", "matrix")

OPTIONS = (
    prediction_columns.TRUTH,
    *for_modes(
        ("predictions",),
        replace(prediction_columns.PRED, help="The column of predicted classes or numbers; several, A,B, side by side."),
        replace(
            prediction_columns.SCORE,
            help="A column of scores: larger means more of the positive class; several, A,B, side by side. One for each of more than two classes, in the order of --labels, such as logits.",
        ),
        Option(name="rank", metavar="COLUMN", help="Instead of --score: places in a ranked list, 1 is first.", heading=prediction_columns.HEADING),
        replace(
            prediction_columns.PROBA,
            help=f"{prediction_columns.PROBA.help} Of two classes also one column of P(positive) per learner, A,B, side by side.",
        ),
        Option(name="sd", python="y_sd", metavar="COLUMN", help="Predicted standard deviations beside predicted numbers.", heading=prediction_columns.HEADING),
        Option(name="draws", python="y_draws", metavar="COLUMNS", help="Draws from the predicted distribution of each number, one per column.", heading=prediction_columns.HEADING),
        *prediction_columns.INTERVALS,
        prediction_columns.LABELS,
        prediction_columns.THRESHOLD,
        prediction_columns.EXTRA,
        prediction_columns.QUERY,
        prediction_columns.QRELS,
    ),
    *for_modes(_NOT_COUNTS, prediction_columns.POSITIVE, prediction_columns.TASK),
    *for_modes(
        ("predictions",),
        replace(comparing.SAMPLE_WEIGHT, heading=_ROWS),
        Option(name="count", metavar="COLUMN", help="Number of cases that a row represents, as in a confusion matrix; every case counts as a row.", heading=_ROWS),
        replace(prediction_columns.ROW, help="Row ids; repeated ids are resampled together.", heading=_ROWS),
        replace(comparing.GROUPS, help="Rows that belong together, as those of a patient; resampled together.", heading=_ROWS),
        replace(comparing.TIME, help="When each row was observed: intervals allow for correlation over time.", heading=_ROWS),
        replace(comparing.SERIES, heading=_ROWS),
        Option(name="by", metavar="COLUMN", help="A panel for each value of this column, their mean, and all rows pooled.", heading=_ROWS),
        Option(name="folds", metavar="COLUMN", help="Folds of a cross-validation: the prior of a row is (n_c + 1) / (n + k) of the rows of other folds, as in WEKA.", heading=_ROWS),
        Option(name="prior", metavar="SHARES", help="Class shares of the training rows, in the order of --labels, or the mean of their numbers, for measures against the prior.", heading=_ROWS),
    ),
    Option(name="test_share", kind=float, limits={"gt": 0}, modes=("predictions", "counts"), help="With --by fold: n_test / n_train, for the interval of the mean.", heading=_ROWS),
    *for_modes(
        _NOT_COUNTS,
        Option(
            name="measures", metavar="NAMES", heading=_INTERVAL,
            help="Comma-separated names, or `all`; by default the usual ones of the task. A function of your own: my_metrics.py:profit:higher.",
        ),
    ),
    Option(name="level", kind=float, default=0.95, limits={"ge": 0, "lt": 1}, help="Confidence level; 0 leaves intervals out.", heading=_INTERVAL),
    Option(
        name="interval", kind=("wilson", "wald", "clopper-pearson", "agresti-coull", "jeffreys", "bootstrap"), default="wilson",
        help="The interval of proportions; `bootstrap` resamples for every measure.", heading=_INTERVAL,
    ),
    *for_modes(
        ("predictions",),
        Option(
            name="auc_interval", kind=("delong-newcombe", "delong-logit", "delong", "bootstrap"), default="delong-newcombe",
            help="The interval of the area under the ROC curve.", heading=_INTERVAL,
        ),
    ),
    *for_modes(_NOT_COUNTS, Option(name="bootstrap", kind=("percentile", "bca"), help="The interval of resampled measures; percentile by default.", heading=_INTERVAL)),
    Option(name="side", kind=("both", "upper", "lower"), default="both", help="Both ends, or one bound that holds with the confidence of --level.", heading=_INTERVAL),
    *for_modes(
        _NOT_COUNTS,
        Option(name="resamples", python="n_resamples", kind=int, default=2000, limits={"ge": 2}, help="Bootstrap resamples.", heading=_INTERVAL),
        Option(name="seed", kind=int, default=0, help="Of the bootstrap.", heading=_INTERVAL),
    ),
    *for_modes(
        ("predictions",),
        Option(name="binned", python="bins", kind=bool, help="Rank scores in bins: memory does not grow with the rows; the largest error is reported.", heading=_PARTS),
        Option(name="dask", metavar="ADDRESS", help="Read the parts on this Dask cluster: an address or scheduler file.", heading=_PARTS),
        Option(name="insecure", kind=bool, help="Allow a Dask scheduler on another machine without TLS.", heading=_PARTS),
        Option(name="allow_mismatch", kind=bool, help="Allow Dask workers with other versions of packages.", heading=_PARTS),
    ),
    Option(name="confusion", kind=bool, help="PATH is a confusion matrix, or the text in which WEKA printed one.", heading="Counts"),
    Option(name="rows", kind=("true", "predicted"), modes=("matrix",), help="With --confusion: what its rows are; by default as its first cell says, else the true classes.", heading="Counts"),
    *for_modes(
        ("counts",),
        Option(name="errors", kind=float, help="Without PATH: the number of errors in --n rows.", heading="Counts"),
        Option(name="rate", metavar="RATE", help="Instead of --errors: the error rate in --n rows, as 22% or 0.22.", heading="Counts"),
        Option(name="n", kind=int, help="With --errors or --rate: the number of rows.", heading="Counts"),
    ),
    *for_modes(("predictions",), Option(name="weka", kind=bool, help="WEKA's summary instead: totals in bits, relative errors; needs --proba and --folds.", heading="Output")),
    Option(name="steps", kind=bool, help="Also show each measure worked out: formula, counts, pairs of scores, single rows.", heading="Output"),
    Option(name="per_class", kind=bool, help="Also each class against the rest: rates, precision, F1, area; of several labels or numbers each of them.", heading="Output"),
    Option(name="format", kind=("text", "markdown", "latex", "html"), default="text", help="Form of the table.", heading="Output"),
    comparing.REPORT,
)  # fmt: skip


@click.command("measure")
@click.argument("path", required=False)
@declared(*OPTIONS)
@json_option
@click.pass_context
def command(context: click.Context, /, path: str | None, *, as_object: bool, **values: Any) -> None:
    """Score predictions: a CSV, Parquet or Excel file, a directory of Parquet files, or `-` for CSV from standard input.

    Counts are scored too: `--errors 13 --n 100` or `--rate 13% --n 100`; a file with the columns correct and incorrect (or errors and n), one row for
    each fold; a confusion matrix with --confusion.
    """
    mode = MODES[_brought(path, values)]
    refuse_options(context, mode, list(MODES.values()))
    panel = _panels(path, mode, values)
    shown = list(panel.tables())
    extra: dict[str, Any] = {}
    if values["per_class"]:
        whole = _whole(panel, "--per-class")
        shown.append(whole.per_class().table)
        several = whole.source is not None and whole.source.task.in_columns
        extra = {"columns": json_safe(whole.column_lines())} if several else {"classes": json_safe(whole.class_lines())}
    steps = [_whole(panel, "--steps").steps()] if values["steps"] else []
    extra |= {"steps": steps[0]} if steps else {}
    if values["output"] is not None:
        from bakeoff.cli.verbs._measure_inputs import scores_by_class

        source = "counts" if path is None else "predictions" if path == "-" else Path(path).name
        _write(f"Measures of {source}", shown, values["output"], scores_by_class(path, values, panel))
    if as_object:
        print_result(as_json("measure", panel.to_json() | extra))
        return
    from bakeoff.report.tables import plain_text as tables

    draw = {"text": fitted, "markdown": tables.to_markdown, "latex": tables.to_latex, "html": tables.to_html}
    parts = [*(draw[values["format"]](table) for table in shown), *steps]
    baseline = getattr(panel, "baseline", None) if values["format"] == "text" else None
    if baseline is not None:
        from bakeoff.measures.naming import score_text

        parts.append(f"Baseline: {baseline.name}: {score_text(baseline.value, baseline.measure)}.")
    print_result("\n\n".join(parts))


def _brought(path: str | None, values: Mapping[str, Any]) -> str:
    """The name of what is measured."""
    if path is None or any(values[name] is not None for name in ("errors", "rate", "n")):
        return "counts"
    if values["confusion"]:
        return "matrix"
    named = any(
        values[name] is not None
        for name in ("truth", "pred", "score", "rank", "proba", "draws", "quantiles", "lower", "upper", "qrels")
    )
    return "predictions" if named else "counts"


def _panels(path: str | None, mode: Mode, values: dict[str, Any]) -> Any:
    """What the options ask for: a panel, panels by group or by learner, error rates from counts, or WEKA's summary."""
    from bakeoff.cli.verbs import _measure_inputs as inputs

    if mode.name == "counts":
        return inputs.measured_counts(path, values)
    assert path is not None
    if mode.name == "matrix":
        return inputs.confusion_file(path, values)
    return _run_panel(path, values) if values["qrels"] is not None else _of_columns(path, values)


def _of_columns(path: str, values: dict[str, Any]) -> Any:
    """What the options ask for of a file of predictions."""
    from bakeoff.cli.verbs import _measure_inputs as inputs

    if values["truth"] is None:
        raise BadInput("name the column of the truth with --truth")
    if values["rank"] is not None:
        if values["score"] is not None:
            raise BadInput("--score and --rank both order the rows; give one")
        values["score"] = values["rank"]
    if values["weka"]:
        return inputs.weka(path, values, _panel)
    if values["task"] is not None and task_named(values["task"]).in_columns:
        return _panel(path, _in_columns(values))
    values["scores"] = ()
    classes, scores = split_names(values["labels"]), split_names(values["score"])
    if 2 < len(classes) == len(scores):
        values["score"], values["scores"] = None, scores
    several = {flag: split_names(values[flag]) for flag in ("pred", "score") if len(split_names(values[flag])) > 1}
    several |= inputs.probability_learners(path, values)
    if several:
        return inputs.several_learners(path, several, values, _panel)
    return _panel(path, values)


def _run_panel(path: str, values: Mapping[str, Any]) -> "Panel":
    """The panel of a run of TREC."""
    from bakeoff.api.measuring.panel import measure
    from bakeoff.api.read_trec import read_trec

    named = next(
        (
            name
            for name in ("truth", "pred", "score", "rank", "proba", "query", "by", "groups")
            if values[name] is not None
        ),
        None,
    )
    if named is not None:
        raise BadInput(f"--qrels names the judgements of a run, whose columns are known; leave --{named} out")
    how = {name: values[name] for name in ("seed", "interval", "auc_interval", "bootstrap", "side")}
    measures = "all" if values["measures"] == "all" else typed_names(values["measures"]) or None
    return measure(
        read_trec(path, values["qrels"]),
        measures=measures,
        level=values["level"] or None,
        n_resamples=values["resamples"],
        **how,
    )


def _in_columns(values: Mapping[str, Any]) -> dict[str, Any]:
    """Options of several labels or numbers: each names one column per label or output."""
    lists = {
        name: split_names(values[option])
        for name, option in (("truths", "truth"), ("preds", "pred"), ("scores", "score"))
    }
    return {**values, **lists, "truth": lists["truths"][0], "pred": None, "score": None}


def _whole(made: Any, option: str) -> Any:
    """The panel whose classes or steps are shown."""
    panel = made if isinstance(made, Mapping) else getattr(made, "pooled", None)
    if not hasattr(panel, "per_class"):
        raise BadInput(f"{option} is about one column of predictions; name one")
    return panel


def _write(title: str, shown: "Sequence[Table]", output: Path, scores: "Sequence[Picture]") -> None:
    from bakeoff.report.pages import compose_panel
    from bakeoff.report.write import write_report

    write_report(compose_panel(title, shown, scores), output)
    note(f"wrote {output}")


def _panel(path: str, values: Mapping[str, Any]) -> "Panel | GroupedPanel":
    """The panel of one column of predictions, or of each value of --by."""
    from bakeoff.api.measuring.panel_by_group import measure_file

    layout = _layout(values)
    if not any((layout.pred, layout.preds, layout.score, layout.scores, layout.proba, layout.draws, layout.quantiles)):
        raise BadInput(
            "name the column of predictions with --pred, --score, --rank, --proba, --draws, --quantiles or --lower and --upper"
        )
    measures = "all" if values["measures"] == "all" else typed_names(values["measures"]) or None
    if values["test_share"] is not None and layout.by is None:
        raise BadInput("--test-share is about the mean over folds; name their column with --by")
    how = {name: values[name] for name in ("seed", "test_share", "interval", "auc_interval", "bootstrap", "side")}
    how |= {"level": values["level"] or None, "n_resamples": values["resamples"], "bins": values["binned"]}
    if values["dask"] is None:
        with progress_of_rows() as watch:
            return measure_file(path, layout, measures, watch=watch, **how)
    if path == "-":
        raise BadInput("standard input cannot be read on a cluster; give a file or a directory that its workers see")
    from bakeoff.api.measuring.panel_by_group import measure_parts
    from bakeoff.runs.dask.connection import check_versions, connected, wait_for_workers

    with connected(values["dask"], allow_insecure=values["insecure"]) as client:
        wait_for_workers(client, 60.0)
        check_versions(client, allow_mismatch=values["allow_mismatch"], notify=note)
        return measure_parts(path, layout, measures, client=client, **how)


def _layout(values: Mapping[str, Any]) -> "Layout":
    """Which column is what."""
    from bakeoff.api.measuring.panel_by_group import Layout
    from bakeoff.predictions.quantiles import typed_quantiles

    names = (
        "truth",
        "pred",
        "score",
        "scores",
        "threshold",
        "sd",
        "count",
        "folds",
        "row",
        "by",
        "positive",
        "task",
        "query",
        "time",
        "series",
    )
    lists: dict[str, Any] = {name: split_names(values[name]) for name in ("proba", "draws", "labels", "extra")}
    quantiles = typed_quantiles(split_names(values["quantiles"]), values["lower"], values["upper"], values["nominal"])
    return Layout(
        quantiles=quantiles, **{name: values[name] for name in names}, **lists, truths=values.get("truths", ()), preds=values.get("preds", ()), prior=_shares(values["prior"]), weight=values["sample_weight"],
        cluster=values["groups"], rank=values["rank"] is not None,
    )  # fmt: skip


def _shares(text: str | None) -> tuple[float, ...]:
    try:
        return tuple(float(one) for one in split_names(text))
    except ValueError:
        raise BadInput(
            f"--prior is numbers separated by commas, one for each class, such as 0.3,0.7, not {text!r}"
        ) from None
