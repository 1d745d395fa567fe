"""per_instance_stats.json of HELM, with run_spec.json beside it."""

from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.bounded import beside, whole_json
from bakeoff.tabular.logs.log_table import LogRows, LogTable

__all__ = ["HELM"]


def _sniff(file: FileContent) -> bool:
    return b'"instance_id"' in file.head and b'"stats"' in file.head


def _read(file: FileContent) -> LogTable:
    """One line for each instance and trial; the score of a metric is its mean. Perturbed instances are items of their own."""
    spec = beside(file, "run_spec.json")
    spec = spec if isinstance(spec, dict) else {}
    name = str(spec.get("name") or "")
    learner = (spec.get("adapter_spec") or {}).get("model") or ""
    rows = LogRows(file.what, HELM.name)
    stats = whole_json(file)
    if not isinstance(stats, list):
        raise BadInput(f"{file.what} is not a list of instances; give per_instance_stats.json")
    for instance in stats:
        if not isinstance(instance, dict) or not isinstance(instance.get("stats"), list):
            raise BadInput(
                f"{file.what} contains an instance without stats; give per_instance_stats.json of a finished run"
            )
        changed = (instance.get("perturbation") or {}).get("name")
        item = f"{instance.get('instance_id')}{f' ({changed})' if changed else ''}"
        rows.add(
            _scores(instance["stats"]),
            item=item,
            learner=learner,
            task=name.partition(":")[0],
            run=instance.get("train_trial_index"),
        )
    return rows.table(file.inner.stem)


def _scores(stats: list[Any]) -> dict[str, Any]:
    scores = {}
    for stat in stats:
        named = stat.get("name") if isinstance(stat, dict) else None
        if isinstance(named, dict) and named.get("name"):
            mean = stat.get("mean")
            if mean is None and stat.get("count"):
                mean = stat.get("sum", 0.0) / stat["count"]
            scores[str(named["name"])] = mean
    return scores


HELM = LogFormat(
    name="helm",
    title="HELM",
    files="per_instance_stats.json, with run_spec.json beside it",
    about="Instances with the mean of each metric; trials are runs, and run_spec.json names the model and the scenario.",
    evidence="files written by the classes of crfm-helm 0.5.16; HELM was not run",
    opening=b"[",
    sniff=_sniff,
    read=_read,
)
