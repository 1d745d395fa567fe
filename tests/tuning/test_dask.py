"""Tuning on a Dask cluster: the same digest as on this machine."""

from pathlib import Path

import pytest

from bakeoff.runs.store.ledger import digest
from tests.helpers import dask_cluster
from tests.tuning.test_tuned_study import study

pytest.importorskip("distributed")


def test_a_cluster_gives_the_same_digest(tmp_path: Path) -> None:
    here = study().run(workers=1, progress=False)
    with dask_cluster.Cluster(tmp_path) as cluster:
        there = study().run(dask=cluster.address, progress=False)
    assert digest(there.ledger) == digest(here.ledger)
