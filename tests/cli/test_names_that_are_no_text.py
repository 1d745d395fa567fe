"""Study files whose names are no UTF-8: every verb answers, and names are shown escaped."""

import os
from pathlib import Path

NAME = os.fsdecode(b"\xff\xfe.bakeoff")
VERBS = {
    "status": ("status", NAME),
    "status, JSON": ("status", NAME, "--json"),
    "verify": ("verify", NAME),
    "verify, JSON": ("verify", NAME, "--json"),
    "report": ("report", NAME),
    "report, JSON": ("report", NAME, "--json"),
    "report, Markdown": ("report", NAME, "-o", "r.md"),
    "report, LaTeX": ("report", NAME, "-o", "r.tex"),
    "report to such a name": ("report", NAME, "-o", os.fsdecode(b"\xff.html")),
    "export": ("export", NAME, "-o", "out"),
    "export to such a name": ("export", NAME, "-o", os.fsdecode(b"out\xff")),
    "map": ("map", NAME),
    "map, JSON": ("map", NAME, "--json"),
    "retry": ("retry", NAME, "--failed"),
    "forget": ("forget", NAME, "--learner", "zero"),
    "a study that is not there": ("status", os.fsdecode(b"\xfe.bakeoff")),
    "a study file that is not there": ("run", os.fsdecode(b"\xfe.toml")),
    "a table that is not there": ("compare", os.fsdecode(b"\xfe.csv")),
    "a table of predictions that is not there": ("measure", os.fsdecode(b"\xfe.csv"), "--truth", "a", "--pred", "b"),
}


def test_a_name_that_is_no_text_is_no_bug(bakeoff, study):
    Path(study).rename(NAME)
    for case, arguments in VERBS.items():
        done = bakeoff(*arguments)
        words = done.output + done.stderr
        assert "this is a bug" not in words, case
        assert done.exit_code == (2 if "not there" in case or case == "forget" else 0), words
        words.encode()  # no half of a character is printed
