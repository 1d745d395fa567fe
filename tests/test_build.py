"""The compiled twins are optional: where no compiler works, the build goes on without them."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_a_broken_compiler_does_not_break_the_install(tmp_path: Path) -> None:
    command = [sys.executable, "setup.py", "build_ext", "--build-lib", str(tmp_path / "lib")]
    command += ["--build-temp", str(tmp_path / "temp")]
    broken = {**os.environ, "CC": "/bin/false", "CXX": "/bin/false"}
    done = subprocess.run(command, cwd=ROOT, env=broken, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    assert not list((tmp_path / "lib").rglob("*.so"))
    assert "bakeoff.kernels.ranking" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "variable", "compiled"),
    [(["bdist_wheel"], "", False), (["bdist_wheel"], "1", True), (["build_ext", "--inplace"], "", True)],
)
def test_kernels_are_compiled_where_somebody_asks_for_it(monkeypatch, words, variable, compiled) -> None:
    described = {}
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("BAKEOFF_COMPILE", variable)
    monkeypatch.setattr(sys, "argv", ["setup.py", *words])
    monkeypatch.setattr("Cython.Build.cythonize", lambda kernels, **_: list(kernels))
    monkeypatch.setattr("setuptools.setup", lambda **given: described.update(given))
    runpy.run_path("setup.py")
    assert bool(described["ext_modules"]) is compiled
    # A wheel serves this Python and all later ones; a build in place has the usual names.
    stable = bool(variable)
    assert described["options"] == ({"bdist_wheel": {"py_limited_api": "cp311"}} if stable else {})
    for extension in described["ext_modules"]:
        assert extension.py_limited_api is stable
        assert (("Py_LIMITED_API", "0x030B0000") in extension.define_macros) is stable
