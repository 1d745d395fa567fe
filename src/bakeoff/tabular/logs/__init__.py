"""Evaluation logs, one reader for each kind; a package adds its own by the entry point `bakeoff.readers`."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.every_eval_ever import EVERY_EVAL_EVER
from bakeoff.tabular.logs.helm import HELM
from bakeoff.tabular.logs.inspect_log import INSPECT
from bakeoff.tabular.logs.lerobot import LEROBOT
from bakeoff.tabular.logs.lm_eval import LM_EVAL
from bakeoff.tabular.logs.log_table import LogTable
from bakeoff.tabular.logs.mlflow_table import MLFLOW
from bakeoff.tabular.logs.promptfoo import PROMPTFOO
from bakeoff.tabular.logs.tau_bench import TAU_BENCH

__all__ = ["ALL", "LOG_FORMATS", "LogFormat", "LogTable", "log_format_of"]

# In the order of help and docs.
ALL: tuple[LogFormat, ...] = (INSPECT, LM_EVAL, HELM, EVERY_EVAL_EVER, PROMPTFOO, TAU_BENCH, LEROBOT, MLFLOW)
LOG_FORMATS: Catalogue[LogFormat] = Catalogue("log format", ALL, group="bakeoff.readers", beside=(Format,))


def log_format_of(file: FileContent) -> LogFormat | None:
    """The kind of evaluation log that a file is; None where it is none.

    >>> log_format_of(FileContent(what="base.eval", path="base.eval", raw=b"PK"))
    <LogFormat inspect>
    """
    head = file.head.lstrip()
    return next((form for form in LOG_FORMATS if head.startswith(form.opening) and form.sniff(file)), None)
