"""A small table to lend, a challenge made of it, answers of several qualities, and a started exchange."""

import csv
import json
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import bakeoff as bo

ROWS = 300


def lent_table(path: Path, rows: int = ROWS, *, copies: int = 0) -> Path:
    """Two informative columns, one of noise, a group and a time; `copies` rows at the end repeat the first ones."""
    rng = np.random.default_rng(0)
    values = rng.normal(size=(rows, 3)).round(4)
    label = np.where(values[:, 0] + 0.6 * values[:, 1] + rng.normal(scale=0.5, size=rows) > 0, "well", "ill")
    lines = [[*values[i], f"p{i // 5}", f"20{i // 200:02d}-01-{i % 28 + 1:02d}", label[i]] for i in range(rows)]
    lines += lines[:copies]
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["a", "b", "noise", "patient", "day", "outcome"])
        out.writerows(lines)
    return path


def made_challenge(folder: Path, rows: int = ROWS, **options):
    """A challenge in a new folder below this one."""
    options = {
        "budget_per_day": 100,
        "total_budget_per_day": 1000,
        "license": "CC BY 4.0",
        "terms": "Do not try to name patients.",
    } | options
    return bo.Challenge.create(lent_table(folder / "data.csv", rows), "outcome", folder / "challenge", **options)


def table_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def truth_of(folder: Path) -> dict[str, str]:
    """The hidden labels, by id, as only the owner can read them."""
    return {
        row["id"]: row["truth"] for part in ("public", "final") for row in table_of(folder / "hidden" / f"{part}.csv")
    }


def answers(folder: Path, kind: str) -> dict[str, list[str]]:
    """Predictions of a team: good, plain, or noise."""
    weights = {"good": (1.0, 0.6, 0.0), "plain": (1.0, 0.0, 0.0), "noise": (0.0, 0.0, 1.0)}[kind]
    rows = table_of(folder / "download" / "test.csv")
    scores = [sum(w * float(row[name]) for w, name in zip(weights, ("a", "b", "noise"), strict=True)) for row in rows]
    return {"id": [row["id"] for row in rows], "prediction": ["well" if one > 0 else "ill" for one in scores]}


def as_csv(columns: dict[str, list]) -> bytes:
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    return ("\n".join(lines) + "\n").encode()


@contextmanager
def exchange_server(folder: Path, *options: str):
    """`bakeoff exchange serve` of a folder; gives the process, the address and the owner's link."""
    command = [sys.executable, "-m", "bakeoff", "exchange", "serve", str(folder), "--port", "0", "--json", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            assert re.match(r"\{", line), line + process.stderr.read()
            found = json.loads(line)
            yield process, found["address"], found["owner"]
        finally:
            process.kill()
            process.wait(timeout=60)
