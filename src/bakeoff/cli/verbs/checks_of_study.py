"""`bakeoff checks`: what may be wrong with the comparison of a study although its numbers are right."""

from pathlib import Path

import click

from bakeoff.cli.output.printing import as_json, json_option, print_result, wrap_text

__all__ = ["command"]


@click.command("checks", short_help="What may be wrong with a comparison?")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--every", is_flag=True, help="Also list checks that passed, and why others were skipped.")
@click.option("--silence", metavar="CODE", multiple=True, help="Leave these checks out, such as check.slow.")
@json_option
def command(file: Path, *, every: bool, silence: tuple[str, ...], as_object: bool) -> None:
    """The checks of a study file (.bakeoff): a leak, unscaled columns, a learner at chance level, and others.

    Each finding has a code, a severity, its evidence and a cure. `bakeoff explain check.leak` explains one.
    """
    from bakeoff.api.results import open as open_results
    from bakeoff.api.study_checks import checks_text

    with open_results(file, silence=silence) as results:
        checks, measure = results.findings.checks, results.design.primary
    if as_object:
        baselines = [one.as_dict() for one in checks.baselines]
        print_result(as_json("checks", {"file": str(file), "baselines": baselines, "checks": checks.as_dict()}))
        return
    for line in checks_text(checks, measure).split("\n"):
        print_result(wrap_text(line, indent="    "))
    for outcome in checks.outcomes if every else ():
        if (status := checks.status(outcome)) != "found":
            reason = f": {outcome.skipped}" if outcome.skipped else ""
            print_result(wrap_text(f"{outcome.code} {status}{reason}", indent="    "))
