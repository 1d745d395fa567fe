"""What a study keeps about columns and splits, and that a file of an earlier version or a stranger's is read safely."""

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.core.errors import StudyFileError
from bakeoff.splits.catalogue import scheme_from
from bakeoff.study.analysis import data_evidence as room
from bakeoff.study.analysis.analyse import analyse, design_of
from bakeoff.study.analysis.data_evidence import DataEvidence, data_evidence
from tests.study.conftest import Make


def evidence(table: pd.DataFrame, scheme: str = "3-fold", **options: object) -> DataEvidence:
    from bakeoff.data.profile import study_profile

    data = bo.load(table.assign(y=np.arange(len(table)) % 2), target="y", positive="1", **options)
    return data_evidence(data, scheme_from(scheme).plan(data, seed=0), study_profile(data)[0])


def base(n: int = 60) -> pd.DataFrame:
    return pd.DataFrame(np.random.default_rng(0).normal(size=(n, 2)), columns=["a", "b"])


def test_spreads_name_the_least_and_the_most():
    found = evidence(base().assign(big=lambda made: made.a**2 * 1e6))
    assert found.spreads[-1][0] == "big"
    assert found.spreads[0][1] < found.spreads[-1][1]


def test_named_groups_that_splits_tear_apart_are_counted():
    table = base().assign(person=np.repeat(np.arange(12), 5).astype(str))
    assert evidence(table, groups="person").shared_groups > 0
    assert evidence(table, "kfold(3, groups=true)", groups="person").shared_groups == 0
    assert dict(evidence(table.rename(columns={"person": "person_id"})).group_columns)["person_id"] == 12


def test_splits_that_go_forward_in_time_mix_nothing():
    table = base().assign(when=pd.date_range("2024-01-01", periods=60))
    assert evidence(table).mixed_times == 3
    assert evidence(table, "rolling-origin(3)").mixed_times == 0


def test_a_category_with_few_values_is_no_group():
    assert evidence(base().assign(plan=np.repeat(["p1", "p2", "p3"], 20))).group_columns == ()


def test_data_that_cannot_be_looked_at_cost_no_run(monkeypatch):
    def broken(*parts):
        raise OverflowError("too large")

    monkeypatch.setattr(room, "_spreads", broken)
    assert evidence(base()).problem == "the data could not be looked at: OverflowError: too large"


def test_a_file_of_an_earlier_version_skips_checks_of_columns():
    ledger = Make.run(Make.spec())
    ledger.set_meta(
        "domains", [{k: v for k, v in one.items() if k != "evidence"} for one in ledger.get_meta("domains")]
    )
    assert "run the study again" in analyse(ledger).checks.as_dict()["skipped"]["check.time_order"]


def test_evidence_of_another_form_is_refused():
    ledger = Make.run(Make.spec())
    domains = ledger.get_meta("domains")
    ledger.set_meta("domains", [{**one, "evidence": {"splits": "many"}} for one in domains])
    with pytest.raises(StudyFileError):
        design_of(ledger)
