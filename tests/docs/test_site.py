"""The site has every page, and every link between pages leads somewhere; `make site` builds it and treats a warning as an error."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

import bakeoff as bo

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITE = DOCS / "site"
sys.path.insert(0, str(SITE))

import api_pages  # noqa: E402
import stage  # noqa: E402

sys.path.remove(str(SITE))
PAGES = stage.pages()


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    """The source folder of the site."""
    folder = tmp_path_factory.mktemp("site") / "source"
    stage.stage(folder)
    api_pages.write(folder)
    return folder


def trees(folder: Path) -> set[str]:
    """Every document that a toctree names."""
    listed = set()
    for page in (*folder.rglob("*.md"), *folder.rglob("*.rst")):
        text = page.read_text(encoding="utf-8")
        for tree in re.findall(r"^```\{toctree\}\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            listed |= {line.strip().lstrip("/") for line in tree.splitlines() if line.strip() and ":" not in line}
        for tree in re.findall(r"^\.\. toctree::\n((?:   .*\n|\n)*)", text, re.MULTILINE):
            listed |= {line.strip().lstrip("/") for line in tree.splitlines() if line.strip() and ":" not in line}
    return listed


def test_every_page_is_in_the_navigation_and_the_navigation_names_no_other(staged):
    shown = {
        page.relative_to(staged).with_suffix("").as_posix() for page in (*staged.rglob("*.md"), *staged.rglob("*.rst"))
    }
    assert trees(staged) - {"auto_gallery/index"} == shown - {"index"}


def test_sections_keep_pages_of_users_and_of_developers_apart():
    by_title = {section.title: section.documents for section in stage.sections()}
    assert {"architecture", "decisions/index", "reliability", "mutation", "contributing"} <= set(
        by_title["For developers"]
    )
    shown = [name for documents in by_title.values() for name in documents]
    assert len(shown) == len(set(shown)), "a page is in one section"


def test_a_section_has_no_name_of_a_page():
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES}
    assert not pages & {section.slug for section in stage.sections()}


def test_every_public_name_has_an_api_page(staged):
    folder = staged / "api"
    names = {page.stem for group in api_pages.GROUPS for page in (folder / group).glob("*.rst")}
    assert names == {*bo.__all__, "data", "measures"} - {"__version__"}
    index = (folder / "index.rst").read_text(encoding="utf-8")
    assert all(f"/{name}>`" in index for name in names)


def anchors(page: Path) -> set[str]:
    text = stage.prose(page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_links_of_all_pages_resolve(page):
    """Also of decisions, reference pages and how-to pages."""
    text = re.sub(r"`[^`\n]*`", "", stage.prose(page.read_text(encoding="utf-8")))
    for target in stage.links(text):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(there), f"{page.name} links to {target}"


def test_the_front_page_links_to_pages():
    text = stage.FRONT.read_text(encoding="utf-8")
    sections = {section.slug for section in stage.sections()}
    documents = {name for section in stage.sections() for name in section.documents}
    assert set(re.findall(r"^:link: (\S+)$", text, re.MULTILINE)) <= sections | documents


def test_links_move_with_the_pages(tmp_path):
    """A link to the repository becomes one to the site; what the site lacks becomes text."""
    text = "[a](../CONTRIBUTING.md) [b](gallery/plot_x.py) [c](../tools/walk.py) [d](decisions/) [e](index.md#how-to) [f](splits.md#x)\n```\n[g](../x)\n```\n"
    assert stage.moved_links(text, DOCS / "faq.md", "faq.md") == (
        "[a](contributing.md) [b](auto_gallery/plot_x.rst) c [d](decisions/index.md) [e](how-to.md) [f](splits.md#x)\n```\n[g](../x)\n```\n"
    )
    assert stage.moved_links("[a](../splits.md)", DOCS / "how-to" / "x.md", "how-to/x.md") == "[a](../splits.md)"


def test_the_lock_has_hashes_and_no_address():
    lock = (SITE / "requirements.lock").read_text(encoding="utf-8")
    wanted = {
        re.split(r"[=<>]", line)[0]
        for line in (SITE / "requirements.in").read_text(encoding="utf-8").split("\n")
        if line and not line.startswith("#")
    }
    locked = dict(re.findall(r"^([\w.-]+)==(\S+) \\$", lock, re.MULTILINE))
    assert wanted <= set(locked)
    assert "://" not in lock
    assert all("--hash=sha256:" in part for part in re.split(r"^(?=[\w.-]+==)", lock, flags=re.MULTILINE)[1:])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {re.split(r"[=<>]", line)[0] for line in project["dependencies"]} <= set(locked)


def test_what_the_site_is_made_of_names_no_address():
    for file in (*SITE.glob("*.py"), *(SITE / "static").iterdir(), stage.FRONT):
        assert not re.search(r"https?://", file.read_text(encoding="utf-8")), file.name
