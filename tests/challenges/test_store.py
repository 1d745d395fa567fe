"""What a challenge remembers: teams, submissions, released scores, the audit log. One SQLite file; acknowledged means committed."""

from collections import deque

import numpy as np
import pytest

from bakeoff.challenges.store import NotStored
from tests.helpers.exchange import answers, made_challenge


@pytest.fixture
def challenge(tmp_path):
    with made_challenge(tmp_path) as made:
        made.add_team("ada")
        made.add_team("bob")
        made.open()
        yield made


def _other(columns, flips, seed=0):
    """The same answers but for some rows."""
    rng = np.random.default_rng(seed)
    turned = set(rng.choice(len(columns["id"]), flips, replace=False).tolist())
    swap = {"well": "ill", "ill": "well"}
    return columns | {
        "prediction": [swap[one] if at in turned else one for at, one in enumerate(columns["prediction"])]
    }


def test_a_full_disk_changes_nothing(challenge):
    """SQLite is given no more pages than it has: what does not fit is refused, and what was stored before is there."""
    sent = answers(challenge.folder.path, "good")
    challenge.submit("ada", sent)
    pages = challenge._store._db.execute("PRAGMA page_count").fetchone()[0]
    challenge._store._db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(NotStored, match=r"nothing was stored .*full.*free some space"):
        deque(challenge.submit("ada", _other(sent, 30, number)) for number in range(1, 200))
    stored = len(challenge.submissions("ada"))
    assert stored < 200
    assert [one["submission"] for one in challenge.submissions("ada")] == list(range(1, stored + 1))
    challenge._store._db.execute("PRAGMA max_page_count=1000000")
    assert challenge.submit("ada", _other(sent, 31, 999)).submission == stored + 1
