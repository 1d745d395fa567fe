"""The exchange under load on loopback: 50 clients that submit and read for a minute; nothing may fail, nothing acknowledged may be lost.

`python benchmarks/bench_exchange.py [SECONDS]`. Bounded in count and time; it starts its own server and ends it.
"""

import random
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from bakeoff.challenges.challenge import Challenge
from bakeoff.challenges.client import ExchangeClient
from tests.helpers.exchange import answers, as_csv, exchange_server, made_challenge

CLIENTS = 50
ROWS = 5000  # 2,000 of them are test rows


def visits(client, sent, number, until, spent, receipts, problems):
    """One client: a new submission, then the board and its own submissions, again and again."""
    swap, rng, turn = {"well": "ill", "ill": "well"}, random.Random(number), 0
    while time.perf_counter() < until:
        turn += 1
        kind = ("submit", "board", "submissions")[turn % 3]
        if kind == "submit":
            turned = set(rng.sample(range(len(sent["id"])), 40))
            labels = [swap[one] if at in turned else one for at, one in enumerate(sent["prediction"])]
            body = as_csv(sent | {"prediction": labels})
        began = time.perf_counter()
        try:
            if kind == "submit":
                receipts.append(client.submit(body))
            else:
                getattr(client, kind)()
        except Exception as problem:
            problems.append(str(problem))
            continue
        spent[kind].append(time.perf_counter() - began)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "challenge"
        with made_challenge(Path(place), ROWS, budget_per_day=10**6, total_budget_per_day=10**6) as made:
            tokens = [made.add_team(f"team {number}") for number in range(CLIENTS)]
            made.open()
        sent = answers(folder, "plain")
        spent: dict[str, list[float]] = {"submit": [], "board": [], "submissions": []}
        receipts: list[list[dict]] = [[] for _ in tokens]
        problems: list[str] = []
        with exchange_server(folder) as (_, address, _):
            until = time.perf_counter() + seconds
            threads = [
                threading.Thread(
                    target=visits,
                    args=(ExchangeClient(address, token), sent, number, until, spent, receipts[number], problems),
                )
                for number, token in enumerate(tokens)
            ]
            for one in threads:
                one.start()
            for one in threads:
                one.join()
        with Challenge(folder) as made:
            lost = 0
            for number, mine in enumerate(receipts):
                stored = {one["digest"]: one["submission"] for one in made.submissions(f"team {number}")}
                lost += sum(stored.get(one["digest"]) != one["submission"] for one in mine)
        print(
            f"{CLIENTS} clients for {seconds:.0f} s on {len(sent['id'])} test rows: {len(problems)} problems, {lost} of {sum(map(len, receipts))} acknowledged submissions lost"
        )
        for kind, found in spent.items():
            found.sort()
            print(
                f"  {kind}: {len(found)} answers, p50 {statistics.median(found):.2f} s, p95 {found[int(0.95 * len(found))]:.2f} s, slowest {found[-1]:.2f} s"
            )
        for one in sorted(set(problems))[:5]:
            print(f"  {problems.count(one)} x {one}")


if __name__ == "__main__":
    main()
