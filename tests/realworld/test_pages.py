"""Code of the pages that needs packages from outside, run where they are installed: it gives what the page states."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.test_examples import Block, blocks, run_python

PAGE = Path(__file__).parents[2] / "docs" / "forecasts.md"


def _code(package: str) -> list[Block]:
    """The blocks that the example reads from, and the example with this package."""
    code = [block for block in blocks(PAGE) if block.kind == "python"]
    example = next(block for block in code if "not-run" in block.words and f"from {package}" in block.text)
    return [*(block for block in code[: code.index(example)] if "not-run" not in block.words), example]


@pytest.mark.filterwarnings("ignore")  # of the packages
@pytest.mark.parametrize("package", ["statsmodels", "sktime"])
def test_forecasts_of_other_packages(package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed: make realworld, make realworld-heavy")
    monkeypatch.chdir(tmp_path)
    for block in blocks(PAGE):
        for word in block.words:
            if word.startswith("name="):
                Path(word.removeprefix("name=")).write_text(block.text, encoding="utf-8")
    names: dict[str, object] = {"__name__": "__main__"}
    *earlier, example = _code(package)
    for block in earlier:
        run_python(block, PAGE, names)
    assert "# ->" in example.text
    run_python(example, PAGE, names)
