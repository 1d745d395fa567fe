"""TRIPOD+AI: reporting of clinical prediction models; 27 items with their parts, worded by us."""

from bakeoff.publication import study_knowledge as known
from bakeoff.publication.checklists.item import Checklist, ChecklistItem as Item

__all__ = ["TRIPOD_AI"]

TRIPOD_AI = Checklist(
    name="tripod-ai",
    title="TRIPOD+AI",
    about="papers that develop or evaluate prediction models for health care",
    reference="collins2024",
    parts=(
        (
            "Title and abstract",
            (
                Item(number="1", asks="The title names a prediction model, the population and the outcome.", yours="the title"),
                Item(number="2", asks="A structured abstract (TRIPOD+AI for abstracts).", known=(known.VERDICT,), yours="the abstract"),
            ),
        ),
        (
            "Introduction",
            (
                Item(number="3a", asks="The medical context, diagnostic or prognostic, and existing models.", yours="the context"),
                Item(number="3b", asks="The target population, the purpose of the model in care, and its users.", yours="population, purpose and users"),
                Item(number="3c", asks="Known inequalities between groups of people.", yours="what is known"),
                Item(number="4", asks="Objectives: development, evaluation or both.", known=(known.LEARNERS,), yours="the objectives"),
            ),
        ),
        (
            "Methods",
            (
                Item(number="5a", asks="Sources of the data for development and evaluation, and how representative they are.", known=(known.DATA,), yours="how they were collected and whom they represent"),
                Item(number="5b", asks="Dates of the data: start and end of recruitment and follow-up.", yours="the dates"),
                Item(number="6a", asks="The setting: kind, number and place of centres.", yours="the setting"),
                Item(number="6b", asks="Who could take part.", yours="the criteria"),
                Item(number="6c", asks="Treatments, and how they were handled.", yours="the treatments"),
                Item(number="7", asks="Preparation and quality checks of the data, and whether they were alike for all groups of people.", known=(known.PREPARATION, known.DUPLICATES, known.LEAKS), yours="steps before the study read the data, and by group of people"),
                Item(number="8a", asks="The outcome: definition, time horizon, how and when it was assessed.", known=(known.CLASSES,), yours="definition and assessment"),
                Item(number="8b", asks="Who assessed the outcome, if that takes judgement.", yours="the assessors"),
                Item(number="8c", asks="Whether assessors of the outcome were blinded.", yours="blinding"),
                Item(number="9a", asks="How the first set of predictors was chosen.", yours="the choice"),
                Item(number="9b", asks="Every predictor: definition, how and when it was measured.", known=(known.DATA,), yours="the definition of each column"),
                Item(number="9c", asks="Who assessed predictors, if that takes judgement.", yours="the assessors"),
                Item(number="10", asks="How the sample size was decided, for development and for evaluation.", known=(known.DATA, known.SPLITS), yours="how it was decided (`bakeoff plan` computes one)"),
                Item(number="11", asks="Missing data: how they were handled, and why data were left out.", known=(known.MISSING, known.PREPARATION), yours="why data are missing or were left out"),
                Item(number="12a", asks="How the data were used for development and evaluation, and how they were divided.", known=(known.SPLITS,)),
                Item(number="12b", asks="How predictors were handled: form, scale, transformation.", known=(known.PREPARATION,), yours="transformations before the study read the data"),
                Item(number="12c", asks="The type of model, why it was chosen, every step of building it with settings, and internal validation.", known=(known.LEARNERS, known.TUNING, known.SPLITS), yours="why these models"),
                Item(number="12d", asks="How differences between clusters, such as hospitals, were estimated.", known=(known.SHIFTS,), yours="the clusters, or that there are none"),
                Item(number="12e", asks="Measures and plots of performance, and how models were compared.", known=(known.MEASURES, known.TEST, known.INTERVALS), yours="calibration and clinical use, where they are not among the measures"),
                Item(number="12f", asks="Updating of the model after evaluation, such as recalibration.", yours="the updating, or that there is none"),
                Item(number="12g", asks="How predictions were computed: formula, code, object.", known=(known.FILE, known.LEARNERS)),
                Item(number="13", asks="If classes are imbalanced: what was done, and recalibration afterwards.", known=(known.CLASSES,), yours="what was done"),
                Item(number="14", asks="What was done for fairness, and why.", yours="what was done"),
                Item(number="15", asks="The output of the model, and how classes follow from it.", known=(known.CLASSES,), yours="the threshold and why"),
                Item(number="16", asks="Differences between the data of development and of evaluation.", known=(known.SPLITS, known.SHIFTS), yours="differences in setting, criteria, outcome and predictors"),
                Item(number="17", asks="Ethics: the board that approved the study, and consent.", yours="the approval"),
            ),
        ),
        (
            "Open science",
            (
                Item(number="18a", asks="Funding, and the role of funders.", yours="the funding"),
                Item(number="18b", asks="Conflicts of interest.", yours="the conflicts"),
                Item(number="18c", asks="Where the protocol is, or that there is none.", yours="the protocol"),
                Item(number="18d", asks="Registration, or that there is none.", yours="the registration"),
                Item(number="18e", asks="Whether the data can be had, and how.", known=(known.DATA,), yours="the address and the conditions"),
                Item(number="18f", asks="Whether the code can be had, and how.", known=(known.FILE, known.ENVIRONMENT), yours="the address of the code"),
                Item(number="19", asks="How patients and the public took part.", yours="their part"),
            ),
        ),
        (
            "Results",
            (
                Item(number="20a", asks="The flow of participants, with numbers with and without the outcome.", known=(known.CLASSES,), yours="the flow before the study read the data"),
                Item(number="20b", asks="Characteristics of participants, by setting and group of people.", yours="the characteristics (`bakeoff profile` computes them)"),
                Item(number="20c", asks="Predictors in the data of development and of evaluation, compared.", yours="the comparison (`bakeoff drift` makes one)"),
                Item(number="21", asks="Numbers of participants and events in each analysis.", known=(known.DATA, known.CLASSES, known.SPLITS, known.FAILURES)),
                Item(number="22", asks="The full model, so that others can use it.", yours="the model (`bakeoff deploy` writes it with its card)"),
                Item(number="23a", asks="Performance with intervals, also for groups of people.", known=(known.INTERVALS, known.VERDICT), yours="performance by group of people"),
                Item(number="23b", asks="Differences of performance between clusters.", known=(known.SHIFTS,), yours="the differences, or that there are no clusters"),
                Item(number="24", asks="The updated model and its performance.", yours="the update, or that there is none"),
            ),
        ),
        (
            "Discussion",
            (
                Item(number="25", asks="What the main results mean, with fairness and earlier studies.", known=(known.VERDICT,), yours="the interpretation"),
                Item(number="26", asks="Limitations, and their effect on bias, uncertainty and use elsewhere.", known=(known.SCOPE, known.DUPLICATES, known.LEAKS), yours="the limitations that you see"),
                Item(number="27a", asks="In use: what happens with input of poor quality or without values.", known=(known.PREPARATION,), yours="what users must do"),
                Item(number="27b", asks="In use: what users have to do, and what they must know.", yours="the tasks of users"),
                Item(number="27c", asks="Next steps, with a view on use elsewhere.", yours="the next steps"),
            ),
        ),
    ),
)  # fmt: skip
