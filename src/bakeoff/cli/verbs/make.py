"""`bakeoff make`: an artificial domain or stream as a file."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.output.file_types import OUTPUT_FILE
from bakeoff.cli.output.printing import as_json, json_option, note, print_result
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.whole_file import write_whole

__all__ = ["command"]


@click.command("make", short_help="Write an artificial domain or stream as a file.")
@click.argument("name", required=False)
@click.option("--rows", "n", type=int, default=1000, show_default=True, help="How many rows.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same rows.")
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="A parameter, such as noise=0.2; again for several."
)
@click.option("-o", "--output", type=OUTPUT_FILE, help="The file: .csv, .jsonl, .parquet and others, by the ending.")
@json_option
def command(
    *, name: str | None, n: int, seed: int, settings: tuple[str, ...], output: Path | None, as_object: bool
) -> None:
    """Draw rows of the artificial domain or stream NAME, or of a domain that a TOML file declares.

    Without NAME the domains and streams are listed.
    """
    if name is None:
        _list(as_object=as_object)
        return
    if output is None:
        raise BadInput(f"name the file to write: bakeoff make {name} -o {Path(name).stem}.csv")
    from bakeoff.report.write import in_directory
    from bakeoff.tabular.reading import writer_of

    write = writer_of(output, "rows")
    columns, words = _rows(name, n, seed, _settings(settings))
    in_directory(output)
    write_whole(output, write(columns))
    target = list(columns)[-1]
    if as_object:
        print_result(
            as_json(
                "make",
                {
                    "name": name,
                    "rows": n,
                    "seed": seed,
                    "target": target,
                    "columns": list(columns),
                    "output": str(output),
                    "notes": list(words),
                },
            )
        )
        return
    for text in words:
        note(text)
    note(f"wrote {n:,} rows to {output}; the target is the column {target!r}")


def _rows(name: str, n: int, seed: int, settings: dict[str, Any]) -> tuple[dict[str, list[Any]], tuple[str, ...]]:
    """The columns, the target last, and what is known about them."""
    from bakeoff.data.artificial.declared_domain import declared_domain
    from bakeoff.data.artificial.synthetic import DOMAINS, make
    from bakeoff.streams.made import domains, make_stream

    if name.endswith(".toml"):
        if settings:
            raise BadInput(f"--set is for named domains; {name} states its own numbers, so change them there")
        domain = declared_domain(name)
        data = domain.make(n, seed)
        return data.spelled_columns(domain.target), data.notes
    if name in DOMAINS:
        data = make(name, n=n, seed=seed, **settings)
        return data.spelled_columns(), data.notes
    if name in domains:
        stream = make_stream(name, n, seed=seed, **_stream_settings(settings))
        parts = list(stream)
        columns: dict[str, list[Any]] = {}
        for index, column in enumerate(stream.columns):
            columns[column] = [_number(value) for features, _ in parts for value in features[:, index].tolist()]
        columns["class"] = [label for _, classes in parts for label in classes.tolist()]
        changes = ", ".join(f"{change:,}" for change in stream.changes)
        return columns, (f"changes of the stream: {changes}",) if changes else ()
    raise UnknownName("artificial domain or stream", name, [*DOMAINS.names, *domains.names])


def _stream_settings(settings: dict[str, Any]) -> dict[str, Any]:
    known = ("changes", "width", "noise")
    for key in settings:
        if key not in known:
            raise UnknownName("parameter of a stream", key, known)
    return settings | ({"changes": [settings["changes"]]} if isinstance(settings.get("changes"), int) else {})


def _number(value: float) -> float | int:
    return int(value) if float(value).is_integer() else value


def _settings(texts: Sequence[str]) -> dict[str, Any]:
    """Parameters by name: numbers, lists and true or false as TOML writes them, all else words."""
    settings: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise BadInput(f"--set is written KEY=VALUE, such as noise=0.2, not {text!r}")
        try:
            settings[key.strip()] = tomllib.loads(f"value = {value}")["value"]
        except (tomllib.TOMLDecodeError, RecursionError):
            settings[key.strip()] = value.strip()
    return settings


def _list(*, as_object: bool) -> None:
    from bakeoff.data.artificial.synthetic import DOMAINS
    from bakeoff.streams.made import domains

    if as_object:
        print_result(as_json("make", {
            "domains": [{"name": domain.name, "title": domain.title, "parameters": dict(domain.parameters)} for domain in DOMAINS],
            "streams": [{"name": domain.name, "title": domain.title, "parameters": {"changes": [], "width": 1, "noise": 0.0}} for domain in domains],
        }))  # fmt: skip
        return
    rows = [(domain.name, domain.title, ", ".join(domain.parameters)) for domain in DOMAINS]
    rows += [(domain.name, f"Stream: {domain.title}", "changes, width, noise") for domain in domains]
    wide = max(len(name) for name, _, _ in rows)
    lines = [f"{name.ljust(wide)}  {title} ({parameters})" for name, title, parameters in rows]
    print_result("\n".join([*lines, "", "bakeoff make flu --rows 1000 --set season=winter -o flu.csv"]))
