"""A megabyte that is made to keep a reader busy: read or refused in a child that may use a minute of processor time, and is killed after it."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

READERS = {
    "scores": "from bakeoff.tabular import reading\nread = lambda name, content: reading.read(content, name=name).columns()",
    "table": "from bakeoff.tabular import reading\nread = lambda name, content: reading.read(content, name=name).table()",
    "ARFF": "from bakeoff.tabular import reading\nread = lambda name, content: reading.read(content, name='long.arff').table()",
    "study": "from pathlib import Path\nfrom bakeoff.study.spec.read_toml import read_file\nread = lambda name, content: read_file(Path(name))",
    "cell": "from bakeoff.tabular.safe_cells import safe_cell\nread = lambda name, content: safe_cell(content.decode())",
    "shown": "from bakeoff.report.tables.html import value_and_rest, text_pieces\nread = lambda name, content: (value_and_rest(content.decode()), text_pieces(content.decode()))",
}  # fmt: skip
SIZE = 1_000_000


def long(begin: str, pump: str, end: str = "") -> bytes:
    return (begin + pump * (SIZE // len(pump)) + end).encode()


HEAD = "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n"
TEXTS = {
    "decimal commas": ("scores", long("id;prediction\nx;", "1,", "a")),
    "decimal commas of a table": ("table", long("id;prediction\nx;", "1,", "a")),
    "digits": ("scores", long("id;prediction\nx;", "1", "a")),
    "rules": ("scores", long("a|b\n", "|-", "!")),
    "dashes": ("scores", long("a|b\n|", "-", "!")),
    "breaks of LaTeX": ("scores", long("a & b \\\\\n", "\\\\[")),
    "colours of LaTeX": ("scores", long("a & b \\\\\nx & ", "\\color[", " \\\\")),
    "blanks of LaTeX": ("scores", long("a & b \\\\\nx & \\cellcolor", " ", "! \\\\")),
    "rules of LaTeX": ("scores", long("a & b \\\\\n", "\\hline[")),
    "braces of LaTeX": ("scores", long("a & b \\\\\nx & ", "\\a{", " \\\\")),
    "signs of LaTeX": ("scores", long("a & b \\\\\nx & ", "_ ", " \\\\")),
    "blanks of ARFF": ("ARFF", long(HEAD + "1", " ", "}")),
    "weights of ARFF": ("ARFF", long(HEAD, ",{1}", "x}")),
    "quotes of ARFF": ("ARFF", long(HEAD, "'\\'")),
    "braces of ARFF": ("ARFF", long(HEAD + "{", "},{", "}")),
    "names of ARFF": ("ARFF", long("@relation r\n@attribute ", "'a", " numeric")),
    "comments of ARFF": ("ARFF", long(HEAD, " '%", "")),
    "strings of a study": ("study", long("title = ", '"\\')),
    "long strings of a study": ("study", long("title = ", "'''\"")),
    "quotes of a study": ("study", long("title = ", "'")),
    "digits of a cell": ("cell", long("-", "1", "~")),
    "backslashes of a cell": ("cell", long("", "\\")),
    "numbers of a report": ("shown", long("", "0 [", "a")),
    "digits of a report": ("shown", long("", "0", " (")),
    "words of a report": ("shown", long("", "aB.", " ±")),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_a_megabyte_is_read_or_refused(tmp_path: Path, name: str) -> None:
    reader, content = TEXTS[name]
    (tmp_path / "long.txt").write_bytes(content)
    code = f"""
import sys
{READERS[reader]}
from bakeoff.core.errors import BakeoffError
try:
    read(sys.argv[1], open(sys.argv[1], "rb").read())
except BakeoffError as problem:
    print(len(str(problem)))
"""
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(tmp_path / "long.txt")], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 60)),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-500:]
    assert not done.stdout.strip() or int(done.stdout) < 2000
