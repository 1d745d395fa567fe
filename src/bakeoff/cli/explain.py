"""`bakeoff explain`: what a measure, a test or a scheme is, when it fails, and where it comes from."""

from typing import Any

import click

from bakeoff.cli.say import as_json, emit, json_option
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["command", "describe", "facts"]


@click.command("explain")
@click.argument("name")
@json_option
def command(name: str, *, as_object: bool) -> None:
    """Explain a measure, a significance test or a splitting scheme by its name."""
    kind, found = _find(name)
    emit(as_json("explain", {"kind": kind, **facts(found)}) if as_object else describe(found))


def _find(name: str) -> tuple[str, Any]:
    from bakeoff.comparisons import tests
    from bakeoff.measures import measure_named, measures
    from bakeoff.splits.declared import schemes

    try:
        return "measure", measure_named(name)
    except UnknownName:
        pass
    except BadInput:
        raise
    if name in tests:
        return "test", tests[name]
    if name in schemes:
        return "scheme", schemes[name]
    raise UnknownName("measure, test or scheme", name, [*measures.names, *tests.names, *schemes.names])


def facts(one: Any) -> dict[str, Any]:
    """The fields of a declaration as plain values."""
    from bakeoff.core.references import cite

    made: dict[str, Any] = {"name": one.name, "title": one.title}
    for field in ("family", "formula", "null", "text", "example"):
        if getattr(one, field, ""):
            made[field] = getattr(one, field)
    if hasattr(one, "direction"):
        made |= {
            "better": one.wish, "bounds": list(one.bounds), "tasks": sorted(str(task) for task in one.tasks),
            "needs": one.needs.value if one.needs else "a run", "undefined": one.undefined, "caveats": list(one.caveats),
            "aliases": _aliases(one.name),
        }  # fmt: skip
    if hasattr(one, "design"):
        made |= {"design": [str(kind) for kind in one.design], "assumptions": list(one.assumptions)}
    made["reference"] = str(cite(one.reference))
    return made


def _aliases(name: str) -> list[str]:
    from bakeoff.measures.naming import ALIASES

    return sorted(alias for alias, target in ALIASES.items() if target == name)


_LABELS = {"null": "null hypothesis", "text": "about", "undefined": "undefined when"}


def describe(one: Any) -> str:
    """The same as text, one line per field."""
    known = facts(one)
    lines = [f"{known.pop('name')}: {known.pop('title')}"]
    for field, value in known.items():
        if value in ("", []):
            continue
        shown = value if isinstance(value, list) and field in {"caveats", "assumptions"} else [_text(field, value)]
        lines += [f"  {_LABELS.get(field, field) if at == 0 else '':<16}{text}" for at, text in enumerate(shown)]
    return "\n".join(lines)


def _text(field: str, value: Any) -> str:
    if field == "bounds":
        return " to ".join(f"{end:g}" for end in value)
    return ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)
