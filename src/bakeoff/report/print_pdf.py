"""A page as PDF: printed by a Chromium, Chrome or Edge that is on the machine, without network and with a profile of its own."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from bakeoff.core.errors import BadInput, BakeoffError

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
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--disable-background-networking", "--disable-sync",
    "--no-first-run", "--no-pdf-header-footer",
)  # fmt: skip
_SECONDS = 120


def browser_for_pdf() -> str:
    """The path of a browser that prints pages; refused with what to do where there is none."""
    found = next((path for name in BROWSERS if (path := shutil.which(name)) is not None), None)
    if found is None:
        raise BadInput(
            "a PDF is printed by a browser, and no Chromium, Chrome or Edge is installed; install one, "
            "or write report.html and print it to PDF from your browser"
        )
    return found


def print_pdf(page: str, target: Path) -> Path:
    """Print the page into the file; the file appears whole or not at all."""
    browser = browser_for_pdf()
    with TemporaryDirectory(prefix="bakeoff-pdf-") as folder:
        source, made = Path(folder) / "report.html", Path(folder) / "report.pdf"
        source.write_text(page, encoding="utf-8")
        command = [browser, *_FLAGS, f"--user-data-dir={folder}/profile", f"--print-to-pdf={made}", source.as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - a browser of the machine, and files of our own
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BakeoffError(f"{Path(browser).name} did not print the PDF: {error}") from error
        if done.returncode or not made.exists():
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            why = f": {last[0]}" if last else ""
            raise BakeoffError(
                f"{Path(browser).name} did not print the PDF{why}; write report.html and print it by hand"
            )
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            shutil.copyfile(made, beside)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    return target
