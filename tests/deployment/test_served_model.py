"""Model files made to run something, to use up memory or to read a pickle: refused, and nothing has run."""

import json
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import bakeoff as bo
from bakeoff.core.errors import BakeoffError
from bakeoff.core.isolation import limited_child
from bakeoff.deployment.served_model import ServedModel

pytest.importorskip("skops.io")

MEMORY = 400_000_000


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    results = bo.evaluate({"lr": LogisticRegression(max_iter=500), "zero": "majority"}, *_rows(), cv=2, progress=False)
    return results.deploy("lr").save(tmp_path_factory.mktemp("model") / "model.skops")


def _rows() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(60, 2))
    return features, np.where(features[:, 0] > 0, "yes", "no")


def node(loader: str, path: str, **more: object) -> dict[str, object]:
    module, _, name = path.rpartition(".")
    return {
        "__class__": name,
        "__module__": module,
        "__loader__": loader,
        "__id__": len(path) * 1000 + len(more),
        **more,
    }


def plain(value: object) -> dict[str, object]:
    return node("JsonNode", "builtins.str", content=json.dumps(value), is_json=True)


def table(**values: object) -> dict[str, object]:
    kinds = node("ListNode", "builtins.list", content=[node("TypeNode", "builtins.str") for _ in values])
    return node("DictNode", "builtins.dict", key_types=kinds, content=values)


def several(*values: object) -> dict[str, object]:
    return node("TupleNode", "builtins.tuple", content=list(values))


TOUCH = "touch marker"
DANGEROUS = {  # what stands in the place of the model
    "a function": node("FunctionNode", "os.system"),
    "a method of a module": node("FunctionNode", "subprocess.run"),
    "a built-in function": node("TypeNode", "builtins.eval"),
    "a class that starts processes": node("ObjectNode", "subprocess.Popen", content=table(args=plain(TOUCH))),
    "a function with its argument": node("PartialNode", "functools.partial", content={"func": node("FunctionNode", "os.system"), "args": several(plain(TOUCH)), "kwds": table(), "namespace": table()}),
    "a call of a method by name": node("OperatorFuncNode", "operator.methodcaller", attrs=several(plain("system"), plain(TOUCH))),
    "a function under the name of an operator": node("OperatorFuncNode", "operator.call", attrs=several(node("FunctionNode", "os.system"), plain(TOUCH))),
    "an operator of another module": node("OperatorFuncNode", "os.system", attrs=several(plain(TOUCH))),
    "a constructor": node("ConstructorFromReduceNode", "os.system", content=several(plain(TOUCH))),
    "a constructor in the form of a tree": node("TreeNode", "os.system", __reduce__={"args": several(plain(TOUCH))}, content=table()),
    "a constructor in the form of a loss": node("LossNode", "os.system", __reduce__={"args": several(plain(TOUCH))}, content=table()),
    "a list that is a call": node("ListNode", "os.system", content=[plain(TOUCH)]),
    "a tuple that is a call": node("TupleNode", "os.system", content=[plain(TOUCH)]),
    "a set that is a call": node("SetNode", "os.system", content=[plain(TOUCH)]),
    "a dictionary that is a call": node("DictNode", "webbrowser.open", key_types=node("ListNode", "builtins.list", content=[]), content={}),
    "keys whose type is a call": node("DictNode", "builtins.dict", key_types=node("ListNode", "builtins.list", content=[node("TypeNode", "os.system")]), content={TOUCH: plain(1)}),
    "a factory": node("DefaultDictNode", "collections.defaultdict", content={"main": table(), "default_factory": node("TypeNode", "os.getcwd")}),
    "the method of an estimator": node("MethodNode", "sklearn.linear_model._logistic.LogisticRegression", content={"func": "__init__", "obj": node("ObjectNode", "sklearn.linear_model._logistic.LogisticRegression", content=table())}),
    "a generator of another kind": node("RandomGeneratorNode", "numpy.random._generator.Generator", content={"bit_generator": table(bit_generator=plain("seed")), "seed_seq": table(entropy=plain(1))}),
    "an array of another class": node("NdArrayNode", "os.system", type="numpy", file="pickle.npy"),
    "an array that is a pickle": node("NdArrayNode", "numpy.ndarray", type="numpy", file="pickle.npy"),
    "an array of 10^12 numbers": node("NdArrayNode", "numpy.ndarray", type="numpy", file="huge.npy"),
    "an array of objects": node("NdArrayNode", "numpy.ndarray", type="numpy", file="objects.npy"),
    "a sparse matrix that is a pickle": node("SparseMatrixNode", "scipy.sparse._csr.csr_matrix", type="scipy", file="pickle.npy"),
    "a file that is not there": node("BytesNode", "builtins.bytes", file="../../../etc/passwd"),
    "a reference to nothing": node("CachedNode", "builtins.dict"),
    "an unknown loader": node("EvalNode", "builtins.dict"),
    "a number of 10,000 digits": node("JsonNode", "builtins.int", content="9" * 10_000, is_json=True),
    "no JSON": node("JsonNode", "builtins.int", content="__import__('os')", is_json=True),
    "a text, no model": plain("model"),
    "a table without a kind": table(model=plain(1)),
    "names of types as long as a book": node("ObjectNode", "a." + "b" * 100_000, content=table()),
    "names of types that steer a terminal": node("ObjectNode", "\x1b[2J\x1b]0;owned\x07.x\r\ny", content=table()),
}  # fmt: skip


