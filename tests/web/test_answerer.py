"""The process that answers, started in a folder of a stranger."""

import asyncio
from base64 import b64encode
from pathlib import Path

import pytest

from bakeoff.web.answerer import Answerer

CSV = b"dataset,nb,svm\na,.81,.86\nb,.71,.75\nc,.92,.95\nd,.65,.70\ne,.77,.79\nf,.83,.84\ng,.59,.66\n"


def test_it_imports_and_reads_nothing_of_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bakeoff", "numpy", "matplotlib", "sitecustomize", "runpy"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / f'PWNED by {name}')!r}, 'w')\n")
    (tmp_path / "matplotlibrc").write_bytes(b"\xff\xfe")  # matplotlib could not be imported with it
    monkeypatch.chdir(tmp_path)

    async def verdict(answerer: Answerer) -> dict:
        form = {"rows": "datasets", "direction": "higher"}
        return await answerer.ask("verdict", content=b64encode(CSV).decode(), form=form)

    with Answerer() as answerer:
        answer = asyncio.run(verdict(answerer))
    assert "<svg" in str(answer)
    assert not list(tmp_path.glob("PWNED*"))
