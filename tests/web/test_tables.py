"""Pasted tables: how they are read, what is asked, and that the verdict is that of `bo.compare`."""

import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.web.predictions import PredictionsQuestion, answer_predictions, understand_predictions
from bakeoff.web.tables import TableQuestion, answer_table, understand_table

CSV = "dataset,nb,svm\na,.81,.86\nb,.71,.75\nc,.92,.95\nd,.65,.70\ne,.77,.79\nf,.83,.84\ng,.59,.66\n"
PLAIN = {"dataset": list("abcdefg"), "nb": [.81, .71, .92, .65, .77, .83, .59], "svm": [.86, .75, .95, .70, .79, .84, .66]}  # fmt: skip


def _rows():
    return list(zip(*PLAIN.values(), strict=True))


def _with(separator, number=str, head="", foot=""):
    lines = [separator.join(["dataset", "nb", "svm"])]
    lines += [separator.join([name, number(a), number(b)]) for name, a, b in _rows()]
    return head + "\n".join(lines) + foot


def _comma(value):
    return str(value).replace(".", ",")


LATEX = (
    "\\begin{tabular}{lrr}\n\\toprule\ndataset & nb & svm \\\\\n\\midrule\n"
    + "".join(f"{name} & {a} & \\textbf{{{b}}} \\\\\n" for name, a, b in _rows())
    + "\\bottomrule\n\\end{tabular}\n"
)
MARKDOWN = "| dataset | nb | svm |\n|---|---|---|\n" + "".join(f"| {n} | {a} | **{b}** |\n" for n, a, b in _rows())
LONG = "learner,dataset,accuracy\n" + "".join(f"nb,{n},{a}\nsvm,{n},{b}\n" for n, a, b in _rows())
TABLES = {
    "csv": CSV,
    "excel": _with("\t"),
    "excel with decimal commas": _with("\t", _comma),
    "semicolons": _with(";"),
    "semicolons with decimal commas": _with(";", _comma),
    "percent signs": _with(",", lambda x: f"{100 * x:.0f}%"),
    "plus and minus": _with(",", lambda x: f"{x} ± 0.02"),
    "stars": _with(",", lambda x: f"{x}*"),
    "markdown": MARKDOWN,
    "latex": LATEX,
    "long": LONG,
    "windows line ends": CSV.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("origin", TABLES)
def test_a_pasted_table_gets_the_verdict_of_compare(origin):
    question = TableQuestion(content=TABLES[origin].encode(), rows="datasets", direction="higher")
    scale = 100 if origin == "percent signs" else 1
    table = PLAIN | {name: [scale * one for one in PLAIN[name]] for name in ("nb", "svm")}
    want = bo.compare(table, direction="higher")
    made = answer_table(question)
    assert made["claim"] == want.verdict.claim.value
    assert made["learners"] == ["nb", "svm"]
    got = made["json"]["pairs"][0]
    assert got["p_value"] == pytest.approx(want.pairs[0].pair.result.p_value, abs=1e-12)
    assert got["difference"] == pytest.approx(want.pairs[0].pair.difference.value, abs=1e-9)
    assert "<script" not in made["article"]
    assert made["methods"].startswith("We compared ")
    assert made["bibtex"].startswith("@")
    assert made["csv"].splitlines()[0] == "a,b,difference,low,high,p_value,p_adjusted,claim"


def test_the_page_asks_only_what_the_table_does_not_say():
    assert understand_table(TableQuestion(content=CSV.encode())).asks == ["direction"]
    assert understand_table(TableQuestion(content=LONG.encode())).asks == []
    ones = "question,a,b\n" + "".join(f"q{i},{i % 2},{int(i % 3 == 0)}\n" for i in range(30))
    seen = understand_table(TableQuestion(content=ones.encode()))
    assert seen.asks == ["rows", "direction"]
    assert "which may be test rows, data sets or runs" in seen.why
    stated = understand_table(TableQuestion(content=ones.encode(), rows="rows", direction="higher"))
    assert stated.asks == []


def test_missing_cells_and_ids_are_named():
    seen = understand_table(TableQuestion(content=b"id,dataset,nb,svm\n1,a,.8,\n2,b,.7,.9\n3,c,.6,.7\n"))
    assert seen.missing == ["svm on a"]
    assert seen.learners == ["nb", "svm"]
    assert seen.others == ["id", "dataset"]


def test_asking_again_lists_the_claims_that_changed():
    before = TableQuestion(content=CSV.encode(), rows="datasets", direction="higher")
    after = TableQuestion.of_form(CSV.encode(), {"rows": "datasets", "direction": "higher", "alpha": "0,001"})
    made = answer_table(after, before)
    assert made["changes"] == [{"pair": "nb and svm", "before": "svm better", "after": "undecided"}]
    same = answer_table(before, before)
    assert same["changes"] == []
    assert same["compared"]


def test_learners_and_rows_can_be_left_out():
    three = "dataset,nb,svm,tree\n" + "".join(f"{n},{a},{b},{a}\n" for n, a, b in _rows())
    question = TableQuestion(
        content=three.encode(), rows="datasets", direction="higher", without_learners=("tree",), without_blocks=("a",)
    )
    made = answer_table(question)
    assert made["learners"] == ["nb", "svm"]
    assert "a" not in made["blocks"]
    want = bo.compare({name: values[1:] for name, values in PLAIN.items()}, direction="higher")
    assert made["json"]["pairs"][0]["p_value"] == want.pairs[0].pair.result.p_value


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ({"without_learners": ["svm"]}, BadInput),
        ({"without_learners": ["none"]}, UnknownName),
        ({"without_blocks": ["z"]}, UnknownName),
        ({"without_blocks": list("abcdefg")}, BadInput),
        ({"alpha": "small"}, BadInput),
        ({"test": "wilcoxn"}, BadInput),
    ],
)
def test_wrong_questions_get_one_sentence(form, kind):
    with pytest.raises(kind) as caught:
        answer_table(TableQuestion.of_form(CSV.encode(), {"rows": "datasets", "direction": "higher"} | form))
    assert "\n" not in str(caught.value)


