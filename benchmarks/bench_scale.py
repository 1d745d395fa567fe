"""Files of predictions of any size: seconds and peak memory over the number of rows, and how they grow.

    python benchmarks/bench_scale.py                     3e6 to 1e8 rows (the last needs about 1 GB of disk)
    python benchmarks/bench_scale.py --largest 1e7       a quicker look
    python benchmarks/bench_scale.py --csv               also `bakeoff measure` on a CSV of a million rows

Each size runs in a process of its own, so that the peak is its own. What is timed is the work: files are made before,
packages imported and a small file measured first, so that no start-up counts. Seconds are shown by the clock, and of the
processors in the program and in the system. Growth is the slope of the logarithm of the program's seconds, which a busy
machine hardly changes, over the logarithm of the number of rows: 1 is linear. The system hands out memory and reads files,
and may be slow at it: a virtual machine has been seen to take eight seconds for a fresh gigabyte. Counts and moments run in bounded memory; the exact area keeps the scores, the binned one
does not and states its error. Exit code 1 if a goal is missed.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

CHUNK = 1_000_000  # rows in memory at a time; every size below is read in parts, for one piece is another path
SIZES = (3 * 10**6, 10**7, 3 * 10**7, 10**8)
GOALS = {"counts and moments": 2.0, "exact": 3.0, "binned": 2.0}  # GiB
# The largest growth that is called linear. The exact area sorts, and merges sorted parts log2(parts) times: n log n.
STEEPEST = {"counts and moments": 1.1, "exact": 1.25, "binned": 1.1}
KINDS = tuple(GOALS)


def write(path, n):
    """n rows of truth, label and probability, written in parts."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("y", pa.int8()), ("yhat", pa.int8()), ("p", pa.float32())])
    rng = np.random.default_rng(0)
    with pq.ParquetWriter(path, schema) as file:
        for start in range(0, n, CHUNK):
            size = min(CHUNK, n - start)
            y = (rng.random(size) < 0.4).astype(np.int8)
            p = (1 / (1 + np.exp(-rng.normal(size=size) - 1.5 * (y - 0.5)))).astype(np.float32)
            file.write_table(pa.table({"y": y, "yhat": (p >= 0.5).astype(np.int8), "p": p}, schema=schema))


def once(path, kind):
    """One way of measuring the file."""
    from bakeoff.api.measuring.panel_by_group import Layout, measure_file

    names = (
        ["accuracy", "kappa", "mcc", "f1", "log_loss", "brier", "ece"] if kind == "counts and moments" else ["roc_auc"]
    )
    layout = Layout(truth="y", pred="yhat", proba=("p",)) if len(names) > 1 else Layout(truth="y", score="p")
    panel = measure_file(path, layout, names, rows=CHUNK, bins=kind == "binned")
    made = {name: one.value for name, one in panel.items()}
    stated = re.search(r"off by ([0-9.e-]+) at most", " ".join(panel.warnings))
    return made | ({"error_at_most": float(stated[1])} if stated else {})


def work(path, small, kind):
    """Measure the file in this process, after a small one that brings everything into memory."""
    once(small, kind)
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    found = once(path, kind)
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    spent = {"program": after.ru_utime - before.ru_utime, "system": after.ru_stime - before.ru_stime}
    print(json.dumps({"seconds": seconds, **spent, "peak_gib": after.ru_maxrss / 2**20, **found}))


def growth(found, kind, *of):
    """The slope of log seconds over log rows."""
    points = [(one["n"], sum(one[name] for name in of)) for one in found if one["kind"] == kind]
    return float(np.polyfit(*np.log(np.array(points).T), 1)[0]) if len(points) > 2 else float("nan")


def measured(folder, largest):
    small = str(Path(folder) / "small.parquet")
    write(small, 1000)
    found = []
    print(
        f"{'rows':>12}  {'what':<20} {'seconds':>9} {'program':>9} {'system':>9} {'peak GiB':>9}   "
        f"load {os.getloadavg()[0]:.1f}"
    )
    for n in [n for n in SIZES if n <= largest]:
        path = str(Path(folder) / f"{n}.parquet")
        write(path, n)
        for kind in KINDS:
            command = [sys.executable, __file__, "--work", path, small, kind]
            line = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            found.append({"n": n, "kind": kind, **line})
            print(
                f"{n:>12,}  {kind:<20} {line['seconds']:>9.2f} {line['program']:>9.2f} {line['system']:>9.2f} "
                f"{line['peak_gib']:>9.2f}",
                flush=True,
            )
        Path(path).unlink()
    return found


def missed(found):
    """What falls short of the goals, one sentence each."""
    for one in found:
        goal = GOALS[one["kind"]]
        if one["peak_gib"] > goal:
            yield f"{one['kind']} at {one['n']:,} rows took {one['peak_gib']:.2f} GiB, the goal is {goal}"
    for kind in KINDS:
        slope, both = growth(found, kind, "program"), growth(found, kind, "program", "system")
        print(f"growth of {kind}: rows to the power of {slope:.2f}, with the system's seconds {both:.2f}")
        if slope > STEEPEST[kind]:
            yield f"{kind} grows as rows to the power of {slope:.2f}, the goal is at most {STEEPEST[kind]}"
    for exact in [one for one in found if one["kind"] == "exact"]:
        (rough,) = [one for one in found if one["kind"] == "binned" and one["n"] == exact["n"]]
        off = abs(rough["roc_auc"] - exact["roc_auc"])
        if off > rough["error_at_most"]:
            yield f"the binned area at {exact['n']:,} rows is off by {off:.2g}, more than it states"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--largest", type=float, default=1e8)
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("--work", nargs=3)
    asked = parser.parse_args()
    if asked.work:
        work(*asked.work)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = measured(folder, asked.largest)
        short = list(missed(found))
        if asked.csv:
            found.append(csv_of_a_million(folder))
    print(json.dumps(found))
    for text in short:
        print("missed: " + text, file=sys.stderr)
    return 1 if short else 0


def csv_of_a_million(folder):
    """The whole command, start-up included, beside the reading alone."""
    import pyarrow.csv as pc
    import pyarrow.parquet as pq

    from bakeoff.tabular.reading import chunks

    source, target = Path(folder) / "m.parquet", Path(folder) / "m.csv"
    write(source, 10**6)
    pc.write_csv(pq.read_table(source), target)
    command = [
        Path(sys.executable).parent / "bakeoff",
        "measure",
        target,
        "--truth",
        "y",
        "--pred",
        "yhat",
        "--proba",
        "p",
    ]
    spent = {}
    for name, more in {"csv_seconds": [], "csv_without_intervals": ["--level", "0"]}.items():
        start = time.perf_counter()
        subprocess.run([*command, *more], check=True, capture_output=True)
        spent[name] = time.perf_counter() - start
    start = time.perf_counter()
    list(chunks(str(target), ["y", "yhat", "p"]))
    spent["csv_reading"] = time.perf_counter() - start
    print(
        "`bakeoff measure` on a CSV of a million rows: {csv_seconds:.2f} s, without intervals "
        "{csv_without_intervals:.2f} s; reading alone {csv_reading:.2f} s".format(**spent)
    )
    return spent


if __name__ == "__main__":
    sys.exit(main())
