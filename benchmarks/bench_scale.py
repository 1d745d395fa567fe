"""Files of predictions of any size: seconds and peak memory over the number of rows.

    python benchmarks/bench_scale.py                     1e6, 1e7 and 1e8 rows (the last needs about 2 GB of disk)
    python benchmarks/bench_scale.py --largest 1e7       a quicker look
    python benchmarks/bench_scale.py --csv               also `bakeoff measure` on a CSV of a million rows

Each size runs in a process of its own, so that the peak is its own. Counts and moments run in bounded memory; the exact
area keeps the scores, the binned one does not and states its error. Exit code 1 if a goal is missed.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

CHUNK = 4_000_000
GOALS = {"bounded_gib": 2.0, "exact_gib": 3.0}


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


def work(path, kind):
    """One way of measuring the file, in this process."""
    from bakeoff.predictions.binned import binned
    from bakeoff.predictions.files import chunks
    from bakeoff.results.streamed import Layout, measure_file

    start = time.perf_counter()
    found = {}
    if kind == "binned":
        layout, whole = Layout(truth="y", score="p"), None
        for part in chunks(path, layout.columns, CHUNK):
            mine = binned(layout.predictions(part, (0, 1)))
            whole = mine if whole is None else whole.merge(mine)
        found["roc_auc"] = whole.ranking.sweep.doubled_wins / (
            2 * whole.ranking.positive_weight * whole.ranking.negative_weight
        )
        found["error_at_most"] = whole.auc_error
    else:
        names = ["roc_auc"] if kind == "exact" else ["accuracy", "kappa", "mcc", "f1", "log_loss", "brier", "ece"]
        layout = Layout(truth="y", score="p") if kind == "exact" else Layout(truth="y", pred="yhat", proba=("p",))
        panel = measure_file(path, layout, names, rows=CHUNK)
        found = {name: one.value for name, one in panel.items()}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(json.dumps({"seconds": time.perf_counter() - start, "peak_gib": peak, **found}))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--largest", type=float, default=1e8)
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("--work", nargs=2)
    asked = parser.parse_args()
    if asked.work:
        work(*asked.work)
        return 0
    found, short = [], []
    with tempfile.TemporaryDirectory() as folder:
        for n in [n for n in (10**6, 10**7, 10**8) if n <= asked.largest]:
            path = str(Path(folder) / f"{n}.parquet")
            write(path, n)
            for kind in ("counts and moments", "exact", "binned"):
                command = [sys.executable, __file__, "--work", path, kind]
                line = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                found.append({"n": n, "kind": kind, **line})
                print(f"  n {n:.0e}  {kind:<20} {line['seconds']:8.2f} s  peak {line['peak_gib']:.2f} GiB", flush=True)
                goal = GOALS["exact_gib" if kind == "exact" else "bounded_gib"]
                if line["peak_gib"] > goal:
                    short.append(f"{kind} at {n:.0e} rows took {line['peak_gib']:.2f} GiB, the goal is {goal}")
            Path(path).unlink()
        if asked.csv:
            found.append(csv_of_a_million(folder))
    print(json.dumps(found))
    for text in short:
        print("missed: " + text, file=sys.stderr)
    return 1 if short else 0


def csv_of_a_million(folder):
    import pyarrow.csv as pc
    import pyarrow.parquet as pq

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
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    seconds = time.perf_counter() - start
    print(f"  `bakeoff measure` on a CSV of a million rows: {seconds:.2f} s")
    return {"csv_seconds": seconds}


if __name__ == "__main__":
    sys.exit(main())
