"""The browser that `bakeoff serve` opens: its command line, which everybody on the machine can read, holds no token."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bakeoff.web.guard import Keys
from bakeoff.web.redirect_page import write_redirect
from tests.helpers.page_server import Client

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")


@pytest.fixture
def served(tmp_path):
    """A started page; gives the printed link, the words that the browser was started with, and the process."""
    record, browser = tmp_path / "words", tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" > {record}\n")
    browser.chmod(0o755)
    environment = {**os.environ, "BROWSER": f"{browser} %s", "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-P", "-m", "bakeoff", "serve", str(tmp_path), "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            link = re.search(r"http\S+", process.stdout.readline()).group()
            client = Client(link)
            client.get("/")  # answered after the browser was started
            yield client, record.read_text().split(), process
        finally:
            process.terminate()
            process.communicate(timeout=60)


@pytest.mark.slow
def test_the_browser_gets_a_private_file_instead_of_the_token(served):
    client, words, process = served
    assert len(words) == 1
    assert client.token not in words[0]
    path = Path(urlsplit(words[0]).path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    link = re.search(r"url=([^\"]+)", path.read_text()).group(1)
    assert client.token not in path.read_text()
    place = link.partition(f":{client.port}")[2]
    status, headers, _ = client.get(place)
    assert status == 200
    assert "set-cookie" in headers
    assert client.get(place)[0] == 403  # it opens the page once
    assert client.get(f"/open?token={client.token}")[0] == 200
    process.terminate()
    process.wait(timeout=60)
    assert not path.parent.exists()


def test_a_single_token_opens_once():
    keys = Keys()
    single = keys.new_single()
    assert [keys.opens(single), keys.opens(single), keys.opens(keys.token), keys.opens(keys.token)] == [
        True,
        False,
        True,
        True,
    ]
    assert not keys.opens("")
    assert single not in repr(keys)


def test_a_link_is_escaped(tmp_path):
    write_redirect(tmp_path, 'http://x/"><script>')
    assert "<script>" not in (tmp_path / "open-bakeoff.html").read_text()
