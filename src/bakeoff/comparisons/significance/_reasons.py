"""Why a test comes second: reasons that several tests share."""

__all__ = ["GIVES_UP", "LARGE", "ONE_SCALE", "SIGNS_ONLY"]

SIGNS_ONLY = "it counts wins and ignores their size, so it needs more evidence to show the same"
LARGE = "its normal distribution equals Student's t for large samples only, and the t-test is as easy"
ONE_SCALE = "it compares the size of differences across data sets, which takes scores on one scale"
GIVES_UP = "it gives up the sizes of differences, which share one scale here"
