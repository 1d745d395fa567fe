"""Many connections of one client: its oldest one that waits is closed, and others are answered."""

import socket
from types import SimpleNamespace

import pytest

from bakeoff.web import server
from tests.helpers.page_server import page_server


class Connection:
    """What the server knows of a connection."""

    def __init__(self, host: str, *, waiting: bool = True) -> None:
        self.transport = SimpleNamespace(get_extra_info=lambda _: (host, 1), close=self.close)
        self.waiting, self.closed = waiting, False

    def close(self) -> None:
        self.closed = True

    def is_waiting(self) -> bool:
        return self.waiting


def opened(connections: server._Connections, hosts: list[str], **state: bool) -> list[Connection]:
    made = [Connection(host, **state) for host in hosts]
    for connection in made:
        connections.add(connection)
    return made


def test_one_address_has_a_bounded_number_of_connections():
    connections = server._Connections()
    other = opened(connections, ["10.0.0.9"])
    many = opened(connections, ["10.0.0.1"] * 120)
    assert [one.closed for one in many] == [True] * (120 - server.EACH) + [False] * server.EACH
    assert not other[0].closed
    for connection in [*many, *other]:
        connections.remove(connection)
    assert not connections._open


def test_a_request_that_is_answered_is_not_ended_for_a_new_one():
    connections = server._Connections()
    busy = opened(connections, ["10.0.0.1"] * server.EACH, waiting=False)
    more = opened(connections, ["10.0.0.1"])
    assert not any(one.closed for one in busy)
    assert more[0].closed


@pytest.mark.parametrize(
    ("hosts", "closed"),
    [
        ([f"2001:db8::{i:x}" for i in range(1, 41)], 20),
        ([f"2001:db8:0:{i:x}::1" for i in range(40)], 0),
        ([f"::ffff:10.0.0.{i}" for i in range(40)], 0),
        (["::1"] * 40, 20),
        (["fe80::1%eth0"] * 40, 20),
        (["10.0.0.7"] * 40, 0),
    ],
)
def test_addresses_that_are_one_client(hosts, closed):
    """All of the second half of an IPv6 address belong to one client; a proxy speaks for many."""
    assert sum(one.closed for one in opened(server._Connections(("10.0.0.7",)), hosts)) == closed


@pytest.mark.slow
def test_waiting_connections_of_one_client_keep_nobody_out(tmp_path):
    pytest.importorskip("uvicorn")
    half = b"POST /table HTTP/1.1\r\nHost: %s:%d\r\nCookie: %s\r\nContent-Length: 1000\r\n\r\nhalf"
    with page_server(tmp_path) as (_, client):
        client.open()
        sent = (b"", b"GET / HT", half % (client.host.encode(), client.port, client.cookie.encode()))
        for words in sent:
            held = [socket.create_connection((client.host, client.port)) for _ in range(120)]
            for connection in held:
                try:
                    connection.sendall(words)
                except (BrokenPipeError, ConnectionResetError):  # one that was closed already
                    continue
            assert client.get("/")[0] == 200, words
            for connection in held:
                connection.close()
