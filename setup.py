"""Build the one optional compiled module; without a compiler or Cython the NumPy twins serve instead."""

import os
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src/bakeoff/predictions/_kernels.pyx")


def extensions() -> list[Extension]:
    if os.environ.get("BAKEOFF_NO_COMPILE") or not SOURCE.exists():
        return []
    try:
        import numpy as np
        from Cython.Build import cythonize
    except ImportError:
        return []
    kernels = Extension(
        "bakeoff.predictions._kernels",
        [str(SOURCE)],
        include_dirs=[np.get_include()],
        define_macros=[("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION")],
        extra_compile_args=["-O3", "-fno-math-errno"],  # nobody asks for errno: a square root is then one instruction
    )
    built: list[Extension] = cythonize([kernels], language_level=3)
    for one in built:
        one.optional = True  # a failed compilation is a warning, not a failed install; cythonize forgets the argument
    return built


setup(ext_modules=extensions())
