"""Relative stability: does the comparison of the two learners of the verdict react to single training rows?"""

from dataclasses import replace
from math import isinf, isnan

from bakeoff.comparisons.significance.relative_stability import LIMIT, RelativeStability
from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.text import MISSING, clean, csv_number, decimals_for, fixed
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import Section, is_judged, is_study
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.facts.study_facts import RELATIVE_STABILITY

__all__ = ["RELATIVE", "relative_blocks"]


def relative_blocks(checks: tuple[RelativeStability, ...]) -> list[Block]:
    """What the check found, and a table with one line for each data set."""
    if not checks:
        return []
    a, b = clean(checks[0].a), clean(checks[0].b)
    reacting = [clean(check.dataset) for check in checks if check.unstable]
    finding = (
        f"On {len(reacting)} of {len(checks)} data sets" if len(checks) > 1 else f"On {clean(checks[0].dataset)}"
    ) + f" the comparison of {a} and {b} reacts to single training rows"
    if not reacting:
        finding = f"The comparison of {a} and {b} was not seen to react to single training rows"
    why = (
        f"{finding}. The ratio compares how much the difference of the two on one test row varies between repeats, whose training rows differ, "
        f"with how much it varies between test rows. From {LIMIT:g} on, an interval over test rows is too narrow and the corrected t over splits is given "
        "instead. The ratio is a lower bound: a small one proves nothing. The verdict does not use this check; over splits it takes the corrected t in any case."
    )
    return [Paragraph(parts=(why,)), _table(checks)]


def _table(checks: tuple[RelativeStability, ...]) -> Table:
    words = words_for(checks[0].measure)
    errors = [check.difference.half_width / 2 * words.factor for check in checks if check.difference.has_interval]
    decimals = decimals_for(errors or [1.0])

    def show(value: float) -> str:
        return fixed(value * words.factor, decimals)

    methods = sorted({clean(check.difference.method) for check in checks})
    rows = [
        (
            clean(check.dataset), _ratio(check.ratio), "yes" if check.unstable else "not seen",
            show(check.difference.value) + (f" [{show(check.difference.low)}, {show(check.difference.high)}]" if check.difference.has_interval else ""),
            str(check.rows), str(check.repeats), *([clean(check.difference.method)] if len(methods) > 1 else []),
        )
        for check in checks
    ]  # fmt: skip
    titles = (
        "Data set",
        "Ratio",
        "Reacts",
        f"Difference{' (points)' if words.percent else ''} [95% interval]",
        "Rows",
        "Repeats",
        *(["Interval"] if len(methods) > 1 else []),
    )
    caption = f"{words.heading}: {clean(checks[0].a)} minus {clean(checks[0].b)}"
    table = Table.of(titles, rows, align="lrrrrr" + "l" * (len(methods) > 1), caption=caption)
    return table if len(methods) > 1 else replace(table, notes=(f"Intervals: {methods[0]}.",))


def _ratio(value: float) -> str:
    return MISSING if isnan(value) else "∞" if isinf(value) else fixed(value, 2)


def _csv(checks: tuple[RelativeStability, ...]) -> Table:
    titles = (
        "dataset",
        "measure",
        "a",
        "b",
        "rows",
        "repeats",
        "ratio",
        "unstable",
        "difference",
        "low",
        "high",
        "method",
    )
    rows = [
        (
            check.dataset, check.measure, check.a, check.b, str(check.rows), str(check.repeats), csv_number(check.ratio), str(check.unstable).lower(),
            *map(csv_number, (check.difference.value, check.difference.low, check.difference.high)), check.difference.method,
        )
        for check in checks
    ]  # fmt: skip
    return Table.of(titles, rows)


RELATIVE = Section(
    name="relative-stability",
    title="Relative stability",
    folded=True,
    when=(is_study, is_judged),
    needs=(RELATIVE_STABILITY,),
    facts=lambda source: source.of(RELATIVE_STABILITY),
    blocks=relative_blocks,
    csv=_csv,
    references=lambda checks: ("bayle2026",) if checks else (),
)
