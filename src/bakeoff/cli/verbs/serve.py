"""`bakeoff serve`: the page on this machine."""

from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result

__all__ = ["command"]


@click.command("serve")
@click.argument("places", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; any other than this machine's own needs TLS or a proxy.",
)
@click.option("--port", type=int, default=8642, show_default=True, help="0 takes any free port.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the page in a browser.")
@click.option("--tls-cert", type=click.Path(path_type=Path), help="Certificate file (PEM).")
@click.option("--tls-key", type=click.Path(path_type=Path), help="Its key (PEM).")
@click.option(
    "--behind-proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy whose forwarded headers count."
)
@click.option("--public-name", "public", multiple=True, metavar="HOST", help="The name by which the proxy is reached.")
@json_option
def command(
    *,
    places: tuple[Path, ...],
    host: str,
    port: int,
    browser: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    proxies: tuple[str, ...],
    public: tuple[str, ...],
    as_object: bool,
) -> int:
    """Open the page: paste a table or predictions, watch the studies of PLACES (files or folders; by default this folder).

    The page works on this machine only. The printed link contains a token; without it nobody can read anything.
    """
    from bakeoff.web.serve import Address, serve

    address = Address(host=host, port=port, certificate=tls_cert, key=tls_key, proxies=proxies, public=public)
    return serve(places or (Path.cwd(),), address, browser=browser, say=_object if as_object else _sentence)


def _sentence(link: str) -> None:
    print_result(f"bakeoff is here: {link}\nEverything stays on this machine. Ctrl-C ends it.")


def _object(link: str) -> None:
    print_result(as_json("serve", {"link": link}))
