"""A verdict is worded once: print, notebook, page, Markdown, LaTeX, summary, JSON and the terminal have the same sentences."""

import html as escapes
import json
import re

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.comparisons.wording.verdict_text import verdict_text
from tests.helpers.findings import make_findings

GOOD = [0.91, 0.82, 0.93, 0.84, 0.95, 0.86, 0.97, 0.88, 0.89, 0.90]
CLOSE = [0.915, 0.818, 0.931, 0.842, 0.947, 0.863, 0.969, 0.879, 0.893, 0.897]
POOR = [0.71, 0.72, 0.73, 0.64, 0.75, 0.66, 0.77, 0.68, 0.60, 0.61]
TRUTH = [1] * 10 + [0] * 10

CASES = {
    "two": lambda: bo.compare({"a": GOOD, "b": POOR}, rows="datasets", measure="accuracy"),
    "open": lambda: bo.compare({"a": GOOD, "b": CLOSE}, rows="runs"),
    "three": lambda: bo.compare({"a": GOOD, "b": CLOSE, "c": POOR}, rows="datasets"),
    "folds": lambda: bo.compare({"a": GOOD, "b": POOR}, rows="folds", scheme="10-fold"),
    "baseline": lambda: bo.compare({"a": GOOD, "b": CLOSE, "c": POOR}, rows="datasets", baseline="c"),
    "models": lambda: bo.compare_predictions(TRUTH, {"a": TRUTH, "b": [1, 0] * 10}),
}


def plain(text):
    """Without tags, marks of Markdown and commands of LaTeX."""
    text = escapes.unescape(re.sub(r"(?s)<style.*?</style>|<script.*?</script>|<svg.*?</svg>|<[/a-z][^>]*>", "", text))
    text = re.sub(r"\$(-|<|>|\\pm)\$", r"\1", text.replace("\\", "").replace("~", " ").replace("*", ""))
    text = text.replace("{}", "").replace("textless", "<").replace("textgreater", ">").replace("textpm", "±")
    return re.sub(r"\s+", " ", text.replace("−", "-").replace("$", ""))


@pytest.mark.parametrize("case", CASES)
def test_every_form_has_the_same_sentences(case, tmp_path):
    made = CASES[case]()
    text = verdict_text(made.judgement)
    forms = {"print": str(made), "notebook": made._repr_html_(), "summary": made.summary()}
    for suffix in ("html", "md", "tex"):
        made.report(tmp_path / f"report.{suffix}")
        forms[suffix] = (tmp_path / f"report.{suffix}").read_text(encoding="utf-8")
    for name, form in forms.items():
        for sentence in (text.headline, *(fact for _, fact in text.facts)):
            assert plain(sentence) in plain(form), (name, sentence)
    answer = made.to_dict(stability=False)["verdict"]
    assert answer["headline"] == text.headline
    assert answer["sentence"] == text.sentence
    assert text.headline in repr(made)


def test_the_terminal_has_them_too(tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text("data,a,b\n" + "\n".join(f"d{i},{a},{b}" for i, (a, b) in enumerate(zip(GOOD, POOR, strict=True))))
    answer = json.loads(CliRunner().invoke(cli, ["compare", str(table), "--no-stability", "--json"]).stdout)
    printed = re.sub(r"\s+", " ", CliRunner().invoke(cli, ["compare", str(table), "--no-stability"]).stdout)
    text = verdict_text(bo.compare(str(table)).judgement)
    assert answer["verdict"]["sentence"] == text.sentence
    for name, fact in text.facts:
        assert f"{name}: {fact}" in printed


def test_the_first_screen_is_short_and_the_statistics_come_on_request(tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text("data,a,b\n" + "\n".join(f"d{i},{a},{b}" for i, (a, b) in enumerate(zip(GOOD, POOR, strict=True))))
    first = CliRunner().invoke(cli, ["compare", str(table)]).stdout
    more = CliRunner().invoke(cli, ["compare", str(table), "--notes"]).stdout
    assert len(first.splitlines()) <= 8
    for word in ("Why the Wilcoxon", "statistic =", "pseudo-median", "Effect:"):
        assert word not in first
        assert word in more


def test_undecided_pairs_are_listed_and_the_better_learner_comes_first(tmp_path):
    table = tmp_path / "scores.csv"
    rows = zip(POOR, CLOSE, GOOD, strict=True)
    table.write_text("data,poor,close,good\n" + "\n".join(f"d{i},{a},{b},{c}" for i, (a, b, c) in enumerate(rows)))
    printed = CliRunner().invoke(cli, ["compare", str(table), "--no-stability"]).stdout
    pairs = [
        re.split(r"\s{2,}", line) for line in printed.splitlines() if "better than  " in line or "not shown  " in line
    ]
    assert len(pairs) == 3
    assert all(float(lead) >= 0 for _, _, _, lead, *_ in pairs)
    assert {(first, claim, second) for first, claim, second, *_ in pairs if first != "poor"} == {
        tuple(pair[:3]) for pair in pairs
    }
    assert sum(claim.startswith("not shown") for _, claim, *_ in pairs) == 1


def test_a_study_reads_as_its_comparison():
    findings = make_findings(baseline=None)
    from bakeoff.report.sections.verdict import study_text

    assert study_text(findings) == verdict_text(findings.primary)


@pytest.mark.parametrize(
    ("case", "about"),
    [
        ("two", "The learning methods, on data sets like these (10 data sets)."),
        ("folds", "The learning methods, on data like this data set; other data sets may differ (10 splits)."),
        (
            "models",
            "These models as they were fitted, on rows like these; not the methods that trained them (20 rows).",
        ),
    ],
)
def test_every_verdict_says_what_it_is_about(case, about):
    assert dict(verdict_text(CASES[case]().judgement).facts)["What it is about"] == about
