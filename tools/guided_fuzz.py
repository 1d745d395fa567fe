"""Fuzzing that follows the branches of a reader (atheris): `python tools/guided_fuzz.py [READER ...] [--seconds 60] [--folder build/fuzz]`.

`make fuzz-guided` installs atheris beside the environment and runs every reader. Inputs that reached a new branch are kept in the folder and are
the start of the next run. A reader may refuse an input with one of our errors; anything else stops it, and the input is kept as crash-*.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 20_000  # bytes of an input
MEMORY = 2048  # MiB, the interpreter included
SLOW = 20  # seconds for one input


def readers() -> Mapping[str, tuple[tuple[bytes, ...], Callable[[bytes], object]]]:
    """By name: good files to start from, and what reads them. It imports bakeoff, which must happen under atheris."""
    from bakeoff.challenges.board_file import load_board, save_board
    from bakeoff.comparisons.evidence.score_table import score_table
    from bakeoff.deployment.card import ModelCard
    from bakeoff.study.spec.read_toml import read_file
    from bakeoff.tabular.formats.conll import LAYOUTS
    from bakeoff.tabular.formats.uci import read_names
    from bakeoff.tabular.reading import read
    from tests.fuzz import test_files as files, test_tables as tables

    folder = Path(tempfile.mkdtemp())
    save_board(files.board(), folder / "good.json")

    def study(content: bytes) -> None:
        (folder / "study.toml").write_bytes(content)
        read_file(folder / "study.toml")

    def board(content: bytes) -> None:
        (folder / "board.json").write_bytes(content)
        load_board(files.board(), folder / "board.json")

    printed = (tables.CSV, tables.SEMICOLONS, tables.MARKDOWN, tables.LATEX)
    return {
        "tables": (printed, lambda content: read(content, name="t.csv").columns()),
        "scores": (printed, lambda content: score_table(read(content, name="t.csv").columns(), rows="datasets")),
        "arff": ((tables.ARFF,), lambda content: read(content, name="t.arff").table()),
        "studies": ((files.STUDY,), study),
        "boards": (((folder / "good.json").read_bytes(),), board),
        "cards": ((files.good_card(),), lambda content: ModelCard.from_json(content, "model")),
        "names": ((tables.NAMES, tables.PROSE), lambda content: read_names(content, "t.names")),
        "conll": ((tables.CONLL,), lambda content: read(content, name="t", columns=next(iter(LAYOUTS))).table()),
    }


def run_one(name: str, folder: Path, seconds: int) -> None:
    """Fuzz one reader in this process; atheris ends it."""
    import atheris

    with atheris.instrument_imports(include=["bakeoff"], enable_loader_override=False):
        from bakeoff.core.errors import BakeoffError

        seeds, read = readers()[name]
    corpus = folder / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)

    def reader(content: bytes) -> None:
        try:
            read(content)
        except BakeoffError as error:
            assert str(error).strip()  # noqa: PT017 - this is no test

    limits = (f"-max_len={LONGEST}", f"-rss_limit_mb={MEMORY}", f"-timeout={SLOW}")
    atheris.Setup(
        [sys.argv[0], str(corpus), f"-max_total_time={seconds}", f"-artifact_prefix={corpus}/", "-verbosity=0", "-print_final_stats=1", *limits],
        reader,
    )  # fmt: skip
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("readers", nargs="*")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "fuzz")
    parser.add_argument("--here", metavar="READER", help=argparse.SUPPRESS)
    given = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    if given.here:
        run_one(given.here, given.folder, given.seconds)
    known = readers()
    unknown = [one for one in given.readers if one not in known]
    if unknown:
        parser.error(f"no reader is called {unknown[0]!r}; there are {', '.join(known)}")
    failed = []
    for name in given.readers or known:
        command = [
            sys.executable,
            __file__,
            "--here",
            name,
            "--seconds",
            str(given.seconds),
            "--folder",
            str(given.folder),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - this file
        runs = next((line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed_units" in line), "?")
        kept = sum(1 for _ in (given.folder / name).glob("*"))
        print(f"{name:10s} {runs:>9s} inputs, {kept:5d} kept  {'ok' if done.returncode == 0 else 'FAILED'}", flush=True)
        if done.returncode:
            failed.append(name)
            print("\n".join((done.stdout + done.stderr).splitlines()[-30:]), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
