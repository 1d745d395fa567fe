"""The notebooks run from the first cell to the last, and print what they store; nothing in them names a machine."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def printed(cell: nbformat.NotebookNode) -> str:
    """The text of a cell's outputs."""
    outputs = cell.get("outputs", [])
    return "".join(output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs)


def test_there_are_two():
    assert len(NOTEBOOKS) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")  # of the kernel's own packages
def test_it_prints_what_it_stores(path, tmp_path, monkeypatch):
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))
    stored = nbformat.read(path, as_version=4)
    notebook = nbformat.from_dict(stored)
    client = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    kept = nbformat.read(path, as_version=4)
    for new, old in zip(notebook.cells, kept.cells, strict=True):
        assert printed(new) == printed(old), new["source"]
    assert list(tmp_path.glob("*.html")) or "to_latex" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_complete_and_names_no_machine(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"/(home|root|tmp|work)/|Users\\\\|execution_start", text)
    assert notebook.cells[0]["source"].startswith("# ")
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs for cell in code), "each cell shows something"
    pictures = [o for cell in code for o in cell.outputs if "image/png" in o.get("data", {})]
    assert pictures
