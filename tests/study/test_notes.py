"""Notes of a study are put together by code and facts; no sentence is read."""

from bakeoff.comparisons.assumption_notes import NOT_NORMAL, OUTLIERS
from bakeoff.core.notes import Subject
from bakeoff.study.notes import NOTES, SINGLE_SPLIT, WITHHELD, over_datasets, over_measures, over_pairs


def test_codes_are_of_the_study():
    assert all(kind.code.startswith("study.") for kind in NOTES)


def test_the_same_facts_about_several_measures_are_one_note():
    notes = over_measures(SINGLE_SPLIT(Subject(measure=name)) for name in ("kappa", "roc_auc"))
    assert [note.facts["measures"] for note in notes] == [("kappa", "roc_auc")]
    assert str(notes[0]).startswith("Cohen's kappa, ROC AUC: ")


def test_other_facts_keep_notes_apart():
    late = {"iris": ("SVM",), "wine": ("SVM",), "glass": ("trees: on iris; v. 2",)}
    notes = over_datasets(WITHHELD(Subject(dataset=name), learners=who, where=()) for name, who in late.items())
    assert [note.facts.get("datasets", note.about.dataset) for note in notes] == [("iris", "wine"), "glass"]


def test_numbers_of_pairs_do_not_keep_notes_apart():
    pairs = [("x", "y"), ("x", "z")]
    alike = [NOT_NORMAL(pairs=(pair,), p=0.01 + at / 100, n=9) for at, pair in enumerate(pairs)]
    alone = OUTLIERS(pairs=(("y", "z"),), far=1, n=9)
    first, second = over_pairs([*alike, alone], of=3)
    assert (first.code, first.facts["pairs"], first.facts["of"]) == ("comparison.not_normal", tuple(pairs), 3)
    assert "2 of 3 pairs: x and y; x and z" in str(first)
    assert second is alone
