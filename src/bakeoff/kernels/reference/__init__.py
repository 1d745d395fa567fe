"""The NumPy twins of the compiled kernels, one module per compiled one: they serve where nothing is compiled."""
