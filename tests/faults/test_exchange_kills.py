"""kill -9 of a served exchange while teams submit: every acknowledged submission is there, once, and no score is shown twice."""

import os
import random
import threading
import time

import pytest

from bakeoff.challenges.challenge import Challenge
from bakeoff.challenges.client import ExchangeClient
from bakeoff.core.errors import BakeoffError
from tests.helpers.exchange import answers, as_csv, exchange_server, made_challenge

pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.faults, pytest.mark.slow]

LONG = bool(os.environ.get("BAKEOFF_LONG_FAULTS"))
KILLS = 20 if LONG else 3
TEAMS = 3


class Sender(threading.Thread):
    """A team that sends one variant after the other until the server is gone; what was not acknowledged is sent again next time."""

    def __init__(self, address, token, variants, acknowledged):
        super().__init__(daemon=True)
        self.client, self.variants, self.acknowledged = ExchangeClient(address, token), variants, acknowledged
        self.refusal = None

    def run(self):
        while True:
            number = len(self.acknowledged)
            try:
                self.acknowledged.append(self.client.submit(self.variants(number)))
            except BakeoffError as problem:
                self.refusal = str(problem)
                return


def _variants(folder, team):
    sent = answers(folder, "plain")
    swap = {"well": "ill", "ill": "well"}

    def variant(number):
        rng = random.Random(f"{team}/{number}")
        turned = set(rng.sample(range(len(sent["id"])), 10 + number % 50))  # so many that no two variants are equal
        labels = [swap[one] if at in turned else one for at, one in enumerate(sent["prediction"])]
        return as_csv(sent | {"prediction": labels})

    return variant


@pytest.mark.timeout(900)
def test_kills_lose_nothing_that_was_acknowledged(tmp_path):
    with made_challenge(tmp_path, budget_per_day=10**6, total_budget_per_day=10**6) as made:
        tokens = {f"team {i}": made.add_team(f"team {i}") for i in range(TEAMS)}
        for team in tokens:
            made.accept_terms(team)
        made.open()
    folder, rng = tmp_path / "challenge", random.Random(0)
    acknowledged = {team: [] for team in tokens}
    for _ in range(KILLS):
        with exchange_server(folder) as (process, address, _):
            threads = [Sender(address, tokens[team], _variants(folder, team), acknowledged[team]) for team in tokens]
            before = sum(map(len, acknowledged.values()))
            for one in threads:
                one.start()
            while sum(map(len, acknowledged.values())) < before + 3:
                time.sleep(0.005)
            time.sleep(rng.random() * 0.3)
            process.kill()
            for one in threads:
                one.join(60)
            assert all("cannot be reached" in one.refusal or "broke before" in one.refusal for one in threads), [
                one.refusal for one in threads
            ]
    with Challenge(folder) as made:
        for team, receipts in acknowledged.items():
            stored = {one["submission"]: one for one in made.submissions(team)}
            assert sorted(stored) == list(range(1, len(stored) + 1))
            assert (
                len(receipts) <= len(stored) <= len(receipts) + 1
            )  # one more may have been committed before its answer was sent
            assert len({one["digest"] for one in stored.values()}) == len(stored)
            for number, receipt in enumerate(receipts, start=1):
                one = stored[receipt["submission"]]
                assert receipt["submission"] == number
                assert (receipt["digest"], receipt["moment"], receipt["score"]) == (
                    one["digest"],
                    one["moment"],
                    one["score"],
                )
        log = [one for one in made.audit() if one.what == "submission"]
        assert len(log) == sum(len(made.submissions(team)) for team in tokens)
