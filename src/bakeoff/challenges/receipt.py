"""Receipt: what a team learns of one submission."""

from dataclasses import dataclass

from bakeoff.core.text import clean, counted, four_places

__all__ = ["Receipt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a team learns of one submission, and nothing else."""

    team: str
    submission: int  # of this team, from 1
    improved: bool  # whether a new score was released
    score: float  # the released score of the team
    repeated: bool  # the same predictions were sent before; nothing was counted
    digest: str  # sha256 of the predictions as they were understood
    moment: str  # when they were stored
    left_today: int  # submissions that the team may still send today

    def __str__(self) -> str:
        left = f"{counted(self.left_today, 'submission')} left today."
        shown = four_places(self.score)
        if self.repeated:
            return f"These predictions are submission {self.submission} of {clean(self.team)} already; nothing was counted. {left}"
        if self.submission == 1:
            return f"The first submission of {clean(self.team)}: {shown}. {left}"
        if self.improved:
            return f"Submission {self.submission} of {clean(self.team)} is an improvement: {shown}. {left}"
        return f"Submission {self.submission} of {clean(self.team)} is not clearly better; the released score stays at {shown}. {left}"
