"""A study in lines of plain text: one line for each measure that was asked for, and what failed."""

import bakeoff as bo
from bakeoff.report.render import markdown
from bakeoff.report.sections.overview import infinite_learners
from bakeoff.report.study_text import measure_lines


def test_an_infinite_log_loss_says_why_and_offers_the_clipped_one(tmp_path):
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    study = bo.Study(
        datasets=["iris"],
        learners={"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()},
        scheme="5-fold",
        measures=["accuracy", "log_loss"],
    )
    with study.run(tmp_path / "s.bakeoff") as results:
        assert infinite_learners(results.findings, "log_loss") == ["tree"]
        line = next(one for one in measure_lines(results.findings) if one.startswith("Log loss"))
        assert "Infinite for tree: a class that occurred had probability 0. Ask for log_loss_clipped instead." in line
        assert line in str(results)
        text = markdown.render(results.composed())
        assert "Ask for log_loss_clipped instead" in text.replace("\\_", "_")
        assert "All 2 measures" not in text
        assert "Both measures name" not in text
