"""Pages of all kinds of studies: what makes sense for each, in plain words."""

import ast
import re
import shlex
from dataclasses import replace
from math import nan
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.shown_numbers import mixed_scales
from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.question import Question
from bakeoff.core.notes import Subject
from bakeoff.core.text import capital
from bakeoff.measures.measure import Direction
from bakeoff.report.figures import scatter_picture
from bakeoff.report.render import html, latex, markdown
from bakeoff.report.render.json import as_object
from bakeoff.report.sections.confusions import confusion_table, confusion_words, confusions
from bakeoff.report.sections.costs import times_table
from bakeoff.report.sections.differences import against_reference, over_datasets
from bakeoff.report.sections.methods import figures_of, reproduce_blocks
from bakeoff.report.sections.overview import disagreement, rank_table
from bakeoff.report.sections.scores import FITTED, TableOptions, marks_of, score_table
from bakeoff.report.sections.verdict import no_verdict
from bakeoff.report.tables.plain_text import to_html
from bakeoff.study.analysis.findings import CpuTime
from bakeoff.study.answers import AnswerPlots, Confusion
from bakeoff.study.facts.measure_orders import measure_orders
from bakeoff.study.notes import NO_COMPARISON, UNITS_WAITING, WITHHELD
from tests.helpers.findings import LEARNERS, compose, compose_judgement, failure, make_findings


def timed(findings, seconds):
    """The same findings with these times of its learners on every data set."""
    return replace(
        findings,
        times=tuple(
            CpuTime(dataset=data.name, learner=learner.name, seconds=spent)
            for data in findings.card.datasets
            for learner, spent in zip(findings.card.learners, seconds, strict=True)
        ),
    )


def test_times_in_fitting_units_and_the_fastest_in_bold():
    table = times_table(timed(make_findings(datasets=["Glass"]), (0.25, 90.0, 7200.0, nan)))
    assert [cell.text for cell in table.rows[0].cells] == ["Glass", "0.25 s", "1.5 min", "2.0 h", "–"]
    assert [cell.bold for cell in table.rows[0].cells] == [False, True, False, False, False]
    assert "Processor time" in table.notes[0]


def test_no_table_where_no_time_was_taken():
    findings = make_findings(datasets=["Glass"])
    assert times_table(timed(findings, (nan,) * 4)) is None
    assert times_table(replace(findings, times=())) is None


def test_score_table_with_times_in_parentheses():
    table = score_table(timed(make_findings(), (0.25, 90.0, 7200.0, 3.0)), look=TableOptions(times=True))
    assert table.rows[0].cells[2].text.endswith("(1.5 min)")
    assert any("processor time" in note for note in table.notes)


def test_tally_without_a_baseline_is_against_the_best_on_each_data_set():
    findings = make_findings(baseline=None)
    row = next(row for row in score_table(findings).rows if row.cells[0].text.startswith("●/–/○"))
    assert "worse than the best on each data set, – neither" in marks_of(findings, "accuracy").note
    counts = np.array([[int(one) for one in cell.text.split("/")] for cell in row.cells[1:]])
    assert (counts.sum(axis=1) == 10).all()
    assert counts[:, 2].sum() == sum(mark.symbol == "○" for mark in findings.marks)


def test_any_number_of_planned_pairs_has_signs_of_its_own():
    pairs = [(a, b) for at, a in enumerate(LEARNERS) for b in LEARNERS[at + 1 :]]
    pairs += [(b, a) for a, b in pairs[:2]]
    signs = marks_of(make_findings(baseline=None, pairs=tuple(pairs)), "accuracy")
    assert "a SVM and NB; b AdaBoost and NB" in signs.note
    assert not signs.counted
    assert max(map(len, signs.at.values())) > 1
    assert 'class="mark many"' in to_html(score_table(make_findings(baseline=None, pairs=tuple(pairs))))


def test_a_table_without_any_mark_says_so():
    findings = make_findings(datasets=["Contact Lenses", "Hepatitis"], baseline=None)
    still = replace(findings, marks=tuple(replace(mark, symbol="") for mark in findings.marks))
    assert marks_of(still, "accuracy").note.startswith("No difference to the best on each data set is shown")


def test_two_learners_have_nothing_adjusted_and_no_top_three():
    findings = make_findings(learners=("NB", "SVM"), baseline=None)
    text = markdown.render(compose(findings))
    assert "adjusted by none" not in text
    assert "adjusted p" not in text
    assert "p-values not adjusted" not in text  # there is nothing to adjust for
    assert [column.title for column in rank_table(findings, measure_orders(findings)).columns] == [
        "Learner",
        "Accuracy",
        "Cohen's kappa",
        "First",
    ]
    assert disagreement(measure_orders(findings)).startswith(("Both measures", "2 measures"))


