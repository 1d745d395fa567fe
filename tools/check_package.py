"""Build the source archive and the pure wheel, check both, and install each in a clean environment of every Python at hand.

    python tools/check_package.py dist [--quick]
    python tools/check_package.py dist --built            # what is in the folder already: compiled wheels too
    python tools/check_package.py dist --start            # the first five minutes of a new user, timed

`--quick` installs with this Python only. Needs `build` and `twine` in the environment that runs it, and a package index for dependencies.
Nothing is compiled: the compiler of every installation is /bin/false.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
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
    "src/bakeoff/kernels/common.pxd",
    "src/bakeoff/kernels/simd.h",
    "paper/paper.md",
    "LICENSE",
)
NEVER = (".so", ".pyd", ".c", ".pyc", ".bakeoff-wal", ".bakeoff.lock")
COMPILED = (".so", ".pyd")
SOURCES = (".pyx", ".pxd", ".h", ".c")  # what only a compiler reads
MEGABYTE = 1e6
# Megabytes that a package may have; decision 85 says what is in them.
LARGEST = {"archive": 6.0, "pure": 2.5, "compiled": 5.0}
SYMBOLS = b"\x00.symtab\x00"  # the name of a section that strip removes
SCORES = "data set,forest,logistic\n" + "".join(
    f"set {row},{0.80 + 0.01 * (row % 4):.3f},{0.78 + 0.008 * (row % 5):.3f}\n" for row in range(12)
)
ROWS = "y,yhat,p\n" + "".join(
    f"{row % 2},{(row % 2) ^ (row % 7 == 0)},{0.2 + 0.5 * (row % 2):.2f}\n" for row in range(60)
)


def run(*command: str | Path, folder: Path | None = None) -> str:
    """Run a command without a compiler and return what it prints; a failure ends the check."""
    environment = {**os.environ, "CC": "/bin/false", "CXX": "/bin/false"}
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment, cwd=folder)  # noqa: S603  # words of this file
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def build(folder: Path) -> tuple[Path, Path]:
    """The archive from the tree, and the wheel from the archive, as an index builds it."""
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return next(folder.glob("*.tar.gz")), next(folder.glob("*-py3-none-any.whl"))


def kind_of(package: Path) -> str:
    """The source archive, the pure wheel or a compiled one, by the name of the file."""
    if package.suffix != ".whl":
        return "archive"
    return "pure" if package.stem.endswith("-none-any") else "compiled"


def too_large(package: Path) -> list[str]:
    """Whether the file is larger than its kind may be."""
    size, most = package.stat().st_size / MEGABYTE, LARGEST[kind_of(package)]
    return [f"{package.name} has {size:.2f} MB; at most {most:.1f} are allowed"] if size > most else []


def problems_of_archive(archive: Path) -> list[str]:
    """What the source archive lacks, and what it should not contain."""
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    lacking = [f"the archive lacks {name}" for name in IN_ARCHIVE if name not in names]
    generated = [f"{name} is generated or compiled" for name in sorted(names) if name.endswith(NEVER)]
    return [*lacking, *generated, *too_large(archive)]


def problems_of_wheel(wheel: Path) -> list[str]:
    """What a wheel should not contain, and compiled modules that still have their symbols."""
    problems = too_large(wheel)
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        compiled = [name for name in names if name.endswith(COMPILED)]
        problems += [f"{name} has its symbols; strip it" for name in compiled if SYMBOLS in files.read(name)]
    problems += [f"the wheel contains {name}" for name in names if not name.startswith("bakeoff")]
    problems += [f"only a compiler reads {name}" for name in names if name.endswith(SOURCES)]
    if kind_of(wheel) == "pure":
        return problems + [f"{name} is compiled" for name in compiled]
    return problems if compiled else [*problems, f"{wheel.name} has no compiled module"]


def problems_of(package: Path) -> list[str]:
    """What is wrong with a package; empty where nothing is."""
    return problems_of_archive(package) if kind_of(package) == "archive" else problems_of_wheel(package)


def interpreters(*, quick: bool) -> dict[str, str]:
    """Every Python at hand, by version."""
    if quick:
        return {".".join(map(str, sys.version_info[:2])): sys.executable}
    pyenv = Path("~/.pyenv/versions").expanduser()
    paths: dict[str, str] = {}
    for version in VERSIONS:
        # Those of pyenv first: `python3.12` may be a shim of it that is there and does not run.
        candidates = [*map(str, sorted(pyenv.glob(f"{version}.*/bin/python"))), shutil.which(f"python{version}")]
        usable = next((path for path in candidates if path is not None and runs(path, version)), None)
        if usable is not None:
            paths[version] = usable
    return paths


def runs(python: str, version: str) -> bool:
    """Whether this interpreter starts and is of that version."""
    question = "import sys; print('.'.join(map(str, sys.version_info[:2])))"
    done = subprocess.run([python, "-c", question], capture_output=True, text=True, check=False)  # noqa: S603  # a path of this file
    return done.returncode == 0 and done.stdout.strip() == version


def check_install(python: str, package: Path) -> str:
    """Install in an environment of its own and use it, away from this folder."""
    with tempfile.TemporaryDirectory() as folder:
        run(python, "-m", "venv", Path(folder, "env"))
        inside = Path(folder, "env", "bin", "python")
        run(inside, "-m", "pip", "install", "-qq", "--disable-pip-version-check", package)
        run(inside, "-m", "pip", "check")
        version = run(inside, "-P", "-m", "bakeoff", "--version").strip()
        run(inside, "-P", "-m", "bakeoff", "demo", "--out", Path(folder, "demo"))
        if not Path(folder, "demo", "report.html").exists():
            sys.exit(f"{package.name}: the demo wrote no report")
    return version


def start(python: str, wheel: Path) -> list[tuple[str, float, str]]:
    """What a new user types in an empty environment: each command, its seconds, and a line of what it shows."""
    steps = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Path(folder, "scores.csv").write_text(SCORES, encoding="utf-8")
        Path(folder, "preds.csv").write_text(ROWS, encoding="utf-8")
        programs = folder / "env" / "bin"
        commands = {
            "python -m venv env": (python, "-m", "venv", folder / "env"),
            f"pip install {wheel.name}": (
                programs / "pip",
                "install",
                "-qq",
                "--disable-pip-version-check",
                wheel.resolve(),
            ),
            "bakeoff --version": (programs / "bakeoff", "--version"),
            "bakeoff demo --out demo": (programs / "bakeoff", "demo", "--out", "demo"),
            "bakeoff compare scores.csv": (programs / "bakeoff", "compare", "scores.csv"),
            "bakeoff measure preds.csv --truth y --pred yhat --proba p": (
                *(programs / "bakeoff", "measure", "preds.csv"),
                *("--truth", "y", "--pred", "yhat", "--proba", "p"),
            ),
            "bakeoff init study.toml": (programs / "bakeoff", "init", "study.toml"),
            "bakeoff check study.toml": (programs / "bakeoff", "check", "study.toml"),
        }
        for words, command in commands.items():
            began = time.perf_counter()
            shown = run(*command, folder=folder)
            steps.append((words, time.perf_counter() - began, shown.strip().partition("\n")[0][:90]))
        if not Path(folder, "demo", "report.html").exists():
            sys.exit("the demo wrote no report")
        compiled = [path.name for path in (folder / "env").rglob("bakeoff/kernels/*.so")]
        if compiled:
            sys.exit(f"the pure wheel has brought compiled modules: {', '.join(compiled)}")
    return steps


def show_start(wheel: Path) -> None:
    """Print the steps of a new user with their seconds; they end the check if they take more than five minutes."""
    steps = start(sys.executable, wheel)
    for words, seconds, line in steps:
        print(f"{seconds:7.1f} s  {words}\n           {line}")
    total = sum(seconds for _, seconds, _ in steps)
    print(f"{total:7.1f} s  in all")
    if total > 5 * 60:
        sys.exit("a new user needs more than five minutes")


def main(arguments: Sequence[str] | None = None) -> None:
    """Build unless asked for what is there, check, install, and time the start."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--built", action="store_true", help="check the packages of the folder; install none")
    parser.add_argument("--start", action="store_true", help="only the timed start, from the pure wheel of the folder")
    options = parser.parse_args(arguments)
    if options.start:
        show_start(next(options.folder.glob("*-py3-none-any.whl")))
        return
    packages = (
        [*options.folder.glob("*.tar.gz"), *options.folder.glob("*.whl")] if options.built else build(options.folder)
    )
    problems = [problem for package in packages for problem in problems_of(package)]
    if problems or not packages:
        sys.exit("\n".join(problems) or f"there is no package in {options.folder}")
    run(sys.executable, "-m", "twine", "check", "--strict", *packages)
    for path in packages:
        print(f"{path.name}: {path.stat().st_size / MEGABYTE:.2f} MB")
    if options.built:
        return
    for version, python in interpreters(quick=options.quick).items():
        for package in reversed(packages):
            print(f"Python {version}, {package.name}: {check_install(python, package)}", flush=True)
    show_start(packages[-1])


if __name__ == "__main__":
    main()
