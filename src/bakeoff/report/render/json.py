"""JSON: a report as one object (the same blocks, with the numbers behind the texts), and what a study found."""

import json
from dataclasses import asdict
from math import isfinite
from typing import Any

from bakeoff.core.notes import plain_text
from bakeoff.report.blocks import Alternatives, Bibliography, Block, Card, Columns, Downloads, Figure, Fold, Report
from bakeoff.report.sections.conditions import condition_words
from bakeoff.report.sections.verdict import study_text
from bakeoff.report.tables.plain_text import Cell, Table
from bakeoff.study.analysis.condition_effects import ConditionFindings
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.study_facts import CONDITIONS, LEARNING

__all__ = ["PAYLOAD", "as_object", "as_payload", "conditions_payload", "render"]

PAYLOAD = (LEARNING, CONDITIONS)  # the facts that `as_payload` needs

SCHEMA = "bakeoff.report/1"


def render(report: Report) -> str:
    """The object as text, sorted and indented, so that two reports can be compared line by line."""
    return json.dumps(as_object(report), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def as_object(report: Report) -> dict[str, Any]:
    """Plain dictionaries, lists, texts and numbers."""
    return {
        "schema": SCHEMA,
        "title": report.title,
        "subtitle": report.subtitle,
        "lead": [_block(block) for block in report.lead],
        "sections": [
            {"name": section.name, "title": section.title, "blocks": [_block(block) for block in section.blocks]}
            for section in report.sections
        ],
        "notes": [note.as_dict() for note in report.notes],
        "baselines": [baseline.as_dict() for baseline in report.checks.baselines] if report.checks else [],
        "checks": report.checks.as_dict() if report.checks else None,
    }


def as_payload(findings: Findings) -> dict[str, Any]:
    """What a study found, for `--json`: units, verdict, scores, failures, learning curves and notes."""
    card, judged, changed = findings.card, findings.primary, findings.of(CONDITIONS)
    verdict = None if judged is None else judged.verdict
    return {
        "title": card.title,
        "units": {"planned": card.units_planned, "done": card.units_done, "failed": len(findings.failures)},
        "primary": card.primary,
        "verdict": {
            "claim": None if verdict is None else verdict.claim,
            "a": None if verdict is None else verdict.a,
            "b": None if verdict is None else verdict.b,
            "sentence": study_text(findings).sentence,
        },
        "scores": [
            {
                "dataset": cell.dataset,
                "learner": cell.learner,
                "measure": cell.measure,
                "value": cell.estimate.value,
                "low": cell.estimate.low,
                "high": cell.estimate.high,
                "note": cell.note,
            }
            for cell in findings.cells
        ],
        "failures": findings.all_failures,
        "learning_curves": [
            {
                "dataset": curve.dataset,
                "learner": curve.learner,
                "rows": point.size,
                "value": point.score.value,
                "low": point.score.low,
                "high": point.score.high,
                "note": point.note,
            }
            for curve in findings.of(LEARNING)
            for point in curve.points
        ],
        **(
            {"conditions": [conditions_payload(findings_of_dataset) for findings_of_dataset in changed]}
            if changed
            else {}
        ),
        "baselines": [baseline.as_dict() for baseline in findings.checks.baselines],
        "checks": findings.checks.as_dict(),
        "warnings": findings.warnings,
        "notes": [note.as_dict() for note in findings.notes],
    }


def conditions_payload(findings: ConditionFindings) -> dict[str, Any]:
    """What other conditions change on one data set."""
    return {
        "dataset": findings.dataset,
        "measure": findings.measure,
        "verdict": plain_text(condition_words(findings)).strip(),
        "conditions": [{"name": name, "differs": what, "used": used} for name, what, used in findings.conditions],
        "trivial": {findings.name(test): value for test, value in findings.trivial.items()},
        "cells": [
            {
                "learner": cell.learner,
                "train": findings.name(cell.train),
                "test": findings.name(cell.test),
                "score": cell.score.as_dict(),
                "ideal": cell.ideal.value,
                "deterioration": None if cell.same else cell.deterioration.as_dict(),
            }
            for cell in findings.cells
        ],
        "average_deterioration": {name: average.as_dict() for name, average in findings.averages.items()},
        "drops": [asdict(drop) for drop in findings.drops],
        "pairs": [asdict(pair) for pair in findings.pairs],
        "leader": findings.leader,
        "leads": [asdict(lead) for lead in findings.leads],
        "failed": findings.failed,
    }


def _block(block: Block) -> dict[str, Any]:  # noqa: PLR0911 - one per kind of block
    kind = type(block).__name__.lower()
    if isinstance(block, Table):
        return {"kind": kind, **_table(block)}
    if isinstance(block, Fold):
        return {"kind": kind, "title": block.title, "blocks": [_block(inner_block) for inner_block in block.blocks]}
    if isinstance(block, Card):
        return {
            "kind": kind,
            "title": block.title,
            "tone": block.tone,
            "text": plain_text(block.parts),
            "facts": [list(fact) for fact in block.facts],
            "learners": [asdict(learner) for learner in block.learners],
            "details": [_block(detail) for detail in block.details],
        }
    if isinstance(block, Alternatives):
        items = [
            {"title": title, "blocks": [_block(inner_block) for inner_block in blocks]} for title, blocks in block.items
        ]
        return {"kind": kind, "what": block.what, "items": items}
    if isinstance(block, Bibliography):
        sources = [{"key": source.key, "text": str(source), "bibtex": source.bibtex()} for source in block.references]
        return {"kind": kind, "references": sources}
    if isinstance(block, Columns):
        return {"kind": kind, "columns": [[_block(inner_block) for inner_block in column] for column in block.columns]}
    if isinstance(block, Figure):
        return {
            "kind": kind,
            "name": block.name,
            "title": block.title,
            "description": block.description,
            "caption": block.caption,
        }
    if isinstance(block, Downloads):
        return {"kind": kind, "files": [file.name for file in block.files]}
    fields = asdict(block)
    if "parts" in fields:
        fields["text"] = plain_text(block.parts)  # type: ignore[union-attr] # those with parts have them
        del fields["parts"]
    return {"kind": kind, **fields}


def _table(table: Table) -> dict[str, Any]:
    return {
        "caption": table.caption,
        "columns": [column.title for column in table.columns],
        "rows": [[_cell(cell) for cell in row.cells] for row in table.rows],
        "notes": list(table.notes),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    content: dict[str, Any] = {"text": cell.text}
    if cell.value is not None and isfinite(cell.value):
        content["value"] = cell.value
        content |= {"unit": cell.unit} if cell.unit else {}
    if cell.mark:
        content["mark"] = cell.mark
    if cell.bold:
        content["best"] = True
    return content
