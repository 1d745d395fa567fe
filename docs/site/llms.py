"""Write docs/llms.txt from the sections of docs/index.md: `python docs/site/llms.py`."""

from pathlib import Path

import stage

__all__ = ["FILE", "text"]

FILE = stage.DOCS / "llms.txt"
HEAD = """# bakeoff

> Which learning method is better, by how much, and how sure are we? A Python package and a command line. Input: learners and data sets, or predictions, or a table of scores, or evaluation logs. Output: a verdict with its interval and its scope, by the test that fits the evidence.

Install: `pip install bakeoff`. Python: `import bakeoff as bo`. Every command takes `--json`. The commands of the usual tasks: [SKILL.md](skill/SKILL.md).
"""


def text() -> str:
    """The file, with the pages as they are named in the repository."""
    index = (stage.DOCS / "index.md").read_text(encoding="utf-8")
    return f"{HEAD}\n{index[index.index('## Start') :].rstrip()}\n"


if __name__ == "__main__":
    Path(FILE).write_text(text(), encoding="utf-8")
