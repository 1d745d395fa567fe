"""Run the commands and keep what they print: `python -m tests.sameness.record`, or with names for some of them.

Record anew only when a change of an answer is meant, and say in the commit which answer changed and why.
"""

import contextlib
import json
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from bakeoff.cli.main import cli
from tests.sameness.commands import COMMANDS, GROWTH, KEPT, STUDY, WRITTEN
from tests.sameness.masking import masked, parsed

__all__ = ["answer", "answers", "inputs_in", "recorded"]

HERE = Path(__file__).parent


def inputs_in(folder: Path) -> None:
    """Copy the kept inputs into the folder."""
    shutil.copytree(HERE / "inputs", folder, dirs_exist_ok=True)


def answer(name: str, typed: str) -> Any:
    """Exit code, JSON and written files of a command, masked; it runs in the working directory."""
    done = CliRunner().invoke(cli, [*shlex.split(typed), "--json"])
    said = json.loads(done.stdout) if done.stdout else None
    files = {one: parsed(one, Path(one).read_text(encoding="utf-8")) for one in WRITTEN.get(name, ())}
    return masked({"exit": done.exit_code, "printed": said, "written": files})


def answers(commands: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for name, typed in commands.items():
        yield name, answer(name, typed)


def recorded(name: str) -> Any:
    return json.loads((HERE / "recorded" / f"{name}.json").read_text(encoding="utf-8"))


def main() -> None:
    wanted = set(sys.argv[1:])
    for commands in (COMMANDS, STUDY, GROWTH, KEPT):
        if wanted and not wanted & set(commands):
            continue
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            inputs_in(Path(folder))
            for name, found in answers(commands):
                if not wanted or name in wanted:
                    text = json.dumps(found, indent=1, ensure_ascii=False)
                    (HERE / "recorded" / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