def test_a_learner_that_is_first_by_all_measures_is_no_disagreement():
    findings = make_findings(baseline=None)
    ranks = [(1.0, 2.0, 3.0, 4.0), (1.5, 1.5, 3.0, 4.0), (1.0, 2.0, 3.0, 4.0), (4.0, 3.0, 2.0, 1.0)]
    judged = [
        replace(one, ranks=replace(one.ranks, mean_ranks=own))
        for one, own in zip(findings.judgements, ranks, strict=True)
    ]
    said = disagreement(measure_orders(replace(findings, judgements=tuple(judged))))
    assert said == "All 3 measures name the same learner first: NB, shared with SVM by log loss."


def test_captions_are_told_once():
    text = markdown.render(compose(make_findings()))
    for figure in re.findall(r"\*\*Figure: .*", text):
        sentences = re.split(r"(?<=\.) ", figure)
        assert len(sentences) == len(set(sentences)), figure


def test_a_study_file_is_made_again_by_commands():
    code = reproduce_blocks(make_findings(toml="../my study; rm -rf x.toml", datasets=["Glass"]))
    run = code.text.splitlines()[1]
    assert shlex.split(run) == ["bakeoff", "run", "my study; rm -rf x.toml", "-o", "my study; rm -rf x.bakeoff"]


def test_bundled_data_and_hidden_classes_of_scikit_learn_are_written_as_they_run():
    findings = make_findings(toml="", datasets=["Glass"])
    (glass,) = findings.card.datasets
    first, *others = findings.card.learners
    search = '{"estimator": {"class": "sklearn.model_selection.HalvingGridSearchCV", "params": {}}}'
    card = replace(
        findings.card,
        datasets=(replace(glass, name="wine", source="scikit-learn's wine"),),
        learners=(replace(first, settings=search), *others),
    )
    text = reproduce_blocks(replace(findings, card=card)).text
    assert "    datasets=[bo.load('wine')]," in text
    assert text.index("import enable_halving_search_cv") < text.index("import sklearn.model_selection")


def test_a_study_described_in_python_is_made_again_in_python():
    code = reproduce_blocks(make_findings(toml="", datasets=["Glass"], baseline="NB"))
    assert code.language == "python"
    assert "bakeoff run" not in code.text
    assert "scheme='kfold(10, repeats=2)'" in code.text
    assert "baseline='NB'" in code.text
    assert "'SVM': sklearn.x.SVM(" in code.text


def test_what_is_to_be_typed_again_is_python_that_makes_the_same_learners():
    tuned = GridSearchCV(make_pipeline(StandardScaler(), SVC()), {"svc__C": [1, 10]}, cv=3)
    learners = {"tuned": tuned, "bare": bo.Majority(), "rule": bo.OneRule(bucket=4)}
    spec = bo.Study(datasets=["iris"], learners=learners, scheme="3-fold").spec
    card = make_findings(toml="", datasets=["Glass"], baseline=None)
    cards = tuple(replace(card.card.learners[0], name=one.name, settings=one.settings) for one in spec.learners)
    code = reproduce_blocks(replace(card, card=replace(card.card, learners=cards)))
    tree = ast.parse(code.text)
    made = next(one.value for one in ast.walk(tree) if isinstance(one, ast.keyword) and one.arg == "learners")
    calls = {key.value: ast.unparse(value) for key, value in zip(made.keys, made.values, strict=True)}
    assert calls["bare"] == "bo.Majority()"
    assert calls["rule"] == "bo.OneRule(bucket=4)"
    assert "estimator=sklearn.pipeline.Pipeline(" in calls["tuned"]
    assert "error_score=float('nan')" in calls["tuned"]
    homes = {name.name for one in ast.walk(tree) if isinstance(one, ast.Import) for name in one.names}
    assert {"sklearn.pipeline", "sklearn.svm", "sklearn.preprocessing", "sklearn.model_selection"} <= homes


def test_one_learner_has_a_result_and_no_verdict():
    findings = make_findings(datasets=["Glass"])
    alone = replace(
        findings,
        card=replace(findings.card, learners=findings.card.learners[:1], baseline=None),
        cells=tuple(one for one in findings.cells if one.learner == "NB"),
        judgements=(),
        per_dataset=(),
        marks=(),
        notes=(NO_COMPARISON(Subject(measure="accuracy"), reason="there is one learner only", left_out=()),),
    )
    head = no_verdict(alone)
    assert head.title == "Result"
    assert re.search(r"the accuracy is 70\.63% \(95% interval [\d.]+ to [\d.]+\)\.", "".join(map(str, head.parts)))
    report = compose(alone)
    assert "warnings" not in [one.name for one in report.sections] or "one learner only" not in markdown.render(report)


