"""`bakeoff advise`: which measure, resampling, data and test fit your question, with the reasons."""

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from bakeoff.cli.say import as_json, emit, json_option, plain

__all__ = ["command"]

F = TypeVar("F", bound=Callable[..., Any])


def _maybe(flag: str, text: str) -> Callable[[F], F]:
    return click.option(f"--{flag}/--no-{flag}", default=None, help=text)


@click.command("advise", short_help="Which measure and which test fit your question.")
@click.option("--purpose", help="new-on-domain, new-on-benchmark, characterize or application.")
@click.option("--task", help="binary, multiclass, ordinal, regression or clustering.")
@click.option("--algorithms", type=int, help="How many learners are compared.")
@click.option("--datasets", type=int, help="On how many data sets.")
@click.option("--rows", type=int, help="Rows of a typical data set.")
@click.option("--error", type=float, help="Roughly expected error rate.")
@click.option(
    "--evidence",
    help="On one data set: folds, runs, rows (each right or wrong), or scores (that rank rows).",
)
@_maybe("imbalance", "Classes are skewed.")
@_maybe("costs", "What errors cost is known.")
@_maybe("probabilities", "Probabilities will be used as such.")
@_maybe("ranking", "The order of cases matters.")
@_maybe("groups", "Rows come in groups.")
@_maybe("time", "Rows come in time.")
@_maybe("baseline", "One learner is the reference for all others.")
@_maybe("commensurable", "Scores mean the same on every data set.")
@_maybe("equivalence", "The question is whether two are the same.")
@click.option("--ask", is_flag=True, help="Ask for what was not given, one question at a time.")
@json_option
def command(as_object: bool, ask: bool, **answers: Any) -> None:
    """Which measure, resampling scheme, data sets and test fit your question; say what you know, leave out the rest."""
    from bakeoff.comparisons.advise import advise

    if ask and sys.stdin.isatty():
        answers = _asked(answers)
    advice = advise(**answers)
    if as_object:
        emit(
            as_json(
                "advise",
                {"answers": plain(advice.answers), "advice": plain(advice.rules), "open": list(advice.open_questions)},
            )
        )
        return
    emit(str(advice))


def _asked(answers: dict[str, Any]) -> dict[str, Any]:
    """Ask on a terminal for the few answers that decide most."""
    kinds: dict[str, type] = {"purpose": str, "task": str, "algorithms": int, "datasets": int, "rows": int}
    for name, kind in kinds.items():
        if answers.get(name) is None:
            text = click.prompt(f"{name} (empty: do not know)", default="", show_default=False)
            answers[name] = kind(text) if text else None
    return answers
