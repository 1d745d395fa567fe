"""Names that go: the old one answers until a stated release, with a warning that names the new one."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.core.catalogue import imported

__all__ = ["OldName", "OldNames"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OldName:
    """What a name is called now, and the first release that no longer knows the old one."""

    new: str  # as an import string, "bakeoff.cli.verb:HelpHeading"
    gone: str  # "0.4.0"


@dataclass(frozen=True, slots=True)
class OldNames:
    """The `__getattr__` of a module some of whose names have changed.

    >>> __getattr__ = OldNames("bakeoff.example", {"Heading": OldName(new="bakeoff.cli.verb:HelpHeading", gone="0.4.0")})
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     __getattr__("Heading").__name__
    'HelpHeading'
    >>> str(caught[0].message)
    'bakeoff.example.Heading is bakeoff.cli.verb.HelpHeading now; bakeoff 0.4.0 no longer knows the old name'
    """

    module: str
    names: Mapping[str, OldName]

    def __call__(self, name: str) -> Any:
        """What the old name means, with a warning."""
        old = self.names.get(name)
        if old is None:
            raise AttributeError(f"module {self.module!r} has no attribute {name!r}")
        warnings.warn(
            f"{self.module}.{name} is {old.new.replace(':', '.')} now; bakeoff {old.gone} no longer knows the old name",
            DeprecationWarning,
            stacklevel=2,
        )
        return imported(old.new)
