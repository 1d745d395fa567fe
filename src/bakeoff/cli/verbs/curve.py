"""`bakeoff curve`: a curve of scores in a file, what follows from it, and its points or figure as a file."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from bakeoff.cli.output.file_types import OUTPUT_FILE
from bakeoff.cli.output.printing import fitted, json_option, note, print_result, wrap_text
from bakeoff.cli.verbs._spelled_choice import SpelledChoice
from bakeoff.cli.verbs.measure import split_names
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.terminology.spelling import fold

if TYPE_CHECKING:
    from bakeoff.api.measuring.curve import CurveSet
    from bakeoff.api.measuring.operating_points import OperatingPoints
    from bakeoff.panels.curves.kinds import CurveOptions

__all__ = ["command"]


@click.command("curve")
@click.argument("name")
@click.argument("path")
@click.option("--truth", metavar="COLUMN", help="The column of what was true.")
@click.option(
    "--score",
    "--proba",
    "scores",
    metavar="COLUMNS",
    help="Scores or probabilities of the positive class; several columns, separated by commas, are several curves.",
)
@click.option(
    "--positive",
    metavar="CLASS",
    help="The positive class; if there are more than two, it is compared with all others.",
)
@click.option("--sample-weight", "weight", metavar="COLUMN", help="Sample weights.")
@click.option(
    "--cost",
    metavar="FP,FN",
    default="1,1",
    show_default=True,
    help="Costs of a false alarm and of a miss, for the best threshold.",
)
@click.option(
    "--prior",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Share of positives where the scores will be used, if not that of the rows.",
)
@click.option(
    "--max-error",
    type=click.FloatRange(0, 0.5, max_open=True),
    help="Find the zone of scores to reject, so that each side errs at most this often.",
)
@click.option(
    "--bins", type=click.IntRange(1), default=10, show_default=True, help="Bins of a calibration curve or of scores."
)
@click.option(
    "--binning",
    type=SpelledChoice(["uniform", "quantile", "exact"]),
    default="uniform",
    show_default=True,
    help="Bins of equal width, of equal numbers, or one for each probability.",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.95,
    show_default=True,
    help="Confidence level of intervals; 0 leaves them out.",
)
@click.option(
    "-o",
    "--output",
    type=OUTPUT_FILE,
    help="Write all points (.csv, .json), the figure (.svg, .pdf, .png) or a page (.html).",
)
@click.option("--fpr", metavar="COLUMN", help="For hull: false positive rates, one row per setting.")
@click.option("--tpr", metavar="COLUMN", help="For hull: true positive rates.")
@click.option("--setting", metavar="COLUMN", help="For hull: what the settings are called.")
@click.option(
    "--points", type=click.IntRange(2), help="Maximum number of points of each curve in CSV and JSON; all by default."
)
@json_option
def command(
    name: str,
    path: str,
    *,
    cost: str,
    prior: float | None,
    max_error: float | None,
    bins: int,
    binning: str,
    level: float,
    output: Path | None,
    points: int | None,
    as_object: bool,
    **columns: str | None,
) -> None:
    """Draw a curve and report its area, thresholds and crossings.

    NAME is roc, pr (precision-recall), det, lift, gain, calibration, scores (a histogram of scores by class), cost
    (Drummond and Holte's lower envelope) or decision (net benefit). PATH is a CSV or Parquet file, a directory of Parquet files, or `-` for CSV from standard
    input. Printed are the area with its interval, the best threshold for the given costs, the convex hull, where the
    curves of two scores cross, and with --max-error which scores to reject. `hull` takes ROC points of any settings,
    one row each, and shows which of them can be optimal.
    """
    from bakeoff.api.measuring.curve_export import writable
    from bakeoff.panels.curves.curve_set import parse_request

    name = _curve_named(name)
    if output is not None:
        writable(output)
    _refuse_bins(name)
    ask = parse_request(
        cost=_costs(cost), prior=prior, max_error=max_error, level=level or None, bins=bins, binning=binning
    )
    thin = {} if name == "hull" else {"points": points}
    made: CurveSet | OperatingPoints = (
        _hull(path, ask, points, **columns) if name == "hull" else _curves(name, path, ask, **columns)
    )
    if output is not None:
        made.save(output, **thin)
        note(f"wrote {output}")
    print_result(json.dumps(made.to_json(**thin), ensure_ascii=False, allow_nan=False) if as_object else _text(made))


def _curve_named(typed: str) -> str:
    """The name of the curve in the catalogue, or hull, which is not a curve of scores."""
    from bakeoff.panels.curves.kinds import KINDS

    if fold(typed) in {"hull", "rochull", "convexhull"}:
        return "hull"
    if not KINDS.candidates(typed):
        raise UnknownName("curve", typed, [*KINDS.names, "hull"])
    return KINDS[typed].name


def _refuse_bins(name: str) -> None:
    """Flags that mean nothing here are refused, not ignored."""
    from bakeoff.panels.curves.kinds import KINDS

    context, binned = click.get_current_context(), {kind.name for kind in KINDS if kind.binned}
    for option, kinds in {"bins": binned, "binning": {"calibration"}}.items():
        if name not in kinds and context.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            raise BadInput(f"curve {name} does not use --{option}; it is for curve {' and '.join(sorted(kinds))}")


def _text(made: "CurveSet | OperatingPoints") -> str:
    shown, said = made.shown()
    return "\n\n".join(
        [*map(fitted, shown), *(["\n".join(wrap_text(one, indent="  ") for one in said)] if said else [])]
    )


def _curves(
    name: str, path: str, ask: "CurveOptions", *, truth: str | None, scores: str | None, **columns: str | None
) -> "CurveSet":
    from bakeoff.api.measuring.curve import curves_of_file

    unread = [option for option in ("fpr", "tpr", "setting") if columns[option] is not None]
    if truth is None or scores is None or unread:
        raise BadInput(
            f"curve {name} reads --truth and --score" + (f", not --{unread[0]}" if unread else "; name both")
        )
    return curves_of_file(
        path, name, ask, truth=truth, scores=split_names(scores), positive=columns["positive"], weight=columns["weight"]
    )


def _hull(
    path: str,
    ask: "CurveOptions",
    points: int | None,
    *,
    fpr: str | None,
    tpr: str | None,
    setting: str | None,
    **columns: str | None,
) -> "OperatingPoints":
    from bakeoff.api.measuring.operating_points import settings_of_file

    given = {"score" if option == "scores" else option: value for option, value in columns.items()}
    given |= {"max-error": ask.max_error, "points": points}  # type: ignore[dict-item] # only whether they were given counts
    unread = [option for option, value in given.items() if value is not None]
    if fpr is None or tpr is None or unread:
        said = f", not --{unread[0]}" if unread else "; name both"
        raise BadInput(f"curve hull reads --fpr and --tpr{said}")
    return settings_of_file(path, ask, fpr=fpr, tpr=tpr, setting=setting)


def _costs(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(one) for one in text.split(","))
    except ValueError:
        raise BadInput(f"--cost is two numbers, of a false alarm and of a miss, such as 1,5, not {text!r}") from None
