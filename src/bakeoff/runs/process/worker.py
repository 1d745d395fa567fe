"""What a child does: take an order, fit, predict, answer, put everything back, take the next."""

import json
import os
import socket
import sys
from collections.abc import Mapping
from math import nan
from typing import Any, NoReturn

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.isolation.messages import Frame, encoded, receive, send
from bakeoff.core.seeds import rng_for, seed_for
from bakeoff.data.dataset import Dataset
from bakeoff.learners.learner import Outputs, predicted
from bakeoff.predictions.outputs import NAMES, OUTPUTS, OutputWidth
from bakeoff.runs.process.isolation import (
    PeakMemory,
    ProcessState,
    Timing,
    capture_warnings,
    describe_exception,
    lap,
    one_line,
    seeded,
    serial_jobs,
    set_seeds,
)
from bakeoff.runs.process.pickling import model_bytes, unpacked
from bakeoff.runs.process.shared_memory import SharedStatus, open_shared
from bakeoff.runs.store.arrays import npy_bytes

__all__ = ["serve"]


def serve(coordinator: socket.socket, mark: bytes, shared_status: SharedStatus, line: int, output: int) -> NoReturn:
    """Work until the coordinator hangs up or the child is no longer fit to be used; answers begin with `mark`."""
    me, home = os.getpid(), ProcessState(output)
    datasets: dict[str, Dataset] = {}
    learners: dict[str, bytes] = {}
    while True:
        order = receive(coordinator)
        if order is None:
            os._exit(0)
        home.begin()
        shared_status.begin(line, seconds=order.header["seconds"], memory=order.header["memory"])
        header, arrays = _Unit(shared_status, line, home).perform(order, datasets, learners)
        if os.getpid() != me:  # the learner forked, and this is the copy that came back from fit
            os._exit(0)
        header["leaving"] = home.restore()
        shared_status.end(line)
        send(coordinator, encoded({"number": order.header["number"], **header}, arrays, mark=mark))
        if header["leaving"]:
            os._exit(0)


class _Unit:
    """One fit and its predictions; whatever happens becomes an answer."""

    def __init__(self, shared_status: SharedStatus, line: int, home: ProcessState) -> None:
        self._shared_status, self._line, self._home = shared_status, line, home
        self._stage = "load"
        self._fit, self._predict = Timing(), Timing()

    def perform(
        self, order: Frame, datasets: dict[str, Dataset], learners: dict[str, bytes]
    ) -> tuple[dict[str, Any], dict[str, bytes]]:
        """The answer's header and arrays."""
        header: dict[str, Any] = {}
        arrays: dict[str, bytes] = {}
        facts = order.header
        peak = PeakMemory()
        seed = seed_for(facts["seed"], facts["key"])
        with capture_warnings() as heard, seeded(seed):
            try:
                module_count = len(sys.modules)
                if order.files:  # what comes along is kept for the next orders
                    try:
                        datasets[facts["data"]] = open_shared(order.files[0], unpacked(order.parts["card"]))
                    finally:
                        os.close(order.files[0])
                if "learner" in order.parts:
                    learners[facts["learner"]] = bytes(order.parts["learner"])
                heard.clear()
                data, learner = datasets[facts["data"]], unpacked(learners[facts["learner"]])
                if len(sys.modules) > module_count:
                    # Importing a package may warn, draw numbers and take memory; it may also have been done in a template.
                    # So the learner is unpacked again: what it warns of itself is heard, with a template and without.
                    self._home.adopt_threads()
                    heard.clear()
                    learner = unpacked(learners[facts["learner"]])
                learner = learner.configured(facts["settings"]) if facts["settings"] else learner
                set_seeds(seed)
                peak = PeakMemory()
                outputs, size, header["facts"] = self._fitted(data, learner, order)
                arrays, header["odd"] = _shipped(outputs, data, np.frombuffer(order.parts["test"], dtype=np.int64))
                header["model_bytes"] = size
            except BaseException as error:  # noqa: BLE001  # sys.exit, Ctrl-C and all else that foreign code raises
                message, detail = describe_exception(error, without=__file__)
                kind = "memory" if isinstance(error, MemoryError) else "exception"
                header["failure"] = {"kind": kind, "stage": self._stage, "message": message, "detail": detail}
        header["warnings"] = list(heard.items())
        header["peak_bytes"] = peak.read()
        header["seconds"] = [self._fit.wall, self._predict.wall, self._fit.cpu, self._predict.cpu]
        return header, arrays

    def _fitted(self, data: Dataset, learner: Any, order: Frame) -> tuple[Any, float, dict[str, Any] | None]:
        train = data.take(np.frombuffer(order.parts["train"], dtype=np.int64))
        rows = data.block.take(np.frombuffer(order.parts["test"], dtype=np.int64))
        rng = rng_for(order.header["seed"], order.header["key"])
        self._enter("fit")
        with serial_jobs(), lap() as self._fit:
            model = learner.fit(train, rng)
        self._enter("predict")
        with serial_jobs(), lap() as self._predict:
            outputs = predicted(model, rows)
        self._enter("check")
        spent = self._fit.wall + self._predict.wall
        size = model_bytes(model, seconds=0.25 + 0.5 * spent) if order.header["kept"] else nan
        return outputs, size, _facts(model)

    def _enter(self, stage: str) -> None:
        self._stage = stage
        self._shared_status.stage(self._line, stage)


