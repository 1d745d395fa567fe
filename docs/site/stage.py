"""The source folder of the site, made of `docs/`: every page where Sphinx looks for it, and what only the site has.

Nothing here needs Sphinx. `docs/index.md` decides the navigation: each of its headings is a section of the site, and each page that
it links to is in that section. A page that is added there is in the site.
"""

import base64
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Section", "links", "pages", "prose", "sections", "stage"]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FRONT = DOCS / "site" / "front.md"
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"^```[^\n]*\n.*?^```$", re.MULTILINE | re.DOTALL)
# Where pages of the repository are in the site.
MOVED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "docs/index.md": "index.md",
    "docs/decisions": "decisions/index.md",
    "docs/gallery": "auto_gallery/index.rst",
}
# Pages that the site alone has: the section that shows them.
ADDED = {
    "Looking things up": ("api/index", "skill/SKILL"),
    "For developers": ("contributing", "changelog", "security", "conduct"),
}
# Pages that use the whole width: their head says so to the theme.
WIDE = ("compared.md", "cheat-sheet.md")
WIDE_HEAD = "---\nhtml_theme.sidebar_secondary.remove: true\n---\n\n"
NOT_PAGES = ("*.py", "__pycache__", "*.pyc", "site")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading of `docs/index.md`: its text, and the documents that it links to, without ending."""

    title: str
    text: str
    documents: tuple[str, ...]

    @property
    def slug(self) -> str:
        """The name of its page."""
        return re.sub(r"[^a-z]+", "-", self.title.lower()).strip("-")


def pages() -> list[Path]:
    """Every Markdown page of `docs/` that the site shows."""
    return sorted(page for page in DOCS.rglob("*.md") if "site" not in page.relative_to(DOCS).parts)


def prose(text: str) -> str:
    """A text without its fenced blocks."""
    return FENCE.sub("", text)


def links(text: str) -> Iterator[str]:
    """The targets of the links of a text, without those inside fenced blocks."""
    return (match["target"] for match in LINK.finditer(prose(text)))


def sections() -> tuple[Section, ...]:
    """The sections of the site, in the order of `docs/index.md`."""
    parts = re.split(r"^## +(.+)$", (DOCS / "index.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return tuple(
        Section(title=title.strip(), text=text.strip(), documents=(*documents(text), *ADDED.get(title.strip(), ())))
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    )


def documents(text: str) -> Iterator[str]:
    """The documents that a text of `docs/index.md` links to, each once."""
    listed = dict.fromkeys(place(DOCS / "index.md", target) for target in links(text))
    return (name.rpartition(".")[0] for name in listed if name and name.endswith((".md", ".rst")))


def place(page: Path, target: str) -> str:
    """Where the site has what a page links to, from the root of the site; nothing for what it does not have."""
    path = target.partition("#")[0]
    there = (page.parent / path).resolve() if path else page
    if not there.is_relative_to(ROOT):
        return ""
    name = there.relative_to(ROOT).as_posix()
    if name in MOVED:
        return MOVED[name]
    if not name.startswith("docs/"):
        return ""
    name = name.removeprefix("docs/")
    if name.startswith("gallery/") and name.endswith(".py"):
        return f"auto_{name.removesuffix('.py')}.rst"
    return re.sub(r"\.ipynb$", ".md", name)


def moved_links(text: str, page: Path, home: str) -> str:
    """A text with its links as the site needs them; `home` is where the site has the page. Links to what the site lacks become plain text."""
    up = "../" * home.count("/")

    def moved(match: re.Match[str]) -> str:
        target = match["target"]
        if "://" in target or target.startswith("#"):
            return match[0]
        name, anchor = place(page, target), target.partition("#")[2]
        if name == "index.md" and anchor:  # a heading of docs/index.md is a section of the site
            name, anchor = f"{anchor}.md", ""
        return f"[{match['text']}]({up}{name}{'#' * bool(anchor)}{anchor})" if name else match["text"]

    fences = FENCE.findall(text)
    rest = iter([*fences, ""])
    return "".join(LINK.sub(moved, part) + next(rest) for part in FENCE.split(text))


def stage(target: Path) -> None:
    """Write the source folder of the site anew."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(DOCS, target, ignore=shutil.ignore_patterns(*NOT_PAGES))
    shutil.rmtree(target / "gallery", ignore_errors=True)
    for page in pages():
        _write(target, page, page.relative_to(DOCS).as_posix())
    for name, home in MOVED.items():
        if name.removesuffix(".md").isupper() and name != "README.md":
            _write(target, ROOT / name, home)
    for notebook in sorted((DOCS / "notebooks").glob("*.ipynb")):
        (target / "notebooks" / f"{notebook.stem}.md").write_text(notebook_page(notebook, target), encoding="utf-8")
    for section in sections():
        (target / f"{section.slug}.md").write_text(section_page(section), encoding="utf-8")
    (target / "index.md").write_text(front_page(), encoding="utf-8")
    (target / "decisions" / "index.md").write_text(decisions_page(), encoding="utf-8")


def _write(target: Path, page: Path, home: str) -> None:
    text = moved_links(page.read_text(encoding="utf-8"), page, home)
    head = WIDE_HEAD if home in WIDE else ""
    (target / home).write_text(f"{head}{text}", encoding="utf-8")


def toctree(names: tuple[str, ...], *, hidden: bool = True) -> str:
    """A toctree of documents."""
    return "\n".join(
        ["```{toctree}", *([":hidden:"] if hidden else []), "", *(f"/{name}" for name in names), "```", ""]
    )


def section_page(section: Section) -> str:
    """The page of a section: what `docs/index.md` writes, and its part of the navigation."""
    text = moved_links(section.text, DOCS / "index.md", f"{section.slug}.md")
    extra = "".join(f"- [](/{name}.rst)\n" for name in section.documents if name == "api/index")
    return f"# {section.title}\n\n{text}\n{extra}\n{toctree(section.documents)}"


def front_page() -> str:
    """The first page, with the sections of the navigation."""
    text = moved_links(FRONT.read_text(encoding="utf-8"), FRONT, "index.md")
    return f"{text}\n{toctree(tuple(section.slug for section in sections()))}"


def notebook_page(notebook: Path, target: Path) -> str:
    """A notebook as a page: its cells, the outputs that it stores, and the file itself to download."""
    parts = []
    for number, cell in enumerate(json.loads(notebook.read_text(encoding="utf-8"))["cells"]):
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(moved_links(text, notebook, f"notebooks/{notebook.stem}.md"))
        else:
            parts += [f"```python\n{text}\n```", *outputs(cell, target / "notebooks" / f"{notebook.stem}-{number}.png")]
    title, *rest = parts
    return "\n\n".join([title, f"{{download}}`Download the notebook <{notebook.name}>`", *rest, ""])


def outputs(cell: dict[str, Any], picture: Path) -> Iterator[str]:
    """What a cell printed and drew."""
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "image/png" in data:
            picture.write_bytes(base64.b64decode(data["image/png"]))
            yield f"![{picture.stem}]({picture.name})"
        else:
            text = "".join(output.get("text") or data.get("text/plain", "")).rstrip()
            yield f"```text\n{text}\n```"


def decisions_page() -> str:
    """The list of the records of decisions."""
    records = sorted((DOCS / "decisions").glob("[0-9]*.md"))
    titles = [record.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ") for record in records]
    rows = [f"- [{title}]({record.name})" for title, record in zip(titles, records, strict=True)]
    tree = toctree(tuple(f"decisions/{record.stem}" for record in records))
    return "\n".join(["# Decisions\n", "Why things are as they are: one record for each decision.\n", *rows, "", tree])
