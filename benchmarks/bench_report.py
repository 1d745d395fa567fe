"""The report of a large study: 20 learners on 50 data sets with 100 splits, predictions and probabilities stored.

    python benchmarks/bench_report.py                  makes the study file (100,000 units), then reports on it
    python benchmarks/bench_report.py --keep FILE      keeps the file, or takes it if it is there

No learner is fitted: the answers are drawn, and written through the ledger as a run writes them. Then
`bakeoff report FILE -o page.html` runs in a process of its own, twice: with the scores that a run leaves in the file, and
without them, as after a change of a measure, when every unit is read and scored again. The goals are for the first; the
second is printed beside it. Processor seconds count, for the machine may be busy. Exit code 1 if a goal is missed.
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

LEARNERS, DATASETS, ROWS = 20, 50, 400
GOALS = {"cpu_seconds": 20.0, "gib": 1.5, "megabytes": 2.0}
MEASURES = ("accuracy", "roc_auc", "log_loss", "kappa", "fit_seconds")


def make(path):
    """The study file, as a run would have left it."""
    from sklearn.naive_bayes import GaussianNB

    import bakeoff as bo
    from bakeoff.data.load import load
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.running.execute import store_spec

    rng = np.random.default_rng(0)
    data = []
    for at in range(DATASETS):
        features = rng.normal(size=(ROWS + 10 * (at % 5), 3 + at % 7))
        target = np.where(features[:, 0] + rng.normal(size=len(features)) > 0, "yes", "no")
        data.append(load((features, target), name=f"data set {at + 1}", positive="yes"))
    learners = {f"learner {at + 1}": GaussianNB() for at in range(LEARNERS)}
    spec = bo.Study(datasets=data, learners=learners, scheme="10x10", measures=MEASURES, title="A large study").spec
    with FileLedger.create(path) as book:
        store_spec(spec, book)
        book.set_meta("times", {"started": "2026-01-01T00:00:00+00:00", "wall_seconds": 3600.0})
        for one, plan in zip(data, spec.plans(), strict=True):
            hard = rng.normal(1.0, 0.3)
            for at, name in enumerate(learners):
                book.add_many(answers(one, plan, spec.scheme.name, name, hard + 0.03 * at, rng))


def answers(data, plan, scheme, learner, skill, rng):
    """What one learner says of all splits of one data set: the better its skill, the closer to the truth."""
    from bakeoff.predictions.predictions import Predictions
    from bakeoff.predictions.resources import Resources
    from bakeoff.runs.unit import Run, Status, UnitKey

    for split in plan.splits:
        truth = data.target[split.test]
        lean = skill * (2 * truth - 1) + rng.normal(0, 1.4, len(truth))
        chance = 1 / (1 + np.exp(-lean))
        said = Predictions(
            task=data.task, rows=split.test, truth=truth, classes=data.classes, positive=data.positive,
            label=(chance > 0.5).astype(np.int64), proba=np.column_stack([1 - chance, chance]),
        )  # fmt: skip
        seconds = float(rng.gamma(4.0, 0.01 * skill))
        spent = Resources(
            fit_seconds=seconds, predict_seconds=0.002, fit_cpu_seconds=seconds, predict_cpu_seconds=0.002,
            peak_bytes=2e8, model_bytes=5e4,
        )  # fmt: skip
        key = UnitKey(dataset=data.name, learner=learner, scheme=scheme, repeat=split.repeat, fold=split.fold)
        yield Run(key=key, status=Status.DONE, content="drawn", predictions=said, resources=spent)


def keep_scores(path):
    """As a run does at its end."""
    from bakeoff.measures import measure_named
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.study.analysis.stored_design import design_of
    from bakeoff.study.analysis.study_scores import store_scores

    with FileLedger.open(path, write=True) as book:
        store_scores(book, design_of(book), [measure_named(name) for name in MEASURES])


def forget_scores(path):
    """As if the scores had never been kept."""
    from bakeoff.runs.store.file_ledger import FileLedger
    from bakeoff.runs.store.score_table import ScoreTable

    with FileLedger.open(path, write=True) as book:
        book.put_scores("", ScoreTable(by_unit={}, by_repeat=()))


def report(path, page):
    """The command in a child; what it used."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    child = [sys.executable, __file__, "--child", str(path), str(page)]
    said = subprocess.run(child, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "cpu_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "seconds": time.perf_counter() - start,
        "gib": json.loads(said.splitlines()[-1])["peak_kib"] / 2**20,
        "megabytes": page.stat().st_size / 1e6,
    }


def child(path, page):
    """`bakeoff report`, then its own peak."""
    from bakeoff.cli.main import cli

    try:
        cli(["report", path, "-o", page])
    except SystemExit as done:
        if done.code:
            raise
    print(json.dumps({"peak_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return child(*given.child)
    with tempfile.TemporaryDirectory() as folder:
        path, page = given.keep or Path(folder) / "large.bakeoff", Path(folder) / "page.html"
        if not path.exists():
            start = time.process_time()
            make(path)
            print(f"study file: {LEARNERS * DATASETS * 100:,} units, {path.stat().st_size / 1e6:.0f} MB, "
                  f"{time.process_time() - start:.0f} s to draw and write")  # fmt: skip
        keep_scores(path)
        found = report(path, page)
        forget_scores(path)
        again = report(path, page)
    for name, one in (("scores kept", found), ("scores made again", again)):
        print(f"{name:18s} {one['cpu_seconds']:6.1f} s CPU {one['seconds']:6.1f} s {one['gib']:5.2f} GiB "
              f"{one['megabytes']:5.2f} MB")  # fmt: skip
    missed = [name for name, goal in GOALS.items() if found[name] > goal]
    print(f"goals: under {GOALS['cpu_seconds']:g} s, {GOALS['gib']:g} GiB, {GOALS['megabytes']:g} MB"
          + (f"; missed: {', '.join(missed)}" if missed else ", met"))  # fmt: skip
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
