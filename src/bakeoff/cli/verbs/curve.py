"""`bakeoff curve`: a curve of scores in a file, what follows from it, and its points or figure as a file."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.declared_options import declared, refuse_options
from bakeoff.cli.output.printing import fitted, json_option, note, print_result, wrap_text
from bakeoff.cli.verbs.measure import split_names
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.options import comparing, prediction_columns
from bakeoff.core.options.option import Mode, Option, for_modes
from bakeoff.core.terminology.spelling import fold

if TYPE_CHECKING:
    from bakeoff.api.measuring.curve import CurveSet
    from bakeoff.api.measuring.operating_points import OperatingPoints
    from bakeoff.panels.curves.kinds import CurveOptions

__all__ = ["command"]


MODES = (
    Mode(name="curve", title="a curve of scores"),
    Mode(name="binned", title="curve scores"),
    Mode(name="calibration", title="curve calibration"),
    Mode(name="hull", title="curve hull"),
)
_SCORED = ("curve", "binned", "calibration")
_HULL, _COSTS, _SHAPE = "Settings (hull)", "Costs and thresholds", "The curve"
OPTIONS = (
    *for_modes(
        _SCORED,
        replace(prediction_columns.TRUTH, help="The column of what was true."),
        replace(
            prediction_columns.SCORE, spelled=("--proba",), metavar="COLUMNS",
            help="Scores or probabilities of the positive class; several columns, separated by commas, are several curves.",
        ),
        replace(prediction_columns.POSITIVE, help="The positive class; if there are more than two, it is compared with all others."),
        replace(comparing.SAMPLE_WEIGHT, heading=prediction_columns.HEADING),
    ),
    *for_modes(
        ("hull",),
        Option(name="fpr", metavar="COLUMN", help="False positive rates, one row per setting.", heading=_HULL),
        Option(name="tpr", metavar="COLUMN", help="True positive rates.", heading=_HULL),
        Option(name="setting", metavar="COLUMN", help="What the settings are called.", heading=_HULL),
    ),
    Option(name="cost", metavar="FP,FN", default="1,1", help="Costs of a false alarm and of a miss, for the best threshold.", heading=_COSTS),
    Option(name="prior", kind=float, limits={"gt": 0, "lt": 1}, help="Share of positives where the scores will be used, if not that of the rows.", heading=_COSTS),
    Option(
        name="max_error", kind=float, limits={"ge": 0, "lt": 0.5}, modes=_SCORED, heading=_COSTS,
        help="Find the zone of scores to reject, so that each side errs at most this often.",
    ),
    Option(name="bins", kind=int, default=10, limits={"ge": 1}, modes=("binned", "calibration"), help="Bins of a calibration curve or of scores.", heading=_SHAPE),
    Option(
        name="binning", kind=("uniform", "quantile", "exact"), default="uniform", modes=("calibration",), heading=_SHAPE,
        help="Bins of equal width, of equal numbers, or one for each probability.",
    ),
    Option(name="level", kind=float, default=0.95, limits={"ge": 0, "lt": 1}, help="Confidence level of intervals; 0 leaves them out.", heading=_SHAPE),
    Option(name="points", kind=int, limits={"ge": 2}, modes=_SCORED, help="Maximum number of points of each curve in CSV and JSON; all by default.", heading="Output"),
    Option(name="output", spelled=("-o",), kind="output", help="Write all points (.csv, .json), the figure (.svg, .pdf, .png) or a page (.html).", heading="Output"),
)  # fmt: skip


@click.command("curve")
@click.argument("name")
@click.argument("path")
@declared(*OPTIONS)
@json_option
@click.pass_context
def command(
    context: click.Context, /, name: str, path: str, *, output: Path | None, as_object: bool, **values: Any
) -> None:
    """Draw a curve and report its area, thresholds and crossings.

    NAME is roc, pr (precision-recall), det, lift, gain, calibration, scores (a histogram of scores by class), cost
    (Drummond and Holte's lower envelope) or decision (net benefit). PATH is a CSV or Parquet file, a directory of Parquet files, or `-` for CSV from standard
    input. Printed are the area with its interval, the best threshold for the values costs, the convex hull, where the
    curves of two scores cross, and with --max-error which scores to reject. `hull` takes ROC points of any settings,
    one row each, and shows which of them can be optimal.
    """
    from bakeoff.api.measuring.curve_export import writable
    from bakeoff.panels.curves.curve_set import parse_request

    name = _curve_named(name)
    mode = replace(_mode(name), title=f"curve {name}")
    refuse_options(context, mode, MODES)
    if output is not None:
        writable(output)
    settings = ("prior", "max_error", "bins", "binning")
    ask = parse_request(
        cost=_costs(values["cost"]), level=values["level"] or None, **{key: values[key] for key in settings}
    )
    thin = {} if name == "hull" else {"points": values["points"]}
    made: CurveSet | OperatingPoints = _hull(path, ask, values) if name == "hull" else _curves(name, path, ask, values)
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


def _mode(name: str) -> Mode:
    """What kind of curve it is, by the options that it takes."""
    from bakeoff.panels.curves.kinds import KINDS

    modes = {mode.name: mode for mode in MODES}
    return modes.get(name) or modes["binned" if KINDS[name].binned else "curve"]


def _text(made: "CurveSet | OperatingPoints") -> str:
    shown, said = made.shown()
    return "\n\n".join(
        [*map(fitted, shown), *(["\n".join(wrap_text(one, indent="  ") for one in said)] if said else [])]
    )


def _curves(name: str, path: str, ask: "CurveOptions", values: Mapping[str, Any]) -> "CurveSet":
    from bakeoff.api.measuring.curve import curves_of_file

    if values["truth"] is None or values["score"] is None:
        raise BadInput(f"curve {name} reads --truth and --score; name both")
    return curves_of_file(
        path, name, ask, truth=values["truth"], scores=split_names(values["score"]), positive=values["positive"], weight=values["sample_weight"]
    )  # fmt: skip


def _hull(path: str, ask: "CurveOptions", values: Mapping[str, Any]) -> "OperatingPoints":
    from bakeoff.api.measuring.operating_points import settings_of_file

    if values["fpr"] is None or values["tpr"] is None:
        raise BadInput("curve hull reads --fpr and --tpr; name both")
    return settings_of_file(path, ask, fpr=values["fpr"], tpr=values["tpr"], setting=values["setting"])


def _costs(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(one) for one in text.split(","))
    except ValueError:
        raise BadInput(f"--cost is two numbers, of a false alarm and of a miss, such as 1,5, not {text!r}") from None
