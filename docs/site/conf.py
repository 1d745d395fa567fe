"""How Sphinx builds the site: no address outside is asked, neither now nor by the pages."""

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from mathml import setup_math
from pictures import FigureDisplays
from pygments.lexers.special import TextLexer

import bakeoff

project = "bakeoff"
author = "The bakeoff developers"
project_copyright = author
release = version = bakeoff.__version__
extensions = [
    "sphinx.ext.autodoc",
    "numpydoc",
    "myst_parser",
    "sphinx_gallery.gen_gallery",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["demo/**", "**.ipynb"]
default_role = "code"
nitpicky = True
highlight_language = "python"

myst_heading_anchors = 5
myst_enable_extensions = ["colon_fence", "attrs_block"]
suppress_warnings = [
    "config.cache",
    "myst.header",
]  # the scraper is a function; pages of the repository begin as they like

autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

sphinx_gallery_conf = {
    "examples_dirs": str(HERE.parent / "gallery"),
    "gallery_dirs": "auto_gallery",
    "filename_pattern": r"/plot_",
    "image_scrapers": (FigureDisplays(),),
    "capture_repr": ("__repr__",),
    "ignore_repr_types": r"FigureDisplay|Figure\b|Axes",
    "within_subsection_order": "FileNameSortKey",
    "show_memory": False,
    "show_signature": False,
    "min_reported_time": 1e9,
    "remove_config_comments": True,
    "download_all_examples": True,
    "thumbnail_size": (400, 280),
    "first_notebook_cell": None,
}

html_theme = "pydata_sphinx_theme"
html_title = f"bakeoff {release}"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_extra_path = [str(HERE.parent / "llms.txt")]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "header_links_before_dropdown": 8,
    "navbar_end": ["theme-switcher"],
    "show_prev_next": True,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "navigation_depth": 2,
    "collapse_navigation": True,
    "use_edit_page_button": False,
    "show_nav_level": 1,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": []}


def setup(app: Any) -> None:
    """Formulas as MathML, and names of blocks that are shown as text."""
    setup_math(app)
    for name in ("csv", "jsonl", "mermaid"):
        app.add_lexer(name, TextLexer)
