"""What users hold in their hands: thin objects over frozen numbers."""

from bakeoff.kernels.dispatch import warn_if_stale

warn_if_stale()
