"""A server on a socket: which addresses are allowed, TLS and proxies, patience with slow clients, and how it ends."""

import ipaddress
import signal
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput, MissingPackage

__all__ = ["Address", "run_server"]

PATIENCE = 15.0  # seconds for the first line and the headers of a request
CLIENTS = 100  # connections at once
EACH = 20  # of them from one address; a browser opens six


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a server listens and how it is reached."""

    host: str = "127.0.0.1"
    port: int = 8642
    certificate: Path | None = None
    key: Path | None = None
    proxies: tuple[str, ...] = ()  # addresses whose forwarded headers are believed
    public: tuple[str, ...] = ()  # host names by which a proxy is reached

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise BadInput(f"a port is a number from 0 to 65535, not {self.port}")
        if (self.certificate is None) != (self.key is None):
            raise BadInput("TLS needs a certificate and its key: give both --tls-cert and --tls-key")
        for file in (self.certificate, self.key):
            if file is not None and not file.is_file():
                raise BadInput(f"there is no file {str(file)!r} for TLS; check the path")
        for proxy in self.proxies:
            try:
                ipaddress.ip_address(proxy)
            except ValueError:
                raise BadInput(
                    f"--behind-proxy takes the address of the proxy, such as 127.0.0.1, not {proxy!r}"
                ) from None
        if not self.loopback and not self.certificate and not self.proxies:
            raise BadInput(
                f"{self.host} can be reached from other machines, and without TLS everybody on the way can read the token",
                cure="give --tls-cert and --tls-key, name the proxy that does TLS (--behind-proxy ADDRESS), or leave out --host",
            )

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def scheme(self) -> str:
        """How a browser reaches it; a proxy is taken to do TLS."""
        return "https" if self.certificate or self.public else "http"

    def hosts(self, port: int) -> set[str]:
        """The values of the Host header that are answered."""
        names = {"127.0.0.1", "localhost", "[::1]"} if self.loopback else {self.host}
        return {f"{name}:{port}" for name in names} | set(self.public)

    def link(self, port: int) -> str:
        """The address for a browser."""
        return f"{self.scheme}://{next(iter(self.public), f'{_bracketed(self.host)}:{port}')}"


def run_server(make_app: Callable[[int], Any], address: Address, started: Callable[[int], None]) -> int:
    """Serve until the process is asked to end. `make_app` and `started` are given the port. Gives the exit code."""
    try:
        import uvicorn
    except ImportError as problem:
        raise MissingPackage(problem.name or "uvicorn", "the page", extra="serve") from None
    with _listener(address) as listener:
        listener.listen(CLIENTS)  # from here on a client may connect, and waits until the server accepts
        port = listener.getsockname()[1]
        config = uvicorn.Config(
            make_app(port), http=_patient_protocol(_Connections(address.proxies)), ws="none", lifespan="off", log_level="warning", access_log=False, server_header=False,
            limit_concurrency=CLIENTS, timeout_keep_alive=10, timeout_graceful_shutdown=3, proxy_headers=bool(address.proxies),
            forwarded_allow_ips=",".join(address.proxies) or None, ssl_certfile=address.certificate, ssl_keyfile=address.key,
        )  # fmt: skip
        try:
            config.load()
        except (ssl.SSLError, OSError) as problem:
            raise BadInput(f"the TLS certificate or key cannot be used: {problem}") from None
        started(port)
        server = uvicorn.Server(config)
        ended: list[int] = []

        def end(number: int, _frame: object) -> None:
            ended.append(number)
            server.should_exit = True

        for signal_number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(signal_number, end)
        server.run(sockets=[listener])
    return 128 + ended[0] if ended else 0


class _Connections:
    """The open connections of each address. One more than `EACH` ends the oldest that waits, so that nobody keeps others out by waiting.

    A proxy is not counted: it speaks for all, and limits its clients itself.
    """

    def __init__(self, proxies: tuple[str, ...] = ()) -> None:
        self._proxies = frozenset(proxies)
        self._open: dict[str, list[Any]] = {}

    def add(self, connection: Any) -> None:
        """A new connection; where there are too many from its address, one of them is closed."""
        place = _place(connection.transport)
        if place in self._proxies:
            return
        among = self._open.setdefault(place, [])
        among.append(connection)
        if len(among) > EACH:
            waiting = next((other for other in among if other.is_waiting()), connection)
            among.remove(waiting)
            waiting.transport.close()

    def remove(self, connection: Any) -> None:
        """A connection that has ended."""
        place = _place(connection.transport)
        among = self._open.get(place, [])
        if connection in among:
            among.remove(connection)
        if not among:
            self._open.pop(place, None)


def _place(transport: Any) -> str:
    """The address of a client; of an IPv6 address the first half, for one client has all of the other."""
    peer = transport.get_extra_info("peername")
    if not peer or ":" not in peer[0]:
        return str(peer[0]) if peer else ""
    try:
        address = ipaddress.IPv6Address(peer[0].partition("%")[0])
    except ValueError:
        return str(peer[0])
    return str(
        address.ipv4_mapped
        or (address if address.is_loopback else ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    )


def _patient_protocol(connections: _Connections) -> Any:
    """The server's side of a connection, with patience for slow clients that ends."""
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class PatientProtocol(H11Protocol):
        """Closes connections that do not finish their headers in time, or go on sending what was refused."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.loop.call_later(PATIENCE, self._close_idle)
            connections.add(self)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.remove(self)
            super().connection_lost(exc)

        def is_waiting(self) -> bool:
            """Whether the client has not sent a whole request yet, or has got its answer."""
            cycle: Any = self.cycle
            return cycle is None or cycle.response_complete or self.conn.their_state is h11.SEND_BODY

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            cycle: Any = self.cycle
            answered = cycle is not None and cycle.response_complete
            if answered and self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
                self.transport.close()  # what was refused is not read to its end

        def _close_idle(self) -> None:
            cycle: Any = self.cycle
            if cycle is None and not self.transport.is_closing():
                self.transport.close()

    return PatientProtocol


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listener(address: Address) -> socket.socket:
    """A socket at the address, or one sentence."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address.host, address.port))
    except PermissionError:
        listener.close()
        raise BadInput(f"port {address.port} needs more rights; choose one above 1023 with --port") from None
    except OSError as problem:
        listener.close()
        if problem.errno == 98:  # in use
            raise BadInput(
                f"port {address.port} is in use; choose another with --port, or --port 0 for any free one"
            ) from None
        raise BadInput(f"cannot listen on {address.host}: {problem.strerror or problem}") from None
    return listener
