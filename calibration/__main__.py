"""Run the battery: `python -m calibration [--only WORDS] [--workers 2] [--most REPEATS]`.

Each finished simulation is kept in build/calibration under a key of what can change it (source_key.py), so that an interrupted
run goes on where it stopped, and a run after a change measures what the change can reach. The figures are written to the
package's data file; a figure outside its band is listed and the exit code is 1. With BAKEOFF_CALIBRATION both go to that folder.
"""

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # one process for each core; before NumPy is imported

from bakeoff.core import __version__
from bakeoff.core.calibration import FILE, SimulatedRate, figures, line_of, outside, share
from calibration.battery import battery, chosen
from calibration.case import SEED, Simulation, generator
from calibration.judged import figure
from calibration.source_key import source_key

ROOT = Path(__file__).parents[1]
KEPT = Path(os.environ.get("BAKEOFF_CALIBRATION", ROOT / "build" / "calibration"))
WRITTEN = KEPT / FILE.name if "BAKEOFF_CALIBRATION" in os.environ else FILE  # tests write elsewhere


def run_one(name: str, most: int) -> dict[str, Any]:
    """The counts of a simulation, and the CPU seconds that they took."""
    simulation = next(one for one in battery() if one.name == name)
    started = time.process_time()
    counts = simulation.run(generator(name), min(simulation.repeats, most))
    plain = {case: [int(successes), int(runs)] for case, (successes, runs) in counts.items()}
    return {"name": name, "counts": plain, "seconds": time.process_time() - started}


def run_all(wanted: tuple[Simulation, ...], folder: Path, workers: int, most: int) -> dict[str, dict[str, Any]]:
    """What is kept, and what is run now; simulations of few, slow draws first."""
    folder.mkdir(parents=True, exist_ok=True)
    kept_at = {one.name: folder / f"{source_key(one, min(one.repeats, most))}.json" for one in wanted}
    done = {name: json.loads(path.read_text()) for name, path in kept_at.items() if path.exists()}
    missing = sorted((one for one in wanted if one.name not in done), key=lambda one: one.repeats)
    if done:
        print(f"{len(done)} of {len(wanted)} simulations are kept from before", flush=True)
    started = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(run_one, one.name, most): one for one in missing}
        for count, future in enumerate(as_completed(running), 1):
            simulation, result = running[future], future.result()
            path = kept_at[simulation.name]
            path.with_suffix(".part").write_text(json.dumps(result))
            path.with_suffix(".part").replace(path)
            done[simulation.name] = result
            line = f"{count} of {len(missing)} after {time.monotonic() - started:.0f} s: {simulation.name} ({result['seconds']:.1f} CPU s)"
            print(
                f"\r\033[K{line[:110]}" if sys.stdout.isatty() else line,
                end="" if sys.stdout.isatty() else "\n",
                flush=True,
            )
    if sys.stdout.isatty():
        print()
    return done


def taken_from(folder: Path, wanted: tuple[Simulation, ...]) -> dict[str, dict[str, Any]]:
    """Results that a frozen copy of the tree kept, by name, whatever changed since; the longest of each simulation, else the latest."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((folder / "results").glob("*.json"), key=lambda path: path.stat().st_mtime_ns):
        one = json.loads(path.read_text())
        if one["name"] not in found or _draws(one) >= _draws(found[one["name"]]):
            found[one["name"]] = one
    cases = {one.name: {case.name for case in one.cases} for one in wanted}
    return {name: one for name, one in found.items() if cases.get(name) == set(one["counts"])}


def _draws(result: dict[str, Any]) -> int:
    return max(runs for _, runs in result["counts"].values())


def figures_of(wanted: tuple[Simulation, ...], done: dict[str, dict[str, Any]]) -> list[SimulatedRate]:
    """The rate of each case, in the order of the battery."""
    return [
        figure(case, *done[one.name]["counts"][case.name]) for one in wanted if one.name in done for case in one.cases
    ]


def written(made: list[SimulatedRate]) -> str:
    """The data file: one line for each figure."""
    lines = [line_of(one) for one in made]
    head = json.dumps({"bakeoff": __version__, "seed": SEED})[:-1]
    return head + ', "figures": [\n' + ",\n".join(lines) + "\n]}\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m calibration", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--only", default="", metavar="WORDS", help="only simulations whose name or test holds these words"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--most", type=int, default=10**9, metavar="REPEATS", help="at most so many draws of each simulation"
    )
    parser.add_argument(
        "--take",
        type=Path,
        metavar="FOLDER",
        help="run nothing: take the results that a frozen copy of the tree kept in this folder",
    )
    parser.add_argument("--list", action="store_true", help="list the cases and run nothing")
    given = parser.parse_args()
    wanted = chosen(given.only)
    if not wanted:
        print(f"no simulation is called {given.only!r}; `python -m calibration --list` lists them", file=sys.stderr)
        return 2
    if given.list:
        print(
            "\n".join(
                f"{one.name}: {', '.join(case.kind for case in one.cases)}; {one.repeats} draws" for one in wanted
            )
        )
        return 0
    done = (
        run_all(wanted, KEPT / "results", given.workers, given.most)
        if given.take is None
        else taken_from(given.take, wanted)
    )
    new = {one.name: one for one in figures_of(wanted, done)}
    cases = {case.name: case for one in battery() for case in one.cases}
    before = {
        one.name: figure(cases[one.name], one.successes, one.runs)
        for one in (figures() if given.only or given.take else ())
        if one.name in cases
    }  # as their cases describe them today
    order = list(cases)
    WRITTEN.parent.mkdir(parents=True, exist_ok=True)
    WRITTEN.write_text(written([(before | new)[name] for name in order if name in before | new]), encoding="utf-8")
    slow = sorted(done.values(), key=lambda one: -one["seconds"])[:5]
    print(
        f"{len(new)} figures, {sum(one['seconds'] for one in done.values()):.0f} CPU seconds; longest: "
        + "; ".join(f"{one['name']} {one['seconds']:.0f} s" for one in slow)
    )
    wrong = [one for one in new.values() if one.runs and outside(one.rate, one.runs, one.band)]
    for one in wrong:
        print(
            f"outside its band: {one.name}: {one.kind} {share(one.rate)} of {one.runs}, allowed {share(one.band[0])} to {share(one.band[1])}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
