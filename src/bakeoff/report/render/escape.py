"""The same text, harmless in each medium. Everything a stranger named passes through here."""

import re
from html import escape as _escape_html

from bakeoff.core.text import clean

__all__ = ["csv_field", "html_text", "latex_breakable", "latex_prose", "latex_text", "markdown_text"]

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",  # \textquotedbl is not in LaTeX's first encoding, and a table may be pasted anywhere
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": r"-{}",  # no dashes made of hyphens: a setting is quoted as it was typed
    "[": r"{[}",  # a bracket after \\ would be read as its argument
    "]": r"{]}",
    "●": r"$\bullet$",
    "•": r"$\bullet$",
    "∘": r"$\circ$",
    "√": r"$\surd$",
    "∫": r"$\int$",
    "≠": r"$\neq$",
    "Φ": r"$\Phi$",
    "Σ": r"$\Sigma$",
    "Π": r"$\Pi$",
    "δ": r"$\delta$",
    "φ": r"$\varphi$",
    "π": r"$\pi$",
    "○": r"$\circ$",
    "±": r"$\pm$",
    "−": r"$-$",
    "×": r"$\times$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "·": r"$\cdot$",
    "α": r"$\alpha$",
    "χ": r"$\chi$",
    "ρ": r"$\rho$",
    "κ": r"$\kappa$",
    "σ": r"$\sigma$",
    "²": r"$^2$",
    "◊": r"$\diamond$",
    "★": r"$\star$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "→": r"$\to$",
    "†": r"$\dagger$",
    "‡": r"$\ddagger$",
    "§": r"\S{}",
    "…": r"\ldots{}",
    "–": "--",
    "—": "---",
    "′": r"$'$",
    "″": r"$''$",
    "�": r"\textbf{?}",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "\u00a0": "~",
    "\u202f": r"\,",
    "\u2009": r"\,",
}
_BREAKS = frozenset(".,(=_/-")
_LONG = 20  # characters: longer than numbers and words of prose, which stay whole
_MARKDOWN = {"<": "&lt;", ">": "&gt;", "&": "&amp;"} | {char: "\\" + char for char in "\\`*_[]|~$"}
_WITHIN_WORD = re.compile(r"(?<=\w)_(?=\w)")  # underscores inside a word emphasise nothing
_LINE_START = re.compile(r"^(\d{1,9}(?=[.)](?:\s|$)))([.)])|^([#+=-])")  # what would start a list, a heading or a rule


def html_text(text: object) -> str:
    """Nothing in it can open or close a tag or an attribute.

    >>> html_text('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return _escape_html(clean(text), quote=True)


def latex_text(text: object) -> str:
    r"""Nothing in it is a command, and nothing in it stops the compiler: letters outside Latin show as [U+4E2D].

    >>> print(latex_text("a_b & 50% \\input{x}"))
    a\_b \& 50\% \textbackslash{}input\{x\}
    """
    return "".join(_latex_char(char) for char in clean(text))


def latex_breakable(text: object) -> str:
    r"""The same for a narrow column: a line may end after the signs that hold long names and settings together.

    >>> print(latex_breakable("SVC(C=1)"))
    SVC(\allowbreak{}C=\allowbreak{}1)
    """
    return "".join(_latex_char(char) + (r"\allowbreak{}" if char in _BREAKS else "") for char in clean(text))


def latex_prose(text: object) -> str:
    r"""The same for sentences: a line may end inside long names and settings, never inside a number.

    >>> print(latex_prose("0.1 ahead of boosting(learning_rate=0.1)"))
    0.1 ahead of boosting(\allowbreak{}learning\_\allowbreak{}rate=\allowbreak{}0.\allowbreak{}1)
    """
    return " ".join((latex_breakable if len(word) > _LONG else latex_text)(word) for word in clean(text).split(" "))


def _latex_char(char: str) -> str:
    if char in _LATEX:
        return _LATEX[char]
    if ord(char) < 0x180:  # ASCII, Latin-1 and Latin Extended-A: what the T1 encoding holds
        return char
    return f"{{[}}U+{ord(char):04X}{{]}}"


def markdown_text(text: object) -> str:
    r"""Every character that Markdown or the HTML inside it could read as markup is escaped; plain prose stays readable.

    >>> print(markdown_text("[x](javascript:1) a_b *c* <i> 0.5 - 1"))
    \[x\](javascript:1) a_b \*c\* &lt;i&gt; 0.5 - 1
    """
    cleaned = clean(text)
    plain = {hit.start() for hit in _WITHIN_WORD.finditer(cleaned)}
    shown = "".join(char if index in plain else _MARKDOWN.get(char, char) for index, char in enumerate(cleaned))
    if _is_number(cleaned.split(" ")[0]):
        return shown
    return _LINE_START.sub(lambda hit: f"{hit.group(1) or ''}\\{hit.group(2) or hit.group(3)}", shown)


def csv_field(text: object) -> str:
    r"""One field that a spreadsheet shows and never runs: what would start a formula gets a quote before it.

    >>> csv_field('=HYPERLINK("x")'), csv_field("-1.5"), csv_field("a,b")
    ('"\'=HYPERLINK(""x"")"', '-1.5', '"a,b"')
    """
    cleaned = clean(text)
    if cleaned[:1] in {"=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠"} and not _is_number(cleaned):
        cleaned = "'" + cleaned
    if any(char in cleaned for char in "\",;\n\r\t'") or cleaned != cleaned.strip():
        return '"' + cleaned.replace('"', '""') + '"'
    return cleaned


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?", text) is not None