def _npy(header: str, body: bytes = b"") -> bytes:
    text = header.encode() + b" " * (64 - (len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + body


PARTS = {
    "pickle.npy": b"\x80\x04cposix\nsystem\n(X\x0c\x00\x00\x00touch markertR.",
    "huge.npy": _npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }", b"\0" * 64),
    "objects.npy": _npy(
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
        b"\x80\x04cposix\nsystem\n(X\x0c\x00\x00\x00touch markertR.",
    ),
}


def _with(source: Path, target: Path, parts: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in ({one: old.read(one) for one in old.namelist()} | parts).items():
            new.writestr(name, content)
    return target


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The working folder of the child."""
    return tmp_path_factory.mktemp("desk")


class Desk:
    """A private folder that the test looks into."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def close(self) -> None:
        """It stays."""


@pytest.fixture(scope="module")
def served(saved: Path, desk: Path):
    """One child for all attacks; a new one where an attack ended it."""

    def start() -> ServedModel:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(limited_child, "PrivateFolder", lambda: Desk(desk))
            return ServedModel(saved, trusted=(), timeout=120, memory=MEMORY)

    living = [start()]

    def load(path: Path, *trusted: str) -> None:
        if living[0]._child._process.poll() is not None:
            living[0] = start()
        living[0]._path = path
        living[0]._load(trusted, MEMORY)

    yield load
    living[0].close()


def _schema(saved: Path, model: object) -> bytes:
    with zipfile.ZipFile(saved) as archive:
        good = json.loads(archive.read("schema.json"))
    return json.dumps({**model, "protocol": good["protocol"], "_skops_version": good["_skops_version"]}).encode()


@pytest.mark.parametrize("name", DANGEROUS)
def test_nothing_in_a_model_file_runs(saved: Path, served, desk: Path, tmp_path: Path, name: str) -> None:
    for at, model in enumerate((DANGEROUS[name], table(kind=plain("sklearn"), model=DANGEROUS[name]))):
        bad = _with(saved, tmp_path / f"bad{at}.skops", PARTS | {"schema.json": _schema(saved, model)})
        try:
            served(bad)
            text = ""
        except BakeoffError as error:
            text = str(error)
        assert text or at, "a file without a model was loaded"  # inside a table, plain values are values
        assert len(text) < 12_000
        assert not set(text) & {"\n", "\r", "\x1b", "\x07"}
    assert not list(desk.iterdir())


def test_the_same_runs_if_it_is_trusted(saved: Path, served, desk: Path, tmp_path: Path) -> None:
    """The attacks are real: what a user trusts by name is called."""
    model = DANGEROUS["a constructor"]
    bad = _with(saved, tmp_path / "trusted.skops", {"schema.json": _schema(saved, model)})
    with pytest.raises(BakeoffError, match="contains no model"):
        served(bad, "os.system")
    assert (desk / "marker").exists()
    (desk / "marker").unlink()
