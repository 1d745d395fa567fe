"""The battery is complete, repeats itself, and its short part agrees with the figures that the package prints."""

import importlib.util
import json
import os
import subprocess
import sys
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.comparisons import tests as catalogue
from bakeoff.comparisons.evidence.kinds import EVIDENCE
from bakeoff.core.calibration import (
    FILE,
    HEAVY,
    STANDARD,
    Kind,
    coverage_like,
    figures,
    figures_about,
    measured,
    outside,
    worst_under_tails,
)
from bakeoff.measures.measure import IntervalRule
from bakeoff.panels.notes import COVERS_LESS
from bakeoff.report.render.markdown import render
from calibration.battery import battery, chosen
from calibration.case import Case, generator
from calibration.coverage import alike, is_noted
from calibration.intervals import POPULATIONS, SLOW
from calibration.judged import figure
from calibration.learners import LEARNERS, masks, sample
from tests.helpers.findings import compose, make_findings

ROOT = Path(__file__).parents[2]
CASES = {case.name: case for one in battery() for case in one.cases}
CLAIMS = {Kind.SIZE, Kind.FWER, Kind.FALSE_EQUIVALENCE}
QUICK = [one for one in battery() if one.quick]


# Everything that is declared is measured


@pytest.mark.parametrize("test", catalogue, ids=lambda one: one.name)
def test_every_test_has_a_size(test):
    cases = [case for case in CASES.values() if case.name.startswith(f"{test.name}: ") or test.name in case.about]
    assert any(case.kind in CLAIMS for case in cases), f"calibration/evidence.py draws nothing that {test.name} takes"


@pytest.mark.parametrize("evidence", EVIDENCE, ids=str)
def test_every_kind_of_evidence_has_a_verdict(evidence):
    kinds = {one.kind for name, one in CASES.items() if name.startswith(f"verdict over {evidence.blocks}: ")}
    assert {Kind.SIZE, Kind.FWER, Kind.COVERAGE} <= kinds


@pytest.mark.parametrize("measure", [one for one in bo.measures if one.needs is not None], ids=lambda one: one.name)
def test_every_interval_has_a_coverage(measure):
    found = [one for name, one in CASES.items() if name.startswith(f"{measure.name}: ")]
    assert found or measure.interval is IntervalRule.LARGEST or measure.name in SLOW
    assert all(one.kind is Kind.COVERAGE for one in found)


def test_every_plan_is_checked():
    planned = {name.partition(": ")[0] for name, one in CASES.items() if one.kind is Kind.PLANNING}
    assert {
        one.name for one in catalogue if one.power is not None and one.power.power is not None and not one.by_ranks
    } <= planned


def test_bands_are_declared():
    for case in CASES.values():
        made = figure(case, 0, 0)
        low, high = made.band
        assert 0 <= low < high <= 1
        assert made.known_liberal or case.kind not in CLAIMS or high <= 0.08


# The learners that are fitted on all splits at once


@pytest.mark.parametrize(
    ("name", "learner"),
    [
        ("naive Bayes", GaussianNB(var_smoothing=0)), ("logistic", LogisticRegression(solver="newton-cholesky")),
        ("1-NN", KNeighborsClassifier(1)), ("tree", DecisionTreeClassifier(random_state=0)),
    ],
)  # fmt: skip
def test_learners_predict_what_scikit_learn_predicts(name, learner):
    rng = np.random.default_rng(3)
    x, y = sample(rng, 60)
    train = masks(rng, 60, "5x2")
    fitted = LEARNERS[name](x[0], y, train)
    for split, mask in enumerate(train):
        expected = learner.fit(x[0][mask], y[mask]).predict(x[0][~mask])
        assert np.mean(fitted[split, ~mask] == expected) > 0.98


# The figures of the package


def test_the_data_file_holds_the_cases_of_the_battery():
    kept = [one.name for one in figures()]
    assert kept == [name for name in CASES if name in kept], "cases are kept in the order of the battery"
    assert set(kept) == set(CASES), "run `make calibrate` (ONLY=name for some)"
    for one in figures():
        assert one == figure(CASES[one.name], one.successes, one.runs)


def test_every_figure_lies_in_its_band():
    assert not [one.name for one in figures() if one.runs and outside(one.rate, one.runs, one.band)]


def falls_short(one):
    return one.kind is Kind.COVERAGE and one.runs and outside(one.rate, one.runs, STANDARD[Kind.COVERAGE].band)