PREDICTIONS = "truth,a,b\n" + "".join(
    f"{'yes' if i % 2 else 'no'},{'yes' if i % 3 else 'no'},{'yes' if i % 2 else 'no'}\n" for i in range(60)
)


def test_predictions_get_measures_and_the_verdict_of_compare_predictions():
    seen = understand_predictions(PredictionsQuestion(content=PREDICTIONS.encode()))
    assert seen["truth"] == "truth"
    assert seen["classes"] == ["no", "yes"]
    assert seen["rows"] == 60
    question = PredictionsQuestion(content=PREDICTIONS.encode(), truth="truth", learners=("a", "b"), positive="yes")
    made = answer_predictions(question)
    truth = ["yes" if i % 2 else "no" for i in range(60)]
    want = bo.compare_predictions(truth, {"a": ["yes" if i % 3 else "no" for i in range(60)], "b": truth}, "accuracy")
    assert len(made["panels"]) == 2
    assert made["json"]["verdict"]["claim"] == want.verdict.claim.value
    assert made["json"]["pairs"][0]["p_value"] == want.pairs[0].pair.result.p_value


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"truth": "truth"},
        {"truth": "truth", "learners": ["truth"]},
        {"truth": "trut", "learners": ["a"]},
        {"truth": "truth", "learners": ["a"], "positive": "maybe"},
        {"truth": "truth", "learners": ["a"], "outputs": "guesses"},
    ],
)
def test_wrong_columns_get_one_sentence(form):
    with pytest.raises(BadInput) as caught:
        answer_predictions(PredictionsQuestion.of_form(PREDICTIONS.encode(), form))
    assert "\n" not in str(caught.value)


def test_a_table_with_a_row_per_learner_is_turned_after_a_question():
    """The page asks what a column is, and answers as `bo.compare` of the turned table."""
    pasted = b"method,iris,wine,glass,zoo,heart,sonar\nsvm,.9,.8,.9,.8,.9,.7\ntree,.8,.7,.8,.6,.8,.6\n"
    seen = understand_table(TableQuestion(content=pasted))
    assert "columns" in seen.asks
    assert seen.learners == ["svm", "tree"]
    assert seen.blocks[:2] == ["iris", "wine"]
    assert seen.why == "the table has one row for each learner"
    stated = TableQuestion(content=pasted, columns="datasets", direction="higher", rows="datasets")
    assert "columns" not in understand_table(stated).asks
    assert answer_table(stated)["sentence"].startswith("svm is better than tree on a typical data set.")


def test_columns_that_name_classes_of_the_truth_are_taken_for_predictions():
    content = b"id,truth,old,new,note\n1,a,a,b,x\n2,b,b,,x\n3,a,b,a,a\n"
    seen = understand_predictions(PredictionsQuestion(content=content))
    assert seen["learners"] == ["old", "new"]
    numbers = b"truth,m\n1.5,1.4\n2.5,2.6\n"
    assert understand_predictions(PredictionsQuestion(content=numbers))["learners"] == []
