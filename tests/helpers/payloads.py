"""More than two hundred names that try to leave a folder, change a query, follow a link or fool a decoder."""

from itertools import product

from tests.helpers.hostile_names import HOSTILE_NAMES

UP = (
    "../",
    "..\\",
    "..%2f",
    "%2e%2e/",
    "....//",
    "..;/",
    "%252e%252e%252f",
    "..\u2215",
    "\uff0e\uff0e/",
    "./../",
    "/./../",
    "x/../../",
)
AIMS = ("etc/passwd", "escaped.csv", "escaped", "..", ".ssh/authorized_keys")
TRAVERSAL = (
    *(f"{up * times}{aim}" for up, aim, times in product(UP, AIMS, (1, 3))),
    "/etc/passwd", "//etc/passwd", "\\\\host\\share\\x", "C:\\Windows\\x", "C:x", "file:///etc/passwd", "~/x", "~root/x", "$HOME/x", "${HOME}",
    "`id`", "$(id)", "; rm -rf x", "| tee x", "& x", "> escaped", "-rf", "--output=x", ".", "..", "...", "a/b", "a\\b", "/", "\\", "CON", "nul.csv",
    "LPT1", "aux", "x.", " x", "x ", "x::$DATA", "scores", "README", "x" * 300, "ü" * 200, "\U0001f600" * 120,
)  # fmt: skip
SQL = (
    "'; DROP TABLE units; --", '"; DROP TABLE units; --', "') ; DELETE FROM units; --", "' OR '1'='1", '" OR ""="', "1; ATTACH DATABASE 'escaped' AS x",
    "x' UNION SELECT sha256 FROM units --", "%' --", "_%", "?", "?1", ":name", "@name", "$name", "[units]", "`units`", "/* x */", "--", ";", "''",
    "\\'", "\\", "NULL", "x' || load_extension('x') || '", "PRAGMA writable_schema=ON", "x'; VACUUM INTO 'escaped'; --",
)  # fmt: skip
ENCODING = (
    "\ufeffx", "x\ufeff", "\u202ex", "\u2066x\u2069", "\u200bx", "x\u200d", "é", "e\u0301", "ﬁ", "ß", "İ", "ı", "K", "\u00a0x", "x\u2028y", "x\u2029y",
    "x\x85y", "\x1b]0;x\x07", "\x9b31m", "\x7f", "\x01", "x\x0by", "x\x0cy", "x\x1ey", "\ufffd", "\uffff", "\U0010ffff", "x\ty", "x\ny", "x\r\ny",
    "%00", "x%0ay", "&#0;", "&amp;amp;", "\\u0000", "\\x00", "\\N{NULL}", "=?utf-8?q?x?=", "𝒙", "x\u0336", "ُ", "文字",
)  # fmt: skip
PAYLOADS = tuple(dict.fromkeys((*TRAVERSAL, *SQL, *ENCODING, *HOSTILE_NAMES)))
