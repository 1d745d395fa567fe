"""Reporting checklists, one file each; `CHECKLISTS` lists them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.publication.checklists.item import Checklist
from bakeoff.publication.checklists.neurips import NEURIPS
from bakeoff.publication.checklists.reforms import REFORMS
from bakeoff.publication.checklists.tripod_ai import TRIPOD_AI

__all__ = ["ALL", "CHECKLISTS"]

ALL: tuple[Checklist, ...] = (REFORMS, TRIPOD_AI, NEURIPS)
CHECKLISTS: Catalogue[Checklist] = Catalogue("checklist", ALL)
