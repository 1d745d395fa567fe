"""The checklist of NeurIPS papers: 16 questions, worded by us; each is answered yes, no or not applicable, with a reason."""

from bakeoff.publication import study_knowledge as known
from bakeoff.publication.checklists.item import Checklist, ChecklistItem as Item

__all__ = ["NEURIPS"]

NEURIPS = Checklist(
    name="neurips",
    title="NeurIPS paper checklist",
    about="papers that are submitted to NeurIPS",
    reference="neurips2025",
    parts=(
        (
            "Questions",
            (
                Item(number="1", asks="Claims: abstract and introduction claim what the results show.", known=(known.VERDICT,), yours="compare your abstract with this sentence"),
                Item(number="2", asks="Limitations are discussed.", known=(known.SCOPE, known.DUPLICATES, known.LEAKS), yours="the limits of your method"),
                Item(number="3", asks="Theory: every result has its assumptions and a proof.", yours="the proofs, or not applicable"),
                Item(number="4", asks="Reproducibility: what is needed to repeat the main results.", known=(known.FILE, known.SPLITS, known.ENVIRONMENT), yours="the data, and the code of learners of your own"),
                Item(number="5", asks="Open access to data and code.", known=(known.DATA, known.FILE), yours="the addresses of code and data"),
                Item(number="6", asks="Experimental settings: splits, settings and how they were chosen.", known=(known.SPLITS, known.LEARNERS, known.TUNING, known.PREPARATION), yours="settings that were tried outside the study"),
                Item(number="7", asks="Statistical significance: error bars, how they were made and of what.", known=(known.INTERVALS, known.TEST, known.SPLITS)),
                Item(number="8", asks="Compute resources: kind of machine, memory, time of each experiment and in all.", known=(known.COMPUTE, known.ENVIRONMENT), yours="compute of experiments that are not in this study"),
                Item(number="9", asks="The research follows the code of ethics of the conference.", yours="your statement"),
                Item(number="10", asks="Broader impacts, good and bad, are discussed.", yours="the impacts"),
                Item(number="11", asks="Safeguards for data or models that can be misused.", yours="the safeguards, or not applicable"),
                Item(number="12", asks="Licences of data, code and models of others, with credit to their authors.", known=(known.DATA, known.ENVIRONMENT), yours="the licence of each data set and package"),
                Item(number="13", asks="New data, code or models are documented.", known=(known.FILE,), yours="the documentation of what is new"),
                Item(number="14", asks="Research with people or crowds: instructions, screenshots, pay.", yours="the details, or not applicable"),
                Item(number="15", asks="Research with people: risks, and the approval of a review board.", yours="the approval, or not applicable"),
                Item(number="16", asks="Use of large language models as part of the method is declared.", yours="the declaration, or not applicable"),
            ),
        ),
    ),
)  # fmt: skip
