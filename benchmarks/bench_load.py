"""Large study files: many stored predictions analysed and reported, and many units written while eight processes read.

    python benchmarks/bench_load.py predictions [--sizes 5e6 15e6 5e7]
    python benchmarks/bench_load.py readers [--sizes 2000 6000 20000]

Predictions: five learners by 10-fold cross-validation of 500,000 rows, as many repeats as give the size; `bakeoff report` of the file
runs in a process of its own, once with the scores that the run stored and once after they were dropped, so that every prediction is read.
Readers: one process runs the units into the file, eight others open it again and again, check that no unit is lost, and read all of it.
Seconds are of the processor, since the machine may be busy. Growth is the slope of their logarithm over that of the size: 1 is linear.
"""

import argparse
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path

import numpy as np

ROWS, FOLDS, LEARNERS, READERS = 500_000, 10, 5, 8
PAUSE = 1.0  # seconds between two readings of one reader
STEEPEST = 1.1  # the largest growth of seconds that is called linear


def growth(found, over, name):
    """The slope of the logarithm of `name` over the logarithm of `over`."""
    points = np.array([(one[over], one[name]) for one in found])
    return float(np.polyfit(*np.log(points.T), 1)[0]) if len(points) > 1 else float("nan")


def large_study(path, repeats):
    """A study with that many repeats, run into the file."""
    from sklearn.naive_bayes import GaussianNB

    import bakeoff as bo

    learners = {f"nb{at}": GaussianNB(var_smoothing=10.0**-at) for at in (9, 3, 1, 0)} | {"most frequent": "majority"}
    data = bo.make("gaussians", n=ROWS, seed=1)
    made = bo.Study(datasets=[data], learners=learners, scheme=f"{repeats}x{FOLDS}", measures=["accuracy", "log_loss"])
    made.run(path, workers=2, progress=False)


def reported(path, folder):
    """Processor seconds and peak memory of `bakeoff report`, in a process of its own."""
    command = [sys.executable, "-m", "bakeoff", "report", str(path), "-o", str(Path(folder) / "r.html")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    script = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    peak = int(
        subprocess.run([sys.executable, "-c", script, *command], check=True, capture_output=True, text=True).stdout
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak / 1024


def predictions(size):
    """One size of the first question."""
    repeats = round(size / ROWS / LEARNERS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.bakeoff"
        began, burnt = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import bench_load; bench_load.large_study({str(path)!r}, {repeats})"
        subprocess.run([sys.executable, "-c", code], check=True)
        wall, spent = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        kept_cpu, kept_mib = reported(path, folder)
        with sqlite3.connect(path) as file:
            file.execute("delete from scores")
        fresh_cpu, fresh_mib = reported(path, folder)
        return {
            "predictions": repeats * ROWS * LEARNERS, "units": repeats * FOLDS * LEARNERS, "run_wall": wall,
            "run_cpu": spent.ru_utime + spent.ru_stime - burnt.ru_utime - burnt.ru_stime,
            "report_cpu": kept_cpu, "report_mib": kept_mib, "analysis_cpu": fresh_cpu, "analysis_mib": fresh_mib,
            "file_mib": path.stat().st_size / 2**20, "load": os.getloadavg()[0],
        }  # fmt: skip


def read_until(path, over, answers):
    """Open the file again and again, until the run is over, and read it whole."""
    from bakeoff.runs.store.file_ledger import FileLedger

    seen, read, passes, began = 0, 0, 0, time.process_time()
    while True:
        last = over.is_set()
        with FileLedger.open(path) as ledger:
            count = sum(1 for _ in ledger)
        assert count >= seen, "a unit that was there is gone"
        seen, read, passes = count, read + count, passes + 1
        if last:
            break
        time.sleep(PAUSE)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answers.put({"seen": seen, "read": read, "passes": passes, "cpu": time.process_time() - began, "mib": peak})


def readers(size):
    """One size of the second question."""
    from bench_dask import tiny

    from bakeoff.runs.local import run_local
    from bakeoff.runs.store.file_ledger import FileLedger

    count, context = int(size), get_context("spawn")
    over, answers = context.Event(), context.Queue()
    work = tiny(count)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.bakeoff"
        with FileLedger.create(path) as ledger:
            processes = [context.Process(target=read_until, args=(str(path), over, answers)) for _ in range(READERS)]
            for one in processes:
                one.start()
            began, burnt = time.monotonic(), time.process_time()
            outcome = run_local(work, ledger, workers=2)
            wall, burnt = time.monotonic() - began, time.process_time() - burnt
        assert outcome.done == count, outcome
        over.set()
        found = [answers.get() for _ in processes]
        for one in processes:
            one.join()
        assert all(one["seen"] == count for one in found)
        read = sum(one["read"] for one in found)
        return {
            "units": count, "run_wall": wall, "coordinator_cpu": burnt, "units_read": read, "passes": sum(one["passes"] for one in found),
            "reader_cpu": sum(one["cpu"] for one in found), "reader_ms_per_unit": 1e3 * sum(one["cpu"] for one in found) / read,
            "coordinator_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "reader_mib": max(one["mib"] for one in found),
            "file_mib": path.stat().st_size / 2**20, "load": os.getloadavg()[0],
        }  # fmt: skip


QUESTIONS = {
    "predictions": (predictions, (5e6, 15e6, 5e7), "predictions", ("run_cpu", "report_cpu", "analysis_cpu")),
    "readers": (readers, (2000, 6000, 20000), "units", ("coordinator_cpu",)),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("question", choices=list(QUESTIONS))
    parser.add_argument("--sizes", type=float, nargs="+")
    parser.add_argument("--one", type=float)
    asked = parser.parse_args()
    run, sizes, over, names = QUESTIONS[asked.question]
    if asked.one:
        print(json.dumps(run(asked.one)))
        return 0
    found = []
    for size in asked.sizes or sizes:
        command = [sys.executable, __file__, asked.question, "--one", str(size)]
        found.append(
            json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1])
        )
        print("  " + "  ".join(f"{name} {value:.5g}" for name, value in found[-1].items()), flush=True)
    slopes = {name: growth(found, over, name) for name in (*names, "file_mib")}
    for name, slope in slopes.items():
        print(f"growth of {name}: {over} to the power of {slope:.2f}")
    print(json.dumps({"schema": "bakeoff.bench_load/1", "question": asked.question, "runs": found}))
    return 1 if any(slope > STEEPEST for slope in slopes.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
