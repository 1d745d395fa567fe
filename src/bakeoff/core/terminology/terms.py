"""Term: a word of the field with its meaning. Rooms declare theirs; `bakeoff explain` and the documentation read them."""

from dataclasses import dataclass, field

from bakeoff.core.terminology.explanation import Explained, Explanation, explained

__all__ = ["Term"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Term(Explained):
    """A word of the field: what it means, and where to use it here.

    >>> print(Term(name="df", title="Degrees of freedom", text="What is left.", example="bakeoff table t", reference="student1908"))
    df: Degrees of freedom
      about            What is left.
      example          bakeoff table t
      reference        Student (1908). The probable error of a mean. Biometrika 6(1), 1-25.
    """

    name: str
    title: str
    text: str
    example: str  # the command, or what is typed in Python or in a study file
    reference: str
    formula: str = ""
    symbols: dict[str, str] = field(default_factory=dict)  # what the letters of the formula mean
    also: tuple[str, ...] = ()  # other names for it

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        return explained(self, "term", symbols=self.symbols)
