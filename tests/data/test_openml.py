"""OpenML against a local server that replays bytes in its format: nothing here leaves 127.0.0.1."""

import gzip
import json
import threading
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.data.openml import Cache, NotFound, Unreachable, cache_at, download
from bakeoff.data.tasks import MULTICLASS, REGRESSION

IRIS = b"""% 1. Title: Iris Plants Database
@RELATION iris
@ATTRIBUTE sepallength\tREAL
@ATTRIBUTE petalwidth\tREAL
@ATTRIBUTE class\t{Iris-setosa,Iris-versicolor,Iris-virginica}
@DATA
5.1,0.2,Iris-setosa
7.0,1.4,Iris-versicolor
6.3,2.5,Iris-virginica
4.9,0.2,Iris-setosa
"""
PLANTS = b"""@relation plants
@attribute id numeric
@attribute site {n, s}
@attribute height numeric
@attribute yield numeric
@data
1,n,2.5,10.5
2,s,?,11.5
3,n,3.5,12.5
"""
NOTHING = (412, {}, b'{"error":{"code":"372","message":"No results"}}')


class Replay(BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        server.asked.append(self.path)
        status, headers, body = server.routes.get(
            self.path, (412, {}, b'{"error":{"code":"111","message":"Unknown dataset"}}')
        )
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        """Quiet."""


@pytest.fixture
def server(monkeypatch, tmp_path):
    running = ThreadingHTTPServer(("127.0.0.1", 0), Replay)
    running.routes, running.asked = {}, []
    running.url = f"http://127.0.0.1:{running.server_port}"
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    monkeypatch.setenv("BAKEOFF_OPENML", running.url)
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    yield running
    running.shutdown()
    running.server_close()
    thread.join()


def offer(server, number, name, content, *, told=None, headers=None, version=1, sent=None):
    """Put a data set on the server, described as OpenML does."""
    path = f"/data/v1/download/{number}/{name}.arff"
    description = {
        "id": str(number),
        "name": name,
        "version": str(version),
        "description_version": "1",
        "format": "ARFF",
        "upload_date": "2014-04-06T23:23:39",
        "licence": "Public",
        "url": server.url + path,
        "file_id": str(number),
        "default_target_attribute": "class",
        "visibility": "public",
        "status": "active",
        "md5_checksum": md5(content).hexdigest(),
        **(told or {}),
    }
    server.routes[f"/api/v1/json/data/{number}"] = answer({"data_set_description": description})
    server.routes[path] = (200, headers or {}, content if sent is None else sent)


def answer(content):
    return 200, {"Content-Type": "application/json"}, json.dumps(content).encode()


def listed(server, name, *versions, suffix="/status/active"):
    sets = [
        {"did": did, "name": name, "version": version, "status": "active", "format": "ARFF", "file_id": did,
         "quality": [{"name": "NumberOfInstances", "value": "4.0"}]}
        for did, version in versions
    ]  # fmt: skip
    path = f"/api/v1/json/data/list/data_name/{name}/limit/100{suffix}"
    server.routes[path] = answer({"data": {"dataset": sets}}) if sets else NOTHING


def test_by_number(server):
    offer(server, 61, "iris", IRIS)
    data = bo.load("openml:61")
    assert (data.name, data.task, len(data), len(data.columns)) == ("iris", MULTICLASS, 4, 2)
    assert data.classes == ("Iris-setosa", "Iris-versicolor", "Iris-virginica")
    assert data.source == "openml:61"
    assert "OpenML data set 61, version 1" in data.notes


def test_the_second_time_nothing_is_asked(server):
    offer(server, 61, "iris", IRIS)
    first = bo.load("openml:61").fingerprint
    asked = len(server.asked)
    assert bo.load("openml:61").fingerprint == first
    assert bo.load("openml:61", offline=True).fingerprint == first
    assert len(server.asked) == asked


def test_offline_and_not_cached_says_what_to_do(server, tmp_path):
    with pytest.raises(BadInput, match=r"not in the cache .* load it once with offline=False"):
        bo.load("openml:61", offline=True)
    assert not server.asked


def test_a_cache_of_ones_own(server, tmp_path):
    offer(server, 61, "iris", IRIS)
    bo.load("openml:61", cache=tmp_path / "mine")
    stored = sorted(path.name for path in (tmp_path / "mine").rglob("*") if path.is_file())
    assert stored == ["data-61.arff", "data-61.arff.sha256", "data-61.json", "data-61.json.sha256"]


def test_by_name_with_one_version(server):
    offer(server, 61, "iris", IRIS)
    listed(server, "iris", (61, 1))
    data = bo.load("openml:iris")
    assert data.source == "openml:61"
    assert bo.load("openml:iris", offline=True).fingerprint == data.fingerprint


def test_by_name_with_several_versions_asks_which(server):
    offer(server, 969, "iris", IRIS, version=3)
    listed(server, "iris", (969, 3), (61, 1))
    with pytest.raises(BadInput, match=r"2 data sets called 'iris'; choose one: iris@1 \(number 61\), iris@3"):
        bo.load("openml:iris")
    listed(server, "iris", (969, 3), suffix="/data_version/3")
    assert bo.load("openml:iris@3").source == "openml:969"
    offer(server, 11, "iris", IRIS, version=2, told={"status": "deactivated"})
    listed(server, "iris", (11, 2), suffix="/data_version/2/status/deactivated")
    assert "OpenML lists this data set as deactivated" in bo.load("openml:iris@2").notes


def test_a_name_with_odd_characters_is_quoted(server):
    offer(server, 5, "odd", IRIS)
    listed(server, "a%2Fb%20c", (5, 1))
    assert bo.load("openml:a/b c").source == "openml:5"


@pytest.mark.parametrize("spec", ["openml:", "openml:iris@", "openml:iris@new"])
def test_specifications_that_are_not_understood(server, spec):
    with pytest.raises(BadInput, match="write openml:61, openml:iris or openml:iris@1"):
        bo.load(spec)


def test_what_is_not_there(server):
    with pytest.raises(BadInput, match="no data set number 99"):
        bo.load("openml:99")
    listed(server, "ires")
    with pytest.raises(BadInput, match="no data set 'ires'"):
        bo.load("openml:ires")
    offer(server, 7, "gone", IRIS)
    server.routes["/data/v1/download/7/gone.arff"] = (404, {}, b"")
    with pytest.raises(BadInput, match="the file of OpenML's data set 7 is gone"):
        bo.load("openml:7")


def test_a_damaged_download_is_refused_and_not_kept(server, tmp_path):
    offer(server, 61, "iris", IRIS, sent=IRIS.replace(b"5.1", b"5.7"))
    with pytest.raises(BadInput, match="is damaged"):
        bo.load("openml:61")
    assert not list((tmp_path / "cache").rglob("*.arff"))
    offer(server, 61, "iris", IRIS)
    assert len(bo.load("openml:61")) == 4


def test_a_download_that_breaks_off_is_refused(server):
    offer(server, 61, "iris", IRIS, headers={"Content-Length": str(len(IRIS) + 10), "Connection": "close"})
    with pytest.raises(BadInput, match="broke off after"):
        bo.load("openml:61")


def test_a_damaged_cache_is_fetched_again_and_refused_offline(server, tmp_path):
    offer(server, 61, "iris", IRIS)
    first = bo.load("openml:61").fingerprint
    (stored,) = (tmp_path / "cache").rglob("data-61.arff")
    stored.write_bytes(IRIS.replace(b"5.1", b"5.7"))
    with pytest.raises(BadInput, match="not in the cache"):
        bo.load("openml:61", offline=True)
    assert bo.load("openml:61").fingerprint == first


def test_packed_answers_are_unpacked(server):
    offer(server, 61, "iris", IRIS, sent=gzip.compress(IRIS), headers={"Content-Encoding": "gzip"})
    assert len(bo.load("openml:61")) == 4
    offer(server, 62, "iris", IRIS, sent=b"\x1f\x8bnonsense", headers={"Content-Encoding": "gzip"})
    with pytest.raises(BadInput, match="cannot be unpacked"):
        bo.load("openml:62")


def test_redirects_lead_to_the_web_only(server):
    offer(server, 61, "iris", IRIS)
    server.routes["/moved"] = (302, {"Location": server.url + "/data/v1/download/61/iris.arff"}, b"")
    assert download(server.url + "/moved") == IRIS
    for target in ("file:///etc/hostname", "ftp://127.0.0.1/x"):
        server.routes["/away"] = (302, {"Location": target}, b"")
        with pytest.raises(BadInput, match="http or https"):
            download(server.url + "/away")
    with pytest.raises(BadInput, match="http or https"):
        download("file:///etc/hostname")


def test_limits_of_size_packed_and_unpacked(server):
    server.routes["/large"] = (200, {}, b"x" * 5000)
    with pytest.raises(BadInput, match="larger than 1000 bytes"):
        download(server.url + "/large", largest=1000)
    server.routes["/bomb"] = (200, {"Content-Encoding": "gzip"}, gzip.compress(b"x" * 5000))
    with pytest.raises(BadInput, match="larger than 1000 bytes"):
        download(server.url + "/bomb", largest=1000)


def test_trouble_at_the_other_side(server):
    server.routes["/busy"] = (503, {}, b"")
    with pytest.raises(Unreachable, match="answered 503"):
        download(server.url + "/busy")
    with pytest.raises(NotFound) as caught:
        download(server.url + "/unknown")
    assert b"Unknown dataset" in caught.value.body
    with pytest.raises(Unreachable, match="cannot be reached"):
        download("http://127.0.0.1:9/x", seconds=2)


def test_a_known_name_survives_a_server_that_is_down(server):
    offer(server, 61, "iris", IRIS)
    listed(server, "iris", (61, 1))
    bo.load("openml:iris")
    server.routes["/api/v1/json/data/list/data_name/iris/limit/100/status/active"] = (500, {}, b"")
    assert bo.load("openml:iris").source == "openml:61"


@pytest.mark.parametrize("body", [b"<html>hello</html>", b"[1, 2]", b'{"data_set_description": {"name": "x"}}'])
def test_answers_that_are_not_openml(server, body):
    server.routes["/api/v1/json/data/8"] = (200, {}, body)
    with pytest.raises(BadInput, match=r"did not return JSON|names no file"):
        bo.load("openml:8")
    offer(server, 8, "iris", IRIS)
    assert len(bo.load("openml:8")) == 4


@pytest.mark.parametrize("ignored", ["site", ["site"], "site, id"])
def test_target_row_numbers_and_ignored_columns_are_those_of_the_description(server, ignored):
    told = {"default_target_attribute": "yield", "row_id_attribute": "id", "ignore_attribute": ignored}
    offer(server, 70, "plants", PLANTS, told=told)
    data = bo.load("openml:70")
    assert data.task is REGRESSION
    left = {column.name for column in data.columns}
    assert not {"id", "site", "yield"} & left
    assert any(note.startswith("left out, as marked by OpenML: site") for note in data.notes)
    data = bo.load("openml:70", target="site", groups="id")
    assert data.groups.tolist() == [1, 2, 3]


def test_without_a_default_target_the_features_or_the_caller_say(server):
    offer(server, 71, "plants", PLANTS, told={"default_target_attribute": None, "status": "deactivated"})
    with pytest.raises(BadInput, match="no target of its own; set target= to one of 'id'"):
        bo.load("openml:71")
    features = [{"index": "2", "name": "height", "data_type": "numeric", "is_target": "false"},
                {"index": "3", "name": "yield", "data_type": "numeric", "is_target": "true"}]  # fmt: skip
    server.routes["/api/v1/json/data/features/71"] = answer({"data_features": {"feature": features}})
    data = bo.load("openml:71")
    np.testing.assert_array_equal(data.target, [10.5, 11.5, 12.5])
    assert "OpenML lists this data set as deactivated" in data.notes


def test_several_default_targets_ask_which(server):
    offer(server, 72, "plants", PLANTS, told={"default_target_attribute": "height,yield"})
    with pytest.raises(BadInput, match="several targets, height, yield"):
        bo.load("openml:72")
    assert bo.load("openml:72", target="yield").task is REGRESSION


def test_parquet_where_there_is_no_arff(server, tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pa.table({"x": [1.0, 2.0, 3.0], "class": ["a", "b", "a"]}), tmp_path / "t.parquet")
    content = (tmp_path / "t.parquet").read_bytes()
    offer(server, 80, "pq", content, told={"format": "parquet"})
    data = bo.load("openml:80")
    assert (data.classes, len(data), data.frame) == (("a", "b"), 3, "pandas")


def test_where_the_cache_is(monkeypatch, tmp_path):
    monkeypatch.delenv("BAKEOFF_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_at() == tmp_path / "bakeoff"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_at() == tmp_path / ".cache" / "bakeoff"
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "c"))
    assert cache_at() == tmp_path / "c"
    assert cache_at(tmp_path / "d") == tmp_path / "d"


