"""From counts to a figure with its band. No simulation imports this file: a new band changes no count."""

from bakeoff.core.calibration import STANDARD, Kind, SimulatedRate
from calibration.case import Case
from calibration.known import known_band

__all__ = ["figure"]


def figure(case: Case, successes: int, runs: int) -> SimulatedRate:
    """The rate as the data file keeps it; what is known to miss its level has a band of its own."""
    known = known_band(case.name) if case.kind is not Kind.POWER else None
    return SimulatedRate(
        name=case.name, kind=case.kind, about=case.about or (case.name.partition(": ")[0],), successes=successes, runs=runs,
        band=known or case.band or STANDARD[case.kind].band, apart=case.apart, known_liberal=known is not None, rare=case.rare, rarest=case.rarest, classes=case.classes,
    )  # fmt: skip
