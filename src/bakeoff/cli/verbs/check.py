"""`bakeoff check`: everything that can be refused or should be thought about before a run."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.output.printing import aligned_table, as_json, json_option, print_result, warn

if TYPE_CHECKING:
    from bakeoff.study.spec.review import Review
    from bakeoff.study.spec.study_spec import StudySpec

__all__ = ["allow_option", "command", "design_text", "study_at"]

allow_option = click.option(
    "--allow", multiple=True, metavar="PACKAGE", help="Import learners from this package too, beside scikit-learn."
)


@click.command("check")
@click.argument("path", default="study.toml", type=click.Path(path_type=Path))
@allow_option
@click.option("--schema", is_flag=True, help="Print the JSON Schema of study files, for editors, and do nothing else.")
@json_option
def command(path: Path, *, allow: tuple[str, ...], schema: bool, as_object: bool) -> None:
    """Read a study file (study.toml unless you name another), load its data, make its learners and draw its splits.

    Nothing is run. All problems are listed together, each with its key.
    """
    if schema:
        from bakeoff.study.spec.read_toml import json_schema

        print_result(json.dumps(json_schema(), indent=2))
        return
    from bakeoff.study.spec.review import review

    found = review(study_at(path, allow))
    if as_object:
        print_result(as_json("check", {"path": str(path), **_payload(found)}))
        return
    print_result(design_text(found))
    for text in found.warnings:
        warn(text)
    allowed = "".join(f" --allow {package}" for package in allow)
    print_result(f"\n{path} can be run: bakeoff run {path}{allowed}")


def study_at(path: Path, allow: tuple[str, ...]) -> "StudySpec":
    """Read a study, and check what its report is to leave out."""
    from bakeoff.report.silence import checked_codes
    from bakeoff.study.spec.read_toml import read_study

    spec = read_study(path, allow)
    checked_codes(spec.silence)
    return spec


def design_text(found: "Review") -> str:
    """The study at a glance."""
    from bakeoff.core.text import clean

    data = [
        [
            clean(one.card.name),
            one.card.task,
            str(one.card.n_rows),
            str(one.card.n_columns),
            str(len(one.card.classes) or "–"),
            f"{one.card.missing_share:.1%}" if one.card.missing_share else "–",
            str(len(one.splits)),
            f"{fewest}" if fewest == most else f"{fewest} to {most}",
        ]
        for one, (fewest, most) in zip(found.domains, found.test_rows, strict=True)
    ]
    titles = ["data set", "task", "rows", "columns", "classes", "missing", "splits", "test rows"]
    learners = [[clean(name), clean(preparation)] for name, preparation in found.learners]
    also = ", ".join(name for name in found.measures if name != found.primary)
    return "\n".join(
        [
            clean(found.title),
            "",
            aligned_table(titles, data, "llrrrrrr"),
            "",
            aligned_table(["learner", "what happens to the data first"], learners),
            "",
            f"scheme    {found.scheme}",
            f"measures  {found.primary} decides" + (f"; also {also}" if also else ""),
            f"units     {_units(found)}",
        ]
    )


def _payload(found: "Review") -> dict[str, object]:
    return {
        "title": found.title,
        "scheme": found.scheme,
        "primary": found.primary,
        "measures": found.measures,
        **found.units.to_json(),
        "datasets": [
            {**_card(one.card), "splits": len(one.splits), "test_rows": list(sizes)}
            for one, sizes in zip(found.domains, found.test_rows, strict=True)
        ],
        "learners": [{"name": name, "preparation": preparation} for name, preparation in found.learners],
        "warnings": found.warnings,
    }


def _units(found: "Review") -> str:
    parts = found.units.parts()
    return parts[0] if len(parts) == 1 else f"{found.units.words()}: {', '.join(parts)}"


def _card(card: object) -> dict[str, object]:
    names = ("name", "task", "n_rows", "n_columns", "classes", "positive", "missing_share", "fingerprint")
    return {name: getattr(card, name) for name in names}
