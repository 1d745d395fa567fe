"""A study on a disk that becomes read-only: `python read_only_disk.py FOLDER`, in a mount space of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from victim import odd_learners

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.verify import verify


def refused(door, path):
    try:
        door(path).close()
    except StudyFileError as error:
        return str(error)
    return "opened"


def killed(path):
    """Leave the file as a killed run does, its log beside it."""
    if (pid := os.fork()) == 0:
        FileLedger.open(path, write=True).set_meta("a", 1)
        os._exit(9)
    os.waitpid(pid, 0)


def main():
    folder = Path(sys.argv[1])
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder)], check=True)
    path, left, copied = (folder / f"{name}.bakeoff" for name in ("study", "left", "copied"))
    odd_learners.stored_study(path)
    shutil.copy(path, left)
    killed(left)
    shutil.copy(left, copied)  # alone: its log is missing
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    print("run:", refused(FileLedger.resume, path))
    print("new:", refused(FileLedger.create, folder / "new.bakeoff"))
    for words, one in (("read:", path), ("killed run read:", left)):
        with FileLedger.open(one) as ledger:
            print(words, len(ledger), verify(one))
    print("copied while it ran:", refused(FileLedger.open, copied)[-25:])


if __name__ == "__main__":
    main()
