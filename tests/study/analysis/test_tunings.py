"""Tunings: what the searches of a study found, split by split: chosen settings, how stable they are, inner beside outer scores."""

from types import SimpleNamespace

from bakeoff.study.analysis.tunings import tuning_notes


def test_settings_that_differ_on_several_data_sets_are_one_note():
    wide = SimpleNamespace(parameter="C", values=(1, 2, 3), spread=0.9, at_low=0, at_high=0)
    cells = [SimpleNamespace(dataset=name, learner="svm", parameters=(wide,), splits=()) for name in ("iris", "wine")]
    (note,) = tuning_notes(cells, SimpleNamespace(learners=()))
    assert str(note) == "The chosen settings of svm differ much between splits on iris and wine (C)."
