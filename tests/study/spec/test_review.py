"""Review: what a study will do and what a careful person would ask about it, before anything runs."""

import pytest
from sklearn.svm import SVC

import bakeoff as bo
from bakeoff.study.spec.review import review


def test_time_has_no_number() -> None:
    tuned = bo.Tuned(SVC(), {"C": bo.log_uniform(0.1, 10)}, seconds=1)
    spec = bo.Study(datasets="iris", learners={"svm": tuned}, scheme="2-fold", measures="accuracy").spec
    count = review(spec).units
    assert count.inner.timed
    assert not count.inner.exact
    assert count.words() == "2 units, and those of tuning by time"
    assert "as many inside training parts as the seconds of tuning allow" in count.parts()


@pytest.mark.parametrize("scheme", ["2-fold", "bootstrap(2)"])
def test_training_rows_wait_for_the_same_search(scheme: str) -> None:
    """The unit that predicts training rows takes the settings that its split has chosen; all rows of a bootstrap have a search of their own."""
    tuned = bo.Tuned(SVC(), {"C": bo.log_uniform(0.1, 10)}, trials=2)
    study = bo.Study(
        datasets="iris",
        learners={"t": tuned, "zero": "majority"},
        scheme=scheme,
        measures="accuracy",
        training_error=True,
    )
    count = review(study.spec).units
    assert count.inner.most == (12 if scheme == "2-fold" else 18)
    found = study.run(workers=1, progress=False).errors.training()
    made = found.gaps if scheme == "2-fold" else found.bootstrap
    assert {one.learner for one in made} == {"t", "zero"}
