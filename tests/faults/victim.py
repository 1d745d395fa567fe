"""A study that is run to be hurt: `python victim.py FILE REPEATS [SECONDS]`. Prints how many units are stored so far."""

import sys
from pathlib import Path

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.local import run_local
from bakeoff.runs.store.file_ledger import FileLedger

sys.path.append(str(Path(__file__).parents[2]))  # a program finds `tests` by itself
from tests.helpers import odd_learners


def work(repeats, seconds=0.02):
    slow = odd_learners.Slow(seconds=seconds)
    return odd_learners.work_of(slow, odd_learners.GlobalNoise(), odd_learners.Prior(), folds=5, repeats=repeats)


def main():
    path, repeats = sys.argv[1], int(sys.argv[2])
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 0.02
    try:
        with FileLedger.resume(path) as ledger:
            before = len(ledger)
            print(before, flush=True)
            run_local(work(repeats, seconds), ledger, workers=2, listener=lambda p: print(before + p.done, flush=True))
            print("end", len(ledger), flush=True)
    except StudyFileError as error:
        print("refused", error, flush=True)


if __name__ == "__main__":
    main()
