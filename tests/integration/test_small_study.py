"""A tiny study from Python objects to a report on the disk."""

import json

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.report.sections.verdict import study_text
from bakeoff.runs.local import run_local
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.study.running.execute import execute, store_spec


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """One run for all tests that only look."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    rng = np.random.default_rng(0)
    data = []
    for name, gap in (("near", 1.0), ("far", 1.5)):
        target = np.arange(48) % 2
        data.append(
            bo.Dataset(
                name=name,
                task="binary",
                features=rng.normal(size=(48, 2)) + gap * target[:, None],
                target=target,
                columns=(bo.Column(name="x"), bo.Column(name="z")),
                classes=("no", "yes"),
                positive="yes",
            )
        )
    learners = {"nb": GaussianNB(), "lr": LogisticRegression(), "mute": "majority"}
    study = bo.Study(datasets=data, learners=learners, scheme="2x3", measures=["accuracy", "roc_auc"], title="small")
    path = tmp_path_factory.mktemp("study") / "small.bakeoff"
    with study.run(path, workers=2, progress=False) as results:
        yield path, results


def test_the_file_can_be_opened_again_and_says_the_same(done):
    path, results = done
    with bo.open(path) as again:
        assert str(again) == str(results)
        assert again.findings.card.units_done == again.findings.card.units_planned == 36


def test_scores_come_as_tidy_frames(done):
    _, results = done
    frame = results.scores("accuracy", kind="polars")
    assert frame.columns == ["dataset", "learner", "repeat", "fold", "measure", "value"]
    assert frame.shape == (36, 6)
    assert set(results.scores(kind="plain")["measure"]) == {"accuracy", "roc_auc"}
    kappa = results.scores("kappa", kind="plain")
    assert set(kappa["measure"]) == {"kappa"}, "any measure can be asked for afterwards"
    with pytest.raises(UnknownName, match="did you mean 'kappa'"):
        results.scores("kapa")


def test_stored_predictions_are_what_the_scores_are_made_of(done):
    _, results = done
    said = results.predictions("near", "nb", 1, 2)
    frame = results.scores("accuracy", kind="plain").to_dict()
    at = next(
        at
        for at in range(36)
        if (frame["dataset"][at], frame["learner"][at], frame["repeat"][at], frame["fold"][at]) == ("near", "nb", 1, 2)
    )
    assert np.mean(said.label == said.truth) == pytest.approx(frame["value"][at])
    rows = results.predictions_frame("near", kind="pandas")
    assert len(rows) == 3 * 2 * 48
    assert set(rows["truth"]) == {"no", "yes"}
    assert {"proba_no", "proba_yes"} <= set(rows.columns)
    with pytest.raises(UnknownName, match="learner of this study"):
        results.predictions("near", "nn")
    with pytest.raises(UnknownName, match="data set"):
        results.predictions_frame()


def test_comparisons_tables_and_reports(done, tmp_path):
    _, results = done
    assert results.compare().verdict.sentence == results.verdict.sentence
    assert results.compare("kappa").judgement.measure == "kappa"
    text = str(results.table("roc_auc", transpose=True, percent=True, spread="interval", decimals=1))
    assert "near" in text.splitlines()[1]
    assert "\\toprule" in results.table().to_latex()
    with pytest.raises(UnknownName, match="spread"):
        results.table(spread="variance")
    for suffix in ("html", "md", "tex", "json"):
        path = results.report(tmp_path / f"report.{suffix}")
        assert path.stat().st_size > 500
    json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))


def test_it_reads_aloud(done):
    _, results = done
    text = str(results)
    assert text.startswith("No verdict is possible: 2 data sets are too few")
    assert study_text(results.findings).sentence.split(". ")[1] in " ".join(text.split())
    assert "near" in text
    assert "mute" in text
    assert repr(results) == "<Results of 'small': 3 learners, 2 data sets, 36 of 36 units>"
    assert "Verdict" in results._repr_html_()
    assert len(results.failures) == 0


def test_workers_order_and_ledger_change_no_prediction(small_study):
    spec = small_study().spec
    work = spec.work()
    digests = set()
    for workers, shuffle in ((1, False), (2, False), (2, True)):
        ledger = MemoryLedger()
        store_spec(spec, ledger)
        order = None
        if shuffle:
            from bakeoff.runs.work import units

            order = list(units(work))
            np.random.default_rng(5).shuffle(order)
        outcome = run_local(work, ledger, workers=workers, order=order)
        assert outcome.done == 36
        digests.add(digest(ledger))
    assert len(digests) == 1


def test_a_changed_study_runs_only_what_changed(small_study, tmp_path):
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB

    path = tmp_path / "s.bakeoff"
    said = []
    learners = {"nb": GaussianNB(), "lr": LogisticRegression(), "zero": "majority"}
    first = execute(small_study(learners=learners).spec, path, announce=lambda found: said.extend(found.words))
    assert (first.outcome.done, first.outcome.skipped, said) == (36, 0, [])
    again = execute(small_study(learners=learners).spec, path, announce=lambda found: said.extend(found.words))
    assert (again.outcome.done, again.outcome.skipped, said) == (0, 36, [])
    learners["lr"] = LogisticRegression(C=0.1)
    third = execute(small_study(learners=learners).spec, path, announce=lambda found: said.extend(found.words))
    assert (third.outcome.done, third.outcome.skipped) == (12, 24)
    assert "learner lr has changed: its units are run again" in said
    del learners["zero"]
    with small_study(learners=learners).run(path, progress=False) as results:
        assert "12 units of zero stay in the file and are not shown" in results.changes
        assert results.learners == ("nb", "lr")
    fresh = execute(small_study(learners=learners).spec, path, fresh=True)
    assert fresh.outcome.done == 24
    with FileLedger.open(path) as ledger:
        assert len(ledger) == 24


def test_a_study_without_a_verdict_says_why(small_study):
    results = small_study(learners={"zero": "majority"}, scheme="3-fold", measures="accuracy").run(progress=False)
    assert results.verdict is None
    assert str(results).startswith("zero is the only learner, so there is nothing to compare.")
    with pytest.raises(NotApplicable, match="one learner only"):
        results.compare()
    assert "Result" in results._repr_html_()
