"""Formats of files that hold a table, one declaration each; a package adds its own by the entry point `bakeoff.readers`."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.tabular.formats.arff import ARFF
from bakeoff.tabular.formats.arrow import ARROW
from bakeoff.tabular.formats.conll import CONLL
from bakeoff.tabular.formats.csv import CSV
from bakeoff.tabular.formats.excel import EXCEL
from bakeoff.tabular.formats.format import FileContent, FilePart, Format
from bakeoff.tabular.formats.json import JSON
from bakeoff.tabular.formats.json_lines import JSON_LINES
from bakeoff.tabular.formats.latex import LATEX
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.formats.markdown import MARKDOWN
from bakeoff.tabular.formats.parquet import PARQUET
from bakeoff.tabular.formats.trec import TREC_QRELS, TREC_RUN
from bakeoff.tabular.formats.uci import UCI
from bakeoff.tabular.formats.weka_predictions import WEKA_PREDICTIONS

__all__ = ["ALL", "CONLL", "CSV", "FORMATS", "UCI", "FileContent", "FilePart", "Format"]

# In the order of help and docs.
ALL: tuple[Format, ...] = (
    CSV, MARKDOWN, LATEX, EXCEL, PARQUET, ARROW, ARFF, JSON, JSON_LINES, UCI, CONLL, WEKA_PREDICTIONS, TREC_RUN, TREC_QRELS,
)  # fmt: skip
FORMATS: Catalogue[Format] = Catalogue("format", ALL, group="bakeoff.readers", beside=(LogFormat,))
