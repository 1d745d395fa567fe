"""A study that is run to be hurt: `python victim.py FILE REPEATS [SECONDS]`. Prints how many units are stored so far."""

import importlib.util
import sys
from pathlib import Path

import cloudpickle

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.file_ledger import FileLedger
from bakeoff.runs.local import run_local


def zoo():
    spec = importlib.util.spec_from_file_location("bakeoff_zoo", Path(__file__).parents[1] / "runs" / "zoo.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["bakeoff_zoo"] = module
    spec.loader.exec_module(module)
    cloudpickle.register_pickle_by_value(module)
    return module


def work(repeats, seconds=0.02):
    animals = zoo()
    slow = animals.Slow(seconds=seconds)
    return animals.work_of(slow, animals.GlobalNoise(), animals.Prior(), folds=5, repeats=repeats)


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
