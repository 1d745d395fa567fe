"""LogFormat: the declaration of one kind of evaluation log, which is read to one long table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.tabular.formats.format import FileContent

if TYPE_CHECKING:
    from bakeoff.tabular.logs.log_table import LogTable

__all__ = ["LogFormat"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LogFormat:
    """One kind of evaluation log, declared once.

    `sniff` decides by the file: its name and its first bytes; only files whose text begins with `opening` are asked about. `read` gives the long table. `evidence` states how the reader was checked: by files that
    the harness itself wrote, with its version, or by the documented schema.

    >>> from bakeoff.tabular.logs import LOG_FORMATS
    >>> LOG_FORMATS["inspect"].title
    'inspect'
    """

    name: str
    title: str
    files: str  # how the files are called
    about: str
    evidence: str
    opening: bytes = b""  # how its text begins, white space aside
    sniff: Callable[[FileContent], bool]
    read: "Callable[[FileContent], LogTable]"

    def __repr__(self) -> str:
        return f"<LogFormat {self.name}>"
