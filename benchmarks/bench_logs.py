"""CPU seconds for reading and comparing two logs of 500,000 items each: `python benchmarks/bench_logs.py`. The goal is at most 10 s."""

import json
import random
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ITEMS = 500_000


def main() -> None:
    rng = random.Random(1)
    with TemporaryDirectory() as folder:
        files = []
        for name, right in (("base", 0.70), ("new", 0.71)):
            path = Path(folder) / f"{name}.jsonl"
            with path.open("w") as file:
                file.writelines(
                    json.dumps({"id": f"q{i}", "correct": int(rng.random() < right)}) + "\n" for i in range(ITEMS)
                )
            files.append(str(path))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "bakeoff", "compare", *files], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{2 * ITEMS:,} item scores: {seconds:.1f} CPU s, {after.ru_maxrss >> 10} MiB")


if __name__ == "__main__":
    main()