def _facts(model: Any) -> dict[str, Any] | None:
    """What the model says of its own search; a search that cannot be read costs no unit."""
    try:
        facts = getattr(model, "facts", None)
        json.dumps(facts)
    except Exception:  # noqa: BLE001  # foreign code
        return None
    return facts if isinstance(facts, dict) else None


def _shipped(outputs: Any, data: Dataset, test: Array) -> tuple[dict[str, bytes], dict[str, str]]:
    """Arrays of numbers as bytes; of everything else a description, for the coordinator to refuse."""
    if not isinstance(outputs, Outputs):
        return {}, {"": f"predict returned {one_line(type(outputs).__name__)} instead of Outputs"}
    arrays: dict[str, bytes] = {}
    odd: dict[str, str] = {}
    output_values: Mapping[str, Any] = {name: getattr(outputs, name) for name in NAMES}
    for name, values in output_values.items():
        if values is None:
            continue
        try:
            array = np.asarray(values)
        except ValueError as error:
            odd[name] = one_line(f"{name} is not an array: {error}")
            continue
        if array.dtype.kind in "iuf":
            arrays[name] = npy_bytes(array)
        else:
            odd[name] = one_line(_stranger(name, array, data, test) or _described(name, array), 300)
    return arrays, odd


def _stranger(name: str, array: Array, data: Dataset, test: Array) -> str:
    """The first label that is no class of the data set; empty if something else is wrong."""
    if name != "label" or not data.task.classifies or array.shape != test.shape:
        return ""
    bad = next(((index, label) for index, label in enumerate(array.tolist()) if isinstance(label, str)), None)
    if bad is None:
        return ""
    return f"label of row {data.rows[test[bad[0]]]} is {bad[1]!r}, which is not a class of the data set"


def _described(name: str, array: Array) -> str:
    """What stands where numbers should be."""
    if not array.size:
        return f"{name} is empty"
    if array.ndim > 1 and OUTPUTS[name].columns == (OutputWidth.ONE,):
        return f"{name} has shape {array.shape}, but one value for each row is needed"
    flat = array.reshape(-1)
    position = next((index for index, item in enumerate(flat) if not isinstance(item, (int, float, np.number))), 0)
    row = position // (flat.size // len(array)) if array.ndim else 0
    value = flat[position].item() if isinstance(flat[position], np.generic) else flat[position]
    return f"{name} contains {array.dtype.name} values, not numbers: {value!r} at position {row}"
