"""The `bakeoff` command: a table of verbs, each loaded when it is called, and the one place that turns errors into words.

Exit codes: 0 done (a result that is not significant is still 0), 1 a bug, 2 usage or bad input, 3 finished with failed
units, 4 a required claim was not met, 130 interrupted. A verb may return its exit code.
"""

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

import click

from bakeoff import __version__
from bakeoff.core.errors import BakeoffError, PackageLeftOut
from bakeoff.core.text import clean

__all__ = ["VERBS", "cli", "main"]

# verb: (module that holds `command`, one line for the list of verbs). Listed here so that `--help` imports none of them.
VERBS: dict[str, tuple[str, str]] = {
    "demo": ("bakeoff.cli.verbs.demo", "A whole study, offline, in under a minute: learners, verdict, report."),
    "init": ("bakeoff.cli.verbs.init", "Write a commented study file to start from."),
    "check": ("bakeoff.cli.verbs.check", "Find everything that can be refused before a run."),
    "run": ("bakeoff.cli.verbs.run", "Run a study, or go on where it stopped."),
    "status": ("bakeoff.cli.verbs.status", "How far a study is, also while it runs."),
    "retry": ("bakeoff.cli.verbs.retry", "Run failed units of a study again."),
    "rerun": ("bakeoff.cli.verbs.rerun", "Repeat one unit and say whether it is identical."),
    "verify": ("bakeoff.cli.verbs.verify", "Check every stored unit for damage."),
    "export": ("bakeoff.cli.verbs.export", "Write plan, scores and predictions as plain files."),
    "import": ("bakeoff.cli.verbs.import_", "Take in predictions that were made elsewhere."),
    "forget": ("bakeoff.cli.verbs.forget", "Take a learner out again that was imported."),
    "report": ("bakeoff.cli.verbs.report", "Write the report: HTML, Markdown, LaTeX or JSON."),
    "compare": ("bakeoff.cli.verbs.compare", "Which learner is better, by scores or by predictions?"),
    "measure": ("bakeoff.cli.verbs.measure", "Score a file of predictions by many measures, with intervals."),
    "curve": ("bakeoff.cli.verbs.curve", "ROC, calibration, cost and other curves of scores, and what follows."),
    "test": ("bakeoff.cli.verbs.test", "Any one significance test on a table."),
    "advise": ("bakeoff.cli.verbs.advise", "Which measure and which test fit your question."),
    "plan": ("bakeoff.cli.verbs.plan", "How many folds, seeds, data sets or rows are needed."),
    "measures": ("bakeoff.cli.verbs.measures", "List the measures, or describe one."),
    "tests": ("bakeoff.cli.verbs.tests", "List the significance tests, or describe one."),
    "explain": ("bakeoff.cli.verbs.explain", "Explain a measure, a test or a scheme."),
    "table": ("bakeoff.cli.verbs.table", "Critical values: t, z, chi2, sign, wilcoxon, q."),
}
_GROUPS = {
    "Studies": (
        "demo",
        "init",
        "check",
        "run",
        "status",
        "retry",
        "rerun",
        "verify",
        "export",
        "import",
        "forget",
        "report",
    ),
    "Scores and predictions you already have": ("compare", "measure", "curve", "test"),
    "Help with the question": ("advise", "plan", "measures", "tests", "explain", "table"),
}
_CONTINUED = frozenset({"demo", "run", "rerun", "retry"})  # verbs that write down what they have finished
_BUGS = "please report it with the command you typed and the output of `bakeoff --version -v`"


class BrokenPipe(Exception):
    """Whoever was reading what we print has seen enough."""


class LazyGroup(click.Group):
    """A group that knows its verbs by table and imports one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(VERBS[cmd_name][0]).command
        if not any(one.name == "traceback" for one in command.params):
            command.params.append(_traceback_option())
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from bakeoff.core.errors import UnknownName

            raise click.UsageError(str(UnknownName("command", args[0], VERBS)), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, verbs in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(verb, VERBS[verb][1]) for verb in verbs], col_max=12)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise BrokenPipe from error  # click would make exit code 1 of it, which here means a bug

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Parse, call, and leave with an exit code; every kind of failure is worded in `_outcome`."""
        extra.pop("standalone_mode", None)
        verb = next(iter(sys.argv[1:] if args is None else args), "")
        sys.exit(_outcome(lambda: super(LazyGroup, self).main(args, standalone_mode=False, **extra), verb))


