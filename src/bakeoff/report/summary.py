"""A one-page summary: the verdict, one picture and the scores, as Markdown to paste into a slide or a pull request."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.wording.verdict_text import verdict_text
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.text import clean
from bakeoff.core.whole_file import write_whole
from bakeoff.estimates.estimate import Estimate
from bakeoff.figures.differences import difference_figure
from bakeoff.figures.drawing.finding_title import SLIDE, with_title
from bakeoff.figures.drawing.svg import paper_bytes
from bakeoff.figures.drawing.theme import PAPER, learner_looks
from bakeoff.figures.ranks import ROOMY, rank_diagram, rank_figure
from bakeoff.report.check_lines import check_facts, doubted
from bakeoff.report.render.escape import markdown_text
from bakeoff.report.sections.differences import against_reference
from bakeoff.report.sections.notices import is_problem
from bakeoff.report.sections.overview import measure_table
from bakeoff.report.sections.pairs import is_ranked
from bakeoff.report.sections.score_matrix import judged_table
from bakeoff.report.sections.scores import TableOptions, score_table
from bakeoff.report.tables.plain_text import Table, to_markdown
from bakeoff.report.verdict_card import mean_scores
from bakeoff.report.write import in_directory
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.checks.check_results import CheckResults

__all__ = ["Summary", "summary_of_comparison", "summary_of_study", "write_summary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What fits on one page."""

    title: str
    claim: str
    facts: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    problems: tuple[str, ...] = ()
    footer: str = ""
    picture: str = ""  # what the picture shows, in words
    draw: Callable[[], Any] = field(default=lambda: None, repr=False, compare=False)

    def text(self, image: str = "") -> str:
        """As Markdown; `image` is the file of the picture, which is left out without one."""
        parts = [f"# {markdown_text(self.title)}", f"**{markdown_text(self.claim)}**"]
        parts.append("\n".join(f"- {markdown_text(name)}: {markdown_text(text)}" for name, text in self.facts))
        parts += [f"![{markdown_text(self.picture)}](<{image}>)"] if image else []
        parts += ["\n".join(f"> **Problem:** {markdown_text(problem)}" for problem in self.problems)]
        parts += [to_markdown(table) for table in self.tables]
        parts.append(f"<sub>{markdown_text(self.footer)}</sub>" if self.footer else "")
        return "\n\n".join(part for part in parts if part) + "\n"


def summary_of_study(findings: Findings) -> Summary:
    """The summary of a study that was compared."""
    judgement = findings.primary
    if judgement is None:
        why = " ".join(map(str, findings.no_verdict)) or "there is nothing to compare"
        raise NotApplicable(f"a summary needs a comparison: {why}")
    card = findings.card
    looks = {learner.name: look for look, learner in enumerate(card.learners)}
    scores = score_table(findings, look=TableOptions(flip=None, ranked=True, spread="none"))
    tables = [scores, *([measure_table(findings)] if len(card.measures) > 1 else [])]
    problems = tuple(clean(note) for note in findings.visible_notes if is_problem(note))
    footer = f"bakeoff, study {clean(card.study_hash)[:12]}, seed {card.seed}, {clean(card.started)[:10]}"
    summary = _summary(judgement, clean(card.title) or "bakeoff", looks, tables, problems=problems, footer=footer)
    return _checked(summary, findings.checks, judgement.measure)


def summary_of_comparison(
    judgement: Judgement, scores: Mapping[str, Estimate], title: str, checks: CheckResults
) -> Summary:
    """The summary of one comparison."""
    looks = {name: look for look, name in enumerate(judgement.matrix.names)}
    problems = tuple(clean(note) for note in judgement.notes if is_problem(note))
    table = judged_table(judgement, scores)
    summary = _summary(judgement, clean(title), looks, [table], problems=problems, footer="bakeoff")
    return _checked(summary, checks, judgement.measure)


def _summary(
    judgement: Judgement, title: str, looks: dict[str, int], tables: list[Table], *, problems: tuple[str, ...], footer: str
) -> Summary:  # fmt: skip
    text = verdict_text(judgement)
    with learner_looks(looks):
        if is_ranked(judgement):
            ranks = rank_diagram(judgement, mean_scores(judgement))
            words, draw = ranks.sentence(), lambda: with_title(rank_figure(ranks, PAPER, width=ROOMY), text.headline)
        else:
            gaps = against_reference(judgement)
            words, draw = (
                gaps.sentence(),
                lambda: with_title(difference_figure(gaps, PAPER, width=SLIDE), text.headline),
            )
    return Summary(
        title=title, claim=text.headline, facts=text.facts, tables=tuple(tables),
        problems=problems, footer=footer, picture=words, draw=draw,
    )  # fmt: skip


def _checked(summary: Summary, checks: CheckResults, measure: str) -> Summary:
    """The same with the baseline and what checks found."""
    facts = (*summary.facts, *check_facts(checks, measure))
    return replace(summary, claim=doubted(summary.claim, checks), facts=facts)


def write_summary(summary: Summary, path: str | Path) -> str:
    """Write the text, and the picture beside it under the same name; returns the text."""
    target = Path(path)
    if target.suffix.lower() != ".md":
        raise BadInput(f"a summary is Markdown: end {target.name!r} in .md")
    in_directory(target)
    image = target.with_suffix(".png")
    write_whole(image, paper_bytes(summary.draw(), "png"))
    text = summary.text(image.name)
    write_whole(target, text)
    return text
