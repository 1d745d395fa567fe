"""The paper: its numbers, references and figures are what the package measured, and its example runs."""

import re
from pathlib import Path

import pytest

from paper import figures

TEXT = figures.PAPER.read_text(encoding="utf-8")


def test_the_numbers_and_the_references_are_those_of_today() -> None:
    assert figures.text() == TEXT
    assert figures.library() == figures.LIBRARY.read_text(encoding="utf-8")


def test_every_number_has_a_place_and_every_place_a_number() -> None:
    assert {name for name, _ in figures.NUMBER.findall(TEXT)} == set(figures.numbers())
    assert not re.search(r"<!--n:\w+-->0?<!--/n-->", TEXT)


def test_every_source_has_one_entry() -> None:
    body = TEXT.partition("# Summary")[2]
    entries = re.findall(r"^@\w+\{(\w+),", figures.LIBRARY.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(entries) == sorted(set(figures.CITED.findall(body)))


def test_the_paper_has_its_parts_and_its_length() -> None:
    for heading in ("# Summary", "# Statement of need", "# How honest it is", "# Other packages", "# References"):
        assert f"\n{heading}\n" in TEXT
    prose = re.sub(r"```.*?```|<!--.*?-->", " ", TEXT.partition("---\n\n")[2], flags=re.DOTALL)
    assert 750 <= len(re.findall(r"[\w’'-]+", prose)) <= 1750


def test_the_figures_are_drawn(tmp_path: Path) -> None:
    paths = figures.draw(tmp_path / "figures")
    for path in paths:
        assert path.read_bytes().startswith(b"\x89PNG")
        assert f"](figures/{path.name})" in TEXT
        assert (figures.HERE / "figures" / path.name).exists()


@pytest.mark.slow
def test_the_example_runs(capsys) -> None:
    code = TEXT.partition("```python\n")[2].partition("```")[0]
    exec(compile(code, "paper.md", "exec"), {})  # our own text
    assert "better than" in capsys.readouterr().out
