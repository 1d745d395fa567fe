"""Notes of a study: what its comparisons leave out or withhold, and what a careful reader should know of its design."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType

from bakeoff.core.notes import Note, NoteGroup, NoteKind, Severity, grouped
from bakeoff.core.text import abridged, counted, listed, sentence
from bakeoff.measures.naming import short_name_of

__all__ = ["NOTES", "over_datasets", "over_measures", "over_pairs"]

MOST = 5  # names in one sentence


def over_measures(notes: Iterable[Note]) -> list[Note]:
    """Notes that differ in their measure only, put together; the measures become a fact."""
    return [_together(group, "measure", "measures") for group in grouped(notes, "measure")]


def over_datasets(notes: Iterable[Note]) -> list[Note]:
    """Notes that differ in their data set only, put together; the data sets become a fact."""
    return [_together(group, "dataset", "datasets") for group in grouped(notes, "dataset")]


def over_pairs(notes: Sequence[Note], of: int) -> list[Note]:
    """Notes of one code about several pairs, put together whatever their numbers; `of` is how many pairs there are."""
    alike: dict[str, list[Note]] = {}
    for note in notes:
        if note.facts.get("pairs"):
            alike.setdefault(note.code, []).append(note)
    together = {code: _one_of(same, of) for code, same in alike.items() if len(same) > 1}
    shown = [together.get(note.code, note) if note.facts.get("pairs") else note for note in notes]
    return list({id(note): note for note in shown}.values())


def _one_of(notes: Sequence[Note], of: int) -> Note:
    pairs = tuple(pair for note in notes for pair in note.facts["pairs"])
    kind = replace(notes[0].kind, words=_pairs)  # the same code; the numbers of single pairs are left out
    return replace(notes[0], kind=kind, facts=MappingProxyType({"pairs": pairs, "of": of}))


def _together(group: NoteGroup, part: str, fact: str) -> Note:
    if len(group.members) == 1:
        return group.note
    members = tuple(dict.fromkeys(group.members))
    about = replace(group.note.about, measure="") if part == "measure" else replace(group.note.about, dataset="")
    return replace(group.note, about=about, facts=MappingProxyType({**group.note.facts, fact: members}))


def _subject(note: Note) -> str:
    """The measures and data sets that a note is about, with a colon."""
    measures = ", ".join(short_name_of(name) for name in note.facts.get("measures", (note.about.measure,)) if name)
    datasets = abridged([name for name in note.facts.get("datasets", (note.about.dataset,)) if name], MOST)
    return f"{measures}{' on ' if measures and datasets else ''}{datasets}{': ' if measures or datasets else ''}"


def _without(note: Note) -> str:
    why = f" ({note.facts['reason']})" if note.facts["reason"] else ""
    return f"{listed(note.facts['names'])}{why}"


def _none(note: Note) -> str:
    gone = "; ".join(map(_without, note.facts["left_out"]))
    return f"{_subject(note)}no comparison, because {note.facts['reason']}{'; left out: ' if gone else ''}{gone}."


def _withheld(note: Note) -> str:
    where = f" on {listed(note.facts['where'])}" if note.facts["where"] else ""
    return f"{_subject(note)}the comparison is withheld, because not every unit of {listed(note.facts['learners'])}{where} has finished."


def _units(note: Note) -> str:
    places = note.facts["places"]
    shown = [f"{place['learner']} on {place['dataset']}{_size(place)} ({place['units']})" for place in places[:MOST]]
    more = f" and {counted(len(places) - MOST, 'other pair')}" if len(places) > MOST else ""
    kinds = {CURVE_UNITS_FAILED: " of the learning curves", CONDITION_UNITS_FAILED: " under other conditions"}
    which = kinds.get(note.kind, "")
    return f"{note.facts['failed']} of {note.facts['planned']} units{which} did not finish: {', '.join(shown)}{more}."


def _size(place: dict[str, object]) -> str:
    under = f", {place['condition']}" if place.get("condition") else ""
    return f" with {place['rows']} rows" if place.get("rows") else under


def _overlap(note: Note) -> str:
    low, high = note.facts["low"], note.facts["high"]
    ratio = f"{low:.3g}" if high - low < 5e-4 else f"{low:.3g} to {high:.3g}"
    return (
        "Training sets of different splits share rows, so scores on one data set are not independent: standard "
        f"errors and tests over splits are corrected for it (n_test / n_train = {ratio})."
    )


def _shared(note: Note) -> str:
    names, many = note.facts["where"], note.facts["of"]
    shown = f"{', '.join(names[:MOST])}{' and others' if len(names) > MOST else ''}"
    where = f" on {len(names)} of {many} data sets ({shown})" if many > 1 else ""
    return f"Several learners share the best {short_name_of(note.about.measure)}{where}."


def _prepared(note: Note) -> str:
    shown = [f"{steps}, for {abridged(list(names), MOST)}" for steps, names in note.facts["steps"].items()]
    where = _subject(note)
    return (
        f"{where}{'columns' if where else 'Columns'} were changed before learning: {'; '.join(shown)}; "
        "prepare=False leaves them as they are."
    )


def _weighted(note: Note) -> str:
    purposes = {"fit": "to fit, and not to score", "score": "to score, and not to fit", "both": "to fit and to score"}
    where = _subject(note)
    return f"{where}{'rows' if where else 'Rows'} are weighted (sample_weight) {purposes[note.facts['weights']]}."


def _params_left_out(note: Note) -> str:
    names, name = note.facts["learners"], note.facts["name"]
    how = "learned without weights" if name == "sample_weight" else f"learned without {name}"
    text = f"{abridged(list(names), MOST)} {how}: fit takes no {name}."
    return f"{_subject(note)}{text}"


def _frozen(note: Note) -> str:
    names = note.facts["learners"]
    verb, rows = ("was", "its rows of training") if len(names) == 1 else ("were", "their rows of training")
    return (
        f"{abridged(list(names), MOST)} {verb} trained before the study (FrozenEstimator) and not again on each split: "
        f"if {rows} are among these, the scores are too good."
    )


def _learners(note: Note) -> str:
    times = note.facts["times"]
    shown = ", ".join(f"{learner} ({count})" for learner, count in list(times.items())[:MOST])
    more = f" and {counted(len(times) - MOST, 'more learner')}" if len(times) > MOST else ""
    return f"Warnings were given while learning: {shown}{more}; the report lists them."


def _pairs(note: Note) -> str:
    pairs = [" and ".join(pair) for pair in note.facts["pairs"]]
    return f"{note.kind.means.removesuffix('.')} ({len(pairs)} of {note.facts['of']} pairs: {abridged(pairs, MOST, '; ')})."


LEFT_OUT = NoteKind(
    code="study.left_out",
    severity=Severity.CAVEAT,
    means="Learners or data sets without a value are left out of a comparison.",
    words=lambda note: f"{_subject(note)}compared without {_without(note)}.",
)
NO_COMPARISON = NoteKind(
    code="study.no_comparison",
    severity=Severity.WITHHELD,
    means="The learners cannot be compared by this measure.",
    words=_none,
)
WITHHELD = NoteKind(
    code="study.withheld",
    severity=Severity.WITHHELD,
    means="Units failed or have not run, and the study's policy withholds the comparison then.",
    words=_withheld,
)
UNDEFINED_ON_SPLITS = NoteKind(
    code="study.undefined_on_splits",
    severity=Severity.WITHHELD,
    means="The measure is not defined on each split, so there is no test over splits.",
    words=lambda note: f"{_subject(note)}undefined on some splits, so it was not tested.",
)
SINGLE_SPLIT = NoteKind(
    code="study.single_split",
    severity=Severity.WITHHELD,
    means="One split gives one score per learner, which no test over splits can use.",
    words=lambda note: f"{_subject(note)}a single split allows no test over splits.",
)
SINGLE_TEST_PART = NoteKind(
    code="study.single_test_part",
    severity=Severity.CAVEAT,
    means="The test reads the rows of one test part; other training rows could change the result.",
    words=lambda note: (
        f"{_subject(note)}tested on the rows of a single test part: claims there are about these fitted models; what other training rows would change is not seen."
    ),
)
FEW_DATASETS = NoteKind(
    code="study.few_datasets",
    severity=Severity.CAVEAT,
    means="Few data sets support a claim about data sets in general.",
    words=lambda note: (
        f"{_subject(note)}{note.facts['n']} data sets are few for a claim about data sets in general; "
        "read the results per data set as well."
    ),
)
REGION_OF_PRIMARY = NoteKind(
    code="study.region_of_primary",
    severity=Severity.INFO,
    means="A region of equivalence is in the units of the primary measure, so other measures are compared without it.",
    words=lambda note: (
        f"{_subject(note)}compared without a region of equivalence, because ±{note.facts['rope']:g} is stated for {short_name_of(note.facts['primary'])}."
    ),
)
BASELINE_MISSING = NoteKind(
    code="study.baseline_missing",
    severity=Severity.CAVEAT,
    means="The baseline has no value, so all pairs are compared instead.",
    words=lambda note: (
        f"{_subject(note)}the baseline {note.facts['baseline']} has no value, so all pairs are compared."
    ),
)
WORST_COUNTS = NoteKind(
    code="study.worst_counts",
    severity=Severity.CAVEAT,
    means="Units did not finish; by the study's policy they count as the worst score of the others.",
    words=lambda note: (
        f"{_subject(note)}where units of {listed(note.facts['learners'])} on {listed(note.facts['where'])} "
        "did not finish, the worst score of others counts."
    ),
)
UNITS_FAILED = NoteKind(
    code="study.units_failed", severity=Severity.ERROR, means="Units of the study failed.", words=_units
)
UNITS_WAITING = NoteKind(
    code="study.units_waiting",
    severity=Severity.CAVEAT,
    means="Units of the study have not run yet.",
    words="The study is not complete: {waiting} of {planned} units have not run yet.",
)
CURVE_UNITS_FAILED = NoteKind(
    code="study.curve_units_failed",
    severity=Severity.ERROR,
    means="Units of the learning curves failed; the study itself does not need them.",
    words=_units,
)
CURVE_UNITS_WAITING = NoteKind(
    code="study.curve_units_waiting",
    severity=Severity.CAVEAT,
    means="Units of the learning curves have not run yet.",
    words="The learning curves are not complete: {waiting} of {planned} of their units have not run yet.",
)
CONDITION_UNITS_FAILED = NoteKind(
    code="study.condition_units_failed",
    severity=Severity.ERROR,
    means="Units under other conditions failed; the study itself does not need them, and their cells are empty.",
    words=_units,
)
OVERLAP = NoteKind(
    code="study.overlapping_splits",
    severity=Severity.INFO,
    means="Training sets share rows; standard errors and tests over splits are corrected for it.",
    words=_overlap,
)
SHARED_BEST = NoteKind(
    code="study.shared_best",
    severity=Severity.INFO,
    means="Several learners share the best score on a data set.",
    words=_shared,
)
SPLITS = NoteKind(
    code="study.splits",
    severity=Severity.CAVEAT,
    means="Data sets could not be split exactly as requested.",
    words=lambda note: f"{_subject(note)}{sentence(note.facts['text'])}",
)
MEASURE = NoteKind(
    code="study.measure",
    severity=Severity.INFO,
    means="What the declaration of the primary measure warns of.",
    words=lambda note: f"{_subject(note)}{'; '.join(note.facts['caveats'])}.",
)
OTHER_NAMES = NoteKind(
    code="study.other_names",
    severity=Severity.INFO,
    means="Measures of several labels that scikit-learn calls by a name that means another quantity for classes.",
    words=lambda note: (
        "For several labels, "
        + listed(
            [
                f"{short_name_of(ours)} is called {theirs} in scikit-learn"
                for theirs, ours in note.facts["names"].items()
            ]
        )
        + "."
    ),
)
PREPARED = NoteKind(
    code="study.prepared",
    severity=Severity.INFO,
    means="Columns that a learner's own fit would not take were prepared: coded, imputed, scaled, dates taken apart, identifiers left out.",
    words=_prepared,
)
WEIGHTED = NoteKind(
    code="study.weighted",
    severity=Severity.INFO,
    means="Rows count by their weights (sample_weight): when learners are fitted, when they are scored, or both.",
    words=_weighted,
)
PARAMS_LEFT_OUT = NoteKind(
    code="study.params_left_out",
    severity=Severity.CAVEAT,
    means="Weights, or other values that were given for learning, do not reach a learner: its fit takes none.",
    words=_params_left_out,
)
SERIAL_JOBS = NoteKind(
    code="study.serial_jobs",
    severity=Severity.INFO,
    means="Jobs inside a unit (n_jobs of a learner) run one after another; units run side by side instead.",
    words=lambda note: (
        f"Jobs inside {abridged(list(note.facts['learners']), MOST)} (n_jobs) ran one after another, without processes of "
        "their own: units run side by side instead."
    ),
)
FROZEN = NoteKind(
    code="study.frozen",
    severity=Severity.CAVEAT,
    means="A learner was trained before the study and is not trained on each split, so it may know the test rows.",
    words=_frozen,
)
LEARNER_WARNINGS = NoteKind(
    code="study.learner_warnings",
    severity=Severity.INFO,
    means="Learners gave warnings while they learned.",
    words=_learners,
)
SPLITS_FAILED = NoteKind(
    code="study.splits_failed",
    severity=Severity.WITHHELD,
    means="A learner failed on some splits, so it has no score on the data set.",
    words="{n} of {planned} splits failed",
)
SPLITS_DONE = NoteKind(
    code="study.splits_done",
    severity=Severity.WITHHELD,
    means="Some splits have not run yet, so the learner has no score on the data set.",
    words="{n} of {planned} splits done",
)
UNDEFINED = NoteKind(
    code="study.undefined",
    severity=Severity.WITHHELD,
    means="The measure is undefined on the data set, even over the pooled test rows.",
    words=lambda note: f"undefined: {note.facts['reason']}" if note.facts["reason"] else "undefined",
)
NOT_APPLICABLE = NoteKind(
    code="study.not_applicable",
    severity=Severity.WITHHELD,
    means="The measure is not for this data set, or the learner does not give what it reads.",
    words="{reason}",
)
POOLED = NoteKind(
    code="study.pooled",
    severity=Severity.INFO,
    means="The measure is computed over the pooled test rows of each repeat, as its declaration requires.",
    words="scored over the pooled test rows of each repeat",
)
POOLED_AS_UNDEFINED = NoteKind(
    code="study.pooled_as_undefined",
    severity=Severity.INFO,
    means="The measure is undefined on some splits, so it is scored over the pooled test rows of each repeat.",
    words="undefined on {splits} of {planned} splits, so scored over the pooled test rows of each repeat",
)


def _learner_on(note: Note) -> str:
    """Whom the note is about, where it names a learner."""
    where = f" on {note.about.dataset}" if note.about.dataset else ""
    return f"{note.about.learners[0]}{where}: " if note.about.learners else ""


SWITCHED_CLASSES = NoteKind(
    code="study.switched_classes", severity=Severity.CAVEAT, means="Switched labels make classes equally frequent, which the data are not.",
    words=lambda note: (
        f"the largest class has {note.facts['share']:.0%} of the rows and {note.facts['even']:.0%} where labels are switched: answering it always "
        "is enough for a small p; 'shuffle' keeps the class counts"
    ),
)  # fmt: skip
EPOCHS_FAILED = NoteKind(
    code="study.epochs_failed", severity=Severity.CAVEAT, means="Training by steps ended with an error on some splits.",
    words=lambda note: (
        f"{_learner_on(note)}training by steps ended on {note.facts['n']} of {note.facts['splits']} splits: {note.facts['why']}; later steps have no score"
    ),
)  # fmt: skip
EPOCHS_INFINITE = NoteKind(
    code="study.epochs_infinite", severity=Severity.CAVEAT, means="A score is infinite after some training steps.",
    words=lambda note: (
        f"{_learner_on(note)}the score is infinite on a split for {note.facts['n']} of {note.facts['steps']} numbers of {note.facts['what']}, "
        + ("since training diverges; take a smaller learning rate" if note.facts["numbers"] else "as log loss is where the true class gets probability 0; take another measure, such as the Brier score")
    ),
)  # fmt: skip
BEST_AT_LAST_STEP = NoteKind(
    code="study.best_at_last_step", severity=Severity.CAVEAT, means="The best number of training steps is the largest that was tried.",
    words=lambda note: (
        f"{_learner_on(note)}the best is the largest number of {note.facts['what']} that was tried ({note.facts['epoch']}): more may be better"
    ),
)  # fmt: skip
BEST_AT_EDGE = NoteKind(
    code="study.best_at_edge", severity=Severity.CAVEAT, means="The best value of a parameter lies at the edge of the values that were tried.",
    words=lambda note: (
        f"{_learner_on(note)}the best value of ",
        note.facts["parameter"],
        f" ({note.facts['value']}) is the {note.facts['end']} that was tried: try {note.facts['beyond']} ones",
    ),
)  # fmt: skip

NOTES = (
    EPOCHS_FAILED, EPOCHS_INFINITE, BEST_AT_LAST_STEP, BEST_AT_EDGE,
    SWITCHED_CLASSES, LEFT_OUT, NO_COMPARISON, WITHHELD, UNDEFINED_ON_SPLITS, SINGLE_SPLIT, SINGLE_TEST_PART, FEW_DATASETS, REGION_OF_PRIMARY, BASELINE_MISSING,
    WORST_COUNTS, UNITS_FAILED, UNITS_WAITING, CURVE_UNITS_FAILED, CURVE_UNITS_WAITING, CONDITION_UNITS_FAILED, OVERLAP,
    SHARED_BEST, SPLITS, MEASURE, OTHER_NAMES, PREPARED, WEIGHTED, PARAMS_LEFT_OUT, SERIAL_JOBS, FROZEN, LEARNER_WARNINGS, SPLITS_FAILED, SPLITS_DONE, UNDEFINED, NOT_APPLICABLE, POOLED,
    POOLED_AS_UNDEFINED,
)  # fmt: skip
