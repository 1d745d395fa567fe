"""The region of equivalence of a study is one of its primary measure."""

from bakeoff.study.analysis.analyse import analyse
from tests.helpers.studies import blobs, run_here, study


def test_other_measures_are_compared_without_the_region():
    found = analyse(run_here(study(datasets=(blobs("blobs"),), measures=("accuracy", "kappa", "roc_auc"), rope=0.05)))
    assert {one.measure: one.rope for one in found.judgements} == {"accuracy": 0.05, "kappa": None, "roc_auc": None}
    (note,) = [note for note in found.notes if note.code == "study.region_of_primary"]
    assert (
        str(note)
        == "Cohen's kappa, ROC AUC: compared without a region of equivalence, because ±0.05 is stated for accuracy."
    )


def test_without_a_region_there_is_no_remark():
    found = analyse(run_here(study(datasets=(blobs("blobs"),), measures=("accuracy", "kappa"))))
    assert not [note for note in found.notes if note.code == "study.region_of_primary"]
