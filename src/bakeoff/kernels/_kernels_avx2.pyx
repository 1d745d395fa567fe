# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The same loops for processors that take eight numbers at a time; kernels.py chooses."""

include "_kernels.pyx"
