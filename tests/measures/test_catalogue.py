"""Every measure of the catalogue has an oracle that somebody else wrote."""

import tomllib
from pathlib import Path

import pytest

import bakeoff as bo
from bakeoff.measures import ALL

ORACLES = Path(__file__).parents[1] / "oracles"
CATALOGUE = tomllib.loads((ORACLES / "measures_catalogue.toml").read_text())
COLUMNS = CATALOGUE["columns"]
ELSEWHERE = {  # file of oracles, and what the measures are called in it
    "measures_weka_labor_j48.toml": {
        "kb_information": "KB_mean", "complexity_prior": "SF_prior", "complexity_scheme": "SF_scheme",
        "complexity_gain": "SF_gain", "mae_proba": "MAE", "rmse_proba": "RMSE", "rae_proba": "RAE_pct",
        "rrse_proba": "RRSE_pct", "kb_relative": "KB_rel_pct =",
    },
    "measures_seeds.toml": {"information_score": "information_score", "information_total": "information_total", 'information_score(sign="as-printed")': "as-printed"},
    "measures_ranked_lists.toml": dict.fromkeys(
        ("ndcg", "ndcg(10)", "ndcg_exponential", "ndcg_exponential(10)", "dcg", "dcg_exponential", "map", "mrr", "hit_at(10)", "f_at(10)", "err"),
        "[case.expected]",
    ),
    "../measures/labels/test_multilabel.py": {  # scikit-learn itself, called in the test
        "hamming_loss": "hamming_loss(", "subset_accuracy": "accuracy_score(", "precision_samples": "samples", "recall_samples": "samples",
        "f1_samples": "samples", "jaccard_samples": "samples", "label_ranking_precision": "label_ranking_average_precision_score(",
        "label_ranking_loss": "label_ranking_loss(", "coverage_error": "coverage_error(", "roc_auc_of_labels": "roc_auc_score(",
        "average_precision_of_labels": "average_precision_score(",
    },
    "measures_packages.toml": {"crps_ensemble": "crps_ensemble", "crps_ensemble_fair": "fair_rows"},
}  # fmt: skip


@pytest.mark.parametrize("case", CATALOGUE["case"], ids=lambda case: case["id"])
def test_other_packages_agree(case):
    given = {
        name: {float(level): COLUMNS[each] for level, each in column.items()}
        if isinstance(column, dict)
        else COLUMNS[column]
        for name, column in case["given"].items()
    }
    task = {"task": case["task"]} if "task" in case else {}
    made = bo.measure(**given, **task, measures=list(case["expected"]), level=None)
    for name, value in case["expected"].items():
        assert made[name].value == pytest.approx(value, rel=case["tolerance"], abs=case["tolerance"]), name


def test_every_measure_of_predictions_has_an_oracle():
    known = {name for case in CATALOGUE["case"] for name in case["expected"]}
    for file, names in ELSEWHERE.items():
        text = (ORACLES / file).read_text()
        assert all(there in text for there in names.values())
        known |= set(names)
    assert {one.name for one in ALL if one.needs is not None} <= known
