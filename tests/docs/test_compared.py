"""The page "how it compares": every cell of bakeoff has an example that runs, and every package is in every line."""

import re
from pathlib import Path

import pytest

from tests.docs.test_examples import blocks

PAGE = Path(__file__).parents[2] / "docs" / "compared.md"
TABLE = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("|")
]
HEAD, _, *ROWS = TABLE


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_line_is_complete_and_linked_to_an_example(row):
    assert len(row) == len(HEAD) == 13
    assert set(row[2:]) <= {"yes", "no", "example", "5x2", "some", ""}
    answer, target = re.fullmatch(r"\[(yes|no)\]\(([^)]+)\)", row[1]).groups()
    path, _, anchor = target.partition("#")
    page = PAGE.parent / path if path else PAGE
    if page.suffix == ".py":
        assert page.name.startswith("plot_"), "the gallery is run by its own test"
        return
    run = [block for block in blocks(page) if block.kind == "python" or "run" in block.words]
    assert run, f"{answer}: {page.name} runs nothing"
    if not path:
        text = page.read_text(encoding="utf-8")
        titles = {
            re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-"): title
            for title in re.findall(r"^## (.+)$", text, re.MULTILINE)
        }
        assert "```python" in text.split(f"## {titles[anchor]}\n")[1].split("\n## ")[0]


def test_versions_of_all_python_packages_are_stated():
    text = PAGE.read_text(encoding="utf-8")
    named = set(HEAD[2:]) - {"WEKA", "mlr3"}
    assert all(re.search(rf"{re.escape(name)} \d+\.\d", text) for name in named)
