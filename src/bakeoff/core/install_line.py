"""The line that installs an optional part of bakeoff where this copy came from: a clone, or an index of packages."""

import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["install_line"]


def install_line(extra: str) -> str:
    """The command for this extra: from a clone the folder of the clone, else the name of the package."""
    source, editable = _source()
    if source is None:
        return f"pip install 'bakeoff[{extra}]'"
    place = "." if Path.cwd() == source else str(source)
    return f"pip install {'-e ' if editable else ''}'{place}[{extra}]'"


def _source() -> tuple[Path | None, bool]:
    """The folder that this copy was installed from, where it is still there, and whether the copy is that folder itself."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        text = distribution("bakeoff").read_text("direct_url.json")  # pip writes it for everything but an index
        record = json.loads(text or "{}")
        address = urlsplit(str(record.get("url", "")))
        editable = bool((record.get("dir_info") or {}).get("editable"))
    except (PackageNotFoundError, ValueError, AttributeError):
        return None, False
    folder = Path(unquote(address.path))
    there = address.scheme == "file" and (folder / "pyproject.toml").is_file()
    return (folder if there else None), editable and there
