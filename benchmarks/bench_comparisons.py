"""Significance tests against peers in one run: ratios of CPU time, with the goals of the project beside them.

A peer that would take minutes is given d and 2 d draws; the cost of a draw is the difference, and the ratio of the two
times is printed (2 if its cost is proportional to the draws, less if it has a start-up that is then not charged to it).
`python benchmarks/run.py comparisons`.
"""

import contextlib
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

warnings.filterwarnings("ignore")
missed = []


def seconds(work, repeats=3):
    """The best of a few runs, in CPU time: noise and neighbours only ever add."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def scaled(work, draws, total):
    """Seconds for `total` draws from runs of `draws` and twice as many, and a note on how linear that is."""
    if draws >= total:
        return seconds(lambda: work(total), 1), ""
    once, twice = (seconds(lambda n=n: work(n), 3) for n in (draws, 2 * draws))
    each = max(twice - once, 0.0) / draws
    return each * total, f"(peer: {draws} and {2 * draws} draws, ratio {twice / once:.2f})"


def tell(what, ours, theirs, goal, note=""):
    ratio = theirs / ours
    if ratio < goal:
        missed.append(what)
    verdict = "ok" if ratio >= goal else "MISSED"
    print(f"{what:52s} {ours * 1e3:9.2f} ms {ratio:11.0f} x   goal {goal:>5.0f} x  {verdict}  {note}", flush=True)


def bayes():
    import baycomp

    from bakeoff.comparisons import bayes_signed_rank

    rng = np.random.default_rng(0)
    for n, draws, goal in ((50, 50_000, 30), (200, 4_000, 30), (1000, 200, 150)):
        a, b = rng.normal(0.01, 0.05, n), np.zeros(n)
        ours = seconds(lambda a=a, b=b: bayes_signed_rank(a, b, 0.01), 7)
        theirs, note = scaled(
            lambda d, a=a, b=b: baycomp.SignedRankTest.probs(b, a, 0.01, nsamples=d), draws, 50_000
        )  # fmt: skip
        tell(f"Bayesian signed rank, {n} data sets, 50,000 draws", ours, theirs, goal, note)


def permutations():
    from scipy.stats import permutation_test

    from bakeoff.comparisons import permutation_of

    rng = np.random.default_rng(1)
    for n in (1_000, 10_000, 100_000):
        made, peers = permuted(rng, n)
        for name, (data, statistic, vectorized, work) in peers.items():
            ours = seconds(lambda name=name, made=made: permutation_of(*made[name], name, 10_000))
            theirs, note = scaled(
                lambda b, d=data, s=statistic, v=vectorized: permutation_test(
                    tuple(d), s, permutation_type="samples", vectorized=v, n_resamples=b
                ), max(work // n, 10), 10_000,
            )  # fmt: skip
            goal = 1000 if name in ("accuracy", "f1") else 200
            tell(f"permutation of {name}, n = {n}, 10,000 draws", ours, theirs, goal, note)


def permuted(rng, n):
    """Predictions of two learners on n rows, and the same for scipy: arrays, statistic, whether vectorized, work."""
    from sklearn.metrics import f1_score, roc_auc_score

    from bakeoff.predictions.from_arrays import predictions_of

    truth = (rng.random(n) < 0.4).astype(int)
    raw = [truth * 1.0 + rng.normal(size=n) for _ in range(2)]
    proba = [1 / (1 + np.exp(-one)) for one in raw]
    label = [(one > 0.5).astype(int) for one in raw]
    made = {
        "accuracy": [predictions_of(truth, one, positive=1) for one in label],
        "log_loss": [predictions_of(truth, y_proba=one, positive=1) for one in proba],
        "roc_auc": [predictions_of(truth, y_score=one, positive=1) for one in raw],
    }
    made["f1"] = made["accuracy"]
    loss = [-np.log(np.where(truth == 1, one, 1 - one)) for one in proba]
    hits = [(one == truth).astype(float) for one in label]
    peers = {
        "accuracy": (hits, _mean, True, 10_000_000),
        "log_loss": (loss, _mean, True, 10_000_000),
        "f1": (label, lambda x, y: f1_score(truth, x) - f1_score(truth, y), False, 400_000),
        "roc_auc": (raw, lambda x, y: roc_auc_score(truth, x) - roc_auc_score(truth, y), False, 400_000),
    }
    return made, peers


def _mean(x, y, axis):
    return np.mean(x - y, axis=axis)


def areas():
    from MLstatkit import Delong_test

    from bakeoff.comparisons import delong

    rng = np.random.default_rng(4)
    for n in (1_000, 10_000, 100_000):
        truth = (rng.random(n) < 0.4).astype(int)
        a, b = (truth + rng.normal(size=n) for _ in range(2))
        theirs = seconds(lambda t=truth, a=a, b=b: Delong_test(t, a, b), 2)
        tell(f"DeLong, paired, n = {n}", seconds(lambda t=truth, a=a, b=b: delong(t, a, b), 7), theirs, 15, "MLstatkit")


def ranks():
    import scikit_posthocs
    from scipy.stats import friedmanchisquare
    from statsmodels.stats.multitest import multipletests

    from bakeoff.comparisons import adjust, iman_davenport, nemenyi

    rng = np.random.default_rng(2)
    ours_names = ("bonferroni", "holm", "hochberg", "hommel", "holland", "bh", "by")
    theirs_names = ("bonferroni", "holm", "simes-hochberg", "hommel", "holm-sidak", "fdr_bh", "fdr_by")
    for n, k in ((100, 20), (1000, 100)):
        table = rng.normal(size=(n, k)) + np.linspace(0, 0.5, k)

        def ours(table=table):
            iman_davenport(table)
            raw = nemenyi(table).pairs.raw
            return [adjust(raw, one) for one in ours_names]

        def theirs(table=table, k=k):
            friedmanchisquare(*table.T)
            matrix = scikit_posthocs.posthoc_nemenyi_friedman(table).to_numpy()
            return [multipletests(matrix[np.triu_indices(k, 1)], method=one) for one in theirs_names]

        both = seconds(theirs, 2) + seconds(lambda table=table: _autorank(table), 2)
        note = "scipy + scikit-posthocs + statsmodels + autorank's report"
        tell(f"Friedman, Nemenyi, seven corrections, {n} x {k}", seconds(ours, 5), both, 10, note)
        whole = seconds(lambda table=table: [list(nemenyi(table).pairs), ours(table)], 3)
        print(f"{'  and with every pair as an object':52s} {whole * 1e3:9.2f} ms {both / whole:11.0f} x")
    print("  autorank runs with force_mode='nonparametric'; its own choice at 1000 x 100 asks for 74.5 GiB and fails")


def _autorank(table):
    import pandas as pd
    from autorank import autorank, create_report

    frame = pd.DataFrame(table, columns=[f"m{i}" for i in range(table.shape[1])])
    with contextlib.redirect_stdout(io.StringIO()):
        create_report(autorank(frame, force_mode="nonparametric"))


def comparing():
    import bakeoff as bo

    rng = np.random.default_rng(3)
    with tempfile.TemporaryDirectory() as folder:
        for n, k, goal in ((30, 10, 1.0), (100, 20, 5.0)):
            values = rng.normal(0.8, 0.05, (n, k)) + np.linspace(0, 0.05, k)
            file = Path(folder) / f"scores{n}.csv"
            lines = ["data," + ",".join(f"m{i}" for i in range(k))]
            lines += [f"d{i}," + ",".join(f"{one:.4f}" for one in row) for i, row in enumerate(values)]
            file.write_text("\n".join(lines))
            bo.compare(file).to_dict()  # imports
            plain = seconds(lambda file=file: bo.compare(file).to_dict(stability=False))
            whole = seconds(lambda file=file: bo.compare(file).to_dict(), 2)
            command = whole_command(file)
            verdict = "ok" if whole < goal else "MISSED"
            print(
                f"compare on a {n} x {k} CSV: {plain:.3f} s, with stability {whole:.3f} s (goal {goal:g} s after imports) "
                f"{verdict}; the whole command, imports and all, {command:.2f} s"
            )
            if whole >= goal:
                missed.append(f"compare on {n} x {k}")


def growing():
    """Many learners: seconds of the verdict, of its stability and of its JSON, which look at few of very many pairs."""
    import bakeoff as bo

    rng = np.random.default_rng(5)
    for k in (100, 300, 1000):
        table = {
            f"m{i}": column for i, column in enumerate((rng.normal(0.8, 0.05, (100, k)) + np.linspace(0, 0.05, k)).T)
        }
        verdict = seconds(lambda table=table: bo.compare(table, rows="datasets"), 2)
        firm = seconds(lambda table=table: bo.compare(table, rows="datasets").stability, 1)
        known = bo.compare(table, rows="datasets")
        listed = seconds(lambda known=known: known.to_dict(stability=False), 1)
        print(
            f"compare of {k} learners on 100 data sets ({k * (k - 1) // 2} pairs): {verdict:.2f} s, with stability {firm:.2f} s, "
            f"its JSON {listed:.2f} s more"
        )


def against_autorank():
    """A printed comparison against autorank's report (one Friedman test, Nemenyi's distance), and how both grow.

    The default tests each pair by Wilcoxon's test (decision 17); the goal is for the same tests, asked for by name.
    """
    import bakeoff as bo

    rng = np.random.default_rng(5)
    for n, k in ((30, 10), (100, 20), (100, 100), (1000, 100)):
        values = rng.normal(0.8, 0.05, (n, k)) + np.linspace(0, 0.05, k)
        table = {f"m{i}": column for i, column in enumerate(values.T)}
        theirs = seconds(lambda values=values: _autorank(values), 3)
        same = seconds(lambda table=table: str(bo.compare(table, rows="datasets", test="friedman", posthoc="nemenyi")))
        tell(f"printed comparison by the same tests, {n} x {k}", same, theirs, 1, "autorank's report")
        plain = seconds(lambda table=table: str(bo.compare(table, rows="datasets")))
        print(
            f"{f'  by default, {k * (k - 1) // 2} tests of pairs':52s} {plain * 1e3:9.2f} ms {theirs / plain:11.1f} x"
        )


def whole_command(file):
    """CPU seconds of `bakeoff compare` in a process of its own."""
    here = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "bakeoff.cli.main", "compare", str(file)], check=True, capture_output=True, env=here
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    for part in (comparing, growing, against_autorank, bayes, permutations, areas, ranks):
        part()
    if missed:
        print("missed: " + "; ".join(missed), file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
