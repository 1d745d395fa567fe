"""The `bakeoff` command: verbs, each loaded when it is called, and the one place that turns errors into words.

Exit codes: 0 done (a result that is not significant is still 0), 1 a bug, 2 usage or bad input, 3 finished with failed
units, 4 a required claim was not met or a gate failed, 5 a gate is undecided, 130 interrupted, 143 terminated, 129 hung up. A verb may return its exit code.
"""

import os
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import EBADF, EDQUOT, EFBIG, EIO, ENOSPC
from functools import partial
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from bakeoff import __version__
from bakeoff.cli.completion import complete_names, verbs_of
from bakeoff.cli.declared_options import unknown_option
from bakeoff.cli.files_read_and_written import refuse_overwriting
from bakeoff.cli.help_page import explain_command
from bakeoff.cli.repeated_options import refuse_repeats
from bakeoff.cli.verb import ALL_VERBS, VERBS, HelpHeading
from bakeoff.core.errors import (
    BadInput,
    BakeoffError,
    MissingPackage,
    NotApplicable,
    PackageLeftOut,
    StaleKernels,
    StudyFileError,
    UnknownName,
)
from bakeoff.core.isolation.program_folders import use_program_folders
from bakeoff.core.text import clean

__all__ = ["cli", "main"]

_PACKAGES = ("numpy", "scipy", "scikit-learn", "narwhals", "pandas", "polars", "pyarrow", "dask", "matplotlib")
_CODES: tuple[tuple[type[Exception], str], ...] = (  # the code of an error object (--json), the first that fits
    (UnknownName, "unknown_name"),
    (BadInput, "bad_input"),
    (NotApplicable, "not_applicable"),
    (MissingPackage, "missing_package"),
    (StudyFileError, "study_file"),
    (BakeoffError, "refused"),
    (click.ClickException, "usage"),
    (OSError, "file"),
    (MemoryError, "memory"),
)
_FULL = frozenset({ENOSPC, EDQUOT, EFBIG})
_BUGS = "please report it with the command you typed and the output of `bakeoff --version -v`"


class BrokenPipe(Exception):
    """The reader of the standard output has closed it."""


_CUT_SHORT = (
    "a compiled file of Python was cut short, as a full disk leaves it; delete the folders __pycache__ of bakeoff and of "
    "the packages it uses, or install them again"
)


class EndOfData(Exception):
    """Data ended too early; click would word an EOFError as an interruption."""


class LazyGroup(click.Group):
    """A group that knows its verbs by table and imports one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = VERBS[cmd_name].load()
        for part in (command, *getattr(command, "commands", {}).values()):
            if not any(param.name == "traceback" for param in part.params):
                part.params.append(_traceback_option())
        if getattr(ctx, "resilient_parsing", False):  # a shell asks what may be typed
            complete_names(command)
        return explain_command(command, VERBS[cmd_name].examples)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, by the table and without importing one of them; and the options of `bakeoff` itself."""
        return [*verbs_of(incomplete), *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            if ctx.resilient_parsing:
                return None, None, []
            raise click.UsageError(str(UnknownName("command", args[0], VERBS.names)), ctx)
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            refuse_repeats(command, name, rest, ctx)
            refuse_overwriting(command, name, rest, ctx)
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs of every day under their headings; `bakeoff help --all` lists all of them."""
        for heading in HelpHeading:
            rows = [
                (verb.name, verb.summary)
                for verb in VERBS
                if verb.heading is heading and (verb.first or ctx.meta.get(ALL_VERBS))
            ]
            if rows:
                with formatter.section(heading.value):
                    formatter.write_dl(rows, col_max=14)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise BrokenPipe from error  # click would make exit code 1 of it, which here means a bug
        except EOFError as error:
            if "marshal" in str(error):  # Python does not check that its compiled files were written
                raise BakeoffError(_CUT_SHORT) from error
            raise EndOfData(str(error)) from error

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Parse, call, and leave with an exit code; every kind of failure is worded in `_word_error`."""
        extra.pop("standalone_mode", None)
        if args is None:  # the console script
            _open_closed_streams()
            use_program_folders()
            warnings.showwarning = partial(_show_warning, warnings.showwarning)
            _end_as_ctrl_c()
        words = list(sys.argv[1:] if args is None else args)
        try:
            code = super().main(args, standalone_mode=False, **extra)
            sys.stdout.flush()
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  a traceback is shown only when asked for
            code = _exit_code(error, _verb(words), as_object="--json" in words)
        sys.exit(code if isinstance(code, int) else 0)


_ENDED_BY = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "the terminal hung up"}
_received: list[signal.Signals] = []  # what asked us to end, other than Ctrl-C


def _open_closed_streams() -> None:
    """Where a standard stream is closed, nothing is read or shown; a file of ours must not get its number."""
    while (number := os.open(os.devnull, os.O_RDWR)) < 3:
        continue
    os.close(number)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def _end_as_ctrl_c() -> None:
    """Let SIGTERM and SIGHUP end a command as Ctrl-C does: what is finished is kept. What nohup ignores stays ignored."""

    def end(number: int, _frame: object) -> None:
        _received.append(signal.Signals(number))
        for one in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    for one in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(one) is signal.SIG_DFL:
            signal.signal(one, end)


def _verb(words: Sequence[str]) -> str:
    """The verb that was typed, or nothing."""
    return next((word for word in words if word in VERBS), "")


