"""Many tiny units on a Dask cluster: are time, memory and file linear, and is what is in flight bounded?

    python benchmarks/bench_dask_scale.py [--units 10000 30000 100000]

A real `dask scheduler` and two `dask worker` processes on loopback. Each size has a coordinator and a cluster of its
own, so that the peaks are its own. Processor seconds are of the coordinator, the scheduler and the workers, with the children that fit; growth is the
slope of their logarithm over the logarithm of the number of units. Exit code 1 if more units than two tasks for each thread were ever in flight.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_dask import cluster, tiny
from bench_load import growth

from bakeoff.runs.dask.run import run_dask
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.work import units

MOST = 2 * 2 * 64  # tasks for each thread, threads, units that share a task


def peak_mib(pid: int) -> float:
    """High-water mark of another process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))


def own_peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def one(count: int) -> dict[str, float]:
    """One run of so many units, in this process."""
    work = tiny(count)
    flying: list[int] = []
    with tempfile.TemporaryDirectory() as name, cluster(Path(name)) as (where, pids):
        path = Path(name) / "s.bakeoff"
        before, burnt = own_peak_mib(), time.process_time()
        with FileLedger.create(path) as ledger:
            outcome = run_dask(work, ledger, where, listener=lambda told: flying.append(told.running))
            assert outcome.done == len(units(work)) == count, outcome
        burnt = time.process_time() - burnt
        began, resumed = time.monotonic(), time.process_time()
        with FileLedger.open(path, write=True) as ledger:
            again = run_dask(work, ledger, where)
        assert (again.done, again.skipped) == (0, count)
        found = {
            "units": count,
            "seconds": outcome.wall_seconds,
            "startup_seconds": outcome.startup_seconds,
            "fitting_seconds": outcome.unit_seconds,
            "resume_seconds": time.monotonic() - began,
            "resume_cpu": time.process_time() - resumed,
            "coordinator_mib_before": before,
            "coordinator_mib": own_peak_mib(),
            "scheduler_mib": peak_mib(pids[0]),
            "worker_mib": max(map(peak_mib, pids[1:])),
            "file_mib": path.stat().st_size / 2**20,
            "most_in_flight": max(flying),
            "load": os.getloadavg()[0],
        }
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)  # of the cluster, which has ended
    return found | {"coordinator_cpu": burnt, "cluster_cpu": ended.ru_utime + ended.ru_stime}


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("--units", type=int, nargs="+", default=[10_000, 30_000, 100_000])
    asked.add_argument("--one", type=int)
    options = asked.parse_args()
    if options.one:
        print(json.dumps(one(options.one)))
        return 0
    found = []
    for count in options.units:
        command = [sys.executable, __file__, "--one", str(count)]
        found.append(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout))
        print("  " + "  ".join(f"{name} {value:.5g}" for name, value in found[-1].items()), flush=True)
    for name in ("coordinator_cpu", "resume_cpu", "cluster_cpu", "coordinator_mib", "file_mib"):
        print(f"growth of {name}: units to the power of {growth(found, 'units', name):.2f}")
    print(json.dumps({"schema": "bakeoff.bench_dask_scale/1", "runs": found}))
    return 0 if all(one["most_in_flight"] <= MOST for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
