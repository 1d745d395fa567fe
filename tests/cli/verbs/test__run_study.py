"""Running a study for a verb: show what is reused and what runs, run it, print verdict, scores and failures."""

from bakeoff.cli.verbs._run_study import findings_of, scores_text


def test_a_narrow_terminal_gets_the_scores_without_their_errors(study):
    findings = findings_of(study)
    wide, narrow = scores_text(findings, None), scores_text(findings, 40)
    assert "±" in wide
    assert "±" not in narrow
    assert "Best on each data set starred." in narrow
