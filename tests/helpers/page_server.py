"""A started page, and a client that speaks HTTP by hand."""

import http.client
import re
import subprocess
import sys
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

BOUNDARY = "boundary-of-a-test"


class Client:
    """Requests to a page with its cookie and the key of its forms; what a test changes is passed by name."""

    def __init__(self, link):
        found = urlsplit(link)
        self.link, self.host, self.port = link, found.hostname, found.port
        self.token = parse_qs(found.query)["token"][0]
        self.cookie = ""
        self.form_key = ""

    def open(self):
        _, headers, _ = self.get(f"/open?token={self.token}")
        self.cookie = headers["set-cookie"].split(";")[0]
        _, _, page = self.get("/")
        self.form_key = re.search(r'name="form_key" value="([0-9a-f]+)"', page).group(1)
        return self

    def get(self, path, **headers):
        return self.request("GET", path, b"", headers)

    def post(self, path, fields=(), file=None, **headers):
        pairs = list(fields.items() if isinstance(fields, dict) else fields)
        if not any(name == "form_key" for name, _ in pairs):
            pairs.insert(0, ("form_key", self.form_key))
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in pairs
        ]
        if file is not None:
            head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\n'
            parts.append(head.encode() + file + b"\r\n")
        body = b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
        return self.request(
            "POST", path, body, {"content_type": f"multipart/form-data; boundary={BOUNDARY}", **headers}
        )

    def request(self, method, path, body, headers):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        sent = {"Cookie": self.cookie} if self.cookie else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=body or None, headers=sent)
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text

    def verdict(self, text, **fields):
        """The page with the verdict on a pasted table; the object that it holds as JSON."""
        import html
        import json

        asked = {"pasted": text, "rows": "datasets", "direction": "higher", **fields}
        status, _, page = self.post("/verdict", asked)
        found = re.search(r"Everything as JSON</summary><pre[^>]*><code>(.*?)</code>", page, re.DOTALL)
        return status, page, json.loads(html.unescape(found.group(1))) if found else None


@contextmanager
def page_server(folder, *options):
    """`bakeoff serve` of a folder; gives the process and an opened client."""
    command = [sys.executable, "-m", "bakeoff", "serve", str(folder), "--no-browser", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            link = re.search(r"http\S+", line)
            assert link, line + process.stderr.read()
            yield process, Client(link.group())
        finally:
            process.terminate()
            process.wait(timeout=60)
