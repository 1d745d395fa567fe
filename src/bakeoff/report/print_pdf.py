"""A page as PDF: printed by a Chromium, Chrome or Edge that is on the machine, without network and with a profile of its own."""

import os
from pathlib import Path

from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.core.isolation.child_process import TimeoutExpired, program, run_program
from bakeoff.core.isolation.private_folder import PrivateFolder
from bakeoff.core.whole_file import write_whole

__all__ = ["PDF", "browser_for_pdf", "print_pdf"]

PDF = ".pdf"
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
_FLAGS = (
    "--headless", "--disable-gpu", "--disable-extensions", "--disable-background-networking", "--disable-sync",
    "--no-first-run", "--no-pdf-header-footer",
)  # fmt: skip
_SECONDS = 120


def browser_for_pdf() -> str:
    """The path of a browser that prints pages; refused with what to do where there is none."""
    browser = program(*BROWSERS)
    if browser is None:
        raise BadInput(
            "a PDF is printed by a browser, and no Chromium, Chrome or Edge is installed; install one, "
            "or write report.html and print it to PDF from your browser"
        )
    return browser


def _flags() -> tuple[str, ...]:
    """A browser keeps its sandbox, except where the user is root, for whom it would not start with one."""
    return (*_FLAGS, "--no-sandbox") if os.geteuid() == 0 else _FLAGS


def print_pdf(page: str, target: Path) -> Path:
    """Print the page into the file; the file appears whole or not at all."""
    browser = browser_for_pdf()
    with PrivateFolder() as folder:
        source, printed = folder / "report.html", folder / "report.pdf"
        source.write_text(page, encoding="utf-8")
        words = [*_flags(), f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}", source.as_uri()]
        try:
            done = run_program(browser, *words, folder=folder, seconds=_SECONDS)
        except (OSError, TimeoutExpired) as error:
            raise BakeoffError(f"{Path(browser).name} did not print the PDF: {error}") from error
        if done.returncode or not printed.exists():
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            why = f": {last[0]}" if last else ""
            raise BakeoffError(
                f"{Path(browser).name} did not print the PDF{why}; write report.html and print it by hand"
            )
        write_whole(target, printed.read_bytes())
    return target
