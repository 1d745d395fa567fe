"""The page under load on loopback: how long an answer takes, and 50 clients for a minute.

`python benchmarks/bench_page.py [SECONDS]`. Bounded in count and time; it starts its own server and ends it.
"""

import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.helpers.page_server import page_server

CLIENTS = 50
ROWS, LEARNERS = 50, 20


def table(rows: int, learners: int) -> str:
    rng = np.random.default_rng(0)
    names = [f"learner {i}" for i in range(learners)]
    values = rng.normal(0.8, 0.05, (rows, learners)) + np.linspace(0, 0.05, learners)
    lines = [f"set {i}," + ",".join(f"{one:.4f}" for one in row) for i, row in enumerate(values)]
    return "\n".join(["dataset," + ",".join(names), *lines])


def answers(client, text: str, times: int) -> list[float]:
    found = []
    for _ in range(times):
        began = time.perf_counter()
        status, _, made = client.verdict(text)
        found.append(time.perf_counter() - began)
        assert status == 200
        assert len(made["learners"]) == LEARNERS
    return found


def load(client, seconds: float) -> tuple[list[float], list[str]]:
    """Clients that read pages and, now and then, ask for a small verdict."""
    small = table(8, 3)
    spent: list[float] = []
    problems: list[str] = []
    until = time.perf_counter() + seconds

    def visit(number: int) -> None:
        turn = 0
        while time.perf_counter() < until:
            turn += 1
            began = time.perf_counter()
            try:
                if (number + turn) % 10 == 0:
                    status = client.verdict(small)[0]
                else:
                    status = client.get(("/", "/studies", "/static/page.js")[turn % 3])[0]
            except OSError as problem:
                problems.append(repr(problem))
                continue
            spent.append(time.perf_counter() - began)
            if status != 200:
                problems.append(f"status {status}")

    threads = [threading.Thread(target=visit, args=(number,)) for number in range(CLIENTS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return spent, problems


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as folder, page_server(folder) as (_, client):
        client.open()
        text = table(ROWS, LEARNERS)
        answers(client, text, 1)
        took = answers(client, text, 5)
        print(f"{ROWS} x {LEARNERS}: median {statistics.median(took):.2f} s, slowest of 5 {max(took):.2f} s (goal 2 s)")
        spent, problems = load(client, seconds)
        spent.sort()
        p95 = spent[int(0.95 * len(spent))] if spent else float("nan")
        print(
            f"{CLIENTS} clients for {seconds:.0f} s: {len(spent)} answers, {len(problems)} problems, p50 {statistics.median(spent):.2f} s, p95 {p95:.2f} s"
        )
        for one in sorted(set(problems))[:5]:
            print(f"  {problems.count(one)} x {one}")


if __name__ == "__main__":
    main()
