"""`bakeoff stream`: learners side by side on a file of any length, each example predicted before it is learned from."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.declared_options import declared
from bakeoff.cli.output.printing import as_json, json_option, note, print_result, progress_of_rows, wrap_text
from bakeoff.core.errors import BadInput
from bakeoff.core.options import comparing, prediction_columns
from bakeoff.core.options.option import Option

__all__ = ["command"]


_STREAM, _LEARNERS = "The stream", "Learners and measure"
OPTIONS = (
    Option(name="target", metavar="COLUMN", required=True, help="The column of labels.", heading=_STREAM),
    Option(name="time", metavar="COLUMN", help="The column of times; rows must be sorted by it, and learners do not see it.", heading=_STREAM),
    Option(name="delay", kind=int, default=0, help="Examples that pass until a label arrives.", heading=_STREAM),
    Option(name="chunk", kind=int, default=100, help="Examples predicted, then learned, at a time.", heading=_STREAM),
    Option(name="holdout", metavar="FILE", help="Values along the stream are of these rows, which are never learned from.", heading=_STREAM),
    Option(
        name="learner", python="learners", many=True, required=True, metavar="[NAME=]PATH", heading=_LEARNERS,
        help="A class with partial_fit, or one of river (with --allow river); again for several.",
    ),
    replace(comparing.MEASURE, default="error", help="Any measure with running sums.", heading=_LEARNERS),
    replace(prediction_columns.POSITIVE, help="The positive class, where the measure needs one.", heading=_LEARNERS),
    Option(name="window", kind=int, help="Compute values over this many of the last examples.", heading=_LEARNERS),
    Option(name="fading", kind=float, help="Or a fading factor: the weight of an example relative to the next one, for example 0.999.", heading=_LEARNERS),
    Option(name="allow", many=True, metavar="PACKAGE", help="Import learners from this package too.", heading="Where it runs"),
    Option(name="checkpoint", metavar="FILE", help="Save the state in this file; the same command continues from it.", heading="Output"),
    replace(comparing.REPORT, help="Write a page: .html, .md, .tex or .json."),
)  # fmt: skip


@click.command("stream", short_help="Compare learners on a stream: each example is tested first, then learned.")
@click.argument("path", metavar="FILE")
@declared(*OPTIONS)
@json_option
def command(
    *,
    path: str,
    learner: tuple[str, ...],
    allow: tuple[str, ...],
    output: Path | None,
    as_object: bool,
    **options: Any,
) -> None:
    """Which learner is better on a stream, tested on each example before it learns from it?"""
    from bakeoff.streams.evaluate import stream

    with progress_of_rows() as tell:

        def live(examples: int, values: Mapping[str, float]) -> None:
            if tell is not None:
                tell("  ".join(f"{name} {value:.4f}" for name, value in values.items()), examples)

        results = stream(_learners(learner, allow), path, progress=live, **options)
    if output is not None:
        results.report(output, title=f"Learners on {Path(path).name}")
    print_result(as_json("stream", results.to_dict()) if as_object else wrap_text(f"{results.verdict}\n\n{results}"))
    if output is not None and not as_object:
        note(f"\nwrote {output}")


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
