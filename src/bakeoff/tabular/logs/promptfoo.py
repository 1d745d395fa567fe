"""The JSON output of promptfoo."""

from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.bounded import whole_json
from bakeoff.tabular.logs.log_table import LogRows, LogTable

__all__ = ["PROMPTFOO"]

_BROKEN = 2  # failureReason: the provider failed, not an assertion


def _sniff(file: FileContent) -> bool:
    return b'"evalId"' in file.head[:300] and b'"results"' in file.head


def _read(file: FileContent) -> LogTable:
    """One line for each test and provider; several prompts of one provider are learners of their own."""
    log = whole_json(file)
    results = log.get("results") if isinstance(log, dict) else None
    outputs = results.get("results") if isinstance(results, dict) else None
    if not isinstance(outputs, list):
        raise BadInput(f"{file.what} contains no results.results; write it with promptfoo eval --output FILE.json")
    prompts = {output.get("promptIdx") for output in outputs if isinstance(output, dict)}
    providers = {_provider(output) for output in outputs if isinstance(output, dict)}
    rows, counts = LogRows(file.what, PROMPTFOO.name), dict[tuple[str, str], int]()
    for output in outputs:
        if not isinstance(output, dict):
            raise BadInput(f"{file.what} contains a result that is not an object; write it again")
        learner = _provider(output)
        if len(prompts) > len(providers):
            learner = f"{learner}, prompt {(output.get('prompt') or {}).get('label') or output.get('promptIdx')}"
        content = output.get("vars")
        extra = {"vars": content or {}, "metadata": (output.get("testCase") or {}).get("metadata") or {}}
        item = output.get("testIdx")
        key = (learner, str(content if item is None else item))
        counts[key] = counts.get(key, 0) + 1
        broken = output.get("failureReason") == _BROKEN or (output.get("error") and not output.get("gradingResult"))
        scores = {"success": output.get("success"), "score": output.get("score"), **(output.get("namedScores") or {})}
        rows.add(
            {} if broken else scores, item=item, learner=learner, task=str(log.get("description") or ""), run=counts[key], content=content,
            error=(output.get("error") or "error") if broken else None, extra=extra,
        )  # fmt: skip
    return rows.table(file.inner.stem)


def _provider(output: dict[str, Any]) -> str:
    provider = output.get("provider")
    if isinstance(provider, dict):
        return str(provider.get("label") or provider.get("id") or "")
    return str(provider or "")


PROMPTFOO = LogFormat(
    name="promptfoo",
    title="promptfoo",
    files="*.json",
    about="Tests with success, score and named scores; providers are learners, repeats are runs.",
    evidence="files written by promptfoo 0.121.20 with providers of a script",
    opening=b"{",
    sniff=_sniff,
    read=_read,
)
