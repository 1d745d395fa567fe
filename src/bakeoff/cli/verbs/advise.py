"""`bakeoff advise`: which measure, resampling, data and test fit your question, with the reasons."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from bakeoff.cli.output.printing import as_json, json_option, note, print_result, wrap_text
from bakeoff.cli.verbs._task_option import TaskName
from bakeoff.core.json_safe import json_safe

__all__ = ["command"]

F = TypeVar("F", bound=Callable[..., Any])


def _maybe(flag: str, text: str) -> Callable[[F], F]:
    return click.option(f"--{flag}/--no-{flag}", default=None, help=text)


@click.command("advise", short_help="Which measure and which test fit your question.")
@click.option("--purpose", help="new-on-domain, new-on-benchmark, characterize or application.")
@click.option("--task", type=TaskName(), help="What is predicted.")
@click.option("--algorithms", type=int, help="How many learners are compared.")
@click.option("--datasets", type=int, help="On how many data sets.")
@click.option("--rows", type=int, help="Rows of a typical data set.")
@click.option("--error", type=float, help="Roughly expected error rate.")
@click.option(
    "--evidence", help="On one data set: folds, runs, rows (each right or wrong), or scores (that rank rows)."
)
@click.option("--source", help="Where data sets come from: repository, artificial, exchange or expanded.")
@click.option("--parameters", type=int, help="How many settings of a learner are chosen.")
@_maybe("imbalance", "Classes are skewed.")
@_maybe("costs", "What errors cost is known.")
@_maybe("probabilities", "Probabilities will be used as such.")
@_maybe("ranking", "The order of cases matters.")
@_maybe("groups", "Rows come in groups.")
@_maybe("time", "Rows are ordered in time.")
@_maybe("baseline", "One learner is the reference for all others.")
@_maybe("commensurable", "Scores mean the same on every data set.")
@_maybe("equivalence", "The question is whether two learners are equivalent.")
@click.option("--ask", is_flag=True, help="Ask for what was not given, one question at a time.")
@json_option
def command(as_object: bool, ask: bool, **answers: Any) -> None:
    """Which measure, resampling scheme, data sets and test fit your question; give what you know, leave out the rest."""
    from bakeoff.comparisons.planning.advise import advise

    if ask:
        answers = _asked(answers)
    advice = advise(**answers)
    if as_object:
        body = {
            "answers": json_safe(advice.answers), "assumed": json_safe(advice.assumed), "advice": json_safe(advice.rules),
            "open": list(advice.open_questions),
        }  # fmt: skip
        print_result(as_json("advise", body))
        return
    print_result(wrap_text(str(advice)))
    if not advice.rules:
        note("for example:\n  bakeoff advise --purpose new-on-benchmark --task binary --algorithms 4 --datasets 10")


def _asked(answers: dict[str, Any]) -> dict[str, Any]:
    """Ask, one at a time, for what was not given; an empty answer means not known."""
    from bakeoff.comparisons.planning.advise import EVIDENCE, SOURCES
    from bakeoff.comparisons.planning.decision_table import PURPOSES
    from bakeoff.data.tasks import tasks

    words = {"purpose": tuple(PURPOSES), "task": tasks.names, "evidence": EVIDENCE, "source": SOURCES}
    kinds: dict[str, Any] = {"algorithms": int, "datasets": int, "rows": int, "error": float, "parameters": int}
    for name, given in answers.items():
        if given is None:
            known = words.get(name, () if name in kinds else ("yes", "no"))
            said = _prompted(name, known, kinds.get(name, str))
            answers[name] = said if name in words or name in kinds or said is None else said == "yes"
    return answers


def _prompted(name: str, known: Sequence[str], kind: Any) -> Any:
    """One answer of the right kind, asked for until it is one; None where it is empty."""
    text = f"{name} ({', '.join(known)})" if known else name
    while True:
        said = click.prompt(text, default="", show_default=False).strip()
        if not said:
            return None
        if known and said in known:
            return said
        try:
            if not known:
                return kind(said)
        except ValueError:
            pass
        note(f"{said!r} is not one of the choices; leave it empty if you do not know")
