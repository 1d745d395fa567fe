"""How far from the truth is the score of the picked learner, naive and corrected? Known accuracies, fixed seeds.

    python benchmarks/selection_bias.py [--runs 1000] [--write]

Each run draws for every learner which rows it gets right (independent rows), picks the best, and compares three scores with the true accuracy
of the picked learner: its own on the same rows, the corrected one by rows (BBC-CV) and by ten folds (BBC-F). `again` is BBC-CV
written a second time from the paper, with draws of its own. "Beta(9, 6)" is the simulation of the paper (section 5.1), with fewer learners.
`--write` puts the table where `bakeoff explain` reads it.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from bakeoff.estimates.over_splits.selection import bbc

TARGET = Path(__file__).parents[1] / "src" / "bakeoff" / "estimates" / "over_splits" / "selection_bias.json"
RESAMPLES, FOLDS = 500, 10
CASES = {
    "20 equal learners": lambda rng: np.full(20, 0.9),
    "20 learners between 85% and 90%": lambda rng: np.linspace(0.85, 0.9, 20),
    "20 learners between 70% and 90%": lambda rng: np.linspace(0.7, 0.9, 20),
    "50 learners by Beta(9, 6)": lambda rng: rng.beta(9, 6, 50),
    "5 learners by Beta(9, 6)": lambda rng: rng.beta(9, 6, 5),
}
SIZES = (100, 500)


def again(right, rng, resamples=200):
    """BBC-CV in a few lines: pick on the drawn rows, score on the rows that were not drawn, take the mean."""
    found = []
    for _ in range(resamples):
        drawn = rng.integers(len(right), size=len(right))
        best = np.argmax(right[drawn].mean(axis=0))
        found.append(np.delete(right, drawn, axis=0)[:, best].mean())
    return float(np.mean(found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    lines = []
    for case, accuracies in CASES.items():
        for rows in SIZES:
            errors, inside = [], []
            for run in range(asked.runs):
                rng = np.random.default_rng([run, rows])
                true = accuracies(rng)
                right = (rng.random((rows, len(true))) < true).astype(float)
                by_rows = bbc(right, n_resamples=RESAMPLES, seed=run)
                by_folds = bbc(right.reshape(FOLDS, -1, len(true)).mean(axis=1), n_resamples=RESAMPLES, seed=run)
                at = true[int(by_rows.learner)]
                second = again(right, rng) if run < 200 else np.nan
                errors.append(
                    (by_rows.naive.value - at, by_rows.corrected.value - at, by_folds.corrected.value - at, second - at)
                )
                inside.append([one.corrected.low <= at <= one.corrected.high for one in (by_rows, by_folds)])
            table, covered = np.array(errors), np.mean(inside, axis=0)
            naive, corrected, folds = table[:, :3].mean(axis=0)
            line = {
                "case": case, "rows": rows, "runs": asked.runs, "naive": round(float(naive), 4), "corrected": round(float(corrected), 4),
                "error": round(float(table[:, 1].std(ddof=1) / np.sqrt(asked.runs)), 4), "folds": round(float(folds), 4),
                "again": round(float(np.nanmean(table[:200, 3] - table[:200, 1])), 4),
                "covered": round(float(covered[0]), 3), "covered_by_folds": round(float(covered[1]), 3),
            }  # fmt: skip
            lines.append(line)
            print(line, flush=True)
    if asked.write:
        table = {"resamples": RESAMPLES, "folds": FOLDS, "cases": lines}
        TARGET.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
