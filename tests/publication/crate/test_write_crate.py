"""A crate: its files, their checksums, the metadata of each, and what is refused."""

import csv
import hashlib
import json
import zipfile

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "small.bakeoff"
    rng = np.random.default_rng(0)
    rows = {"a": rng.normal(size=40).tolist(), "=b/..": rng.normal(size=40).tolist(), "y": rng.normal(size=40).tolist()}
    numbers = bo.load(pd.DataFrame(rows), target="y", name="nums/../x")
    bo.Study(datasets="iris", learners=["majority", "one-rule"], scheme="2-fold", title="Small").run(
        path, workers=1, progress=False
    ).close()
    other = path.with_name("numbers.bakeoff")
    bo.Study(datasets=[numbers], learners=["mean", "median"], scheme="2-fold").run(
        other, workers=1, progress=False
    ).close()
    with bo.open(path) as results, bo.open(other) as regression:
        yield results, regression


def graph_of(folder):
    document = json.loads((folder / "ro-crate-metadata.json").read_text())
    assert document["@context"] == "https://w3id.org/ro/crate/1.1/context"
    return {entity["@id"]: entity for entity in document["@graph"]}


def test_the_metadata_describe_every_file(study, tmp_path):
    folder = study[0].crate(tmp_path / "crate")
    graph = graph_of(folder)
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    assert files == {name for name, entity in graph.items() if entity["@type"] == "File"} | {"ro-crate-metadata.json"}
    for name in files - {"ro-crate-metadata.json"}:
        content = (folder / name).read_bytes()
        assert graph[name]["identifier"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
        assert graph[name]["contentSize"] == str(len(content))
    parts = {part["@id"] for part in graph["./"]["hasPart"]}
    assert parts == (files - {"ro-crate-metadata.json"}) | {"data/iris/"}


def test_every_link_leads_somewhere(study, tmp_path):
    graph = graph_of(study[0].crate(tmp_path / "crate", authors=["Anna Ă. <b>"]))

    def links(value):
        if isinstance(value, dict):
            yield from [value["@id"]] if set(value) == {"@id"} else []
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from links(part)

    for entity in graph.values():
        for link in links(entity):
            assert link in graph or link.startswith("https://w3id.org/ro/crate/"), link
    assert graph["./"]["author"] == {"@id": "#author-1"}
    assert graph["#author-1"]["name"] == "Anna Ă. <b>"


def test_the_licence_is_unknown_until_it_is_stated(study, tmp_path):
    graph = graph_of(study[0].crate(tmp_path / "crate"))
    assert graph[graph["./"]["license"]["@id"]]["name"] == "Licence unknown"
    data = json.loads((tmp_path / "crate" / "data" / "iris" / "croissant.json").read_text())
    assert data["license"].startswith("unknown")
    address = "https://creativecommons.org/licenses/by/4.0/"
    graph = graph_of(study[0].crate(tmp_path / "other", license=address))
    assert graph["./"]["license"] == {"@id": address}
    assert json.loads((tmp_path / "other" / "data" / "iris" / "croissant.json").read_text())["license"] == address


def test_croissant_describes_the_file_beside_it(study, tmp_path):
    folder = study[0].crate(tmp_path / "crate") / "data" / "iris"
    data = json.loads((folder / "croissant.json").read_text())
    (file,) = data["distribution"]
    assert file["sha256"] == hashlib.sha256((folder / file["contentUrl"]).read_bytes()).hexdigest()
    rows, columns = data["recordSet"]
    with (folder / "target.csv").open() as lines:
        table = list(csv.DictReader(lines))
    assert [field["source"]["extract"]["column"] for field in rows["field"]] == list(table[0])
    assert [line["target"] for line in table].count("setosa") == 50
    assert [row["columns/name"] for row in columns["data"]] == [
        column.name for column in study[0].ledger.dataset("iris").columns
    ]


def test_numbers_and_strange_names(study, tmp_path):
    folder = study[1].crate(tmp_path / "crate")
    (home,) = (folder / "data").iterdir()
    assert home.parent == folder / "data"
    assert "/" not in home.name
    data = json.loads((home / "croissant.json").read_text())
    assert data["recordSet"][0]["field"][1]["dataType"] == "sc:Float"
    assert len((home / "target.csv").read_text().splitlines()) == 41


def test_an_archive_holds_the_same_files(study, tmp_path):
    folder = study[0].crate(tmp_path / "crate")
    with zipfile.ZipFile(study[0].crate(tmp_path / "crate.zip")) as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == {
            file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()
        }
    assert bo.open(folder / "study.bakeoff").compare().headline == study[0].compare().headline


def test_what_is_refused(study, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("")
    (tmp_path / "file").write_text("")
    for path, words in (
        (tmp_path / "full", "not an empty folder"),
        (tmp_path / "file", "not an empty folder"),
        (tmp_path / "no" / "x", "no directory"),
        (tmp_path / "no" / "x.zip", "no directory"),
    ):
        with pytest.raises(BadInput, match=words):
            study[0].crate(path)
    with pytest.raises(BadInput, match="named by its address"):
        study[0].crate(tmp_path / "x", license="MIT")
    with pytest.raises(BadInput, match="several names in a list"):
        study[0].crate(tmp_path / "x", authors="Anna")


def run(*words):
    with pytest.raises(SystemExit) as left:
        cli.main(list(map(str, words)))
    return left.value.code


def test_in_the_shell(study, tmp_path, capsys):
    file = study[0].path
    assert run("export", file, "--crate", tmp_path / "c.zip", "--author", "Anna", "--json") == 0
    assert json.loads(capsys.readouterr().out)["files"] == [str(tmp_path / "c.zip")]
    assert run("export", file) == 2
    assert "name --output, --crate or --mlflow" in capsys.readouterr().err
    assert run("export", file, "-o", tmp_path / "a", "--crate", tmp_path / "b") == 2
    assert run("export", file, "-o", tmp_path / "a", "--author", "Anna") == 2
    assert run("export", file, "--crate", tmp_path / "b", "--plan") == 2
    assert run("export", file, "--crate", tmp_path / "b", "--experiment", "x") == 2