def test_withheld_comparisons_say_why_once():
    findings = make_findings(failures=(failure(),))
    why = WITHHELD(Subject(measure="accuracy"), learners=("SVM",), where=())
    text = markdown.render(compose(replace(findings, notes=(why, UNITS_WAITING(waiting=1, planned=2)), judgements=())))
    assert f"**No verdict.** {capital(str(why))}" in text
    assert text.count("omparison is withheld") == 1


def test_more_learners_than_data_sets_go_down_the_page():
    assert score_table(make_findings(datasets=["Glass"]), look=FITTED).columns[0].title == "Data set"
    many = tuple(f"learner {at}" for at in range(9))
    findings = make_findings(datasets=["Glass", "Anneal"], learners=many, baseline=None)
    table = score_table(findings, look=FITTED)
    assert table.columns[0].title == "Learner"
    assert len(table.rows) == 9
    assert times_table(findings).columns[0].title == "Learner"
    matrix = next(
        block
        for section in compose(findings).sections
        for block in section.blocks
        if getattr(block, "caption", "").startswith("Every pair")
    )
    assert [column.title for column in matrix.columns[1:]] == [str(at) for at in range(1, 10)]
    assert matrix.rows[0].cells[0].text.startswith("1 ")


def test_a_single_split_has_no_false_digits():
    findings = make_findings(datasets=["Glass"])
    bare = tuple(
        replace(one, standard_error=nan, sd=nan, estimate=replace(one.estimate, low=nan, high=nan))
        for one in findings.cells
    )
    table = score_table(replace(findings, cells=bare))
    assert table.rows[0].cells[1].text == "70.6"


def test_ordered_classes_are_told_in_steps():
    seen = Confusion(
        dataset="grades", learner="a", classes=("low", "middle", "high"), splits=1,
        matrix=np.array([[8, 2, 0], [1, 8, 1], [3, 2, 5]]),
    )  # fmt: skip
    assert confusion_words(seen, ordered=True) == (
        "30% of high predicted as low, 20% of low as middle, 20% of high as middle; 90% of all rows lie within one step"
    )
    table = confusion_table(seen, ordered=True)
    assert [row.cells[-1].text for row in table.rows] == ["100.0%", "100.0%", "70.0%"]
    assert table.columns[-1].title == "within one step"
    assert confusion_table(seen).columns[-1].title == "recall"


def test_of_many_classes_the_worst_are_listed():
    k = 40
    matrix = np.diag(np.full(k, 20))
    matrix[3, 7], matrix[3, 3], matrix[9, 1] = 15, 5, 4
    seen = Confusion(dataset="d", learner="x", classes=tuple(f"c{at}" for at in range(k)), matrix=matrix, splits=2)
    (fold,) = confusions(AnswerPlots(confusions=(seen,)), "x")
    assert fold.title.startswith("d: 75% of c3 predicted as c7")
    pairs, classes = fold.blocks
    assert [cell.text for cell in pairs.rows[0].cells] == ["c3", "c7", "15", "75%"]
    assert [cell.text for cell in classes.rows[0].cells] == ["c3", "20", "25%"]
    assert len(pairs.rows) == 2


@pytest.fixture(scope="module")
def errors():
    """Errors of three regressors on targets in very different units."""
    rng = np.random.default_rng(1)
    scale = np.array([1.0, 2.0, 400.0, 3.0, 90.0, 1.5])
    values = scale[:, None] * (1 + np.array([0.0, 0.1, 0.3]) + rng.normal(0, 0.03, (6, 3)))
    names, blocks = ("a", "b", "c"), tuple(f"set {at}" for at in range(6))
    return judge(
        ScoreMatrix(names=names, blocks=blocks, values=values, direction=Direction.LOWER),
        Question(evidence=DATASETS, measure="rmse"),
    )


def test_targets_in_different_units(errors):
    assert mixed_scales(errors)
    page = markdown.render(compose_judgement(errors, "Errors"))
    assert "of a relative to b: pseudo-median −" in page.replace("\n", " ")
    assert "dominate the mean" not in page
    unnamed = judge(errors.matrix, Question(evidence=DATASETS))
    assert "dominate the mean" in markdown.render(compose_judgement(unnamed, "Errors"))
    svg = scatter_picture(errors, "a", "b").svg
    assert ">100<" in svg  # powers of ten at the ticks


def test_where_ratios_were_compared_dots_and_bars_are_percentages(errors):
    drawn = against_reference(errors)
    reference = errors.matrix.values[:, 0]
    for line, other in zip(drawn.lines, (1, 2), strict=True):
        assert np.allclose(line.dots, 100 * (errors.matrix.values[:, other] / reference - 1))
        assert line.dots.min() <= line.low + 1e-9 < line.value < line.high <= line.dots.max() + 1e-9
    assert drawn.axis.endswith("relative to that of a (%)")


