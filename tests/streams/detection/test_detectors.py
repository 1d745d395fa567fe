"""Alarms are those of river at its parameters; Page-Hinkley is also the published formula; scores are counted by hand."""

import tomllib
from operator import attrgetter
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.core.references import cite
from bakeoff.kernels import KERNELS, dispatch
from bakeoff.streams.detection.detectors import DECLARED, detectors

ORACLE = tomllib.loads((Path(__file__).parents[2] / "oracles" / "streams.toml").read_text(encoding="utf-8"))["alarms"]


def values(seed, kind, n, changes):
    """A stream whose level changes so many times."""
    rng = np.random.default_rng(seed)
    level = np.repeat(rng.uniform(0.05, 0.6, changes + 1), -(-n // (changes + 1)))[:n]
    if kind == "errors":
        return (rng.random(n) < level).astype(float)
    return rng.normal(10 * level, rng.choice([0.1, 1.0, 3.0]), n)


@pytest.mark.parametrize("name", [one.name for one in DECLARED])
def test_alarms_are_rivers(name):
    cases = [case for case in ORACLE if case["detector"] == name]
    assert len(cases) >= 10
    assert sum(len(case["positions"]) for case in cases) > 10
    for case in cases:
        assert detectors[name](values(**case["stream"]), **case["parameters"]).tolist() == case["positions"], case


@pytest.mark.parametrize("name", [one.name for one in DECLARED if one.name in KERNELS])
def test_the_twin_raises_rivers_alarms_too(name, monkeypatch):
    monkeypatch.setattr(dispatch, "enabled", False)
    for case in [case for case in ORACLE if case["detector"] == name][::5]:
        assert detectors[name](values(**case["stream"]), **case["parameters"]).tolist() == case["positions"], case


@pytest.mark.parametrize("direction", ["up", "down"])
@pytest.mark.parametrize("seed", range(5))
def test_page_hinkley_is_the_published_formula(seed, direction):
    stream = values(seed, "numbers", 600, 2)
    stream = stream if direction == "up" else -stream
    expected, start = [], 0
    while start < len(stream):  # m_T = sum of x_t - mean_t - delta, alarm where m_T - min m_t > lambda
        part = stream[start:]
        means = np.cumsum(part) / np.arange(1, len(part) + 1)
        m = np.cumsum(part - means - 0.1)
        crossed = np.flatnonzero(m - np.minimum.accumulate(m) > 12)
        if not crossed.size:
            break
        expected.append(start + int(crossed[0]))
        start = expected[-1] + 1
    options = {"alpha": 1.0, "minimum": 1, "delta": 0.1, "threshold": 12.0, "direction": direction}
    alarms = detectors["page_hinkley"](stream if direction == "up" else -stream, **options)
    assert alarms.tolist() == expected


@pytest.mark.parametrize("detector", DECLARED, ids=lambda one: one.name)
class TestEveryDetector:
    def test_it_is_declared_in_full(self, detector):
        assert bo.detectors[detector.name] is detector
        assert cite(detector.reference)
        assert detector.text.endswith(".")
        assert all(one.means for one in detector.parameters)
        assert detector.settings({}) == {one.name: one.default for one in detector.parameters}

    def test_a_constant_stream_raises_no_alarm(self, detector):
        for level in (0.0, 1.0):
            assert detector(np.full(500, level)).tolist() == []

    def test_no_value_and_few_values_raise_no_alarm(self, detector):
        assert detector([]).tolist() == []
        assert detector([1, 0, 1]).tolist() == []

    def test_a_large_change_is_found_after_it_happened(self, detector):
        rng = np.random.default_rng(7)
        stream = np.concatenate([rng.random(600) < 0.1, rng.random(600) < 0.9]).astype(float)
        options = {"alpha": 1e-6} if detector.name == "kswin" else {}
        alarms = detector(stream, **options)
        assert alarms.dtype == np.int64
        assert 600 <= alarms[alarms >= 600][0] < 750

    def test_alarms_before_a_change_do_not_depend_on_what_follows(self, detector):
        stream = values(3, "errors", 1500, 4)
        whole, part = detector(stream), detector(stream[:900])
        assert part.tolist() == whole[whole < 900].tolist()

    def test_lists_integers_and_strides_are_as_good(self, detector):
        stream = values(2, "errors", 900, 2)
        assert detector(stream.astype(int).tolist()).tolist() == detector(stream).tolist()
        assert detector(np.repeat(stream, 2)[::2]).tolist() == detector(stream).tolist()

    def test_bad_input_gets_one_sentence(self, detector):
        with pytest.raises(BadInput, match=r"values must be finite, but entry 1 is nan; drop or replace it"):
            detector([0.0, float("nan")])
        with pytest.raises(BadInput, match=rf"no parameter of {detector.name} called 'lambda'"):
            detector([0.0], **{"lambda": 3})
        for one in detector.parameters:
            for wrong in ("x", float("nan"), -1):
                with pytest.raises(BadInput, match=f"^{one.name} must be "):
                    detector([0.0], **{one.name: wrong})


def test_values_that_fit_no_error_rate_are_refused():
    with pytest.raises(BadInput, match=r"ddm reads errors: values must be 0 \(right\) or 1 \(wrong\)"):
        detectors["ddm"]([0.2, 1])
    with pytest.raises(BadInput, match="window must be at least twice recent"):
        detectors["kswin"]([0.2, 1], window=40)
    with pytest.raises(BadInput, match="did you mean 'adwin'"):
        detectors["adwn"]


@pytest.mark.parametrize("detector", DECLARED, ids=lambda declared: declared.name)
@pytest.mark.parametrize("compiled", [True, False])
def test_values_one_after_the_other_raise_the_same_alarms(detector, compiled, monkeypatch):
    monkeypatch.setattr(dispatch, "enabled", compiled and dispatch.enabled)
    for seed in range(10):
        stream = values(500 + seed, "errors", 700, seed % 4)
        watch = detector.online()
        alarms = [position for position, value in enumerate(stream.tolist()) if watch.update(value)]
        assert alarms == detector(stream).tolist()
        assert watch.drift_detected is (bool(alarms) and alarms[-1] == len(stream) - 1)


@pytest.mark.parametrize("detector", DECLARED, ids=lambda declared: declared.name)
def test_a_detector_refuses_a_value_it_cannot_read(detector):
    watch = detector.online()
    with pytest.raises(BadInput, match="reads errors: 0" if detector.binary else "reads finite numbers, not nan"):
        watch.update(float("nan"))
    if detector.binary:
        with pytest.raises(BadInput, match=r"reads errors: 0 \(right\) or 1 \(wrong\), not 0.5"):
            watch.update(0.5)
    with pytest.raises(BadInput, match=f"no parameter of {detector.name} called 'lambda'"):
        detector.online(**{"lambda": 3})


@pytest.mark.parametrize(
    ("name", "rival"),
    [
        ("page_hinkley", "PageHinkley"), ("ddm", "binary.DDM"), ("adwin", "ADWIN"), ("eddm", "binary.EDDM"),
        ("hddm_a", "binary.HDDMA"), ("hddm_w", "binary.HDDMW"),
    ],
)  # fmt: skip
def test_fresh_streams_raise_rivers_alarms(name, rival):
    drift = pytest.importorskip(
        "river.drift", reason="river is no dependency; its alarms on other streams are recorded"
    )
    for seed in np.random.SeedSequence().generate_state(10).tolist():
        stream = values(seed, "errors", 2000, seed % 4)
        theirs, expected = attrgetter(rival)(drift)(), []
        for position, error in enumerate(stream.tolist()):
            theirs.update(error)
            if theirs.drift_detected:
                expected.append(position)
        assert detectors[name](stream).tolist() == expected, f"seed {seed}"
