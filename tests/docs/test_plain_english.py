"""Words that a reader whose first language is not English stumbles over stay out of what users read.

Read are: text in the source that is printed (no docstrings of private names, no identifiers), docstrings that `help` shows, the pages
of `docs/` that are written by hand, and the README. `tuning` is a room that has its own list.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bakeoff as bo

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "bakeoff"
BANNED = (
    r"said", r"told", r"heard", r"speaks?", r"held against", r"hold against", r"stands? in (?!for)", r"stands? against",
    r"stands? beside", r"rubbish", r"sharper law", r"sharper", r"ways? to ask", r"by lot", r"on the clock", r"recognised", r"whoever",
    r"how firm", r"mend(ed)? it", r"tells? (more|nothing|enough|all)", r"says? (so|little|nothing|more)", r"is no learner", r"t law",
    r"normal law", r"chi-squared law", r"smells? of", r"lopsided", r"again and again", r"(last|every|this|at most) so (many|much|often)",
    r"nevertheless", r"beforehand what", r"name the file so", r"with commas between", r"vague", r"let go",
    # "is no CSV file" reads as a foreign idiom: "is not a CSV file"; "there is no file" and "is no longer" are fine
    r"(?<!there )is no (?!longer|other|better|larger|more|change|proof)\w+",
)  # fmt: skip
WORDS = re.compile(rf"\b({'|'.join(BANNED)})\b", re.IGNORECASE)
ELSEWHERE = ("tuning",)  # rooms with a list of their own
GENERATED = {"choosing.md", "how-honest.md"}  # made by docs/generate.py
CODE = re.compile(r"^[\w.{}\[\]()'\"!:=,/-]*$")  # one word: a name, a key, a path


def printed(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module that are neither docstrings nor names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    first = [node.body[0] for node in ast.walk(tree) if isinstance(node, bodies) and node.body]
    docstrings = {id(one.value) for one in first if isinstance(one, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docstrings else None
        if isinstance(text, str) and not CODE.match(text):
            yield node.lineno, text


def modules() -> list[Path]:
    return [one for one in sorted(PACKAGE.rglob("*.py")) if one.relative_to(PACKAGE).parts[0] not in ELSEWHERE]


def test_the_list_finds_what_it_bans():
    assert WORDS.findall("it is told, and stands in 3 of 3 other ways to ask; rubbish")
    assert not WORDS.search(
        "the stand-in and the golden rule; a law of large numbers; recommended; there is no file, it is no longer there"
    )
    assert WORDS.search("notes.txt is no CSV file")


def test_what_is_printed_is_plain():
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[0]!r} in {text.strip()[:100]!r}"
        for path in modules()
        for line, text in printed(path)
        for match in WORDS.finditer(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", bo.__all__)
def test_what_help_shows_is_plain(name):
    one = getattr(bo, name)
    texts = [one.__doc__ or ""] if callable(one) else []
    if isinstance(one, type):
        texts += [getattr(one, each).__doc__ or "" for each in vars(one) if not each.startswith("_")]
    assert not [match[0] for text in texts for match in WORDS.finditer(re.sub(r">>>[\s\S]*?(\n\s*\n|$)", "", text))]


def test_what_the_verbs_say_of_themselves_is_plain():
    from bakeoff.cli.main import cli
    from bakeoff.cli.verb import VERBS

    context = cli.make_context("bakeoff", [], resilient_parsing=True)
    found = []
    for verb in VERBS.names:
        command = cli.get_command(context, verb)
        for each in (command, *getattr(command, "commands", {}).values()):
            shown = [each.help or "", each.short_help or "", *(getattr(one, "help", "") or "" for one in each.params)]
            found += [f"{verb}: {match[0]}" for text in shown for match in WORDS.finditer(text)]
    assert not found


PAGES = [
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs").glob("how-to/*.md")),
    *sorted((ROOT / "docs").glob("gallery/*.py")),
    ROOT / "docs" / "skill" / "SKILL.md",
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
]


@pytest.mark.parametrize("page", [one for one in PAGES if one.name not in GENERATED], ids=lambda one: one.name)
def test_pages_are_plain(page):
    text = re.sub(r"`[^`\n]*`", "", re.sub(r"```[\s\S]*?```", "", page.read_text(encoding="utf-8")))
    assert not [match[0] for match in WORDS.finditer(text)]