@pytest.mark.parametrize(
    ("population", "n"),
    [(name, n) for name, one in POPULATIONS.items() for n in one.sizes],
    ids=str,
)
def test_an_interval_that_falls_short_is_printed_with_its_measured_coverage(population, n):
    drawn = POPULATIONS[population]
    short = [one.about[0] for one in figures() if one.setting == drawn.setting(population, n) and falls_short(one)]
    if not short:
        pytest.skip("every interval covers")
    panel = bo.measure(**drawn.draw(np.random.default_rng(3), n), measures=short, n_resamples=100)
    notes = {note.code: note.facts for note in panel.notes}
    told = {
        **notes.get("panels.covers-less", {"measures": {}})["measures"],
        **notes.get("panels.unseen-tail", {"rates": {}})["rates"],
    }
    for name in short:
        made = panel[name]
        assert np.isnan([made.low, made.high]).all() or name in told, f"{name} prints an interval without its coverage"


def test_settings_of_known_values_that_fall_short_are_found_from_their_rarer_rows():
    short = [one for one in figures() if one.rare and one.apart != HEAVY and falls_short(one)]
    assert short
    for one in short:
        low, high = coverage_like(one.about[0], one.rare, one.rarest, one.classes)
        assert low <= one.rate <= high


def test_the_note_on_a_mean_over_classes_looks_at_the_rarest_class():
    rng = np.random.default_rng(0)
    truth = np.r_[np.zeros(3), np.ones(27), np.full(30, 2)].astype(
        int
    )  # 30 rows outside the most frequent class, 3 of the rarest
    labels = np.where(rng.random(60) < 0.8, truth, rng.integers(0, 3, 60))
    labels[:3] = [0, 0, 1]
    for three, noted in ((truth, True), (np.repeat([0, 1, 2], 20), False)):
        panel = bo.measure(three, labels, measures=["f1_macro", "accuracy"])
        found = [note for note in panel.notes if note.kind is COVERS_LESS]
        assert bool(found) == noted
        if noted:
            assert list(found[0].facts["measures"]) == ["f1_macro"]
            assert "samples with about 3 classes, 3 rows in the rarest, fewer than 92%" in str(found[0])


@pytest.mark.parametrize(("classes", "each"), [(5, 3), (5, 5), (10, 3), (10, 5), (10, 10), (30, 3), (30, 5), (30, 10)])
def test_tables_with_few_rows_of_many_classes_have_a_note_wherever_intervals_cover_less(classes, each):
    """In 95 of 100 tables that have a class below five rows; of a measure that covers enough in all such settings none is needed."""
    n, rng = classes * each, np.random.default_rng(0)
    few = noted = 0
    for _ in range(40):
        drawn = alike(rng, n, k=classes)
        counts = np.bincount(drawn["y_true"], minlength=classes)
        if counts.min() >= 5:
            continue
        few += 1
        panel = bo.measure(
            **drawn, measures=["f1_macro", "balanced_accuracy", "precision_weighted", "gmean"], n_resamples=20
        )
        short = ["f1_macro", "balanced_accuracy", *(["precision_weighted", "gmean"] if classes > 5 else [])]
        noted += all(is_noted(panel, measure) for measure in short)
    assert few
    assert noted >= 0.95 * few


def test_a_comparison_has_the_notes_of_a_panel():
    rng = np.random.default_rng(1)
    y = rng.integers(0, 10, 30)
    named = {name: np.where(rng.random(30) < 0.7, y, rng.integers(0, 10, 30)) for name in "ab"}
    found = bo.compare_predictions(y, named, "f1_macro", labels=list(range(10)), n_resamples=50)
    (note,) = [note for note in found.notes if note.kind is COVERS_LESS]
    assert note.facts["measures"]["f1_macro"][0] < 0.75
    assert not [
        note for note in bo.compare_predictions(y, named, labels=list(range(10))).notes if note.kind is COVERS_LESS
    ]


@pytest.mark.parametrize("measure", ["mae", "rmse", "mse", "r2"])
def test_a_comparison_by_unbounded_losses_states_what_it_assumes(measure):
    rng = np.random.default_rng(2)
    y = rng.normal(size=50)
    named = {"a": y + rng.normal(size=50) * np.where(np.arange(50) < 2, 200, 1), "b": y + rng.normal(size=50)}
    found = bo.compare_predictions(y, named, measure, task="regression", n_resamples=200)
    (note,) = [note for note in found.notes if note.code == "comparison.unseen_tail"]
    assert note.facts["coverage"] < 0.8
    assert (note.facts["claims"] or 1) > 0.15
    assert "rare errors far larger than those seen" in str(note)
    hits = bo.compare_predictions(y > 0, {name: one > 0 for name, one in named.items()})
    assert "comparison.unseen_tail" not in [note.code for note in hits.notes]


