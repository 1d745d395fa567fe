"""Build the optional compiled modules; without a compiler or Cython the NumPy twins serve instead."""

import os
import platform
from pathlib import Path

from setuptools import Extension, setup

ROOM = Path("src/bakeoff/kernels")
FLAGS = ["-O3", "-fno-math-errno", "-fno-trapping-math"]


def extensions() -> list[Extension]:
    if os.environ.get("BAKEOFF_NO_COMPILE") or not (ROOM / "_kernels.pyx").exists():
        return []
    try:
        import numpy as np
        from Cython.Build import cythonize
    except ImportError:
        return []
    wanted = {"_kernels": FLAGS}
    if platform.machine() in {"x86_64", "AMD64"}:
        wanted["_kernels_avx2"] = [*FLAGS, "-mavx2"]  # taken at run time where the processor knows it
    kernels = [
        Extension(
            f"bakeoff.kernels.{name}",
            [str(ROOM / f"{name}.pyx")],
            include_dirs=[np.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
            extra_compile_args=flags,
        )
        for name, flags in wanted.items()
    ]
    built: list[Extension] = cythonize(kernels, language_level=3)
    for one in built:
        one.optional = True  # a failed compilation is a warning, not a failed install; cythonize forgets the argument
    return built


setup(ext_modules=extensions())
