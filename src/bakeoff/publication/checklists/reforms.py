"""REFORMS: reporting of science that uses machine learning; 32 items in eight modules, worded by us."""

from bakeoff.publication import study_knowledge as known
from bakeoff.publication.checklists.item import Checklist, ChecklistItem as Item

__all__ = ["REFORMS"]

REFORMS = Checklist(
    name="reforms",
    title="REFORMS",
    about="papers of any science that make claims with machine learning",
    reference="kapoor2024",
    parts=(
        (
            "Study goals",
            (
                Item(number="1a", asks="The population or distribution that the claim is about.", known=(known.SCOPE,), yours="which population these data stand for"),
                Item(number="1b", asks="Why this population was chosen.", yours="the reason"),
                Item(number="1c", asks="Why machine learning is used for the question.", yours="the reason"),
            ),
        ),
        (
            "Computational reproducibility",
            (
                Item(number="2a", asks="Where the data can be had, in the version that was used.", known=(known.DATA,), yours="the address of the data and who may have them"),
                Item(number="2b", asks="Where the code can be had, in the version that was used.", known=(known.FILE,), yours="the address of the code of your learners"),
                Item(number="2c", asks="The computing environment: hardware, operating system, packages with versions.", known=(known.ENVIRONMENT, known.COMPUTE)),
                Item(number="2d", asks="Documentation that says how to use code and data.", yours="a README beside the code"),
                Item(number="2e", asks="A script that makes the results again.", known=(known.FILE,), yours="the data, and the code of learners of your own"),
            ),
        ),
        (
            "Data quality",
            (
                Item(number="3a", asks="The sources of the data, and when they were collected.", known=(known.DATA,), yours="who collected them, where and when"),
                Item(number="3b", asks="The sampling frame: from which set the rows were taken.", yours="the sampling frame"),
                Item(number="3c", asks="Why the data fit the task.", yours="the reason"),
                Item(number="3d", asks="The outcome: what it is, how it was measured, how it is distributed.", known=(known.CLASSES,), yours="how the outcome was measured"),
                Item(number="3e", asks="The number of rows, and of rows of each class.", known=(known.DATA, known.CLASSES)),
                Item(number="3f", asks="The share of missing data, and what was done about it.", known=(known.MISSING, known.PREPARATION), yours="why data are missing"),
                Item(number="3g", asks="Why the rows that were evaluated represent the population of the claim.", yours="the reason"),
            ),
        ),
        (
            "Data preprocessing",
            (
                Item(number="4a", asks="Rows that were left out, and why.", yours="rows that were left out before the study read the data"),
                Item(number="4b", asks="What was done about impossible or damaged values.", yours="what was done before the study read the data"),
                Item(number="4c", asks="Every transformation of the data.", known=(known.PREPARATION,), yours="transformations before the study read the data"),
            ),
        ),
        (
            "Modeling",
            (
                Item(number="5a", asks="The models: inputs, outputs, type, loss, settings.", known=(known.LEARNERS,), yours="for learners of your own, their algorithm"),
                Item(number="5b", asks="Why these kinds of models were chosen.", yours="the reason"),
                Item(number="5c", asks="How models were evaluated: splits of the rows.", known=(known.SPLITS,)),
                Item(number="5d", asks="How the model that is reported was selected.", known=(known.CORRECTED_BEST, known.VERDICT)),
                Item(number="5e", asks="How settings were chosen: ranges, search, data.", known=(known.TUNING,), yours="if settings were tried outside the study: which, and on which data"),
                Item(number="5f", asks="What the models are compared with: baselines.", known=(known.BASELINES,), yours="why these baselines are strong enough"),
            ),
        ),
        (
            "Data leakage",
            (
                Item(number="6a", asks="How training and test rows are kept apart in every step.", known=(known.SPLITS, known.PREPARATION), yours="steps before the study read the data"),
                Item(number="6b", asks="Dependencies or repeated rows between training and test.", known=(known.DUPLICATES,), yours="dependencies that no column shows"),
                Item(number="6c", asks="That every column is legitimate for the task, and none gives the outcome away.", known=(known.LEAKS,), yours="why each column is available when a prediction is needed"),
            ),
        ),
        (
            "Metrics and uncertainty",
            (
                Item(number="7a", asks="The measures, and why they fit the claim.", known=(known.MEASURES,), yours="why they fit"),
                Item(number="7b", asks="The uncertainty of every score.", known=(known.INTERVALS,)),
                Item(number="7c", asks="The tests, with their assumptions.", known=(known.TEST,)),
            ),
        ),
        (
            "Generalizability and limitations",
            (
                Item(number="8a", asks="Evidence that the findings hold elsewhere.", known=(known.SHIFTS,), yours="evidence from other data"),
                Item(number="8b", asks="Where the findings are not expected to hold.", known=(known.SCOPE,), yours="the limits that you see"),
            ),
        ),
    ),
)  # fmt: skip