def _outcome(call: Callable[[], Any], verb: str = "") -> int:
    try:
        code = call()
        sys.stdout.flush()
    except (BrokenPipeError, BrokenPipe):
        # The reader has gone; leave quietly, and keep the interpreter from complaining when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except (click.Abort, KeyboardInterrupt):
        kept = "; nothing that was finished is lost, and the same command continues" if verb in _CONTINUED else ""
        _say(f"interrupted{kept}")
        return 130
    except Exception as error:  # noqa: BLE001  the last door: a traceback is shown only when asked for
        return _told(error)
    return code if isinstance(code, int) else 0


def _told(error: Exception) -> int:
    """Word an error; 2 if the user can cure it, 1 if only we can."""
    if isinstance(error, click.ClickException):
        _usage(error)
        return 2
    path = getattr(error, "filename", None) if isinstance(error, OSError) else None
    if _traceback_wanted():
        import traceback

        traceback.print_exception(error)
    elif isinstance(error, BakeoffError):
        _say(str(error))
    elif path is not None:
        _say(f"cannot use {path}: {getattr(error, 'strerror', error)}")
    else:
        _say(f"this is a bug: {type(error).__name__}: {error}\n{_BUGS}; --traceback shows where it happened")
    return 2 if isinstance(error, BakeoffError) or path is not None else 1


def _usage(error: click.ClickException) -> None:
    context = getattr(error, "ctx", None)
    _say(error.format_message())
    if context is not None:
        _say(f"see `{context.command_path} --help`", prefix="")


def _say(text: str, prefix: str = "bakeoff: ") -> None:
    from bakeoff.cli.output.printing import wrap_text

    lines = [line[: len(line) - len(line.lstrip(" "))] + clean(line) for line in text.split("\n")]
    said = wrap_text(prefix + "\n".join(lines)).removeprefix(prefix)
    click.echo(click.style(prefix, bold=True) + said, err=True, color=None if not os.environ.get("NO_COLOR") else False)


def _traceback_wanted() -> bool:
    return os.environ.get("BAKEOFF_TRACEBACK", "") not in {"", "0"}


def _traceback_option() -> click.Option:
    def keep(_context: click.Context, _option: click.Parameter, wanted: bool) -> None:
        if wanted:
            os.environ["BAKEOFF_TRACEBACK"] = "1"

    return click.Option(
        ["--traceback"], is_flag=True, expose_value=False, callback=keep, help="Show where an error arose."
    )


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, help="Show the version; with -v also what it runs on.")
@click.option("-v", "--verbose", is_flag=True, help="More, together with --version.")
@click.pass_context
def cli(context: click.Context, *, version: bool, verbose: bool) -> None:
    """Which learning method is better, by how much, and how sure are we?

    Start with `bakeoff demo`, then `bakeoff init` and `bakeoff run study.toml`.
    """
    if version:
        click.echo(_versions() if verbose else f"bakeoff {__version__}")
        context.exit(0)
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        context.exit(0)


cli.params.append(_traceback_option())


def _versions() -> str:
    from bakeoff.cli.versions import versions

    return versions()


def main() -> NoReturn:
    """The console script."""
    warnings.showwarning = partial(_show_warning, warnings.showwarning)
    cli.main()


def _show_warning(usual: Callable[..., None], message: Warning | str, category: type[Warning], *place: Any) -> None:
    """Print a sentence where bakeoff itself warns, and anybody else's warning as Python does."""
    if issubclass(category, PackageLeftOut):
        _say(f"{message}.", prefix="warning: ")
    else:
        usual(message, category, *place)


if __name__ == "__main__":
    main()
