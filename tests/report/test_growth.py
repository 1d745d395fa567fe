"""The sections on learning curves, tuning curves and scaling: words, tables, pictures, files."""

import json
from dataclasses import replace
from math import nan

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.estimates.over_splits.learning_curve import learning_curve
from bakeoff.estimates.over_splits.power_law import power_law
from bakeoff.report.render import html, json as json_form, latex, markdown
from bakeoff.report.sections.costs import scaling_csv
from bakeoff.report.sections.learning_curves import learning_csv
from bakeoff.report.sections.tuning import tuning_csv
from bakeoff.report.tables.plain_text import to_csv
from bakeoff.report.write import write
from bakeoff.study.analysis.curves.learning import CostPoint, LearningCrossing, Scaling
from bakeoff.study.analysis.curves.tuning_curves import families_of
from bakeoff.study.analysis.stored_design import LearnerCard
from bakeoff.study.facts.study_facts import CROSSINGS, FAMILIES, LEARNING, SCALING
from tests.helpers.findings import compose

SIZES = [20, 50, 100, 200]


def curve(dataset, learner, means, *, spread=0.01):
    noise = np.linspace(-spread, spread, 10)
    scores = [[mean + one * (1 + at / 7) for one in noise] for at, mean in enumerate(means)]
    made = learning_curve(SIZES, scores, test_share=1 / 9, bounds=(0.0, 1.0))
    points = tuple(replace(one, seconds=one.size / 1e3, peak_bytes=one.size * 1e5) for one in made.points)
    return replace(made, points=points, dataset=dataset, learner=learner, measure="accuracy")


def crossing(dataset="Iris", *, clear=True):
    return LearningCrossing(dataset=dataset, early="a", late="b", below=20, above=50, clear=clear)


def scaled(learner, costs, *, cost="fit_seconds", within=True):
    points = tuple(CostPoint(dataset="Iris", size=size, cost=one) for size, one in zip(SIZES, costs, strict=True))
    law = power_law(SIZES, costs)
    return Scaling(learner=learner, cost=cost, within=within, points=points, law=law)


@pytest.fixture
def grown(findings):
    data, learners = findings.card.datasets[0].name, [one.name for one in findings.card.learners]
    curves = tuple(curve(data, name, [0.6, 0.7, 0.75, 0.9 - at / 100]) for at, name in enumerate(learners))
    scaling = tuple(scaled(name, [0.02, 0.05, 0.1, 0.2]) for name in learners)
    card = replace(findings.card, train_sizes=(0.1, 0.25, 0.5))
    return (
        replace(findings, card=card)
        .with_fact(LEARNING, curves)
        .with_fact(CROSSINGS, (crossing(data),))
        .with_fact(SCALING, scaling)
    )


def test_without_evidence_there_are_no_sections(findings):
    names = [one.name for one in compose(findings).sections]
    assert not {"learning", "tuning"} & set(names)


def test_every_form_has_the_sections(grown):
    report = compose(grown)
    assert "learning" in [one.name for one in report.sections]
    for text in (html.render(report), markdown.render(report), latex.render(report), json_form.render(report)):
        assert "More data would likely help" in text
        assert "Curves cross on" in text
        assert "Growth with the number of training rows" in text
    assert json.loads(json_form.render(report))
    page = html.render(report)
    assert "learning.csv" in page
    assert "scaling.csv" in page


def test_the_methods_say_how_the_curves_were_made(grown):
    assert "nested, stratified subsets of the training rows (10%, 25% and 50%)" in markdown.render(compose(grown))


def test_files_hold_everything(grown):
    lines = to_csv(learning_csv(grown)).splitlines()
    assert lines[0].startswith("dataset,learner,measure,rows,mean")
    assert len(lines) == 1 + 4 * len(grown.of(LEARNING))
    assert len(to_csv(scaling_csv(grown)).splitlines()) == 1 + 4 * len(grown.of(SCALING))


def test_a_family_is_shown_with_its_caveat(findings):
    from bakeoff.measures import measure_named

    cards = []
    for at, card in enumerate(findings.card.learners):
        params = {"class": "sklearn.KNN", "params": {"k": 3**at}}
        cards.append(LearnerCard(name=card.name, settings=json.dumps({"estimator": params}), preparation=""))
    families = tuple(families_of(cards, findings.cells, measure_named(findings.card.primary)))
    assert len(families) == 1
    found = findings.with_fact(FAMILIES, families)
    text = markdown.render(compose(found))
    assert "## 1" in text
    assert "is peeking, and the score is optimistic" in text
    assert "tuning.csv" in html.render(compose(found))
    assert to_csv(tuning_csv(found)).splitlines()[1].startswith("KNN,k,1,")


def test_a_hole_is_a_dash_with_its_reason(grown):
    first = grown.of(LEARNING)[0]
    hole = replace(
        first.points[0], score=replace(first.points[0].score, value=nan, low=nan, high=nan), note="5 of 5 splits failed"
    )
    broken = grown.with_fact(LEARNING, (replace(first, points=(hole, *first.points[1:])), *grown.of(LEARNING)[1:]))
    assert "with 20 rows: 5 of 5 splits failed" in markdown.render(compose(broken))


def test_names_are_harmless(grown):
    bad = "<script>alert(1)</script>"
    first = replace(grown.of(LEARNING)[0], learner=bad)
    page = html.render(
        compose(
            grown.with_fact(LEARNING, (first, *grown.of(LEARNING)[1:])).with_fact(
                CROSSINGS, (replace(crossing(), early=bad),)
            )
        )
    )
    assert "<script>alert" not in page


def test_figures_of_a_paper(grown, tmp_path):
    write(lambda: compose(grown), tmp_path / "r.md", figures=tmp_path / "figures", paper="8.4cm")
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    assert {"learning-0.pdf", "learning-0.svg", "learning-0.png", "scaling-time.pdf"} <= names
    assert "STIXGeneral" in (tmp_path / "figures" / "learning-0.svg").read_text(encoding="utf-8")
    page = html.render(compose(grown))
    assert "STIXGeneral" not in page


def test_a_width_without_a_directory_is_refused(grown, tmp_path):
    with pytest.raises(BadInput, match="name a directory"):
        write(lambda: compose(grown), tmp_path / "r.md", paper="column")


def test_latex_knows_every_sign(grown):
    assert "U+" not in latex.render(compose(grown))
