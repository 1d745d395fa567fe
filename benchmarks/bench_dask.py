"""Units on a Dask cluster against units on this machine: overhead of a tiny unit, and a study of half a minute.

    python benchmarks/bench_dask.py [--seconds 30] [--units 2000] [--json FILE]

A real `dask scheduler` and two `dask worker` processes on loopback; both sides use two children, one thread each.
The workers have Dask's usual settings.
Runs alternate between the two sides, so that a busy machine is busy for both.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from sklearn.ensemble import ExtraTreesClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from bakeoff.data.load import load
from bakeoff.learners.from_objects import as_learners
from bakeoff.runs.dask.run import run_dask
from bakeoff.runs.local import run_local
from bakeoff.runs.progress import Listener, RunOutcome
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import Ledger, digest
from bakeoff.runs.work import Work, units
from bakeoff.splits.kfold import KFold

GOAL = 1.15
Side = Callable[[Work, Ledger, Listener], RunOutcome]


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[int]]]:
    """The scheduler's address and the processes, each of which is ended by its own id."""
    file = folder / "scheduler.json"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    worker = ["worker", "--no-nanny", "--nthreads", "1", "--memory-limit", "2GB", "--no-dashboard"]
    parts = [
        ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show", "--dashboard-address", "127.0.0.1:0"],
        worker,
        worker,
    ]
    processes = []
    try:
        for at, part in enumerate(parts):
            command = [sys.executable, "-m", "dask", *part, "--scheduler-file", str(file)]
            with (folder / f"{at}.log").open("wb") as log:
                processes.append(subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=folder))
        yield address(file), [process.pid for process in processes]
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()


def address(file: Path) -> str:
    from distributed import Client

    end = time.monotonic() + 60
    while not (file.exists() and file.read_text().strip()) and time.monotonic() < end:  # it exists before it is written
        time.sleep(0.05)
    found = str(json.loads(file.read_text())["address"])
    with Client(found, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    return found


def tiny(count: int) -> Work:
    """Naive Bayes on iris: a unit of a few milliseconds."""
    data = load("iris")
    learners = {one.name: one for one in as_learners({"nb": GaussianNB()})}
    plan = KFold(10, repeats=max(count // 10, 1)).plan(data, 1)
    return Work(datasets={data.name: data}, plans={data.name: plan}, learners=learners, scheme="kfold", seed=1)


def study(repeats: int) -> Work:
    """Five learners of different lengths on three data sets."""
    data = {name: load(name) for name in ("iris", "breast_cancer", "digits")}
    makers = {
        "nb": GaussianNB(),
        "tree": DecisionTreeClassifier(),
        "knn": KNeighborsClassifier(),
        "logistic": LogisticRegression(max_iter=200),
        "trees": ExtraTreesClassifier(n_estimators=100),
    }
    learners = {one.name: one for one in as_learners(makers)}
    plans = {name: KFold(10, repeats=repeats).plan(one, 1) for name, one in data.items()}
    return Work(datasets=data, plans=plans, learners=learners, scheme="kfold", seed=1)


def cpu_seconds(pids: list[int]) -> float:
    """Of this process and of others, without their children: what it costs to have units run."""
    ticks = os.sysconf("SC_CLK_TCK")
    stats = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in pids]
    return time.process_time() + sum(int(one[11]) + int(one[12]) for one in stats) / ticks


def timed(side: Side, work: Work, folder: Path, pids: list[int]) -> dict[str, float | str]:
    """One run into a new file.

    `whole` is from the call to the last commit; `each` is the time between two units once they flow (from the first
    commit on), without the time of fitting; `cpu` is what coordinator, scheduler and workers burn for each unit.
    """
    path, seen = folder / f"{time.monotonic_ns()}.bakeoff", []
    with FileLedger.create(path) as ledger:
        began, burnt = time.monotonic(), cpu_seconds(pids)
        outcome = side(work, ledger, lambda progress: seen.append((time.monotonic(), progress.done)))
        whole, burnt = time.monotonic() - began, cpu_seconds(pids) - burnt
        count = len(units(work))
        assert outcome.done == count, outcome
        said = digest(ledger)
    path.unlink()
    (start, first), (end, last) = next(one for one in seen if one[1]), seen[-1]
    each = (end - start) / max(last - first, 1) - outcome.unit_seconds / count / 2
    facts = {"whole": whole, "wall": outcome.wall_seconds, "fitting": outcome.unit_seconds}
    return {**facts, "each_ms": 1e3 * each, "cpu_ms": 1e3 * burnt / count, "digest": said}


def compared(
    sides: dict[str, Side], work: Work, folder: Path, pids: list[int], rounds: int
) -> dict[str, dict[str, float]]:
    """Medians of alternating runs."""
    seen: dict[str, list[dict[str, float | str]]] = {name: [] for name in sides}
    for at in range(rounds):
        for name in sides if at % 2 == 0 else reversed(sides):
            seen[name].append(timed(sides[name], work, folder, pids if name == "dask" else []))
    digests = {one["digest"] for runs in seen.values() for one in runs}
    assert len(digests) == 1, "the two sides disagree"
    names = [name for name in seen["local"][0] if name != "digest"]
    return {side: {name: median(float(one[name]) for one in runs) for name in names} for side, runs in seen.items()}


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("--seconds", type=float, default=30.0, help="least length of the study on this machine")
    asked.add_argument("--units", type=int, default=2000, help="tiny units")
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--json", type=Path)
    options = asked.parse_args()
    with tempfile.TemporaryDirectory() as name, cluster(Path(name)) as (where, pids):
        folder = Path(name)
        sides: dict[str, Side] = {
            "local": lambda work, ledger, listener: run_local(work, ledger, workers=2, listener=listener),
            "dask": lambda work, ledger, listener: run_dask(work, ledger, where, listener=listener),
        }
        small = compared(sides, tiny(options.units), folder, pids, options.rounds)
        once = timed(sides["local"], study(1), folder, [])  # how many repeats make half a minute?
        large = study(max(round(options.seconds / float(once["wall"]) + 0.5), 1))
        long = compared(sides, large, folder, pids, options.rounds)
    ratio = long["dask"]["whole"] / long["local"]["whole"]
    print(f"{'':44}{'local':>10}{'dask':>10}")
    for words, which, name in (
        (f"tiny units ({options.units}): lost per unit, ms", small, "each_ms"),
        ("tiny units: CPU beside fitting, ms", small, "cpu_ms"),
        (f"study ({len(units(large))} units): from call to end, s", long, "whole"),
        ("study: fitting and predicting, s", long, "fitting"),
        ("study: CPU beside fitting, ms per unit", long, "cpu_ms"),
    ):
        print(f"{words:44}{which['local'][name]:10.2f}{which['dask'][name]:10.2f}")
    print(f"two Dask workers: {ratio:.3f} x the local run (goal {GOAL}), equal digests")
    text = json.dumps({"schema": "bakeoff.bench_dask/1", "goal": GOAL, "ratio": ratio, "tiny": small, "study": long})
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")
    return 0 if ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
