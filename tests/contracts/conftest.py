"""One thread each: small fits on many threads mostly wait for each other."""

from collections.abc import Iterator

import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> Iterator[None]:
    with threadpool_limits(1):
        yield
