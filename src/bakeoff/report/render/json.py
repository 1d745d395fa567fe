"""JSON: a report as one object (the same blocks, with the numbers behind the texts), and what a study found."""

import json
from dataclasses import asdict
from math import isfinite
from typing import Any

from bakeoff.core.notes import plain_text
from bakeoff.report.blocks import Alternatives, Block, Card, Columns, Downloads, Figure, Fold, Report
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
        "lead": [_block(one) for one in report.lead],
        "sections": [
            {"name": one.name, "title": one.title, "blocks": [_block(block) for block in one.blocks]}
            for one in report.sections
        ],
        "notes": [note.as_dict() for note in report.notes],
        "baselines": [one.as_dict() for one in report.checks.baselines] if report.checks else [],
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
                "dataset": one.dataset,
                "learner": one.learner,
                "measure": one.measure,
                "value": one.estimate.value,
                "low": one.estimate.low,
                "high": one.estimate.high,
                "note": one.note,
            }
            for one in findings.cells
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
        **({"conditions": [conditions_payload(one) for one in changed]} if changed else {}),
        "baselines": [one.as_dict() for one in findings.checks.baselines],
        "checks": findings.checks.as_dict(),
        "warnings": findings.warnings,
        "notes": [note.as_dict() for note in findings.notes],
    }


def conditions_payload(found: ConditionFindings) -> dict[str, Any]:
    """What other conditions change on one data set."""
    return {
        "dataset": found.dataset,
        "measure": found.measure,
        "verdict": plain_text(condition_words(found)).strip(),
        "conditions": [{"name": name, "differs": what, "used": used} for name, what, used in found.conditions],
        "trivial": {found.name(test): value for test, value in found.trivial.items()},
        "cells": [
            {
                "learner": one.learner,
                "train": found.name(one.train),
                "test": found.name(one.test),
                "score": one.score.as_dict(),
                "ideal": one.ideal.value,
                "deterioration": None if one.same else one.deterioration.as_dict(),
            }
            for one in found.cells
        ],
        "average_deterioration": {name: one.as_dict() for name, one in found.averages.items()},
        "drops": [asdict(one) for one in found.drops],
        "pairs": [asdict(one) for one in found.pairs],
        "leader": found.leader,
        "leads": [asdict(one) for one in found.leads],
        "failed": found.failed,
    }


def _block(block: Block) -> dict[str, Any]:  # noqa: PLR0911 - one per kind of block
    kind = type(block).__name__.lower()
    if isinstance(block, Table):
        return {"kind": kind, **_table(block)}
    if isinstance(block, Fold):
        return {"kind": kind, "title": block.title, "blocks": [_block(one) for one in block.blocks]}
    if isinstance(block, Card):
        return {
            "kind": kind,
            "title": block.title,
            "tone": block.tone,
            "text": plain_text(block.parts),
            "facts": [list(one) for one in block.facts],
            "learners": [asdict(one) for one in block.learners],
            "details": [_block(one) for one in block.details],
        }
    if isinstance(block, Alternatives):
        items = [{"title": title, "blocks": [_block(one) for one in blocks]} for title, blocks in block.items]
        return {"kind": kind, "what": block.what, "items": items}
    if isinstance(block, Columns):
        return {"kind": kind, "columns": [[_block(one) for one in column] for column in block.columns]}
    if isinstance(block, Figure):
        return {
            "kind": kind,
            "name": block.name,
            "title": block.title,
            "description": block.description,
            "caption": block.caption,
        }
    if isinstance(block, Downloads):
        return {"kind": kind, "files": [one.name for one in block.files]}
    fields = asdict(block)
    if "parts" in fields:
        fields["text"] = plain_text(block.parts)  # type: ignore[union-attr] # those with parts have them
        del fields["parts"]
    return {"kind": kind, **fields}


def _table(table: Table) -> dict[str, Any]:
    return {
        "caption": table.caption,
        "columns": [one.title for one in table.columns],
        "rows": [[_cell(cell) for cell in row.cells] for row in table.rows],
        "notes": list(table.notes),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    found: dict[str, Any] = {"text": cell.text}
    if cell.value is not None and isfinite(cell.value):
        found["value"] = cell.value
        found |= {"unit": cell.unit} if cell.unit else {}
    if cell.mark:
        found["mark"] = cell.mark
    if cell.bold:
        found["best"] = True
    return found
