"""Build the source archive and the pure wheel, check both, and install each in a clean environment of every Python at hand.

    python tools/check_package.py dist [--quick]

`--quick` installs with this Python only. Needs `build` and `twine` in the environment that runs it, and a package index for dependencies.
"""

import argparse
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
# What a user of the source archive needs to run the tests, and what nobody should get.
IN_ARCHIVE = (
    "Makefile",
    "requirements.lock",
    "tests/conftest.py",
    "docs/index.md",
    "src/bakeoff/kernels/ranking.pyx",
    "LICENSE",
)
NEVER = (".so", ".c", ".pyc", ".bakeoff-wal", ".bakeoff.lock")


def run(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)  # noqa: S603  # words of this file
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def build(folder: Path) -> tuple[Path, Path]:
    """The archive from the tree, and the wheel from the archive, as an index builds it."""
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return next(folder.glob("*.tar.gz")), next(folder.glob("*-py3-none-any.whl"))


def problems_of(archive: Path, wheel: Path) -> list[str]:
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    found = [f"the archive lacks {name}" for name in IN_ARCHIVE if name not in names]
    with zipfile.ZipFile(wheel) as files:
        inside = files.namelist()
    found += [f"the wheel contains {name}" for name in inside if not name.startswith("bakeoff")]
    return found + [f"{name} is generated or compiled" for name in [*sorted(names), *inside] if name.endswith(NEVER)]


def interpreters(*, quick: bool) -> dict[str, str]:
    """Every Python at hand, by version."""
    if quick:
        return {".".join(map(str, sys.version_info[:2])): sys.executable}
    named = {version: shutil.which(f"python{version}") for version in VERSIONS}
    pyenv = Path("~/.pyenv/versions").expanduser()
    for version in VERSIONS:
        if named[version] is None:
            named[version] = next((str(path) for path in sorted(pyenv.glob(f"{version}.*/bin/python"))), None)
    return {version: path for version, path in named.items() if path is not None}


def check_install(python: str, package: Path, *, demo: bool) -> str:
    """Install in an environment of its own and use it, away from this folder."""
    with tempfile.TemporaryDirectory() as folder:
        run(python, "-m", "venv", Path(folder, "env"))
        inside = Path(folder, "env", "bin", "python")
        run(inside, "-m", "pip", "install", "-qq", "--disable-pip-version-check", package)
        version = run(inside, "-P", "-m", "bakeoff", "--version").strip()
        if demo:
            run(inside, "-P", "-m", "bakeoff", "demo", "--out", Path(folder, "demo"))
            if not Path(folder, "demo", "report.html").exists():
                sys.exit(f"{package.name}: the demo wrote no report")
    return version


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args(arguments)
    archive, wheel = build(options.folder)
    problems = problems_of(archive, wheel)
    if problems:
        sys.exit("\n".join(problems))
    run(sys.executable, "-m", "twine", "check", "--strict", archive, wheel)
    for path in (archive, wheel):
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")
    for version, python in interpreters(quick=options.quick).items():
        for package in (wheel, archive):
            print(
                f"Python {version}, {package.name}: {check_install(python, package, demo=package is wheel)}", flush=True
            )


if __name__ == "__main__":
    main()
