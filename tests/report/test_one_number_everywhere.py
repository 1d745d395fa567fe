"""One difference, one number, one order of learners: in the terminal, JSON, CSV, HTML, Markdown, LaTeX and Python, with failures and runs too."""

import csv
import html
import io
import re
from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.cli.output.comparison import comparison_text
from bakeoff.measures.measure import Direction
from bakeoff.report.render import html as html_page, json as json_page, latex, markdown
from bakeoff.report.render.json import PAYLOAD, as_payload

N = 48


def _scores(low: bool = False) -> dict[str, list[float]]:
    rng = np.random.default_rng(2)
    base = rng.uniform(0.5, 0.8, N)
    shifts = {"nb": 0.0, "tree": 0.03, "svm": 0.08}
    made = {name: base + shift + rng.normal(0, 0.04, N) for name, shift in shifts.items()}
    return {name: (1 - values if low else values).round(4).tolist() for name, values in made.items()}


def _rows(**extra: object) -> dict[str, object]:
    return {"row": [f"r{row}" for row in range(N)], **_scores(), **extra}


def _failing() -> dict[str, list[object]]:
    table: dict[str, list[object]] = {name: list(values[:14]) for name, values in _scores().items()}
    table["tree"][3] = table["nb"][5] = "OUT OF MEMORY"
    return {"data": [f"d{row}" for row in range(14)], **table}


def _runs() -> dict[str, list[object]]:
    rng, table = np.random.default_rng(3), _scores()
    rows = [
        (f"q{row}", run, name, round(values[row] + rng.normal(0, 0.02), 4))
        for row in range(20)
        for run in range(3)
        for name, values in table.items()
    ]
    return {name: [row[place] for row in rows] for place, name in enumerate(("question", "run", "learner", "score"))}


def _answers(share: float, seed: int) -> list[int]:
    rng = np.random.default_rng(seed)
    return [int(one if rng.random() < share else 1 - one) for one in TRUTH]


TRUTH = np.random.default_rng(4).integers(0, 2, N).tolist()
ANSWERS = {"nb": _answers(0.6, 5), "tree": _answers(0.75, 6), "svm": _answers(0.9, 7)}
GROUPS = [f"g{row // 4}" for row in range(N)]
WEIGHTS = (np.arange(N) % 5 + 0.5).tolist()

INPUTS = {
    "data sets": lambda: bo.compare({name: values[:14] for name, values in _scores().items()}, rows="datasets", measure="accuracy"),
    "losses": lambda: bo.compare({name: values[:14] for name, values in _scores(low=True).items()}, rows="datasets", measure="error"),
    "failures": lambda: bo.compare(_failing(), measure="accuracy"),
    "splits": lambda: bo.compare({name: values[:10] for name, values in _scores().items()}, rows="folds", scheme="10-fold", measure="accuracy"),
    "independent runs": lambda: bo.compare({name: values[:10] for name, values in _scores().items()}, rows="runs", measure="accuracy"),
    "questions asked several times": lambda: bo.compare(_runs(), item="question", runs="run", learner="learner", value="score", measure="accuracy"),
    "rows": lambda: bo.compare(_rows(), item="row", measure="accuracy"),
    "rows in groups": lambda: bo.compare(_rows(patient=GROUPS), item="row", groups="patient", measure="accuracy"),
    "weighted rows": lambda: bo.compare(_rows(w=WEIGHTS), item="row", sample_weight="w", measure="accuracy"),
    "predictions": lambda: bo.compare_predictions(TRUTH, ANSWERS, "accuracy", n_resamples=200),
    "predictions in groups": lambda: bo.compare_predictions(TRUTH, ANSWERS, "accuracy", groups=GROUPS, n_resamples=200),
    "weighted predictions": lambda: bo.compare_predictions(TRUTH, ANSWERS, "accuracy", sample_weight=WEIGHTS, n_resamples=200),
    "against a baseline": lambda: bo.compare({name: values[:14] for name, values in _scores().items()}, rows="datasets", measure="accuracy", baseline="nb"),
}  # fmt: skip


def _plain(text: str) -> str:
    """The text of a page, of Markdown or of LaTeX without its marks."""
    text = html.unescape(re.sub(r"<[^>]*>", " ", text))
    text = re.sub(r"\\textbf\{([^{}]*)\}|\*\*", lambda found: found[1] or "", text)
    text = text.replace("{}", "").replace("$-$", "−").replace("{[}", "[").replace("{]}", "]").replace("$<$", "<")
    return re.sub(r"\s+", " ", re.sub(r"\\([^a-zA-Z])", r"\1", text))


def _tables(blocks):
    for block in blocks:
        if block["kind"] == "table":
            yield block
        yield from _tables(block.get("blocks", ()))
        for part in block.get("columns", ()) if block["kind"] == "columns" else ():
            yield from _tables(part)
        for item in block["items"] if block["kind"] == "alternatives" else ():
            yield from _tables(item["blocks"])


def _pair_rows(report):
    (table,) = (
        one for section in report["sections"] for one in _tables(section["blocks"]) if one["columns"][0] == "Pair"
    )
    titles = [re.sub(r" \(.*", "", one) for one in table["columns"]]
    return {row[0]["text"]: dict(zip(titles, [cell["text"] for cell in row], strict=True)) for row in table["rows"]}


def _near(text: str, number: float) -> bool:
    value = float(text.lstrip("+").replace("−", "-"))
    places = len(text.split(".")[1]) if "." in text else 0
    return abs(value - number) <= 0.5000001 * 10**-places


