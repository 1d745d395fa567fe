"""Build the site: `make site`. Pages go to docs/site/build/html; nothing is fetched, and a warning is an error."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import api_pages
import stage
from sphinx.cmd.build import build_main

SOURCE, HTML, TREES = (HERE / "build" / name for name in ("source", "html", "trees"))


def main() -> int:
    """Stage the pages and let Sphinx build them. Every example is run again, whatever an earlier build left."""
    stage.stage(SOURCE)
    api_pages.write(SOURCE)
    options = ["-b", "html", "-c", str(HERE), "-d", str(TREES), "-W", "--keep-going", "-n", "-q", *sys.argv[1:]]
    status = build_main([*options, str(SOURCE), str(HTML)])
    plain = without_picture()
    if plain:
        print(f"examples without a picture: {', '.join(plain)}", file=sys.stderr)
    if status == 0 and not plain:
        print(f"built: {HTML / 'index.html'}")
    return status or int(bool(plain))


def without_picture() -> list[str]:
    """Examples whose pages show no figure."""
    images = SOURCE / "auto_gallery" / "images"
    examples = sorted(path.stem for path in (stage.DOCS / "gallery").glob("plot_*.py"))
    return [name for name in examples if not list(images.glob(f"sphx_glr_{name}_*.png"))]


if __name__ == "__main__":
    sys.exit(main())
