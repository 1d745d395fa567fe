"""Result files of tau-bench: a list of simulated conversations, each with a reward."""

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.bounded import whole_json
from bakeoff.tabular.logs.log_table import LogRows, LogTable

__all__ = ["TAU_BENCH"]


def _sniff(file: FileContent) -> bool:
    head = file.head.lstrip()
    return b'"task_id"' in head[:200] and b'"reward"' in head[:400]


def _read(file: FileContent) -> LogTable:
    rows = LogRows(file.what, TAU_BENCH.name)
    episodes = whole_json(file)
    if not isinstance(episodes, list):
        raise BadInput(f"{file.what} is not a list of episodes; give the result file of a run")
    for episode in episodes:
        if not isinstance(episode, dict):
            raise BadInput(f"{file.what} contains an episode that is not an object; give the result file of a run")
        info = episode.get("info") or {}
        error = info.get("error") if isinstance(info, dict) else None
        scores = {} if error else {"reward": episode.get("reward")}
        rows.add(scores, item=episode.get("task_id"), run=episode.get("trial"), error=error)
    return rows.table(file.inner.stem)


TAU_BENCH = LogFormat(
    name="tau-bench",
    title="tau-bench",
    files="*.json",
    about="Episodes with their reward; task_id is the item, trial the run, the file name the learner.",
    evidence="the documented schema; tau-bench was not run",
    opening=b"[",
    sniff=_sniff,
    read=_read,
)
