"""A private file that leads a browser to the page: the command line of the browser, which everybody on the machine can read, holds no token."""

from html import escape
from pathlib import Path

from bakeoff.core.whole_file import write_whole

__all__ = ["write_redirect"]

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={link}">
<title>bakeoff</title>
</head>
<body><p><a href="{link}">Continue to bakeoff</a></p></body>
</html>
"""


def write_redirect(folder: Path, link: str) -> str:
    """Write it into a private folder; gives its address for a browser."""
    path = folder / "open-bakeoff.html"
    write_whole(path, _PAGE.format(link=escape(link)), private=True)
    return path.as_uri()