def test_the_printed_coverage_is_that_of_the_worst_tail_that_is_not_excluded():
    """R2 of 30 rows: the check says nothing below 50 rows, so rare large errors are not excluded; of 1,000 rows they would be seen."""
    few, many = (worst_under_tails("r2", n, heavy=False) for n in (30, 1000))
    assert few.rate < 0.5
    assert "rare large errors" in few.setting
    assert many is None or many.rate > few.rate + 0.3
    rng = np.random.default_rng(3)
    y = rng.normal(size=30)
    panel = bo.measure(y + np.exp(rng.normal(size=30)), y, measures=["r2"], task="regression")
    (note,) = [note for note in panel.notes if note.code == "panels.unseen-tail"]
    assert note.facts["rates"]["r2"] == few.rate
    assert f"as few as r2 {few.rate:.0%} of 95% intervals cover" in str(note)


def test_how_often_the_check_of_tails_detects_and_cries_wolf_is_kept():
    rates = {one.name: one.rate for one in figures() if one.kind is Kind.DETECTION}
    assert max(rate for name, rate in rates.items() if name.endswith(", normal errors")) <= 0.05
    assert rates["tail check of r2: 1000 rows, rare large errors"] > 0.95
    assert rates["tail check of r2: 20 rows, rare large errors"] == 0


def test_the_settings_that_were_found_wrong_are_measured():
    """Equal areas of unlike curves on unlike scales, few rows of many classes, heavy tails, skewed differences, and equal tables."""
    wanted = [
        *(f"verdict over rows: {groups} groups of 8 rows, AUC, curves of {shape}, one on a log scale" for groups in (5, 10, 20, 40) for shape in ("one shape", "spread 1 and 3", "spread 1 and 0.33")),
        *(f"{kind}: {k * each} rows, {k} classes of about {each} rows" for kind in ("f1_macro", "balanced_accuracy", "few rows of a class") for k in (5, 10, 30) for each in (3, 5, 10)),
        *(f"r2: {n} rows, {tail} errors" for n in (30, 100) for tail in ("lognormal", "skewed lognormal")),
        *(f"verdict over rows: {n} rows, MAE, 2 % of the errors of one learner twenty times as large" for n in (50, 200, 1000)),
        *(f"verdict over data sets: {n} data sets, skewed differences, {null}" for n in (10, 20, 50) for null in ("pseudo-median 0", "mean 0")),
        *(f"drift, any alarm in equal tables: {words}" for words in ("50 rows, 4 columns", "200 rows, 4 columns", "200 rows, 20 columns", "200 rows, 4 columns, labels and predictions")),
    ]  # fmt: skip
    kept = {one.name: one for one in figures()}
    assert not [name for name in wanted if name not in kept or not kept[name].runs]


def test_equal_tables_raise_any_alarm_of_drift_at_the_level():
    """Columns and a classifier at .05 each raised one in .066 to .077."""
    rates = [one.rate for one in figures() if one.door == "drift, any alarm in equal tables"]
    assert len(rates) >= 5
    assert max(rates) <= 0.055


def test_lists_labels_and_outputs_are_measured():
    """Also measures that share their name with one of another task, and queries that come in groups."""
    kept = {one.name: one for one in figures()}
    wanted = [
        *(f"{name}: {n} queries, ranked lists" for name in ("ndcg", "hit_at(10)", "precision_at(10)") for n in (50, 200)),
        *(f"{name}: {n} rows, five labels" for name in ("hamming_loss", "f1_samples", "f1_macro") for n in (100, 500)),
        *(f"{name}: 100 rows, five labels" for name in ("roc_auc_of_labels", "average_precision_of_labels")),
        *(f"{name}: 100 rows, three outputs" for name in ("mae", "rmse", "r2", "medae")),
        *(f"{name}: {groups} groups of 5 queries{words}" for name, words in (("ndcg", ""), ("verdict over rows", ", NDCG")) for groups in (10, 40)),
    ]  # fmt: skip
    assert not [name for name in wanted if name not in kept or not kept[name].runs]
    shared = {
        f"{name}: {one.setting(words, n)}"
        for words, one in POPULATIONS.items()
        for n in one.sizes
        for name in one.shared
    }
    assert not [name for name in shared if kept[name].rare], (
        "notes on samples of classes or of numbers would quote them"
    )


def test_verdicts_cover():
    short = [one for one in figures() if one.door and falls_short(one)]
    assert not [one.name for one in short if not one.known_liberal]
    assert {one.apart for one in short} <= {HEAVY, "skewed, mean 0", "skewed, pseudo-median 0"}, "what verdicts note"


