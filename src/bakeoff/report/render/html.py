"""One self-contained page: no network, one small script of our own, a strict content policy; or a fragment for a notebook."""

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING
from unicodedata import bidirectional
from urllib.parse import quote

from markupsafe import Markup

from bakeoff.core import __version__
from bakeoff.core.notes import Citation, Emphasis, Name, Quiet, Sentence
from bakeoff.core.text import clean
from bakeoff.figures.drawing.theme import VARIABLES
from bakeoff.report.blocks import (
    Alternatives,
    Bibliography,
    Block,
    Callout,
    Card,
    Code,
    Columns,
    Download,
    Downloads,
    Figure,
    Fold,
    Heading,
    KeyValues,
    Notices,
    Paragraph,
    Report,
)
from bakeoff.report.notebook_card import NotebookCard
from bakeoff.report.render.gap_scale import BRAND, gap_scale
from bakeoff.report.tables import plain_text as tables
from bakeoff.report.tables.html import COLORS, SHAPES
from bakeoff.report.tables.plain_text import Table

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["article", "brand", "cell_style", "fragment", "inside", "page_script", "render", "stylesheet", "tabbed"]

_fragments = count(1)
_PRINT = re.compile(r"\n@page \{.*", re.DOTALL)  # the last part of the style sheet: how a whole page is printed
_DARK = re.compile(r"\(prefers-color-scheme: dark\) \{\s*\.bakeoff (\{[^}]*\})")
_READABLE = " !$'()*+,-./:;=?@[]^_`{|}~"  # none of these can end an attribute in double quotes or begin a reference
# Names are escaped, so none of them can hold a bare quote and look like an attribute.
_POINTERS = re.compile(r'( id="| href="#|="url\(#)([^")]+)')
_CODE = re.compile(r"`([^`\n]{1,200})`")  # what a command line prints between backticks
_TAB = ' name="tab"'
_LABELS = re.compile(r'( aria-labelledby=")([^"]+)"')


def render(report: Report) -> str:
    """The whole page."""
    style, script = _style(), _script()
    return _template("page.html").render(
        report=report,
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        style_digest=_digest(style),
        script_digest=_digest(script),
        **_tools(),
    )


def _digest(text: str) -> str:
    """What the content policy names of a text that may run or style the page."""
    return b64encode(sha256(text.encode()).digest()).decode()


def fragment(report: Report) -> str:
    """A piece of HTML to stand in somebody else's page: a notebook cell."""
    style = Markup(cell_style())  # noqa: S704 - our own file
    return _own_ids(_template("fragment.html").render(report=report, style=style, **_tools()))


def tabbed(card: NotebookCard) -> str:
    """A compact card with tabs to stand in a notebook cell; it needs no script, and without style all tabs are shown."""
    style = Markup(cell_style())  # noqa: S704 - our own file
    return _own_ids(_template("notebook.html").render(card=card, style=style, **_tools()))


def article(report: Report) -> str:
    """The body of the page alone, for a page that brings its own head and links the stylesheet."""
    return _template("article.html").render(report=report, **_tools())


def stylesheet() -> str:
    """The style of every page."""
    return _style()


def brand() -> Markup:
    """The mark of the product, for pages that are no report."""
    return BRAND


def page_script() -> str:
    """The script of every page."""
    return _script()


def inside(markup: str) -> str:
    """A figure or tables to stand in a notebook cell, in the reader's colours."""
    return _own_ids(f'<div class="bakeoff inside"><style>{cell_style()}</style>{markup}</div>')


def _own_ids(own: str) -> str:
    """Two fragments in one notebook must not share an id, and cells that earlier sessions left behind are numbered from one too."""
    mark = f"bo{sha256(own.encode()).hexdigest()[:6]}-{next(_fragments)}-"
    own = _POINTERS.sub(lambda hit: f"{hit.group(1)}{mark}{hit.group(2)}", own)
    own = own.replace(_TAB, f' name="{mark}tab"')
    return _LABELS.sub(lambda hit: f'{hit.group(1)}{" ".join(mark + word for word in hit.group(2).split())}"', own)


