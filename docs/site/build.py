"""Build the site: `make site`. Pages go to docs/site/build/html; nothing is fetched, and a warning is an error."""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import api_pages
import stage
from sphinx.cmd.build import build_main

SOURCE, HTML, TREES = (HERE / "build" / name for name in ("source", "html", "trees"))


def main() -> int:
    """Stage the pages and let Sphinx build them."""
    gallery = SOURCE / "auto_gallery"
    kept = HERE / "build" / "auto_gallery"  # examples that did not change are not run again
    if gallery.exists():
        shutil.rmtree(kept, ignore_errors=True)
        shutil.move(gallery, kept)
    stage.stage(SOURCE)
    if kept.exists():
        shutil.move(kept, gallery)
    api_pages.write(SOURCE)
    options = ["-b", "html", "-c", str(HERE), "-d", str(TREES), "-W", "--keep-going", "-n", "-q", *sys.argv[1:]]
    status = build_main([*options, str(SOURCE), str(HTML)])
    if status == 0:
        print(f"built: {HTML / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
