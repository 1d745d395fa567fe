"""The small words of ARFF: quoted and bare values, comments, dates."""

import re
from datetime import UTC, datetime

from bakeoff.core.errors import BadInput

__all__ = ["QUOTED_MARK", "bare_line", "date_reader", "split_values", "split_words", "unescape"]

QUOTED_MARK = "\0?"  # a quoted question mark is a value, a bare one is missing; no file that is read holds a NUL

_SINGLE = r"'[^'\\]*(?:\\.[^'\\]*)*'"
_DOUBLE = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_VALUE = re.compile(rf"\s*+(?:({_SINGLE}|{_DOUBLE})|([^,'\"][^,]*)|(?=,|$))\s*(,|$)", re.DOTALL)
# A quote that is never closed takes the rest of the line at once: looking again at each later quote would be quadratic.
_WORD = re.compile(rf"({_SINGLE}|{_DOUBLE})|([^,\s'\"]+)|(['\"].*)", re.DOTALL)
_COMMENT = re.compile(rf"(?:^|(?<=[\s,{{]))(?:{_SINGLE}|{_DOUBLE}|['\"].*)|(?:^|(?<=[\s,}}]))%.*", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}

# The letters of Java's SimpleDateFormat, longest first, and what Python calls them.
_DATE_WORDS = (
    ("yyyy", "%Y"), ("yyy", "%Y"), ("yy", "%y"), ("y", "%Y"), ("MMMM", "%B"), ("MMM", "%b"), ("MM", "%m"), ("M", "%m"),
    ("dd", "%d"), ("d", "%d"), ("HH", "%H"), ("H", "%H"), ("hh", "%I"), ("h", "%I"), ("mm", "%M"), ("m", "%M"),
    ("ss", "%S"), ("s", "%S"), ("SSS", "%f"), ("a", "%p"), ("Z", "%z"), ("X", "%z"), ("EEEE", "%A"), ("EEE", "%a"),
)  # fmt: skip
_DATE_TOKEN = re.compile("'((?:[^']|'')*)'|" + "|".join(word for word, _ in _DATE_WORDS) + "|.", re.DOTALL)


def unescape(quoted: str) -> str:
    r"""The text inside a pair of quotes.

    >>> unescape(r"'it\'s'")
    "it's"
    """
    inner = quoted[1:-1]
    if "\\" not in inner:
        return inner
    text = _ESCAPE.sub(_meant, inner)
    if "\\u" in inner:  # escapes may come as two halves of one character, or as half of none
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _meant(found: re.Match[str]) -> str:
    letter = found[1]
    return chr(int(letter[1:], 16) or 0xFFFD) if len(letter) == 5 else _ESCAPES.get(letter, letter)


def bare_line(line: str) -> str:
    """A line without its comment; a per-cent sign inside quotes or inside a word is none.

    >>> bare_line("1,'50 %',x % ten"), bare_line("50%,y")
    ("1,'50 %',x ", '50%,y')
    """
    return _COMMENT.sub(lambda found: "" if found[0].startswith("%") else found[0], line) if "%" in line else line


def split_values(line: str) -> list[str] | None:
    """The values of a row that holds quotes, separated by commas; None if the quoting is broken.

    >>> split_values("1, 'a, b', ?")
    ['1', 'a, b', '?']
    """
    values, at = [], 0
    while True:
        found = _VALUE.match(line, at)
        if found is None:
            return None
        values.append(_value(found[1]) if found[1] else (found[2] or "").strip())
        if not found[3]:
            return values
        at = found.end()


def split_words(line: str) -> list[str] | None:
    """The values of a row separated by blanks, tabs or commas, as WEKA reads it; None if the quoting is broken.

    >>> split_words("1  2 'a b'")
    ['1', '2', 'a b']
    """
    found = list(_WORD.finditer(line))
    if any(one[3] for one in found):
        return None
    return [_value(one[1]) if one[1] else one[2] for one in found]


def _value(quoted: str) -> str:
    text = unescape(quoted)
    return QUOTED_MARK if text == "?" else text


def date_reader(pattern: str) -> "DateReader":
    """Reads dates written in a pattern of Java's SimpleDateFormat; a time without a zone is taken as UTC.

    >>> date_reader("yyyy-MM-dd'T'HH:mm:ss").seconds("1970-01-02T00:00:00")
    86400.0
    """
    words = dict(_DATE_WORDS)
    parts = []
    for found in _DATE_TOKEN.finditer(pattern):
        if found[1] is not None:
            parts.append(found[1].replace("''", "'").replace("%", "%%") or "'")
        elif found[0] in words:
            parts.append(words[found[0]])
        elif found[0].isalpha():
            raise BadInput(f"the date format {pattern!r} has a letter {found[0]!r} that is not understood")
        else:
            parts.append(found[0].replace("%", "%%"))
    return DateReader("".join(parts))


class DateReader:
    """From the text of a date to seconds since 1970 in UTC."""

    def __init__(self, form: str) -> None:
        self.form = form

    def seconds(self, text: str) -> float:
        """The moment a text means; ValueError if it means none."""
        moment = datetime.strptime(text, self.form)  # noqa: DTZ007 (the zone is set in the next line)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()

    @property
    def epoch(self) -> str:
        """How the first second of 1970 is written: what a sparse row means when it leaves a date out."""
        return datetime.fromtimestamp(0, UTC).strftime(self.form)
