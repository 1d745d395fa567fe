"""Templates of the pages: everything is escaped, and a name that a template does not know is an error."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from bakeoff.core.text import clean
from bakeoff.report.render.html import brand

__all__ = ["render"]


def _environment() -> Environment:
    templates = Environment(
        loader=PackageLoader("bakeoff", "web/templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )  # fmt: skip
    templates.filters["clean"] = clean
    templates.globals["brand"] = brand()
    return templates


_TEMPLATES = _environment()


def render(name: str, **values: Any) -> str:
    """A filled template."""
    return _TEMPLATES.get_template(name).render(**values)
