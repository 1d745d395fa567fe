"""Run every benchmark in turn, or those named: `python benchmarks/run.py runner measures`."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def chosen(names: list[str]) -> list[Path]:
    known = {path.stem.removeprefix("bench_"): path for path in sorted(HERE.glob("bench_*.py"))}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"no benchmark called {', '.join(unknown)}; known are {', '.join(known)}")
    return [known[name] for name in names] if names else list(known.values())


def main() -> int:
    failed = []
    for path in chosen(sys.argv[1:]):
        print(f"== {path.stem.removeprefix('bench_')} ==", flush=True)
        if subprocess.run([sys.executable, str(path)], check=False).returncode:
            failed.append(path.stem)
    if failed:
        print(f"failed or missed its goal: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