def test_where_ratios_were_compared_pair_tables_show_percentages(errors):
    report = compose_judgement(errors, "Errors")
    judged = errors.pair("a", "c").pair
    logarithm = judged.difference.value if judged.a == "a" else -judged.difference.value
    shown = f"{100 * np.expm1(logarithm):.1f}%".replace("-", "−")
    page = markdown.render(report)
    assert re.search(rf"\| a vs c \| [^|]+ \| {shown} \| \\\[−[\d.]+%, −[\d.]+%\\\]", page)
    assert "6/0/0" in page
    assert "log ratio" not in page
    assert shown in html.render(report)
    assert shown.replace("−", "$-$").replace("%", r"\%") in latex.render(report)
    cells = [cell for cell in all_cells(as_object(report)) if cell["text"] == shown]
    assert cells
    for cell in cells:  # a program gets what was tested, and is told what it is
        assert cell["value"] == pytest.approx(logarithm)
        assert cell["unit"] == "logarithm of the ratio"


def all_cells(found):
    """Every cell of every table in a JSON report."""
    if isinstance(found, dict):
        rows = found.get("rows", [])
        yield from (cell for row in rows for cell in row)
        for value in found.values():
            yield from all_cells(value)
    elif isinstance(found, list):
        for value in found:
            yield from all_cells(value)


def test_on_one_data_set_the_best_mean_leads_as_the_verdict_says():
    scores = np.array([[0.9, 0.91], [0.9, 0.91], [0.9, 0.91], [0.9, 0.5]])  # b wins more splits, a has the better mean
    matrix = ScoreMatrix(names=("a", "b"), blocks=("1", "2", "3", "4"), values=scores, direction=Direction.HIGHER)
    judged = judge(matrix, Question(evidence=FOLDS, measure="accuracy", test_share=1 / 3))
    assert sort_best_first(judged) == ["a", "b"]
    assert sort_best_first(replace(judged, question=replace(judged.question, evidence=DATASETS))) == ["b", "a"]
    text = markdown.render(compose_judgement(judged, "Splits"))
    assert "Average rank" not in text
    assert re.search(r"\| Mean \| \*\*90\.0", text)


def test_data_sets_that_are_alike_explain_nothing():
    findings = make_findings()
    alike = tuple(replace(one, n_rows=200 + at, n_columns=9, missing_share=0.0, class_counts=(100, 100 + at))
                  for at, one in enumerate(findings.card.datasets))  # fmt: skip
    text = markdown.render(compose(replace(findings, card=replace(findings.card, datasets=alike))))
    assert "too alike in size and classes" in text


def test_differences_in_percent_of_the_other_where_units_differ():
    findings = make_findings(baseline=None)
    plain = over_datasets(findings.per_dataset, "NB", "SVM")
    relative = over_datasets(findings.per_dataset, "NB", "SVM", relative=True)
    means = [judgement.matrix.values.mean(axis=0) for _, judgement in findings.per_dataset]
    for line, share, mean in zip(plain.lines, relative.lines, means, strict=True):
        assert share.value == pytest.approx(line.value / mean[1])  # points are percent of 1 already
    assert relative.rope is None
    assert "(% of the latter)" in relative.axis


def test_where_each_learner_wins():
    text = markdown.render(compose(make_findings()))
    assert "**Where each learner has the best score (not tested)**" in text
    assert re.search(r"\| RandForest \| 5 \|", text)  # Anneal, Contact Lenses (shared), Glass, Hepatitis, Hypothyroid
    assert re.search(r"\| AdaBoost \| 1 \|.*Contact Lenses", text)


def test_predictions_that_were_brought_are_brought_again():
    findings = make_findings()
    cards = list(findings.card.learners)
    cards[2] = replace(cards[2], settings="made elsewhere", imported_from="their file.csv")
    brought = replace(findings, card=replace(findings.card, learners=tuple(cards)))
    lines = reproduce_blocks(brought).text.splitlines()
    assert lines[2] == "bakeoff import study.bakeoff 'their file.csv' --learner AdaBoost"
    assert "the predictions of AdaBoost were made outside this study." in markdown.render(compose(brought))


def test_every_figure_has_a_name_of_its_own():
    names = [one.name for one in figures_of(compose(make_findings()).sections)]
    assert len(names) == len(set(names))
    assert "quality-time" in names


def test_the_page_in_the_docs_is_small_and_tells_of_no_machine():
    page = (Path(__file__).parents[2] / "docs" / "demo" / "report.html").read_text(encoding="utf-8")
    assert len(page.encode()) < 420_000  # figures of every measure of quality are in it
    assert "Where does each learner win?" in page
    assert not re.search(r"/(home|root|tmp|work)/", page)
