"""CPU seconds and memory of boards: `python benchmarks/bench_boards.py`. Goals: 134 x 500 and 332 x 41 in seconds; 2,000 x 10,000 in a minute and under 2 GiB.

Growth is the ratio of two boards of which the second has twice as many systems, or twice as many items; import and start are measured by a board of 2 x 10 and taken off.
"""

import argparse
import resource
import subprocess
import sys

SIZES = ((2, 10), (134, 500), (332, 41), (41, 332), (250, 1000), (500, 1000), (250, 2000))
LARGEST = (2000, 10_000)
BOARD = """
import sys
import numpy as np
import bakeoff as bo
systems, items = map(int, sys.argv[1:])
rng = np.random.default_rng(0)
chance = 1 / (1 + np.exp(-(rng.normal(size=systems)[None, :] + rng.normal(size=items)[:, None])))
scores = (rng.random(chance.shape) < chance).astype(float)
bo.board({f"s{place}": scores[:, place] for place in range(systems)})
"""


def measured(systems: int, items: int) -> tuple[float, int]:
    """CPU seconds and MiB of one board in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = f"{BOARD}\nimport resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)"
    shown = subprocess.run(
        [sys.executable, "-c", code, str(systems), str(items)], check=True, capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, int(shown.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--largest", action="store_true", help="also 2,000 systems x 10,000 items")
    sizes = (*SIZES, LARGEST) if parser.parse_args().largest else SIZES
    seconds = {}
    for systems, items in sizes:
        seconds[systems, items], memory = measured(systems, items)
        print(
            f"{systems:>5,} systems x {items:>6,} items: {seconds[systems, items]:5.1f} CPU s, {memory:,} MiB",
            flush=True,
        )
    start = seconds[2, 10]
    small = seconds[250, 1000] - start
    print(
        f"twice the systems: {(seconds[500, 1000] - start) / small:.1f} times the CPU; twice the items: {(seconds[250, 2000] - start) / small:.1f} times"
    )


if __name__ == "__main__":
    main()
