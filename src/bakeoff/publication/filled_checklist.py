"""results.checklist: a reporting checklist with what the study knows filled in, and the rest marked as the authors'."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bakeoff.api.results import Results
from bakeoff.api.shown import HasTables
from bakeoff.core.json_safe import json_safe
from bakeoff.core.references import cite, references
from bakeoff.core.text import clean, plural
from bakeoff.publication.checklists import CHECKLISTS
from bakeoff.publication.checklists.item import Checklist, ChecklistItem
from bakeoff.publication.knowledge_words import words_of
from bakeoff.publication.study_knowledge import KNOWLEDGE, SCOPE, VERDICT
from bakeoff.report.blocks import Paragraph, Part, Report
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Fact

__all__ = ["AnsweredItem", "FilledChecklist", "checklist"]

YOURS = "yours to state"
_STATES = ("known", "partly", "yours")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredItem:
    """One item with the facts of the study that answer it."""

    part: str
    item: ChecklistItem
    facts: tuple[tuple[Fact[Analysed, Any], Any], ...]  # those that the study knows

    @property
    def state(self) -> str:
        """One word: known, partly or yours."""
        if not self.facts:
            return "yours"
        missing = len(self.facts) < len(self.item.known)
        return "partly" if self.item.yours or missing else "known"

    @property
    def text(self) -> str:
        """What the study knows, in words; empty where it knows nothing."""
        return " ".join(words_of(fact, value) for fact, value in self.facts)

    @property
    def origins(self) -> tuple[str, ...]:
        """Where it is known from."""
        return tuple(dict.fromkeys(KNOWLEDGE[fact] for fact, _ in self.facts))

    @property
    def left(self) -> str:
        """What only the authors can state; empty where nothing is left."""
        return "" if self.state == "known" else self.item.yours or "what the study does not know"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FilledChecklist(HasTables):
    """A checklist for one study. Printing shows its tables; `write` makes a file, and `as_dict` plain facts."""

    checklist: Checklist
    title: str  # of the study
    items: tuple[AnsweredItem, ...]

    def tables(self) -> tuple[Table, ...]:
        """One table for each part of the checklist."""
        return tuple(_table(part, [item for item in self.items if item.part == part]) for part in self._parts())

    def __str__(self) -> str:
        lines = [f"{self.checklist.title} for {clean(self.title)}: {self.counts()}"]
        for part in self._parts():
            lines += ["", part]
            for answer in (item for item in self.items if item.part == part):
                lines.append(f"  {answer.item.number}  {answer.item.asks}")
                if answer.text:
                    lines.append(f"      {answer.text}")
                    lines.append(f"      (known from {'; '.join(answer.origins)})")
                if answer.left:
                    lines.append(f"      [ ] {YOURS}: {answer.left}")
        return "\n".join([*lines, "", f"Reference: {cite(self.checklist.reference)}"])

    def counts(self) -> str:
        """How much of it is filled in.

        >>> FilledChecklist(checklist=CHECKLISTS["neurips"], title="A", items=()).counts()
        '0 items: 0 known, 0 partly known, 0 yours to state'
        """
        states = [item.state for item in self.items]
        known, partly, yours = (states.count(state) for state in _STATES)
        return f"{plural(len(states), 'item')}: {known} known, {partly} partly known, {yours} {YOURS}"

    def as_dict(self) -> dict[str, Any]:
        """For JSON: each item with its state, its facts, their words and where they are known from."""
        return {
            "checklist": self.checklist.name,
            "title": self.checklist.title,
            "study": self.title,
            "reference": str(references()[self.checklist.reference]),
            "items": [
                {
                    "number": answer.item.number, "part": answer.part, "asks": answer.item.asks, "state": answer.state, "text": answer.text,
                    "facts": {fact.name.removeprefix("known_"): _plain(fact, value) for fact, value in answer.facts},
                    "origins": list(answer.origins), "yours": answer.left,
                }
                for answer in self.items
            ],
        }  # fmt: skip

    def write(self, path: str | Path) -> Path:
        """Write the checklist; the suffix chooses: .html, .pdf, .md, .tex or .json.

        Parameters
        ----------
        path
            The file to write.

        Returns
        -------
        Path
            The file.

        Examples
        --------
        >>> import tempfile
        >>> FilledChecklist(checklist=CHECKLISTS["neurips"], title="A", items=()).write(f"{tempfile.mkdtemp()}/a.md").name
        'a.md'
        """
        from bakeoff.core.whole_file import write_whole
        from bakeoff.report.write import FORMS, form_of, in_directory, write

        target = Path(path)
        if form_of(target) is not FORMS[".json"]:
            return write(self.composed, target)
        in_directory(target)
        write_whole(target, _json_text(self.as_dict()))
        return target

    def composed(self) -> Report:
        """The blocks of the page."""
        intro = (
            f"What the study file knows is filled in, with where it is known from. What is marked with [ ] is {YOURS}. The items are worded here in short; "
            f"read the checklist itself before you submit: {cite(self.checklist.reference)}"
        )
        sections = tuple(
            Part(name=f"part-{number}", title=part, blocks=(replace(table, caption=""),))
            for number, (part, table) in enumerate(zip(self._parts(), self.tables(), strict=True), start=1)
        )
        return Report(
            title=f"{self.checklist.title}: {clean(self.title)}",
            subtitle=self.counts(),
            lead=(Paragraph(parts=(intro,)),),
            sections=sections,
        )

    def _parts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item.part for item in self.items))


def _table(part: str, answers: list[AnsweredItem]) -> Table:
    titles = ["Item", "What it asks", "What the study knows", "Known from", "Yours to state"]
    rows = [
        [answer.item.number, answer.item.asks, answer.text or "–", "; ".join(answer.origins) or "–", _left(answer)]
        for answer in answers
    ]
    return Table.of(titles, rows, caption=part)


def _left(answer: AnsweredItem) -> str:
    return f"[ ] {answer.left}" if answer.left else "nothing"


def _plain(fact: Fact[Analysed, Any], value: Any) -> Any:
    """The fact as plain JSON; a judgement is a claim and its words."""
    from dataclasses import asdict, is_dataclass

    if fact in {VERDICT, SCOPE}:
        verdict = value.verdict
        return {"claim": verdict.claim.value, "a": verdict.a, "b": verdict.b, "measure": value.measure}
    if isinstance(value, tuple):
        return [_plain(fact, part) for part in value]
    return json_safe(asdict(value) if is_dataclass(value) and not isinstance(value, type) else value)


def _json_text(body: dict[str, Any]) -> str:
    import json

    return (
        json.dumps({"schema": "bakeoff.checklist/1", **json_safe(body)}, ensure_ascii=False, allow_nan=False, indent=1)
        + "\n"
    )


def checklist(results: Results, name: str) -> FilledChecklist:
    """Fill in a reporting checklist: what the study knows, with where it is known from; the rest is marked as yours.

    Parameters
    ----------
    results
        Of a study.
    name
        "reforms" (science with machine learning), "tripod-ai" (clinical prediction models) or "neurips" (papers of NeurIPS).

    Returns
    -------
    FilledChecklist
        Prints itself; `write(path)` makes HTML, PDF, Markdown, LaTeX or JSON, `as_dict()` plain facts.

    Examples
    --------
        results.checklist("reforms")

    >>> from bakeoff import Study
    >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
    >>> checklist(results, "reforms").counts()
    '32 items: 6 known, 15 partly known, 11 yours to state'
    """
    declared = CHECKLISTS[name]
    study = results.analysed(results.design.primary)
    items = tuple(_answered(study, declared))
    return FilledChecklist(checklist=declared, title=study.findings.card.title, items=items)


def _answered(study: Analysed, declared: Checklist) -> Iterator[AnsweredItem]:
    for part, items in declared.parts:
        for item in items:
            facts = tuple((fact, study.of(fact)) for fact in item.known)
            yield AnsweredItem(
                part=part, item=item, facts=tuple((fact, value) for fact, value in facts if value is not None)
            )
