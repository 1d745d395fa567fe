"""Checklists: every item is declared once, what is filled in is what the study knows, and every form can be written."""

import json

import pytest

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.cli.verbs.report import CHECKLIST_NAMES
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.references import references
from bakeoff.publication import study_knowledge as known
from bakeoff.publication.checklists import ALL, CHECKLISTS
from bakeoff.publication.knowledge_words import WORDS

# How many items the published checklists have: Science Advances 10, eadk3452, table 1; BMJ 385, e078378, table 1 (27 items, 52 with their parts);
# the questions of the NeurIPS 2025 checklist.
COUNTS = {"reforms": 32, "tripod-ai": 52, "neurips": 16}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "<b>study.bakeoff"
    design = bo.Study(
        datasets="iris", learners={"rule <i>": "one-rule", "majority": "majority"}, scheme="2-fold", title="Flowers <script>", seed=7,
    )  # fmt: skip
    design.run(path, workers=1, progress=False).close()
    with bo.open(path) as results:
        yield results


def test_the_shell_knows_the_checklists():
    assert CHECKLIST_NAMES == CHECKLISTS.names


@pytest.mark.parametrize("declared", ALL, ids=lambda declared: declared.name)
def test_items_are_declared_once(declared):
    numbers = [item.number for item in declared.items]
    assert len(numbers) == COUNTS[declared.name]
    assert len(set(numbers)) == len(numbers)
    assert declared.reference in references()
    assert all(item.asks.endswith(".") for item in declared.items)
    assert all(item.known or item.yours for item in declared.items)


def test_tripod_has_27_numbers():
    assert {"".join(filter(str.isdigit, item.number)) for item in CHECKLISTS["tripod-ai"].items} == set(
        map(str, range(1, 28))
    )


def test_every_fact_has_words_and_an_origin():
    asked = {fact for declared in ALL for item in declared.items for fact in item.known}
    assert asked == set(WORDS) == set(known.KNOWLEDGE)


def test_what_is_filled_in_is_what_the_study_knows(study):
    filled = {answer.item.number: answer for answer in study.checklist("reforms").items}
    assert dict(filled["3e"].facts)[known.DATA][0].rows == 150
    assert dict(filled["3e"].facts)[known.DATA][0].fingerprint == study.design.domains[0].card.fingerprint
    assert filled["3e"].state == "known"
    assert filled["3e"].left == ""
    assert filled["5c"].text.endswith("2 splits per data set, the same for every learner (seed 7).")
    assert filled["1b"].state == "yours"
    assert filled["1b"].text == ""
    assert filled["5e"].state == "yours"  # nothing was tuned
    assert filled["7c"].facts[0][1].test == study.compare().judgement.choice.test


def test_the_state_of_a_fact_that_is_not_there(study):
    """Without other conditions item 8a is the authors' alone."""
    answer = next(answer for answer in study.checklist("reforms").items if answer.item.number == "8a")
    assert (answer.facts, answer.state) == ((), "yours")


@pytest.mark.parametrize("name", CHECKLIST_NAMES)
def test_every_form(study, name, tmp_path):
    filled = study.checklist(name)
    page = filled.write(tmp_path / "a.html").read_text()
    assert "Flowers &lt;script&gt;" in page
    assert "<script>" not in page.replace("<script>window", "").split("<body", 1)[1].split("</main>")[0]
    assert "| 1" in filled.write(tmp_path / "a.md").read_text()
    assert r"\begin{tabular}" in filled.write(tmp_path / "a.tex").read_text()
    body = json.loads(filled.write(tmp_path / "a.json").read_text())
    assert body["schema"] == "bakeoff.checklist/1"
    assert [item["number"] for item in body["items"]] == [item.number for item in CHECKLISTS[name].items]
    assert {item["state"] for item in body["items"]} == {"known", "partly", "yours"}
    text = str(filled)
    assert all(f"  {item.number}  {item.asks}" in text for item in CHECKLISTS[name].items)
    with pytest.raises(BadInput, match="cannot tell the form"):
        filled.write(tmp_path / "a.docx")


def test_an_unknown_checklist(study):
    with pytest.raises(UnknownName, match="did you mean 'reforms'"):
        study.checklist("reform")


def run(*words):
    with pytest.raises(SystemExit) as left:
        cli.main(list(words))
    return left.value.code


def test_in_the_shell(study, tmp_path, capsys):
    assert run("report", str(study.path), "--checklist", "neurips") == 0
    assert "NeurIPS paper checklist for Flowers" in capsys.readouterr().out
    assert run("report", str(study.path), "--checklist", "neurips", "--json") == 0
    assert json.loads(capsys.readouterr().out)["checklist"] == "neurips"
    assert run("report", str(study.path), "--checklist", "neurips", "-o", str(tmp_path / "c.md")) == 0
    assert "16 items" in capsys.readouterr().out
    assert run("report", str(study.path), "--checklist", "neurips", "--summary") == 2
    (tmp_path / "t.csv").write_text("data,a,b\nx,1,2\n")
    assert run("report", str(tmp_path / "t.csv"), "--checklist", "neurips") == 2


def test_folders_of_a_machine_are_not_published():
    assert known.source_name("/srv/anna/a.csv") == "a.csv"
    assert known.source_name(r"C:\anna\a.csv") == "a.csv"
