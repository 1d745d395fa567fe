"""The same units on a Dask cluster."""
