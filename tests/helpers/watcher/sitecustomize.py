"""Every Python of a watched command finds this module through PYTHONPATH: it writes down what is opened, executed, imported and started.

WATCHED_FOLDER names the folder that is watched, WATCHER_LOG the file that gets a line of JSON for each event.
"""

import json
import os
import sys

STARTS = {"subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.spawn"}
FILES = {"open", "ctypes.dlopen"}


class Watcher:
    """An audit hook; forks of this process keep it."""

    def __init__(self, folder: str, log: str) -> None:
        self.folder, self.log = os.path.realpath(folder), log
        self.writing = False

    def __call__(self, event: str, facts: tuple[object, ...]) -> None:
        if self.writing:
            return
        self.writing = True
        try:
            self._look(event, facts)
        finally:
            self.writing = False

    def _look(self, event: str, facts: tuple[object, ...]) -> None:
        if event in STARTS:
            self._note("start", os.fsdecode(facts[0]) if isinstance(facts[0], (str, bytes)) else repr(facts[0]))
        elif event in FILES:
            self._note_file(event, facts[0])
        elif event == "exec":
            self._note_file("exec", getattr(facts[0], "co_filename", None))
        elif event == "import":
            self._note_file("import", facts[1])
            if any(self._inside(entry) == "." for entry in facts[2] or () if isinstance(entry, str)):
                self._note("path", str(facts[0]))

    def _inside(self, path: str) -> str | None:
        """The path relative to the folder; None for a file elsewhere."""
        relative = os.path.relpath(os.path.abspath(path), self.folder)
        return None if relative.startswith("..") else relative

    def _note_file(self, event: str, path: object) -> None:
        if isinstance(path, (str, bytes)) and not os.fsdecode(path).startswith("<"):
            relative = self._inside(os.fsdecode(path))
            if relative is not None:
                self._note(event, relative)

    def _note(self, event: str, what: str) -> None:
        file = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(file, (json.dumps([event, what]) + "\n").encode())
        os.close(file)


if "WATCHER_LOG" in os.environ:
    sys.addaudithook(Watcher(os.environ["WATCHED_FOLDER"], os.environ["WATCHER_LOG"]))