@pytest.fixture(params=INPUTS)
def made(request):
    return INPUTS[request.param]()


def test_every_form_gives_the_same_differences_and_one_order(made):
    answer, report = made.to_dict(stability=False), made.composed("x")
    pages = {"html": html_page.render(report), "md": markdown.render(report), "tex": latex.render(report)}
    plain = {kind: _plain(text) for kind, text in pages.items()}
    blocks = json_page.as_object(report)
    rows, lines = _pair_rows(blocks), list(csv.DictReader(io.StringIO(made.to_csv())))
    assert len(answer["pairs"]) == len(lines) == len(made.pairs)
    for pair, line, judged in zip(answer["pairs"], lines, made.pairs, strict=True):
        assert judged.verdict.difference.value == pytest.approx(pair["difference"])
        for part in ("difference", "low", "high", "p_value", "p_adjusted"):
            assert float(line[part]) == pytest.approx(pair[part])
        a, b = pair["a"], pair["b"]
        row = rows.get(f"{a} vs {b}") or rows[f"{b} vs {a}"]
        sign = 1 if row["Pair"] == f"{a} vs {b}" else -1
        sign *= -1 if made.judgement.matrix.direction is Direction.LOWER else 1  # how far the first is ahead
        assert _near(row["Ahead"], 100 * sign * pair["difference"])
        low, high = sorted(100 * sign * pair[part] for part in ("low", "high"))
        assert all(
            _near(text, end) for text, end in zip(row["Interval"].strip("[]").split(", "), (low, high), strict=True)
        )
        for text in plain.values():
            assert row["Ahead"] in text
            assert row["Interval"] in text
    if answer["scores"] and all(score["low"] is not None for score in answer["scores"].values()):
        terminal = comparison_text(made, stability=False, why=False)
        for name, score in answer["scores"].items():
            assert made.scores[name].value == score["value"]
            (line,) = (
                one.split() for one in terminal.splitlines() if one.split()[:1] == [name] and len(one.split()) == 4
            )
            assert _near(line[1], score["value"])


def test_learners_have_one_order_on_a_page(made):
    blocks = json_page.as_object(made.composed("x"))
    (card,) = blocks["lead"]
    order = [one["name"] for one in card["learners"]]
    assert order == sorted(made.ranks, key=made.ranks.get)
    for section in blocks["sections"]:
        for table in _tables(section["blocks"]):
            names = [title for title in table["columns"] if title in order] or [
                row[0]["text"] for row in table["rows"] if row[0]["text"] in order
            ]
            if len(names) == len(order):
                assert names == order, (section["name"], table["caption"])


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Several data sets, repeats, and a learner of counts that fails where a column is negative."""
    learners = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0), "counts": MultinomialNB()}
    drawn = [bo.make("overlap", n=60, seed=seed) for seed in range(6)]
    datasets = [
        replace(data, name=f"overlap{seed}", features=np.abs(data.features) if seed else data.features - 9)
        for seed, data in enumerate(drawn)
    ]
    study = bo.Study(
        datasets=datasets,
        learners=learners,
        scheme="kfold(2, repeats=2)",
        measures=["accuracy", "mcc"],
        policy="worst",
    )
    with study.run(tmp_path_factory.mktemp("one") / "s.bakeoff", workers=1) as made:
        yield made


def test_a_study_with_failures_and_repeats_gives_the_same_numbers_everywhere(results):
    payload = as_payload(results.findings_by("accuracy", *PAYLOAD))
    report = results.composed()
    blocks = json_page.as_object(report)
    shown = {
        (one["dataset"], one["learner"]): one["value"] for one in payload["scores"] if one["measure"] == "accuracy"
    }
    frame = results.scores("accuracy", kind="plain")
    assert payload["units"]["failed"] == len(results.findings.failures) > 0
    (section,) = (one for one in blocks["sections"] if one["name"] == "scores")
    table = next(one for one in _tables(section["blocks"]) if one["columns"][0] == "Data set")
    page = _plain(html_page.render(report))
    for row in table["rows"]:
        for learner, cell in zip(table["columns"][1:], row[1:], strict=True):
            value = shown.get((row[0]["text"], learner))
            if value is None or "value" not in cell:
                continue
            own = [
                one
                for dataset, name, one in zip(frame["dataset"], frame["learner"], frame["value"], strict=True)
                if (dataset, name) == (row[0]["text"], learner)
            ]
            assert cell["value"] == pytest.approx(value)
            assert np.mean(own) == pytest.approx(value)
            assert cell["text"].split(" ")[0].strip("*") in page
    assert table["columns"][1:] == [one["name"] for one in blocks["lead"][0]["learners"]]


def test_the_baseline_and_the_checks_are_the_same_everywhere(results):
    payload, report = as_payload(results.findings_by("accuracy", *PAYLOAD)), results.composed()
    checks = results.findings.checks
    assert payload["checks"] == json_page.as_object(report)["checks"] == checks.as_dict()
    line = next(text for name, text in report.lead[0].facts if name == "Baseline")
    value = next(one["value"] for one in payload["baselines"] if one["measure"] == "accuracy")
    assert _near(re.search(r"class: ([\d.]+)%", line)[1], 100 * value)
    for text in (
        markdown.render(report),
        html_page.render(report),
        latex.render(report),
        str(results),
        results.summary(),
    ):
        assert line.split(";")[0] in _plain(text).replace("`", "")
        for note in checks.notes[:3]:
            assert note.code in _plain(text)