@cache
def _style() -> str:
    return files("bakeoff.report.render").joinpath("style.css").read_text(encoding="utf-8").strip()


@cache
def cell_style() -> str:
    """The style of a notebook cell: stronger than that of the notebook, in its light or dark colours, without what is for a printed page."""
    style = _style()
    start = style.index(".bakeoff {") + len(".bakeoff ")
    light = style[
        start : style.index(";", style.index("--series-8: ", start)) + 1
    ]  # the first block: the colours on white
    dark = _DARK.search(style)
    assert dark is not None
    sheet = files("bakeoff.report.render").joinpath("notebook.css").read_text(encoding="utf-8").strip()
    themes = f"""
:is([data-jp-theme-light="true"], .vscode-light) .bakeoff {light} color-scheme: light; }}
:is([data-jp-theme-light="false"], .vscode-dark, .vscode-high-contrast) .bakeoff {dark[1][:-1]} color-scheme: dark; }}
"""
    return f"{_PRINT.sub('', style)}{themes}{sheet}".replace(".bakeoff", ".bakeoff.inside.inside")


@cache
def _script() -> str:
    """The script with the colours of saved figures; nothing of a study enters it."""
    text = files("bakeoff.report.render").joinpath("script.js").read_text(encoding="utf-8").strip()
    return text.replace("/*COLORS*/ {}", json.dumps(dict(VARIABLES.values())))


@cache
def _template(name: str) -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bakeoff", "report/render"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["clean"] = clean
    return environment.get_template(name)


def _tools() -> dict[str, object]:
    return {
        "kind": _kind,
        "inline": _inline,
        "coded": _coded,
        "name": _name,
        "table_html": _table_html,
        "svg": _svg,
        "gap_scale": gap_scale,
        "brand": BRAND,
        "version": __version__,
        "data_url": _data_url,
        "colors": COLORS,
        "shapes": SHAPES,
    }


def _kind(block: Block) -> str:
    names = {
        Alternatives: "alternatives",
        Bibliography: "bibliography",
        Callout: "callout",
        Card: "card",
        Code: "code",
        Columns: "columns",
        Downloads: "downloads",
        Figure: "figure",
        Fold: "fold",
        Heading: "heading",
        KeyValues: "facts",
        Notices: "notices",
        Paragraph: "paragraph",
        Table: "table",
    }
    return names[type(block)]


def _inline(parts: Sentence) -> Markup:
    shown = Markup()
    for part in parts:
        if isinstance(part, Emphasis):
            shown += Markup("<strong>{}</strong>").format(_inline(part.parts))
        elif isinstance(part, Quiet):
            shown += Markup('<span class="quiet">{}</span>').format(_inline(part.parts))
        elif isinstance(part, Citation):
            shown += part.text
        else:
            shown += _name(clean(part.text)) if isinstance(part, Name) else part
    return shown


def _coded(text: str) -> Markup:
    """Words in which a command or an option in backticks is set as code.

    >>> print(_coded("`bakeoff checks` & <more>"))
    <code>bakeoff checks</code> &amp; &lt;more&gt;
    """
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else part for index, part in enumerate(_CODE.split(text))
    )


def _name(text: str) -> Markup | str:
    """A name; one that is written from right to left does not turn the words and numbers beside it."""
    turned = any(bidirectional(letter) in {"R", "AL"} for letter in text)
    return Markup("<bdi>{}</bdi>").format(text) if turned else text


def _table_html(table: Table) -> Markup:
    return Markup(tables.to_html(table))  # noqa: S704 - every text in it was escaped by the emitter


def _svg(figure: Figure) -> Markup:
    return Markup(figure.svg)  # noqa: S704 - written by figures/svg.py, which escapes every text


def _data_url(file: Download) -> Markup:
    """Readable where it can be, for base64 would be a third longer than the file; what HTML could read is encoded."""
    return Markup(f"data:{file.media};charset=utf-8,{quote(file.content, safe=_READABLE)}")  # noqa: S704 - see _READABLE