@pytest.mark.slow
@pytest.mark.parametrize("simulation", QUICK, ids=lambda one: one.name)
def test_a_short_run_agrees_with_the_figures(simulation):
    """The draws of the short run are the first ones of the long run, so that a change of code shows."""
    counts = simulation.run(generator(simulation.name), simulation.quick)
    kept = {one.name: one for one in figures()}
    for name, (successes, runs) in counts.items():
        before = kept[name]
        if runs and before.runs:
            pooled = (successes + before.successes) / (runs + before.runs)
            slack = 3.5 * sqrt(pooled * (1 - pooled) * (1 / runs + 1 / before.runs)) + 1 / runs
            assert abs(successes / runs - before.rate) <= slack, f"{name}: run `make calibrate ONLY={name!r}`"


def test_a_simulation_repeats_itself():
    simulation = chosen("mcnemar: 30 rows")[0]
    assert simulation.run(generator(simulation.name), 50) == simulation.run(generator(simulation.name), 50)


def test_explain_prints_the_figures():
    test = next(one for one in catalogue if figures_about(one.name))
    shown = " ".join(CliRunner().invoke(cli, ["explain", test.name]).output.split())
    assert "measured" in shown
    assert all(" ".join(sentence.split()) in shown for sentence in measured(test.name))
    found = json.loads(CliRunner().invoke(cli, ["explain", test.name, "--json"]).output)
    assert found["measured"] == list(measured(test.name))


def test_the_page_and_its_picture_show_the_figures():
    spec = importlib.util.spec_from_file_location("how_honest", ROOT / "docs" / "how_honest.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.page().strip() in (ROOT / "docs" / "how-honest.md").read_text(encoding="utf-8"), "run `make docs`"
    assert made.is_current(ROOT / "docs" / "images" / "how-honest.svg"), "run `make docs`"


# The runner


def run(*words, folder):
    env = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "BAKEOFF_CALIBRATION": str(folder),
    }
    done = subprocess.run(
        [sys.executable, "-m", "calibration", *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=200
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_an_interrupted_run_goes_on_and_gives_the_same_file(tmp_path):
    words = ("--only", "two_proportions: ", "--most", "40")
    code, printed = run(*words, "--workers", "1", folder=tmp_path)
    assert code in {0, 1}, printed
    first = (tmp_path / "calibration.json").read_bytes()
    next(iter(tmp_path.glob("results/*.json"))).unlink()
    _, printed = run(*words, folder=tmp_path)
    assert "2 of 3 simulations are kept from before" in printed
    assert (tmp_path / "calibration.json").read_bytes() == first


def test_results_of_a_frozen_copy_are_taken_by_name(tmp_path):
    kept = tmp_path / "frozen" / "results"
    kept.mkdir(parents=True)
    name = "two_proportions: 50 and 50 rows"
    for key, counts in (("a", {name: [3, 70]}), ("b", {name: [2, 60]})):
        (kept / f"{key}.json").write_text(json.dumps({"name": name, "counts": counts, "seconds": 1.0}))
    (kept / "c.json").write_text(json.dumps({"name": "no longer there", "counts": {"x": [1, 2]}, "seconds": 1.0}))
    code, printed = run("--take", str(tmp_path / "frozen"), folder=tmp_path / "written")
    assert code == 0, printed
    written = json.loads((tmp_path / "written" / "calibration.json").read_text())["figures"]
    assert {one["name"] for one in written} == {one.name for one in figures()}
    taken = next(one for one in written if one["name"] == name)
    assert (taken["successes"], taken["runs"]) == (3, 70), "the longest result"
    (kept / "0.json").write_text(json.dumps({"name": name, "counts": {name: [4, 70]}, "seconds": 1.0}))
    os.utime(kept / "0.json", (2**32, 2**32))
    run("--take", str(tmp_path / "frozen"), folder=tmp_path / "written")
    written = json.loads((tmp_path / "written" / "calibration.json").read_text())["figures"]
    assert next(one for one in written if one["name"] == name)["successes"] == 4, "of the same length the latest"


def test_a_wrong_name_is_refused(tmp_path):
    code, printed = run("--only", "wilcoxson", folder=tmp_path)
    assert code == 2
    assert "no simulation is called 'wilcoxson'" in printed
    assert FILE.exists()


# The report


def test_the_methods_paragraph_names_how_often_such_a_verdict_is_wrong(monkeypatch):
    findings = make_findings(splits=10, datasets=["Anneal", "Glass", "Hepatitis", "Tic-Tac-Toe"])
    test = findings.primary.pairs[0].pair.result.test
    made = figure(Case(name="verdict over data sets: 6 data sets", kind=Kind.FWER, about=(test,)), 41, 1000)
    monkeypatch.setattr("bakeoff.core.calibration.figures", lambda: (made,))
    text = render(compose(findings))
    assert "The simulated type I error of this procedure at level .05 is at most .041." in text
    monkeypatch.setattr("bakeoff.core.calibration.figures", tuple)
    assert "simulated type I error" not in render(compose(findings))
