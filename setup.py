"""Build the optional compiled kernels; without them their NumPy twins give the same numbers.

`pip install .` compiles nothing and takes seconds. `BAKEOFF_COMPILE=1 pip install .` compiles, and so do `python setup.py build_ext --inplace`
(the Makefile) and the builds of wheels, which set the variable; `pip install -v` shows their progress, module by module. Every module is
compiled twice where the processor family knows AVX2: the wider build is chosen at run time. A wheel is of the stable interface of CPython 3.11, so that
one wheel serves this release and all later ones (decision 86), and it is stripped; builds in place are neither. `BAKEOFF_CHECKED=1` compiles with every index checked (see `make kernels-checked`),
`BAKEOFF_SANITIZED=1` with the sanitizers of addresses and of undefined behaviour (see `make kernels-sanitized`).
"""

import os
import platform
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOM = Path("src/bakeoff/kernels")
MODULES = ("probability", "sorting", "ranking", "resampling", "detection")
CHECKED = bool(os.environ.get("BAKEOFF_CHECKED"))
SANITIZED = bool(os.environ.get("BAKEOFF_SANITIZED"))
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] if SANITIZED else []
FLAGS = ["-O1" if CHECKED or SANITIZED else "-O3", "-fno-math-errno", "-fno-trapping-math", *SANITIZERS]
WIDE = platform.machine() in {"x86_64", "AMD64"} and not CHECKED
STABLE = (
    bool(os.environ.get("BAKEOFF_COMPILE"))
    and not CHECKED
    and not SANITIZED
    and platform.python_implementation() == "CPython"
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
)
MACROS = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), *([("Py_LIMITED_API", "0x030B0000")] if STABLE else [])]
STRIP = ["-s"] if STABLE and sys.platform.startswith("linux") else []
BUILDS = {"": FLAGS, "_avx2": [*FLAGS, "-mavx2"]} if WIDE else {"": FLAGS}
DIRECTIVES = {
    "language_level": 3, "boundscheck": CHECKED, "initializedcheck": CHECKED, "wraparound": False, "cdivision": True,
}  # fmt: skip


def stamp(name: str) -> str:
    """The first digits of the sha256 of a source file: kernels/dispatch.py uses no module that was compiled from another."""
    return "0x" + sha256((ROOM / f"{name}.pyx").read_bytes()).hexdigest()[:15]


class BuildKernels(build_ext):
    """The usual command, with a line for each module: a compilation takes minutes."""

    def build_extension(self, ext: Extension) -> None:
        place = self.extensions.index(ext) + 1
        self.announce(f"compiling {ext.name} ({place} of {len(self.extensions)})", level=2)
        super().build_extension(ext)


def extensions() -> list[Extension]:
    asked = "build_ext" in sys.argv or os.environ.get("BAKEOFF_COMPILE")
    if not asked or not (ROOM / "probability.pyx").exists():
        return []
    try:
        import numpy as np
        from Cython.Build import cythonize
    except ImportError:
        return []
    built: list[Extension] = []
    for suffix, flags in BUILDS.items():
        kernels = [
            Extension(
                f"bakeoff.kernels.{name}{suffix}",
                [str(ROOM / f"{name}.pyx")],
                include_dirs=[np.get_include(), str(ROOM)],
                define_macros=[*MACROS, ("BAKEOFF_SOURCE", stamp(name))],
                py_limited_api=STABLE,
                extra_compile_args=[*flags, "-g", "-fno-omit-frame-pointer"] if SANITIZED else flags,
                extra_link_args=[*SANITIZERS, *STRIP],
            )
            for name in MODULES
        ]
        built += cythonize(
            kernels,
            compiler_directives=DIRECTIVES,
            build_dir=f"build/kernels{suffix}",
            include_path=["src"],
            force=CHECKED,
        )
    for module in built:
        module.optional = (
            True  # a failed compilation is a warning, not a failed install; cythonize forgets the argument
        )
    return built


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildKernels},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE else {},
)
