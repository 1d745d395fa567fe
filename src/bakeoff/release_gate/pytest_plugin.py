"""The pytest fixture `gate`: a test that fails with the card of the gate where a new model is worse than the base.

pytest loads this file by its entry point `pytest11`; nothing else of bakeoff is imported before a test asks.
"""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from bakeoff.release_gate.gate import Gate

__all__ = ["ModelGate", "gate"]


class ModelGate:
    """What the fixture `gate` is."""

    __slots__ = ()

    def not_worse(
        self, new: Any, base: Any, *, y_true: Any, margin: Any, undecided: str = "fail", **options: Any
    ) -> "Gate":
        """Fail the test unless the new model is shown not to be worse than the base by more than the margin.

        Parameters
        ----------
        new, base
            Predictions, as `bo.gate` takes them.
        y_true
            What was true of each row.
        margin
            How much worse is still accepted, stated beforehand.
        undecided
            Whether rows that cannot tell "fail" the test, "pass" it, or "skip" it.
        **options
            Those of `bo.gate`: measure, alpha, by, groups, sample_weight and others.

        Returns
        -------
        Gate
            For further assertions.
        """
        __tracebackhide__ = True
        from bakeoff.core.errors import UnknownName
        from bakeoff.release_gate.ask import gate as ask

        if undecided not in {"fail", "pass", "skip"}:
            raise UnknownName("treatment of an undecided gate", undecided, ["fail", "pass", "skip"])
        answer = ask(y_true, base=base, new=new, margin=margin, **options)
        if answer.outcome.value == "undecided" and undecided == "skip":
            pytest.skip(str(answer))
        if answer.outcome.value == "fail" or (answer.outcome.value == "undecided" and undecided == "fail"):
            pytest.fail(str(answer), pytrace=False)
        return answer


@pytest.fixture
def gate() -> ModelGate:
    """A gate for models: `gate.not_worse(new, base, y_true=y, margin=0.01)`."""
    return ModelGate()
