"""`bo.table` and `bo.sampling`: the same numbers in Python and in the shell, tables, pictures, one sentence for bad input."""

import json

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName


def shell(*words):
    done = CliRunner().invoke(cli, [*words, "--json"])
    assert done.exit_code == 0, done.output
    assert CliRunner().invoke(cli, list(words)).exit_code == 0
    return json.loads(done.stdout)


def test_rainy_days():
    """The third lecture notes: 2 of 4 days at 25 % are .21; 5 and 8 of 20 are .20 and .06."""
    assert round(bo.table("binomial", n=4, p=0.25, k=[2]).values[0][0], 2) == 0.21
    made = shell("table", "binomial", "--n", "20", "--p", ".25", "--k", "5,8")
    assert [round(row[0], 2) for row in made["values"]] == [0.2, 0.06]
    found = bo.table("binomial", n=20, p=0.25, k=[5, 8])
    assert [list(row) for row in found.values] == made["values"]
    assert found.columns == ("P(X = k)", "P(X <= k)", "P(X >= k)")
    assert "<table" in found._repr_html_()
    assert r"\toprule" in found.to_latex()


@pytest.mark.parametrize("name", ["t", "z", "chi2", "sign", "wilcoxon", "q", "z-cumulative", "z-from-zero", "z-upper"])
def test_every_table_has_both_doors(name):
    made = shell("table", name)
    found = bo.table(name)
    assert json.loads(json.dumps(found.to_dict()).replace("NaN", "null")) == {
        k: v for k, v in made.items() if k != "schema"
    }
    assert str(found).splitlines()[0] == found.made.title
    with pytest.raises(NotApplicable, match="binomial"):
        found.plot()


def test_a_statistic():
    made = shell("table", "t", "--row", "9", "--statistic", "2.262")
    assert made["areas"] == bo.table("t", rows=[9], statistic=2.262).areas
    assert "between minus it and it" in str(bo.table("z", statistic=1))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"name": "binomial", "n": 4}, "needs --n"),
        ({"name": "t", "n": 4}, "belong to the binomial"),
        ({"name": "binomial", "n": 4, "p": 0.5, "levels": [0.1]}, "no levels"),
        ({"name": "binomial", "n": 4, "p": 0.5, "k": [5]}, "whole numbers from 0 to 4"),
        ({"name": "t", "rows": [1, 2], "statistic": 1.0}, "one row"),
    ],
)
def test_what_does_not_go_together_is_refused(words, says):
    with pytest.raises(BadInput, match=says):
        bo.table(**words)
    with pytest.raises(UnknownName, match="did you mean 'wilcoxon'"):
        bo.table("wilcoxn")


def test_coins_and_the_central_limit(tmp_path):
    made = shell("sampling", "--p", ".1", "--n", "10,30,100", "--experiments", "200", "--seed", "2")
    found = bo.sampling(0.1, [10, 30, 100], experiments=200, seed=2)
    assert [one["errors"] for one in made["sizes"]] == [one.errors.tolist() for one in found.experiments]
    gaps = [one["normal_gap"] for one in made["sizes"]]
    assert gaps == sorted(gaps, reverse=True)
    assert "<svg" in found._repr_html_()
    assert str(found).startswith("Errors in the first experiments of 10 rows: ")
    for kind in ("svg", "png", "pdf"):
        file = tmp_path / f"rates.{kind}"
        shell("sampling", "--p", ".5", "--n", "10", "--figure", str(file))
        assert file.stat().st_size > 1000
    with pytest.raises(BadInput, match=r"\.svg, \.pdf or \.png"):
        found.plot().save(tmp_path / "rates.txt")
    with pytest.raises(NotApplicable, match="one number of rows"):
        found.plot(ax=object())
    assert bo.sampling(0.1, 10).plot().ax_.get_xlabel() == "observed rate"
