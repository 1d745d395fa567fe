"""`compare`, `test` and `--require` take the file of a study."""

import json

import pytest


def test_a_study_is_compared_as_its_report_has_it(bakeoff, study):
    done = bakeoff("compare", study, "--no-stability")
    assert done.exit_code == 0, done.output
    assert "2 data sets are too few" in done.stdout
    body = json.loads(bakeoff("compare", study, "--measure", "kappa", "--dataset", "iris", "--json").stdout)
    assert (body["measure"], body["n"]) == ("kappa", 5)


@pytest.mark.parametrize(("required", "code"), [("tree>zero", 0), ("zero>tree", 4)])
def test_a_requirement_on_a_data_set_of_a_study(bakeoff, study, required, code):
    done = bakeoff("compare", study, "--dataset", "iris", "--require", required, "--no-stability")
    assert done.exit_code == code, done.output
    assert ("was not shown" in done.stderr) == (code == 4)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("compare", "study.bakeoff", "--alpha", "0.1"), "--alpha is not for the results of a study"),
        (("compare", "study.bakeoff", "--dataset", "irsi"), "did you mean 'iris'?"),
        (("compare", "study.bakeoff", "study.bakeoff"), "one file with the results of a study"),
        (("run", "--require", "a"), "a requirement is written A>B, not 'a'"),
        (("test", "sign", "s.csv", "--dataset", "iris"), "--dataset names a data set of a study"),
    ],
)
def test_what_a_study_does_not_take(bakeoff, study, words, told):
    done = bakeoff(*words)
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_significance_test_reads_the_scores_of_a_study(bakeoff, study):
    over = bakeoff("test", "wilcoxon", study)
    assert over.exit_code == 0, over.output
    assert "n = 2" in over.stdout
    splits = bakeoff("test", "corrected_t", study, "--dataset", "iris", "--measure", "kappa")
    assert "1/n + 0.25" in splits.stdout
    assert "corrected_t does" in bakeoff("test", "sign", study, "--dataset", "iris").stderr


def test_a_run_that_must_show_something(bakeoff, study):
    done = bakeoff("run", "-q", "--require", "tree>zero")
    assert done.exit_code == 4  # two data sets cannot show it
    assert "required tree > zero was not shown" in done.stderr
    assert bakeoff("run", "-q").exit_code == 0
