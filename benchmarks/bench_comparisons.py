"""Significance tests against peers in one run: ratios, with the goals of the project beside them.

Peers that would take minutes are given fewer draws and scaled, which is said. `make bench ONLY=comparisons`.
"""

import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

warnings.filterwarnings("ignore")
missed = []


def seconds(work, repeats=3):
    """The best of a few runs: noise only ever adds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def tell(what, ours, theirs, goal, note=""):
    ratio = theirs / ours
    verdict = "ok" if ratio >= goal else "MISSED"
    if ratio < goal:
        missed.append(what)
    print(f"{what:52s} {ours * 1e3:10.2f} ms   {ratio:12.0f} x   goal {goal:>5.0f} x  {verdict}  {note}", flush=True)


def bayes():
    import baycomp

    from bakeoff.comparisons import bayes_signed_rank

    rng = np.random.default_rng(0)
    for n, draws, goal in ((50, 50_000, 30), (200, 5_000, 30), (1000, 250, 150)):
        a, b = rng.normal(0.01, 0.05, n), np.zeros(n)
        ours = seconds(lambda a=a, b=b: bayes_signed_rank(a, b, 0.01), 7)
        theirs = (
            seconds(lambda a=a, b=b, d=draws: baycomp.SignedRankTest.probs(b, a, 0.01, nsamples=d), 1) * 50_000 / draws
        )
        tell(
            f"Bayesian signed rank, {n} data sets, 50,000 draws",
            ours,
            theirs,
            goal,
            "" if draws == 50_000 else f"(peer: {draws} draws, scaled)",
        )


def permutations():
    from scipy.stats import permutation_test
    from sklearn.metrics import f1_score, roc_auc_score

    from bakeoff.comparisons import permutation_of
    from bakeoff.predictions.door import predictions_of

    rng = np.random.default_rng(1)
    total = 10_000
    for n in (1_000, 10_000, 100_000):
        truth = (rng.random(n) < 0.4).astype(int)
        raw = [truth * 1.0 + rng.normal(size=n) for _ in range(2)]
        proba = [1 / (1 + np.exp(-one)) for one in raw]
        label = [(one > 0.5).astype(int) for one in raw]
        made = {
            "accuracy": [predictions_of(truth, one, pos_label=1) for one in label],
            "log_loss": [predictions_of(truth, y_proba=one, pos_label=1) for one in proba],
            "roc_auc": [predictions_of(truth, y_score=one, pos_label=1) for one in raw],
        }
        made["f1"] = made["accuracy"]
        loss = [-np.log(np.where(truth == 1, one, 1 - one)) for one in proba]
        hits = [(one == truth).astype(float) for one in label]

        def mean(x, y, axis):
            return np.mean(x - y, axis=axis)

        peers = {
            "accuracy": (hits, mean, True, 50),
            "log_loss": (loss, mean, True, 50),
            "f1": (label, lambda x, y, t=truth: f1_score(t, x) - f1_score(t, y), False, 5),
            "roc_auc": (raw, lambda x, y, t=truth: roc_auc_score(t, x) - roc_auc_score(t, y), False, 5),
        }
        for name, (data, statistic, vectorized, few) in peers.items():
            ours = seconds(lambda name=name, made=made: permutation_of(*made[name], name, total))
            draws = max(few, 5 * few * 1_000 // n)
            theirs = seconds(
                lambda d=data, s=statistic, v=vectorized, b=draws: permutation_test(
                    tuple(d), s, permutation_type="samples", vectorized=v, n_resamples=b
                ), 1
            ) * total / draws  # fmt: skip
            tell(
                f"permutation of {name}, n = {n}, 10,000 draws",
                ours,
                theirs,
                1000 if name in ("accuracy", "f1") else 200,
                f"(peer: {draws} draws, scaled)",
            )


def ranks():
    import scikit_posthocs
    from scipy.stats import friedmanchisquare
    from statsmodels.stats.multitest import multipletests

    from bakeoff.comparisons import adjust, iman_davenport, nemenyi

    rng = np.random.default_rng(2)
    methods = ("bonferroni", "holm", "hochberg", "hommel", "holland", "bh", "by")
    theirs_names = ("bonferroni", "holm", "simes-hochberg", "hommel", "holm-sidak", "fdr_bh", "fdr_by")
    for n, k in ((100, 20), (1000, 100)):
        table = rng.normal(size=(n, k)) + np.linspace(0, 0.5, k)

        def ours_all(table=table):
            iman_davenport(table)
            raw = [one.result.p_value for one in nemenyi(table).pairs]
            return [adjust(raw, one) for one in methods]

        def theirs_all(table=table, k=k):
            friedmanchisquare(*table.T)
            matrix = scikit_posthocs.posthoc_nemenyi_friedman(table).to_numpy()
            raw = matrix[np.triu_indices(k, 1)]
            return [multipletests(raw, method=one) for one in theirs_names]

        ours, theirs = seconds(ours_all, 2), seconds(theirs_all, 1)
        theirs += seconds(lambda table=table: _autorank(table), 1)
        tell(
            f"Friedman, Nemenyi, seven corrections, {n} x {k}",
            ours,
            theirs,
            10,
            "scipy + scikit-posthocs + statsmodels + autorank",
        )


def _autorank(table):
    import contextlib
    import io

    import pandas as pd
    from autorank import autorank, create_report

    frame = pd.DataFrame(table, columns=[f"m{i}" for i in range(table.shape[1])])
    with contextlib.redirect_stdout(io.StringIO()):
        create_report(autorank(frame, force_mode="nonparametric"))


def comparing():
    import bakeoff as bo

    rng = np.random.default_rng(3)
    values = rng.normal(0.8, 0.05, (30, 10)) + np.linspace(0, 0.05, 10)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scores.csv"
        lines = ["data," + ",".join(f"m{i}" for i in range(10))]
        lines += [f"d{i}," + ",".join(f"{one:.4f}" for one in row) for i, row in enumerate(values)]
        file.write_text("\n".join(lines))
        bo.compare(file).to_dict()  # imports
        plain = seconds(lambda: bo.compare(file).to_dict(stability=False))
        whole = seconds(lambda: bo.compare(file).to_dict(), 2)
    print(f"compare on a 30 x 10 CSV: {plain:.3f} s, with stability {whole:.3f} s (goal: under 1 s)")
    if whole >= 1:
        missed.append("compare under a second")


def main():
    for part in (comparing, bayes, permutations, ranks):
        part()
    if missed:
        print("missed: " + "; ".join(missed), file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
