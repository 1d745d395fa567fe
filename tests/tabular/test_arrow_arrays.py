"""Numbers of Arrow arrays are read from their buffers; pyarrow's own conversion is the oracle."""

import numpy as np
import pytest

from bakeoff.tabular.arrow_arrays import to_array

pa = pytest.importorskip("pyarrow")
KINDS = (
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "bool_",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("missing", [(), (0,), (3, 17, 36)])
def test_numbers_are_as_pyarrow_converts_them(kind: str, missing: tuple[int, ...]) -> None:
    known = np.random.default_rng(0).integers(0, 2 if kind == "bool_" else 100, size=37)
    values = [None if at in missing else one for at, one in enumerate(known.astype(kind.rstrip("_")))]
    whole = pa.array(values, type=getattr(pa, kind)())
    parts = [whole, whole.slice(5, 20), whole.slice(9), whole.slice(0, 0), whole.slice(3, 1), pa.nulls(3, whole.type)]
    for part in [*parts, pa.chunked_array([whole, whole.slice(3)]), pa.chunked_array([], type=whole.type)]:
        found = to_array(part)
        wanted = np.asarray(
            part.to_numpy() if isinstance(part, pa.ChunkedArray) else part.to_numpy(zero_copy_only=False)
        )
        assert (found.dtype, found.tolist()) == (wanted.dtype, pytest.approx(wanted.tolist(), nan_ok=True))
