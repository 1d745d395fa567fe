"""Terminal, --json, HTML, Markdown, LaTeX, the report's JSON and Python give the same facts about one comparison."""

import csv
import html
import json
import re

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

import bakeoff as bo
from bakeoff.cli.main import cli

GROUPS, ROWS = 12, 6  # of equal size, so that a t-interval of group means is an oracle


def _table():
    rng = np.random.default_rng(5)
    rows = []
    for group in range(GROUPS):
        level = rng.normal(0, 1)
        for row in range(ROWS):
            hit = [int(rng.random() < 1 / (1 + np.exp(-(level + shift)))) for shift in (1.0, 0.2)]
            loss = [round(float(abs(level + rng.normal(0, 0.4)) + shift), 4) for shift in (0.2, 0.5)]
            rows.append((f"r{group}.{row}", f"g{group}", round(float(rng.uniform(0.2, 3)), 3), *hit, *loss))
    return rows


def _write(path, head, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([head, *rows])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("tables")
    rows, rng = _table(), np.random.default_rng(6)
    truth = rng.integers(0, 2, len(rows)).tolist()
    for name, part in (("hits", slice(3, 5)), ("losses", slice(5, 7))):
        _write(made / f"{name}.csv", ["row", "nb", "tree"], [(row[0], *row[part]) for row in rows])
        _write(made / f"{name}_g.csv", ["row", "patient", "nb", "tree"], [(*row[:2], *row[part]) for row in rows])
        _write(made / f"{name}_w.csv", ["row", "w", "nb", "tree"], [(row[0], row[2], *row[part]) for row in rows])
        _write(made / f"{name}_gw.csv", ["row", "patient", "w", "nb", "tree"], [(*row[:3], *row[part]) for row in rows])
    _write(
        made / "long.csv",
        ["question", "seed", "learner", "score"],
        [
            (row[0], seed, name, round(value + rng.normal(0, 0.1), 4))
            for row in rows
            for seed in range(3)
            for name, value in (("nb", row[5]), ("tree", row[6]))
        ],
    )
    answers = [[true if hit else 1 - true for hit in row[3:5]] for row, true in zip(rows, truth, strict=True)]
    _write(
        made / "predictions.csv",
        ["row", "patient", "w", "y", "nb", "tree"],
        [(*row[:3], true, *answer) for row, true, answer in zip(rows, truth, answers, strict=True)],
    )
    _write(made / "runs.csv", ["nb", "tree"], [row[5:7] for row in rows[:8]])
    return made


SETTINGS = {
    "hits": "hits.csv --item row --measure accuracy",
    "hits in groups": "hits_g.csv --item row --groups patient --measure accuracy",
    "weighted hits": "hits_w.csv --item row --sample-weight w --measure accuracy",
    "weighted hits in groups": "hits_gw.csv --item row --groups patient --sample-weight w --measure accuracy",
    "losses": "losses.csv --item row --measure mae",
    "losses in groups": "losses_g.csv --item row --groups patient --measure mae",
    "weighted losses": "losses_w.csv --item row --sample-weight w --measure mae",
    "weighted losses in groups": "losses_gw.csv --item row --groups patient --sample-weight w --measure mae",
    "averaged runs": "long.csv --item question --runs seed --measure mae",
    "independent runs": "runs.csv --rows runs --measure mae",
    "splits": "runs.csv --rows folds --test-share 0.25 --measure mae",
    "another level": "losses_g.csv --item row --groups patient --measure mae --alpha 0.1",
    "predictions": "predictions.csv --truth y --pred nb,tree",
    "predictions in groups": "predictions.csv --truth y --pred nb,tree --row row --groups patient",
    "weighted predictions": "predictions.csv --truth y --pred nb,tree --row row --sample-weight w",
    "F1 in groups": "predictions.csv --truth y --pred nb,tree --row row --groups patient --positive 1 --measure f1",
    "rows seen several times": "predictions.csv --truth y --pred nb,tree --row patient",
}


def _run(folder, typed, *more):
    name, *options = typed.split()
    done = CliRunner().invoke(cli, ["compare", str(folder / name), *options, *map(str, more)])
    assert done.exit_code == 0, done.output
    return done.stdout


def _plain(text):
    """The text of a page, of Markdown or of LaTeX without its marks."""
    text = html.unescape(re.sub(r"<[^>]*>", " ", text))
    text = re.sub(r"\\textbf\{([^{}]*)\}|\*\*", lambda found: found[1] or "", text)
    text = text.replace("{}", "").replace("$-$", "−").replace("{[}", "[").replace("{]}", "]")
    return re.sub(r"\s+", " ", re.sub(r"\\([^a-zA-Z])", r"\1", text))


def _mean_cells(report, learners):
    """Of each learner the text and the number of its score in the report's JSON."""
    (section,) = (one for one in report["sections"] if one["name"] in ("score-matrix", "test-set-scores", "scores"))
    (table,) = (one for one in section["blocks"] if one["kind"] == "table")
    titles = [one["title"] if isinstance(one, dict) else one for one in table["columns"]]
    if titles[0] == "Learner":
        return {row[0]["text"]: row[1] for row in table["rows"]}, table
    mean = next(row for row in table["rows"] if row[0]["text"] == "Mean")
    return {name: mean[titles.index(name)] for name in learners}, table


def _pair_row(report):
    """The one pair of the report, by the titles of its table."""
    tables = [block for section in report["sections"] for block in section["blocks"] if block["kind"] == "table"]
    (table,) = (one for one in tables if one["columns"][0] == "Pair")
    titles = [re.sub(r" \(.*", "", one) for one in table["columns"]]
    return dict(zip(titles, [cell["text"] for cell in table["rows"][0]], strict=True))


def _near(text, number, factor):
    """Whether the text is the number rounded to the places that it shows."""
    value = float(text.replace("−", "-"))
    places = len(text.split(".")[1]) if "." in text else 0
    return abs(value - number * factor) <= 0.5000001 * 10**-places


@pytest.mark.parametrize("name", SETTINGS)
def test_all_forms_of_a_comparison_give_the_same_numbers(folder, tmp_path, name):
    typed = SETTINGS[name]
    paths = {kind: tmp_path / f"report.{kind}" for kind in ("json", "html", "md", "tex")}
    answer = json.loads(_run(folder, typed, "--no-stability", "--json", "-o", paths["json"]))
    terminal = _run(folder, typed, "--no-stability", "-o", paths["html"])
    for kind in ("md", "tex"):
        _run(folder, typed, "--no-stability", "-o", paths[kind])
    scores, (pair,) = answer["scores"], answer["pairs"]
    assert set(scores) == {"nb", "tree"}
    assert all(one["n"] == answer["n"] for one in scores.values())
    difference = scores[pair["a"]]["value"] - scores[pair["b"]]["value"]
    assert pair["difference"] == pytest.approx(difference, rel=1e-9)

    report = json.loads(paths["json"].read_text(encoding="utf-8"))
    cells, table = _mean_cells(report, scores)
    factor = 100 if answer["measure"] in ("accuracy", "f1") else 1
    notes = " ".join(table["notes"])
    for learner, score in scores.items():
        assert cells[learner]["value"] == score["value"]
        value, low, high = re.fullmatch(r"(\S+) \[(\S+), (\S+)\]", cells[learner]["text"]).groups()
        shown = zip((value, low, high), ("value", "low", "high"), strict=True)
        assert all(_near(text, score[part], factor) for text, part in shown)
        assert score["method"] in notes
        (line,) = (
            one.split() for one in terminal.splitlines() if one.split()[:1] == [learner] and len(one.split()) == 4
        )
        assert all(_near(text, score[part], 1) for text, part in zip(line[1:], ("value", "low", "high"), strict=True))
        assert score["method"] in " ".join(terminal.split())
    sign = -1 if pair["difference"] < 0 else 1
    ends = sorted(sign * pair[part] * factor for part in ("low", "high"))
    gap = _pair_row(report)
    lead = next(text for title, text in gap.items() if title.startswith("Ahead"))
    assert _near(lead, sign * pair["difference"], factor)
    low, high = gap["Interval"].strip("[]").split(", ")
    assert _near(low, ends[0], 1)
    assert _near(high, ends[1], 1)
    level = f"{100 * next(iter(scores.values()))['level']:.4g}%"
    assert level in notes
    p = f"p = {pair['p_value']:.2f}".replace("0.", ".") if pair["p_value"] >= 0.1 else None
    for text in (_plain(paths[kind].read_text(encoding="utf-8")) for kind in ("html", "md", "tex")):
        for learner, score in scores.items():
            assert cells[learner]["text"] in text.replace(" [", " ["), (learner, name)
            assert score["method"] in text
        assert p is None or p in text
        assert lead in text
        assert gap["Interval"] in text
        assert str(answer["n"]) in text
    assert p is None or p in terminal
    assert answer["verdict"]["headline"] in re.sub(r"\s+", " ", terminal)


@pytest.mark.parametrize("name", ["hits_g", "hits_gw", "hits_w"])
def test_python_gives_what_the_shell_gives_and_what_measure_gives(folder, name):
    columns = _columns(folder / f"{name}.csv")
    options = {"groups": "patient"} if "patient" in columns else {}
    options |= {"sample_weight": "w"} if "w" in columns else {}
    made = bo.compare(columns, item="row", measure="accuracy", **options)
    weight = None if "w" not in columns else np.array(columns["w"], float)
    hits = np.array(columns["nb"], int)
    assert made.scores["nb"].value == pytest.approx(np.average(hits, weights=weight))
    alone = bo.measure(
        np.ones(len(hits), int), hits, labels=[0, 1], positive=1, measures=["accuracy"], groups=columns.get("patient"),
        sample_weight=weight,
    )["accuracy"]  # fmt: skip
    seen = made.scores["nb"]
    assert (seen.value, seen.low, seen.high, seen.method) == (alone.value, alone.low, alone.high, alone.method)


def _columns(path):
    with path.open(encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    return {name: [row[at] for row in rows] for at, name in enumerate(head)}


def test_the_interval_of_a_learner_counts_groups_as_a_t_interval_of_group_means_does(folder):
    columns = _columns(folder / "losses_g.csv")
    made = bo.compare(columns, item="row", groups="patient", measure="mae")
    values = np.array(columns["nb"], float).reshape(GROUPS, ROWS).mean(axis=1)
    low, high = stats.t.interval(0.95, GROUPS - 1, values.mean(), stats.sem(values))
    seen = made.scores["nb"]
    assert (seen.value, seen.low, seen.high) == pytest.approx((values.mean(), low, high))
    assert "splits" not in seen.method
    rows = np.array(columns["nb"], float)
    assert seen.half_width > 1.2 * (stats.sem(rows) * stats.t.ppf(0.975, len(rows) - 1))


def test_a_score_of_one_group_or_without_spread_has_no_interval_and_says_why():
    flat = bo.compare({"a": [0.5, 0.5, 0.5, 0.5], "b": [0.4, 0.3, 0.6, 0.5]}, rows="rows").scores["a"]
    assert np.isnan(flat.low)
    assert "zero variance between rows" in flat.warnings[0]


def test_means_over_data_sets_have_no_interval_and_mixed_units_no_mean():
    plain = bo.compare({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.5]}, measure="accuracy", rows="datasets")
    assert plain.scores["a"].value == pytest.approx(0.8)
    assert np.isnan(plain.scores["a"].low)
    assert bo.compare({"a": [2.57, 54.87, 3.0], "b": [2.6, 55.0, 3.1]}, measure="rmse", rows="datasets").scores == {}


def test_a_pair_taken_out_of_a_table_keeps_its_groups_and_weights():
    from bakeoff.comparisons.evidence.types import ScoreMatrix

    matrix = ScoreMatrix(
        names=("a", "b", "c"), blocks=("1", "2"), values=np.eye(2, 3), groups=np.array(["p", "q"]), weight=np.array([1.0, 2.0])
    )  # fmt: skip
    pair = matrix.of_learners("a", "c")
    assert pair.groups.tolist() == ["p", "q"]
    assert pair.weight.tolist() == [1.0, 2.0]
