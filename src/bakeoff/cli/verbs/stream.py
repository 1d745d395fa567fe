"""`bakeoff stream`: learners side by side on a file of any length, each example predicted before it is learned from."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from bakeoff.cli.declared_options import declared
from bakeoff.cli.output.printing import as_json, json_option, note, print_result, progress_of_rows, wrap_text
from bakeoff.core.errors import BadInput
from bakeoff.core.options import comparing, prediction_columns
from bakeoff.core.options.option import Option

if TYPE_CHECKING:
    from bakeoff.streams.stream_evaluation import StreamEvaluation

__all__ = ["command"]


_STREAM, _LEARNERS = "The stream", "Learners and measure"
_OF_LEARNERS = (
    "learner",
    "target",
    "delay",
    "chunk",
    "holdout",
    "allow",
    "keep",
    "leave_gaps",
)  # options that need learners
OPTIONS = (
    Option(name="target", metavar="COLUMN", help="The column of labels, with --learner.", heading=_STREAM),
    Option(name="time", metavar="COLUMN", help="The column of times; rows must be sorted by it, and learners do not see it.", heading=_STREAM),
    Option(name="delay", kind=int, default=0, help="Examples that pass until a label arrives.", heading=_STREAM),
    Option(name="chunk", kind=int, default=100, help="Examples predicted, then learned, at a time.", heading=_STREAM),
    Option(name="holdout", metavar="FILE", help="Values along the stream are of these rows, which are never learned from.", heading=_STREAM),
    replace(prediction_columns.TRUTH, help="The column of what was true; FILE then contains predictions, and nothing is learned."),
    replace(prediction_columns.PRED, help="Columns of predicted classes or numbers, one for each learner: A,B."),
    replace(prediction_columns.PROBA, help="Columns of probabilities of the positive class, one for each learner: A,B."),
    Option(name="every", kind=int, default=100, help="With --truth: after how many examples a value is taken.", heading=prediction_columns.HEADING),
    Option(
        name="learner", python="learners", many=True, metavar="[NAME=]PATH", heading=_LEARNERS,
        help="A class with partial_fit, or one of river (with --allow river); again for several.",
    ),
    replace(comparing.MEASURE, default="error", help="Any measure; one without running sums, such as roc_auc, with --window.", heading=_LEARNERS),
    replace(prediction_columns.POSITIVE, help="The positive class, where the measure needs one.", heading=_LEARNERS),
    Option(name="window", kind=int, help="Compute values over this many of the last examples.", heading=_LEARNERS),
    Option(name="fading", kind=float, help="Or a fading factor: the weight of an example relative to the next one, for example 0.999.", heading=_LEARNERS),
    Option(name="detector", python="detectors", metavar="NAMES", default="adwin", help="Detectors of change on the losses, comma-separated: page_hinkley,ddm.", heading=_LEARNERS),
    Option(name="leave_gaps", kind=bool, default=False, help="Hand missing cells to learners as they are.", heading=_LEARNERS),
    Option(name="allow", many=True, metavar="PACKAGE", help="Import learners from this package too.", heading="Where it runs"),
    Option(name="keep", kind="output", metavar="FILE", help="Write the predictions of all tested examples to this CSV file.", heading="Output"),
    Option(name="checkpoint", kind="output", metavar="FILE", help="Save the state in this file; the same command continues from it.", heading="Output"),
    replace(comparing.REPORT, help="Write a page: .html, .md, .tex or .json."),
)  # fmt: skip


@click.command(
    "stream", short_help="Compare learners, or their predictions, on a stream: each example is tested first."
)
@click.argument("path", metavar="FILE")
@declared(*OPTIONS)
@json_option
@click.pass_context
def command(context: click.Context, /, *, path: str, output: Path | None, as_object: bool, **options: Any) -> None:
    """Which learner is better on a stream, tested on each example before it learns from it?"""
    with progress_of_rows() as tell:

        def live(examples: int, values: Mapping[str, float]) -> None:
            if tell is not None:
                tell("  ".join(f"{name} {value:.4f}" for name, value in values.items()), examples)

        results = _evaluated(context, path, options, live)
    if output is not None:
        results.report(output, title=f"Learners on {Path(path).name}")
    print_result(as_json("stream", results.to_dict()) if as_object else wrap_text(f"{results.verdict}\n\n{results}"))
    if output is not None and not as_object:
        note(f"\nwrote {output}")


def _evaluated(context: click.Context, path: str, options: dict[str, Any], live: Any) -> "StreamEvaluation":
    """The evaluation of learners, or of predictions that were made elsewhere."""
    detectors = [name.strip() for name in options.pop("detector").split(",") if name.strip()]
    truth, pred, proba, every = (options.pop(name) for name in ("truth", "pred", "proba", "every"))
    learners, allow, leave_gaps = (options.pop(name) for name in ("learner", "allow", "leave_gaps"))
    if truth is None:
        from bakeoff.streams.evaluate import stream

        for name in ("pred", "proba", "every"):
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                raise BadInput(
                    f"--{name} belongs to predictions that were made elsewhere; name the column of what was true: --truth COLUMN"
                )
        if options["target"] is None or not learners:
            raise BadInput(
                "give learners and the column of labels (--learner PATH --target COLUMN), or predictions (--truth COLUMN --pred A,B)"
            )
        return stream(
            _learners(learners, allow), path, progress=live, detectors=detectors, encode=not leave_gaps, **options
        )
    from bakeoff.streams.recorded import stream_predictions

    for name in _OF_LEARNERS:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise BadInput(
                f"--{name.replace('_', '-')} needs learners, and --truth says that {path} contains predictions; leave one of them out"
            )
    if (pred is None) == (proba is None):
        raise BadInput(
            "name the columns of predictions: --pred A,B for classes or numbers, or --proba A,B for probabilities of the positive class"
        )
    columns = [name.strip() for name in (pred or proba).split(",")]
    shared = {name: options[name] for name in ("measure", "window", "fading", "time", "positive", "checkpoint")}
    return stream_predictions(path, truth, columns, every=every, detectors=detectors, progress=live, **shared)


def _learners(given: tuple[str, ...], allow: tuple[str, ...]) -> dict[str, Any]:
    """Learners by name; one without a name has that of its class."""
    from bakeoff.learners.from_objects import estimator_from

    made: dict[str, Any] = {}
    for text in given:
        name, equals, use = text.partition("=")
        use = use if equals else text
        name = name if equals else use.rpartition(".")[2]
        if name in made:
            raise BadInput(f"two learners are called {name!r}; name them, for example --learner first={use}")
        made[name] = estimator_from(
            use, {}, allow, trained_by=("partial_fit", "learn_one", "fit")
        )  # whether it can be updated is asked of the object
    return made