def test_a_cache_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        Cache(tmp_path / "file" / "below").put("x", b"1")


def test_a_write_that_fails_leaves_nothing_behind(tmp_path, monkeypatch):
    cache = Cache(tmp_path)
    cache.put("x", b"old")

    def broken(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(BadInput, match="No space left"):
        cache.put("x", b"new")
    assert cache.get("x") == b"old"
    assert not list(tmp_path.glob(".part-*"))
    monkeypatch.undo()
    cache.drop("x")
    assert cache.get("x") is None


def recorded():
    """Answers of the real OpenML, recorded by scikit-learn for its own tests and installed with it (not copied here)."""
    import sklearn.datasets

    folders = sorted((Path(sklearn.datasets.__file__).parent / "tests" / "data" / "openml").glob("id_*"))
    return [one for one in folders if all(any(one.glob(form)) for form in ("data-v1-*.gz", "*-jd-*.gz", "*-jdf-*.gz"))]


@pytest.mark.parametrize("folder", recorded(), ids=lambda folder: folder.name)
def test_what_the_real_openml_answered(server, folder):
    number = folder.name.removeprefix("id_")
    files = {path.stem: gzip.decompress(path.read_bytes()) for path in folder.glob("*.gz")}
    content = next(body for name, body in files.items() if name.startswith("data-v1-"))
    told, features = files[f"api-v1-jd-{number}.json"], files[f"api-v1-jdf-{number}.json"]
    description = json.loads(told)
    # The recorded files are shortened, so the announced checksum is that of what is sent here.
    description["data_set_description"] |= {"url": f"{server.url}/file", "md5_checksum": md5(content).hexdigest()}
    server.routes[f"/api/v1/json/data/{number}"] = answer(description)
    server.routes[f"/api/v1/json/data/features/{number}"] = (200, {}, features)
    server.routes["/file"] = (200, {}, content)
    listed = json.loads(features)["data_features"]["feature"]
    named = [one["name"] for one in listed if one["is_target"] == "true"]
    target = named[0] if len(named) == 1 else listed[-1]["name"]
    # Some were shortened to a single class: only as a clustering is any target allowed.
    data = bo.load(f"openml:{number}", target=target, task="clustering", missing_target="drop")
    theirs = {one["name"]: one["data_type"] for one in listed}
    kinds = {"numeric": "numeric", "nominal": "nominal", "string": "text", "date": "date"}
    assert len(data.columns) > 0
    for column in data.columns:
        assert kinds[theirs[column.name]] == column.kind.value
