"""The makers of small studies, as one fixture."""

import pytest

from tests.helpers.studies import NearMean, blobs, broken, run_here, study


class Make:
    """The helpers of this file, by name."""

    learner = NearMean
    data = staticmethod(blobs)
    spec = staticmethod(study)
    run = staticmethod(run_here)
    failure = staticmethod(broken)


@pytest.fixture
def make():
    return Make


@pytest.fixture(scope="module")
def make_once():
    return Make
