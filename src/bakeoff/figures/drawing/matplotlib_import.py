"""The first import of matplotlib, which reads settings: those of the user, never those that lie in the working folder.

Matplotlib looks for `matplotlibrc` in the working folder first, whatever the environment says, and that folder may be a stranger's.
"""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from bakeoff.core.errors import BadInput
from bakeoff.core.isolation.private_folder import PrivateFolder

__all__ = ["import_matplotlib"]

_FILE = "matplotlibrc"
_LOCK = threading.Lock()


def import_matplotlib() -> None:
    """Import it here if it is not yet; whoever needs a part of it calls this first."""
    with _LOCK:
        if "matplotlib" in sys.modules:
            return
        try:
            with _elsewhere():
                import matplotlib as mpl  # noqa: F401
        except (UnicodeDecodeError, OSError) as error:
            raise BadInput(
                f"matplotlib cannot read its settings ({error}); mend or remove {_FILE} in your folder of settings for matplotlib"
            ) from None


@contextmanager
def _elsewhere() -> Iterator[None]:
    """An empty working folder, but only where this one holds such a file: other threads share it."""
    if not os.path.lexists(_FILE):
        yield
        return
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with PrivateFolder() as folder:
            os.chdir(folder)
            try:
                yield
            finally:
                os.fchdir(here)
    finally:
        os.close(here)
