"""What the guide says is true: its Python runs, its commands exist, its links lead somewhere.

Each page runs in a directory of its own, top to bottom, in one namespace. A page declares the files it needs in a block
such as ```csv name=scores.csv. In Python, `# -> text` after a statement is what it prints or evaluates to, and
`# refused: text` the error it raises; `...` stands for anything. A block tagged `not-run` is only compiled. A shell block
tagged `run` is run, and `# exit 3` after a command says how it ends.
"""

import ast
import contextlib
import doctest
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS
from bakeoff.core.errors import BakeoffError

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("how-to/*.md")), DOCS / "skill" / "SKILL.md")
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^ {4}(bakeoff .*)$", re.MULTILINE)
SAID = re.compile(r"#\s(?P<kind>->|refused:|exit)\s(?P<text>.*)$")
CHECKER, FLAGS = doctest.OutputChecker(), doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its kind, the words after that, its text and the line it starts on."""

    kind: str
    words: tuple[str, ...]
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for one in FENCE.finditer(text):
        kind, *words = one["info"].split() or [""]
        yield Block(kind, tuple(words), one["text"], text.count("\n", 0, one.start("text")))


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def by_name(page: Path) -> str:
    return page.stem


# The code of a page


def same(expected: str, got: str, where: str) -> None:
    assert CHECKER.check_output(f"{expected}\n", f"{got}\n", FLAGS), f"{where}:\nsaid {expected}\n got {got}"


def expectation(lines: list[str], last: int) -> tuple[str, str]:
    """What is said behind a statement, or in the comments right under it."""
    found = [one for line in lines[last - 1 : last] if (one := SAID.search(line))]
    for line in lines[last:]:
        one = SAID.search(line) if line.startswith("# ") else None
        if one is None:
            break
        found.append(one)
    return (found[0]["kind"], "\n".join(one["text"] for one in found)) if found else ("", "")


def run_python(block: Block, page: Path, names: dict[str, object]) -> None:
    tree, lines = ast.parse(block.text), block.text.splitlines()
    for statement in tree.body:
        where = f"{page.name}:{block.line + statement.lineno}"
        kind, text = expectation(lines, statement.end_lineno or statement.lineno)
        if kind == "refused:":
            with pytest.raises(BakeoffError) as error:
                run_one(statement, where, names)
            same(text, str(error.value), where)
        elif kind == "->":
            same(text, run_one(statement, where, names), where)
        else:
            run_one(statement, where, names)


def run_one(statement: ast.stmt, where: str, names: dict[str, object]) -> str:
    """What a statement prints, and what it evaluates to, as the interpreter would show it."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        if isinstance(statement, ast.Expr):
            value = eval(compile(ast.Expression(statement.value), where, "eval"), names)
            if value is not None or not out.getvalue():
                print(repr(value))
        else:
            exec(compile(ast.Module([statement], []), where, "exec"), names)
    return out.getvalue().rstrip()


def run_shell(block: Block, page: Path) -> None:
    for number, line in enumerate(block.text.splitlines()):
        if not line.startswith("bakeoff "):
            continue
        said = SAID.search(line)
        with pytest.raises(SystemExit) as left:
            cli.main(shlex.split(line, comments=True)[1:])
        wanted = said["text"].split()[0] if said else "0"
        assert str(left.value.code) == wanted, f"{page.name}:{block.line + number + 1}: {line}"


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))
    names: dict[str, object] = {"__name__": "__main__"}  # as in a script: classes travel to workers by value
    found = list(blocks(page))
    for block in found:
        for word in block.words:
            if word.startswith("name="):
                Path(word.removeprefix("name=")).write_text(block.text, encoding="utf-8")
    for block in found:
        if block.kind == "python" and "not-run" in block.words:
            compile(block.text, str(page), "exec")
        elif block.kind == "python":
            run_python(block, page, names)
        elif block.kind == "sh" and "run" in block.words:
            run_shell(block, page)


# The commands of a page


def command_named(verb: str) -> click.Command:
    assert verb in VERBS, f"there is no verb {verb}"
    command = cli.get_command(click.Context(cli), verb)
    assert command is not None
    return command


def command_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that the first words name, also inside a group, and the words that are left."""
    command = command_named(words[0])
    if isinstance(command, click.Group) and words[1:]:
        assert words[1] in command.commands, f"there is no verb {' '.join(words[:2])}"
        return command.commands[words[1]], words[2:]
    return command, words[1:]


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_commands_can_be_typed(page):
    """Lines of shell blocks are complete commands: verb, options and arguments are understood."""
    lines = [line for one in blocks(page) if one.kind == "sh" for line in one.text.splitlines()]
    for line in (*lines, *INDENTED.findall(prose(page))):
        words = shlex.split(line, comments=True)
        if words[:1] == ["bakeoff"] and not words[1].startswith("-"):
            command, rest = command_of(words[1:])
            command.make_context(words[1], rest)


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_commands_in_sentences_exist(page):
    """Commands in running text may be cut short, but what they name exists."""
    for span in re.findall(r"`bakeoff ([^`]+)`", prose(page)):
        verb, *words = span.split()
        if verb.startswith("-"):
            known = {name for one in cli.params for name in one.opts}
            words.insert(0, verb)
        else:
            command, _ = command_of(span.split())
            known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
        assert {word for word in words if word.startswith("-")} <= known | {"-"}, f"{page.name}: bakeoff {span}"


# Links and names


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ +(.+?) *$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=by_name)
def test_links_resolve(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(there), f"{page.name} links to {target}"


def test_every_page_is_in_the_table_of_contents():
    index = ROOT / "docs" / "index.md"
    listed = {(DOCS / target).resolve() for target in re.findall(r"\]\(([\w/-]+\.md)\)", prose(index))}
    assert {page for page in PAGES[1:-1] if page != index} <= listed


def test_python_api_page_names_the_whole_front_door():
    page = prose(ROOT / "docs" / "python-api.md")
    listed = re.findall(r"^\| `bo\.(\w+)", page, re.MULTILINE)
    assert set(listed) == {*bo.__all__, "data", "measures"}
    assert all(hasattr(bo, name) for name in listed)
