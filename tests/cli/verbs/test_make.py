"""`bakeoff make`: every domain and stream is written as a file that loads again to the same bits; bad input gets one sentence."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.data.artificial.synthetic import DOMAINS
from bakeoff.streams.made import domains


def call(*arguments):
    return CliRunner().invoke(cli, ["make", *map(str, arguments)])


@pytest.mark.parametrize("name", DOMAINS.names)
@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_domain_loads_again_to_the_same_bits(tmp_path, name, ending):
    path = tmp_path / f"rows.{ending}"
    assert call(name, "--rows", 120, "--seed", 3, "-o", path).exit_code == 0
    data = bo.make(name, n=120, seed=3)
    read = bo.load(path, target="target")
    assert read.spelled_columns() == data.spelled_columns()


@pytest.mark.parametrize("name", domains.names)
def test_a_stream_loads_again_to_the_same_bits(tmp_path, name):
    path = tmp_path / "rows.csv"
    assert (
        call(name, "--rows", 5000, "--seed", 3, "--set", "changes=[2000]", "--set", "noise=0.1", "-o", path).exit_code
        == 0
    )
    stream = bo.make_stream(name, 5000, [2000], noise=0.1, seed=3)
    features, classes = (np.concatenate(parts) for parts in zip(*stream, strict=True))
    read = bo.load(path, target="class", positive=1)
    assert np.array_equal(read.matrix, features)
    assert np.array_equal(np.array(read.classes)[read.target].astype(int), classes)


def test_domains_and_streams_are_listed():
    listed = call()
    assert listed.exit_code == 0
    rows = json.loads(call("--json").stdout)
    for domain in (*rows["domains"], *rows["streams"]):
        assert domain["name"] in listed.stdout


def test_it_says_what_it_wrote(tmp_path):
    path = tmp_path / "flu.csv"
    done = call("flu", "--rows", 50, "--set", "season=winter", "-o", path, "--json")
    assert json.loads(done.stdout)["target"] == "target"
    assert path.read_text().count("\n") == 51
    assert "wrote 50 rows" in call("flu", "--rows", 50, "-o", path).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("flu",), "name the file to write: bakeoff make flu -o flu.csv"),
        (("fluu", "-o", "x.csv"), "no artificial domain or stream called 'fluu'"),
        (("flu", "-o", "x.docx"), "rows are written as"),
        (("flu", "--set", "noise", "-o", "x.csv"), "--set is written KEY=VALUE"),
        (("xor", "--set", "nois=0.1", "-o", "x.csv"), "no parameter of xor called 'nois'; did you mean 'noise'?"),
        (("sea", "--set", "nois=0.1", "-o", "x.csv"), "no parameter of a stream called 'nois'"),
        (("xor", "--rows", 0, "-o", "x.csv"), "n must be a whole number of at least 1"),
        (("nowhere.toml", "-o", "x.csv"), "nowhere.toml"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = call(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr.replace("\n", " ").replace("  ", " ")
    assert not list(tmp_path.iterdir())
