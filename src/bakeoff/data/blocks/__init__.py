"""Features as a block of rows: one class for each kind, and `block_of`, which recognises what a user brings."""

from bakeoff.data.blocks.array_rows import ArrayRows, ColumnMatrix
from bakeoff.data.blocks.coded_rows import CodedRows
from bakeoff.data.blocks.frame_rows import FrameRows
from bakeoff.data.blocks.object_rows import ObjectRows
from bakeoff.data.blocks.recognition import block_of
from bakeoff.data.blocks.rows import Rows, SharedRows, fingerprint
from bakeoff.data.blocks.sparse_rows import SparseRows
from bakeoff.data.blocks.text_rows import TextRows

__all__ = [
    "KINDS",
    "ArrayRows",
    "CodedRows",
    "ColumnMatrix",
    "FrameRows",
    "ObjectRows",
    "Rows",
    "SharedRows",
    "SparseRows",
    "TextRows",
    "block_of",
    "fingerprint",
]

KINDS: tuple[type[Rows], ...] = (ColumnMatrix, CodedRows, SparseRows, ArrayRows, TextRows, ObjectRows, FrameRows)