def _exit_code(error: BaseException, verb: str = "", *, as_object: bool = False) -> int:
    """Word what went wrong."""
    if isinstance(error, (BrokenPipeError, BrokenPipe)):
        # The reader has gone; leave quietly, and keep the interpreter from complaining when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # we are leaving; another Ctrl-C would only print a traceback
        kept = (
            "; nothing that was finished is lost, and the same command continues"
            if verb and VERBS[verb].continues
            else ""
        )
        number = _received[0] if _received else signal.SIGINT
        with suppress(OSError):  # a terminal that hung up cannot be written to
            _say(f"{_ENDED_BY[number]}{kept}")
        return 128 + number
    code = _word_error(error)
    if isinstance(error, OSError):
        _let_go_of_output()
    if as_object:
        with suppress(OSError):  # a full disk or a closed terminal takes no object either
            _print_error(error, verb, code)
    return code


def _let_go_of_output() -> None:
    """Where not even the standard output can be written, keep the interpreter from failing on it again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _word_error(error: BaseException) -> int:
    """Word an error; 2 if the user can cure it, 1 if only we can."""
    if isinstance(error, click.ClickException):
        _usage(error)
        return 2
    cure = _cure(error)
    if _traceback_wanted():
        import traceback

        traceback.print_exception(error)
    elif isinstance(error, BakeoffError):
        _say(str(error))
    elif cure:
        _say(cure)
    else:
        _say(f"this is a bug: {_kind_and_text(error)}\n{_BUGS}; --traceback shows where it happened")
    return 2 if isinstance(error, BakeoffError) or cure else 1


def _cure(error: BaseException) -> str:
    """What to do where the machine is at its end: a full disk, no memory, a file that cannot be used; else empty."""
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; use fewer rows, repeats or learners, or a larger machine"
    if not isinstance(error, OSError):
        return ""
    if error.errno in _FULL:
        where = f"the disk that holds {error.filename}" if error.filename else "the disk that is written to"
        return f"{where} is full; free some space, or write somewhere else, and run the same command again"
    if error.filename is not None:
        return f"cannot use {error.filename}: {error.strerror or error}"
    if error.errno == EBADF:
        return "the standard input or output is not open for this; open it, or name a file"
    return f"reading or writing failed: {error.strerror}; try again, or use another disk" if error.errno == EIO else ""


def _kind_and_text(error: BaseException) -> str:
    """The kind of an error, also where its text cannot be made."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001  somebody else's error
        return f"{type(error).__name__}, whose message cannot be read"


def _print_error(error: BaseException, verb: str, exit_code: int) -> None:
    """The error as one object on stdout, for programs that asked for JSON."""
    from bakeoff.cli.output.printing import as_json, print_result

    code = next((code for kind, code in _CODES if isinstance(error, kind)), "bug")
    message, cure = str(error), getattr(error, "cure", "")
    if isinstance(error, click.ClickException):
        message, context = _usage_message(error), getattr(error, "ctx", None)
        cure = f"see `{context.command_path} --help`" if context is not None else ""
    elif not isinstance(error, BakeoffError):
        message = _cure(error)
        if not message:
            code, message, cure = "bug", _kind_and_text(error), _BUGS
    cure = cure or f"see `{f'bakeoff {verb}'.strip()} --help`"
    print_result(as_json("error", {"code": code, "message": message, "cure": cure, "exit_code": exit_code}))
    sys.stdout.flush()


def _usage(error: click.ClickException) -> None:
    context = getattr(error, "ctx", None)
    _say(_usage_message(error))
    if context is not None:
        _say(f"see `{context.command_path} --help`", prefix="")


def _usage_message(error: click.ClickException) -> str:
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        return unknown_option(error)
    return error.format_message()


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
        ["--traceback"], is_flag=True, expose_value=False, callback=keep, help="Show the traceback of an error."
    )


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, help="Show the version; with -v also what it runs on.")
@click.option("-v", "--verbose", is_flag=True, help="More, together with --version.")
@click.pass_context
def cli(context: click.Context, *, version: bool, verbose: bool) -> None:
    """Which learning method is better, by how much, and how sure are we?

    Start with `bakeoff demo`, then `bakeoff init` and `bakeoff run study.toml`. `bakeoff help --all` lists every command, `bakeoff COMMAND --help` shows examples.
    """
    if version:
        click.echo(_versions() if verbose else f"bakeoff {__version__}")
        context.exit(0)
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        context.exit(0)


cli.params.append(_traceback_option())


def _versions() -> str:
    """One line each: bakeoff, Python, machine, kernels, packages, and what other packages add."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from bakeoff.core.catalogue import plugins
    from bakeoff.kernels.dispatch import why_numpy

    lines = [f"bakeoff {__version__}", f"Python {platform.python_version()} on {platform.platform()}"]
    lines.append(f"kernels: {f'NumPy, because {why}' if (why := why_numpy()) else 'compiled'}")
    for package in _PACKAGES:
        try:
            lines.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            lines.append(f"{package} not installed")
    lines += [f"{one.package} {one.version} adds {one.name} ({one.group})" for one in plugins()]
    return "\n".join(lines)


main = cli.main  # the console script


def _show_warning(usual: Callable[..., None], message: Warning | str, category: type[Warning], *place: Any) -> None:
    """Print a sentence where bakeoff itself warns, and anybody else's warning as Python does."""
    if issubclass(category, (PackageLeftOut, StaleKernels)):
        _say(f"{message}.", prefix="warning: ")
    else:
        usual(message, category, *place)


if __name__ == "__main__":
    main()
