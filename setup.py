"""Build the optional compiled kernels; without a compiler or Cython their NumPy twins serve instead.

Every module is compiled twice where the processor family knows AVX2: the wider build is chosen at run time.
`BAKEOFF_NO_COMPILE=1` compiles nothing; `BAKEOFF_CHECKED=1` compiles with every index checked (see `make kernels-checked`),
`BAKEOFF_SANITIZED=1` with the sanitizers of addresses and of undefined behaviour (see `make kernels-sanitized`).
"""

import os
import platform
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup

ROOM = Path("src/bakeoff/kernels")
MODULES = ("probability", "sorting", "ranking", "resampling", "detection")
CHECKED = bool(os.environ.get("BAKEOFF_CHECKED"))
SANITIZED = bool(os.environ.get("BAKEOFF_SANITIZED"))
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] if SANITIZED else []
FLAGS = ["-O1" if CHECKED or SANITIZED else "-O3", "-fno-math-errno", "-fno-trapping-math", *SANITIZERS]
WIDE = platform.machine() in {"x86_64", "AMD64"} and not CHECKED
BUILDS = {"": FLAGS, "_avx2": [*FLAGS, "-mavx2"]} if WIDE else {"": FLAGS}
DIRECTIVES = {
    "language_level": 3, "boundscheck": CHECKED, "initializedcheck": CHECKED, "wraparound": False, "cdivision": True,
}  # fmt: skip


def stamp(name: str) -> str:
    """The first digits of the sha256 of a source file: kernels/dispatch.py uses no module that was compiled from another."""
    return "0x" + sha256((ROOM / f"{name}.pyx").read_bytes()).hexdigest()[:15]


def extensions() -> list[Extension]:
    if os.environ.get("BAKEOFF_NO_COMPILE") or not (ROOM / "probability.pyx").exists():
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
                define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("BAKEOFF_SOURCE", stamp(name))],
                extra_compile_args=[*flags, "-g", "-fno-omit-frame-pointer"] if SANITIZED else flags,
                extra_link_args=SANITIZERS,
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


setup(ext_modules=extensions())
