"""One rule for every kernel: the compiled version and its twin give the same answer, whatever arrays the guard lets in."""

import numpy as np
import pytest

from bakeoff.kernels import KERNELS, compiled, dispatch
from bakeoff.kernels.dispatch import Argument
from bakeoff.kernels.reference.detection import AdwinRule, PageHinkleyRule
from bakeoff.kernels.reference.resampling import from_tiles

SHAPES = [(0, 2), (1, 1), (1, 2), (2, 2), (7, 1), (7, 3), (64, 2), (65, 17), (700, 2), (3000, 5), (9000, 2)]
RESAMPLES, UNITS, DRAWS = 3, 5, 20
LOOPS = ("_probability", "_sorting", "_ranking", "_resampling", "_detection")


@pytest.fixture(params=["", "_avx2"])
def _build(request, monkeypatch):
    """The compiled loops, without and with wider vectors."""
    plain, modules = dispatch.modules(""), dispatch.modules(request.param)
    if plain is None or modules is None:
        pytest.skip("nothing is compiled")
    if request.param and not plain[0].has_avx2():
        pytest.skip("the processor does not know AVX2")
    for name, module in zip(LOOPS, modules, strict=True):
        monkeypatch.setattr(compiled, name, module)


class Inputs:
    """Arrays of the kinds that signatures name."""

    def __init__(self, n, k, *, digits, one_class=False, spoil=False):
        self.rng = np.random.default_rng([n, k, digits])
        self.n, self.k, self.digits, self.one_class, self.spoil = n, k, digits, one_class, spoil
        self.m = n // 2 + (n > 0)
        self.truth = self.codes((n,))

    def of(self, kernel, dtype_at=0, layout="C"):
        """The arguments of a kernel; of several types the one at that place."""
        made = []
        for argument in kernel.signature:
            if isinstance(argument, str):
                made.append(
                    {
                        "k": self.k,
                        "code": 0,
                        "n": self.n,
                        "which": None,
                        "draws": DRAWS,
                        "seed": 3,
                        "minimum": 5,
                        "threshold": 1.5,
                        "page_hinkley_rule": PageHinkleyRule(5, 0.05, 1.5, 0.999, 0),
                        "adwin_rule": AdwinRule(0.05, 2, 3, 2, 4, self.digits == 0),
                    }[argument]
                )
                continue
            values = self.filled(argument)
            if values is not None:
                kinds = sorted(argument.dtypes, key=str)
                values = np.ascontiguousarray(values).astype(kinds[dtype_at % len(kinds)])
                values = values if argument.contiguous or layout == "C" else strided(values, layout)
            made.append(values)
        return tuple(made)

    def filled(self, argument):
        sizes = {"n": self.n, "m": self.m, "k": self.k, "b": RESAMPLES, "u": UNITS, "s": 0}
        shape = tuple(sizes[axis] for axis in argument.axes)
        return getattr(self, argument.kind)(shape)

    def codes(self, shape):
        return np.zeros(shape, np.int64) if self.one_class else self.rng.integers(0, self.k, shape)

    def scores(self, shape):
        values = np.round(self.rng.normal(size=shape), self.digits)
        if self.spoil and values.size:
            values.flat[values.size // 2] = np.nan
        return values

    def ascending(self, shape):
        return np.sort(np.round(100 * np.abs(self.rng.normal(size=shape)), self.digits))

    def probabilities(self, shape):
        values = np.round(self.rng.dirichlet(np.ones(shape[1]), shape[0]) + 1e-3, self.digits + 2) + 1e-3
        values = (values / values.sum(axis=1, keepdims=True)).reshape(shape)
        if self.spoil and values.size:
            values.flat[values.size // 2] = np.nan
        return values

    def unit(self, shape):
        return self.rng.random(shape)

    def flags(self, shape):
        return np.ones(shape, bool) if self.one_class else self.rng.random(shape) < 0.4

    def ends(self, shape):
        flags = self.rng.random(shape) < 0.7
        flags[..., -1:] = True
        return flags

    last = ends

    def seeds(self, shape):
        return self.rng.integers(1 << 63, size=shape, dtype=np.uint64)

    def times(self, shape):
        return self.rng.integers(0, 4, shape)

    def numbers(self, shape):
        return self.rng.integers(0, UNITS, shape)

    def weights(self, shape):
        return self.rng.random(shape)

    def stops(self, _):
        return np.flatnonzero(self.ends((self.n,))) + 1

    def order(self, shape):
        return from_tiles(np.arange(shape[0]))

    def orders(self, shape):
        return np.argsort(self.rng.random(shape), axis=1)


def strided(values, layout):
    """The same values, otherwise laid out in memory."""
    if layout == "F":
        return np.asfortranarray(values)
    wide = np.zeros((*values.shape[:-1], 2 * values.shape[-1]), values.dtype)
    wide[..., ::2] = values
    return wide[..., ::2]


def answers(kernel, result):
    if kernel.answers is not None:
        result = kernel.answers(result)
    parts = result if isinstance(result, tuple) else (result,)
    return [np.asarray(part, dtype=np.float64) for part in parts]


def check(kernel, arguments):
    fast, slow = (answers(kernel, version(*arguments)) for version in (kernel.compiled, kernel.twin))
    assert len(fast) == len(slow)
    for one, two in zip(fast, slow, strict=True):
        if kernel.tolerance:
            assert one == pytest.approx(two, rel=kernel.tolerance, abs=kernel.tolerance, nan_ok=True)
        else:
            assert np.array_equal(one, two, equal_nan=True)


@pytest.mark.usefixtures("_build")
@pytest.mark.parametrize(("n", "k"), SHAPES)
@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.filterwarnings("error")
def test_both_versions_give_the_same_answer(name, n, k):
    kernel, compared = KERNELS[name], 0
    for digits in (0, 9):
        for one_class in (False, True):
            for at, layout in ((0, "C"), (1, "C"), (0, "F"), (1, "strided"), (2, "C")):
                arguments = Inputs(n, k, digits=digits, one_class=one_class).of(kernel, at, layout)
                if kernel.accepts(arguments):
                    check(kernel, arguments)
                    compared += 1
                else:
                    kernel.twin(*arguments)
    assert compared or n == 0


@pytest.mark.usefixtures("_build")
@pytest.mark.parametrize("name", [name for name, kernel in KERNELS.items() if kernel.nan])
def test_nan_comes_out_the_same(name):
    for n in (1, 9, 500):
        check(KERNELS[name], Inputs(n, 4, digits=9, spoil=True).of(KERNELS[name]))


@pytest.mark.parametrize("name", KERNELS)
def test_the_guard_refuses_what_the_signature_does_not_name(name):
    kernel = KERNELS[name]
    arguments = Inputs(40, 3, digits=1).of(kernel)
    assert kernel.accepts(arguments)
    for at, argument in enumerate(kernel.signature):
        if not isinstance(argument, Argument) or arguments[at] is None:
            continue
        value = arguments[at]
        for wrong in (value.astype(np.complex64), value[None], value[:0], value.astype(value.dtype.newbyteorder())):
            if wrong.dtype not in argument.dtypes or wrong.ndim != value.ndim or not wrong.size:
                assert not kernel.accepts((*arguments[:at], wrong, *arguments[at + 1 :]))
        if argument.contiguous and len(value) > 1:
            assert not kernel.accepts((*arguments[:at], strided(value, "strided"), *arguments[at + 1 :]))


def test_two_lengths_of_one_axis_are_refused():
    truth = np.array([0, 1, 1])
    proba = np.full((3, 2), 0.5)
    assert KERNELS["check_probabilities"].accepts((proba, truth))
    assert not KERNELS["check_probabilities"].accepts((proba, truth[:2]))
    scores = np.array([0.1, 0.2])
    assert not KERNELS["merge"].accepts((scores, scores.astype(np.float32)))


def test_a_call_takes_the_version_that_serves(monkeypatch):
    truth = np.array([0, 1, 1])
    taken = []
    kernel = dispatch.Kernel(
        name="count", compiled=lambda _: taken.append("compiled"), twin=lambda _: taken.append("twin"),
        signature=(KERNELS["check_probabilities"].signature[1],),
    )  # fmt: skip
    for enabled in (True, False):
        monkeypatch.setattr(dispatch, "enabled", enabled)
        kernel(truth)
        kernel(truth[::2])
    assert taken == ["compiled", "twin", "twin", "twin"]
