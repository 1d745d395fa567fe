"""Every term of the lecture notes is explained, as printed, in lower case and in the plural."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.api.explain import TERMS
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS
from bakeoff.core.errors import AmbiguousName, BadInput, UnknownName
from bakeoff.core.symbols import unnamed

PRINTED = Path(__file__).with_name("terms.txt").read_text(encoding="utf-8").splitlines()
WORDS = {"Σ_i", "Σ_k", "max_k", "log_2"}


@pytest.mark.parametrize("term", PRINTED)
def test_a_term_of_the_notes_is_explained(term: str) -> None:
    found = bo.explain(term)
    assert found.title
    assert found.facts.get("command") or found.facts.get("example")
    for spelling in (
        term.lower(),
        term.upper(),
        term.replace("-", " "),
        f"{term}s" if term[-1].islower() and term[-1] != "s" else term,
    ):
        assert bo.explain(spelling).name == found.name, spelling


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("MAE", "mae"), ("NLPD", "nlpd"), ("AUC", "roc_auc"), ("F1", "f1"), ("McNemar", "mcnemar"), ("t-test", "paired_t"), ("Acc", "accuracy"),
        ("Prec", "precision"), ("Rec", "recall"), ("F", "f1"), ("Info S", "information_score"), ("TP rate", "recall"), ("ROC area", "roc_auc"),
        ("f-measure", "f1"), ("aupr", "pr_auc"), ("ss_res", "rss"), ("welch", "unpaired_t"), ("anova", "rm_anova"), ("z", "z_value"),
        ("10-fold", "kfold"), ("fbeta(2)", "fbeta(2)"), ("F-beta(2)", "fbeta(2)"), ("Cohen’s kappa", "kappa"), ("matrices of confusion", None),
    ],
)  # fmt: skip
def test_names_as_typed(typed: str, name: str | None) -> None:
    if name is None:
        with pytest.raises(UnknownName, match="did you mean 'confusion_matrix'"):
            bo.explain(typed)
    else:
        assert bo.explain(typed).name == name


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("grid serch", "grid_search"), ("search over a grid", "grid_search"), ("determination", "r2"), ("zone of uncertainty", "uncertainty_zone"),
        ("tests of a hypothesis", "hypothesis_testing"), ("fredman", "friedman"),
    ],
)  # fmt: skip
def test_what_is_proposed_is_near_in_meaning(typed: str, near: str) -> None:
    with pytest.raises(UnknownName, match=repr(near)) as refused:
        bo.explain(typed)
    assert "brier" not in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "explain needs a name"), ("   ", "explain needs a name"), (None, "explain needs a name"), (7, "explain needs a name"),
        ("qwertz", "list what there is"),
    ],
)  # fmt: skip
def test_what_is_no_name_gets_one_sentence(typed: object, words: str) -> None:
    with pytest.raises(BadInput, match=words) as refused:
        bo.explain(typed)  # type: ignore[arg-type]  # on purpose
    assert "\n" not in str(refused.value)


def test_a_name_that_two_tests_have_is_a_question() -> None:
    with pytest.raises(AmbiguousName, match="'two_proportions' or 'wald'; write one of these names"):
        bo.tests["z-test"]


def test_the_formula_names_its_symbols() -> None:
    assert "p_o: observed agreement" in str(bo.explain("kappa"))
    assert "c10" in str(bo.explain("mcnemar"))
    assert "SS_res" in bo.explain("R^2").facts["symbols"]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_a_term_is_declared_completely(term) -> None:
    assert term.title
    assert term.text
    assert term.reference
    assert not unnamed(term.formula, term.symbols, WORDS)
    if term.example.startswith("bakeoff ") and term.example != "bakeoff exchange --help":
        _, verb, *rest = shlex.split(term.example)
        known = {option for given in VERBS[verb].load().params for option in (*given.opts, *given.secondary_opts)}
        assert {word for word in rest if word.startswith("--")} <= known


@pytest.mark.parametrize("entry", ["mcnemar", "kappa", "kfold", "page_hinkley"])
def test_what_a_catalogue_holds_is_printed_as_it_is_explained(entry: str) -> None:
    catalogue = next(shelf for shelf in (bo.tests, bo.measures, bo.schemes, bo.detectors) if entry in shelf)
    shown = str(catalogue[entry])
    assert shown == str(bo.explain(entry))
    assert shown == CliRunner().invoke(cli, ["explain", entry]).stdout.rstrip("\n")
    assert " at 0x" not in shown + repr(catalogue[entry])
    assert "<table>" in catalogue[entry]._repr_html_()


def test_json_and_the_command_say_the_same() -> None:
    body = json.loads(CliRunner().invoke(cli, ["explain", "Grid Search", "--json"]).stdout)
    assert (body["kind"], body["name"]) == ("term", "grid_search")
    assert bo.explain("grid search").to_dict().items() <= body.items()


def test_an_entry_in_two_catalogues_names_the_other() -> None:
    assert "see also" in str(bo.explain("lift"))
    assert "label permutation" in str(bo.explain("Permutation Test"))
