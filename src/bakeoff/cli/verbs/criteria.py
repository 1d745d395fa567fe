"""`bakeoff efficiency`, `bakeoff map`, `bakeoff cherry-pick`: several criteria at once, how learners err, the choice of data sets."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from bakeoff.cli.declared_options import declared
from bakeoff.cli.output.figure_file import figure_option, write_figure
from bakeoff.cli.output.printing import as_json, columns, fitted, json_option, note, print_result, warn, wrap_text
from bakeoff.cli.verbs._spelled_choice import SpelledChoice
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.options import comparing

__all__ = ["cherry_command", "efficiency_command", "map_command", "print_measures"]


@click.command("efficiency", short_help="Which learners give the best quality for their cost?")
@click.argument("file", type=click.Path(path_type=str))
@click.option(
    "--positive",
    multiple=True,
    metavar="COLUMNS",
    help="Measures of which more is better, separated by commas; again for several.",
)
@click.option("--negative", multiple=True, metavar="COLUMNS", help="Measures of which less is better.")
@click.option("--model", default="bcc", show_default=True, help="bcc: variable returns to scale; ccr: constant.")
@click.option("--orientation", help="input: how far costs fall (the default); output: results rise (without costs).")
@click.option("--baseline", "baselines", multiple=True, metavar="NAME", help="A learner to mark as a baseline.")
@click.option(
    "--chance", multiple=True, metavar="NAME=VALUE", help="What a learner scores that knows nothing: accuracy=0.5."
)
@click.option("--super", "super_efficiency", is_flag=True, help="Rank the efficient ones: scores above 1.")
@click.option(
    "--share", "shares", multiple=True, metavar="NAME=LOW:HIGH", help="Bounds of a measure's part in the sum."
)
@click.option(
    "--resamples",
    type=int,
    default=0,
    help="Of a study: resample its splits this many times, for the spread of each score.",
)
@click.option(
    "--ratings", metavar="CSV", help="Of a study: columns of your own, such as interpretability; one row per learner."
)
@click.option("--weight", "weights", multiple=True, metavar="NAME=W", help="Also the plain ratio with these weights.")
@figure_option
@json_option
def efficiency_command(file: str, *, output: Path | None, as_object: bool, **given: Any) -> None:
    """Data envelopment analysis of a table of learners by measures, or of a study (.bakeoff).

    Each learner gets the weights that favour it most; one that reaches 1 is efficient. All columns are used, and measures
    of bakeoff have a direction of their own; where columns are named with --positive or --negative, only these are used.
    """
    names = {side: _split(",".join(given[side])) if given[side] else None for side in ("positive", "negative")}
    options = {name: given[name] for name in ("model", "orientation", "super_efficiency")}
    options["shares"] = dict(_share(one) for one in given["shares"])
    options |= {"baselines": given["baselines"]} if given["baselines"] else {}
    options |= {"chance": dict(map(_weight, given["chance"]))} if given["chance"] else {}
    if given["resamples"]:
        if not file.endswith(".bakeoff"):
            raise BadInput("--resamples draws splits of a study (.bakeoff); a table has none")
        options["resamples"] = given["resamples"]
    if given["ratings"]:
        if not file.endswith(".bakeoff"):
            raise BadInput("--ratings adds columns to a study (.bakeoff); write them into the table itself")
        options["ratings"] = _ratings(given["ratings"])
    made = _efficiency(file, names, options)
    weights = dict(_weight(one) for one in given["weights"])
    ratios = made.ratio(weights) if weights else {}
    write_figure(made.plot, output, "efficiency")
    if as_object:
        print_result(as_json("efficiency", {**made.to_dict(), **({"ratios": ratios} if ratios else {})}))
        return
    _print(made)
    if ratios:
        named = ", ".join(f"{name} {value:.4g}" for name, value in ratios.items())
        print_result(wrap_text(f"Ratio with your weights: {named}."))


def _ratings(file: str) -> dict[str, dict[str, float]]:
    """By column, then learner; the first column names the learners."""
    key, *rest = (table := columns(file))
    try:
        return {
            name: {str(one): float(value) for one, value in zip(table[key], table[name], strict=True)} for name in rest
        }
    except (TypeError, ValueError):
        raise BadInput(f"{file}: a rating is a number; the first column names the learners") from None


def _efficiency(file: str, names: dict[str, Any], options: dict[str, Any]) -> Any:
    from bakeoff.criteria.efficiency import efficiency

    if file.endswith(".bakeoff"):
        from bakeoff.api.results import open as open_results

        with open_results(file) as results:
            return results.efficiency(**names, **options)
    return efficiency(columns(file), **names, **options)


def print_measures(file: str, given: Mapping[str, Any]) -> None:
    """`bakeoff compare --columns measures`: the table of learners by measures of a file or a study."""
    from bakeoff.criteria.several_criteria import measures_table, measures_table_by

    named: dict[str, Any] = {side: _split(",".join(given[side])) for side in ("positive", "negative")}
    made: Any
    if file.endswith(".bakeoff"):
        made = _measures_of_study(file, named, given)
    elif given["dataset"] or given["totals"]:
        raise BadInput("--dataset and --totals are for a study (.bakeoff); a table of measures is taken as it is")
    elif given["by"]:
        made = measures_table_by(columns(file), given["by"], **named, ties=given["ties"])
    else:
        made = measures_table(columns(file), **named, ties=given["ties"])
    if given["output"] is not None:  # before anything is printed: a reader such as head may end the command
        note(f"wrote {made.report(given['output'])}")
    if given["as_object"]:
        print_result(as_json("measures_table", made.to_dict()))
    else:
        for number, (group, table) in enumerate(made.items() if given["by"] else [("", made)]):
            if given["by"]:
                print_result(f"{chr(10) if number else ''}== {given['by']}: {group or '(empty)'}")
            _print(table)


def _measures_of_study(file: str, named: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """The table of a study, whose measures have directions of their own."""
    from bakeoff.api.results import open as open_results

    if any(named.values()):
        raise BadInput("the measures of a study have directions of their own; leave out --positive and --negative")
    if given["by"]:
        raise BadInput("--by names a column of a table; a study has --dataset NAME")
    with open_results(file) as results:
        return results.measures_table(given["dataset"], ties=given["ties"], totals=given["totals"])


def _print(made: Any) -> None:
    """The tables at the width of the terminal, and the notes."""
    sentence, *_ = str(made).split("\n", 1)
    print_result(wrap_text(sentence))
    for table in made.tables():
        print_result("\n" + fitted(table))
    for one in made.notes:
        warn(str(one))


def _split(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _share(text: str) -> tuple[str, tuple[float, float]]:
    name, _, bounds = text.rpartition("=")
    low, _, high = bounds.partition(":")
    try:
        return name.strip(), (float(low), float(high))
    except ValueError:
        raise BadInput(f"a share is written NAME=LOW:HIGH, such as accuracy=0.3:1, not {text!r}") from None


def _weight(text: str) -> tuple[str, float]:
    name, _, value = text.rpartition("=")
    try:
        return name.strip(), float(value)
    except ValueError:
        raise BadInput(f"write a number of a measure as NAME=NUMBER, such as accuracy=2, not {text!r}") from None


@click.command("map", short_help="Draw learners in a plane by their errors.")
@click.argument("file", type=click.Path(path_type=str))
@click.option("--distance", default="l2", show_default=True, help="l2 or l1.")
@click.option("--projection", default="mcst", show_default=True, help="mcst (spanning tree), mds or smacof.")
@click.option("--normalize", help="none, class or domain; by default domain for a study, none for counts you bring.")
@click.option("--clouds", is_flag=True, help="Draw the splits of each learner (studies only).")
@click.option(
    "--clouds-of", help="What the dots of clouds are: folds (of a study), resamples, or thresholds (of a study)."
)
@click.option(
    "--by-class", is_flag=True, help="Also show the errors of each class, largest class first; of one data set."
)
@click.option("--dataset", help="The map of this data set or domain alone.")
@click.option("--vectors", is_flag=True, help="Also print the vectors of which the distances are.")
@figure_option
@json_option
def map_command(
    file: str,
    *,
    output: Path | None,
    clouds: bool,
    as_object: bool,
    by_class: bool,
    dataset: str | None,
    vectors: bool,
    **given: Any,
) -> None:
    """The map of classifiers of a study (.bakeoff), or of confusion matrices in a CSV file.

    The CSV has the columns learner, truth, predicted and count, and may have a column domain. Learners near the ideal
    do well; learners near each other err alike. Of one learner the map shows how far it is from the ideal.
    """
    made = _map(file, dataset=dataset, **given)
    clouds = clouds or given["clouds_of"] is not None
    if clouds and not made.clouds:
        raise BadInput(
            "there are no clouds: they need a study with several splits on every data set, or --clouds-of resamples"
        )
    errors = _class_errors(file, dataset) if by_class else None
    if as_object:
        more = {} if errors is None else {"class_errors": errors.to_dict()}
        more |= {"vectors": made.vectors} if vectors else {}
        print_result(as_json("map", {**made.to_dict(), **more}))
    else:
        _print(made)
        if vectors:
            print_result("\n" + fitted(made.vectors_table(_classes_of_map(file, dataset))))
        if errors is not None:
            print_result("")
            _print(errors)
    write_figure(partial(made.plot, clouds=clouds), output, "map")


def _classes_of_map(file: str, dataset: str | None) -> "dict[str, tuple[str, ...]]":
    """The domains of a map and their classes, in the order of its vectors."""
    from bakeoff.criteria.classifier_map import classes_of

    if not file.endswith(".bakeoff"):
        classes = classes_of(columns(file))
        return classes if dataset is None else {dataset: classes[dataset]}
    from bakeoff.api.results import open as open_results
    from bakeoff.criteria.of_studies.study_map import confusions_on, matrices_of
    from bakeoff.study.answers import shapes_of

    with open_results(file) as results:
        confusions = confusions_on(shapes_of(results.ledger, results.design).confusions, dataset)
        domains, matrices = matrices_of(confusions, results.learners)
    return {domain: matrix.classes for domain, matrix in zip(domains, matrices[results.learners[0]], strict=True)}


def _class_errors(file: str, dataset: str | None) -> Any:
    from bakeoff.criteria.classifier_map import classes_of
    from bakeoff.criteria.several_criteria import class_errors

    if file.endswith(".bakeoff"):
        from bakeoff.api.results import open as open_results

        with open_results(file) as results:
            return results.criteria.class_errors(dataset)
    table = columns(file)
    known = classes_of(table)
    if dataset is None and len(known) > 1:
        raise BadInput(f"--by-class is about one domain; name it with --dataset, one of {', '.join(known)}")
    name = next(iter(known)) if dataset is None else dataset
    matrices = {learner: parts[0] for learner, parts in _matrices_of_domain(table, name).items()}
    return class_errors(matrices, known[name], rows="true")


def _matrices_of_domain(table: Any, domain: str | None) -> "dict[str, list[Any]]":
    """The confusion matrices of each learner, of one domain where it is named."""
    from bakeoff.criteria.classifier_map import classes_of, matrices_from_columns

    matrices = matrices_from_columns(table)
    if domain is None:
        return matrices
    domains = list(classes_of(table))
    if domain not in domains:
        raise UnknownName("domain", domain, domains)
    return {learner: [parts[domains.index(domain)]] for learner, parts in matrices.items()}


def _map(
    file: str, *, dataset: str | None, distance: str, projection: str, normalize: str | None, clouds_of: str | None
) -> Any:
    from bakeoff.criteria.several_criteria import classifier_map

    if file.endswith(".bakeoff"):
        from bakeoff.api.results import open as open_results

        with open_results(file) as results:
            return results.map(
                distance, projection, normalize or "domain", clouds=clouds_of or "folds", dataset=dataset
            )
    if clouds_of not in {None, "resamples"}:
        raise BadInput("counts in a file have clouds of resamples only; folds and thresholds need a study (.bakeoff)")
    return classifier_map(
        _matrices_of_domain(columns(file), dataset), distance, projection, normalize, clouds=clouds_of
    )


@click.command("cherry-pick", short_help="On which choice of data sets would each learner win?")
@click.argument("file", type=click.Path(path_type=str))
@click.option(
    "--by",
    type=SpelledChoice(["rank", "score"]),
    default="rank",
    show_default=True,
    help="Which mean decides: of the ranks or of the scores.",
)
@click.option("--measure", default="", help="What the scores are; of a study, one of its measures.")
@declared(replace(comparing.DIRECTION, heading=""))
@figure_option
@json_option
def cherry_command(
    file: str, *, by: str, measure: str, direction: str | None, output: Path | None, as_object: bool
) -> None:
    """For each learner the data sets that must be left out so that it has the best mean.

    FILE is a table with one row per data set and one column per learner, or a study (.bakeoff). Data sets that are chosen
    after the scores are seen can make a mediocre learner win.
    """
    if file.endswith(".bakeoff"):
        from bakeoff.api.results import open as open_results

        if direction is not None:
            raise BadInput("the measures of a study have directions of their own; leave out the direction")
        with open_results(file) as results:
            made = results.criteria.cherry_pick(measure or None, by)
    else:
        from bakeoff.criteria.several_criteria import cherry_pick

        made = cherry_pick(columns(file), by, direction=direction, measure=measure)
    write_figure(made.plot, output, "cherry-picking")
    if as_object:
        print_result(as_json("cherry_pick", made.to_dict()))
    else:
        _print(made)
