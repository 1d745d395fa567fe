"""A study on a disk that is too small, then large enough: `python small_disk.py FOLDER`, in a mount space of its own."""

import subprocess
import sys
from pathlib import Path

from victim import odd_learners

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.local import run_local
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.store.verify import verify


def main():
    folder = Path(sys.argv[1])
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(folder)], check=True)
    work = odd_learners.work_of(
        odd_learners.Slow(seconds=0.02), datasets=(odd_learners.toy(n=600),), folds=2, repeats=60
    )
    path = folder / "study.bakeoff"
    stored = []
    try:
        with FileLedger.create(path) as ledger:
            run_local(work, ledger, workers=2, listener=lambda p: stored.append(p.done))
    except StudyFileError as error:
        print("stopped:", error)
    with FileLedger.open(path) as ledger:
        print("kept:", 0 < stored[-1] <= len(ledger) < 120)
    print("damage:", verify(path))
    subprocess.run(["mount", "-o", "remount,size=20m", str(folder)], check=True)
    book = MemoryLedger()
    run_local(work, book, workers=2)
    with FileLedger.open(path, write=True) as ledger:
        outcome = run_local(work, ledger, workers=2)
        print("went on:", outcome.skipped >= stored[-1], outcome.skipped + outcome.done)
        print("identical:", digest(ledger) == digest(book))
    print("files:", sorted(one.name for one in folder.iterdir()))


if __name__ == "__main__":
    main()
