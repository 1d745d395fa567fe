"""`bakeoff rerun`: run one unit again and say whether the answer is the same, bit for bit."""

from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result
from bakeoff.cli.verbs.check import study_at
from bakeoff.cli.verbs.retry import source_of
from bakeoff.core.errors import BadInput
from bakeoff.runs.unit import UnitKey

__all__ = ["command"]


@click.command("rerun")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--unit", required=True, metavar="KEY", help="A key as `verify` prints it, or data set/learner/repeat/fold."
)
@click.option("--study", type=click.Path(path_type=Path), help="The TOML file; by default the one it was run from.")
@click.option("--allow", multiple=True, metavar="PACKAGE", help="Import learners from this package too.")
@json_option
def command(file: Path, *, unit: str, study: Path | None, allow: tuple[str, ...], as_object: bool) -> int:
    """Repeat one unit; exit code 0 if it is identical to what is stored, 3 if not."""
    from bakeoff.runs.rerun import rerun
    from bakeoff.runs.store.file_ledger import FileLedger

    work = study_at(study or source_of(file), allow).work()
    with FileLedger.open(file) as ledger:
        found = [key for key in ledger.contents() if unit in (str(key), _short(key))]
        if not found:
            raise BadInput(
                f"{file} holds no unit {unit!r}; a key is data set/learner/repeat/fold, such as iris/tree/0/3"
            )
        same = rerun(work, ledger, found[0])
    if as_object:
        print_result(as_json("rerun", {"unit": unit, "identical": same}))
    else:
        print_result(f"{unit}: {'identical to what is stored' if same else 'NOT identical to what is stored'}")
    return 0 if same else 3


def _short(key: UnitKey) -> str:
    r"""Data set, learner, repeat and fold, written as in the full key.

    >>> _short(UnitKey(dataset="a/b", learner="tree", scheme="kfold(10)", repeat=0, fold=3))
    'a\\/b/tree/0/3'
    """
    names = (one.replace("\\", "\\\\").replace("/", "\\/") for one in (key.dataset, key.learner))
    return f"{'/'.join(names)}/{key.repeat}/{key.fold}"
