"""Run a script as two cells of a notebook in a real kernel and print what the cells show."""

import sys
from pathlib import Path


def main(script: str) -> None:
    import nbformat
    from nbclient import NotebookClient

    texts = (Path(script).read_text(encoding="utf-8"), "results")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in texts])
    NotebookClient(book, timeout=150, kernel_name="python3").execute()
    for cell in book.cells:
        for output in cell.outputs:
            print(output.get("text", ""))
            print(output.get("data", {}).get("text/html", ""))


if __name__ == "__main__":
    main(sys.argv[1])
