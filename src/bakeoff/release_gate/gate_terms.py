"""The words of release gates, each declared once: `bakeoff explain` reads them."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.terms import Term

__all__ = ["TERMS"]

TERMS: Catalogue[Term] = Catalogue(
    "term",
    (
        Term(
            name="non_inferiority",
            title="Non-inferiority: a new model is shown not to be worse than the base by more than a margin",
            text="The null hypothesis is that the new model is worse by the margin or more; it is rejected where the interval of the difference ends inside the margin. "
            "The test is one-sided at .05, so the interval that decides is the 90% one. A model that is not shown to be worse has not passed: too few "
            "rows show nothing. Once it is shown, one may ask at once whether the new model is better: the second question needs no correction.",
            formula=r"H_0: \theta_{new} - \theta_{base} \le -\delta",
            symbols={
                "H_0": "null hypothesis",
                "θ_new": "measure of the new model",
                "θ_base": "measure of the base",
                "δ": "margin",
            },
            example="bakeoff gate base.csv new.csv --truth y --pred yhat --margin 0.01",
            reference="tango1998",
            also=("noninferiority", "not_worse", "release_gate", "model_gate"),
        ),
        Term(
            name="margin",
            title="Margin of a gate: how much worse a new model may be before it matters",
            text="It is stated before the data are seen, in the unit of the measure (0.01) or as a share of the base (2%). Ask what a user would notice; a common choice is half of "
            "what the base gained over the model before it. A margin that is chosen after the interval was seen proves nothing.",
            example="bakeoff plan gate --margin 0.01 --disagree 0.06 --power 0.9",
            reference="tango1998",
            also=("non_inferiority_margin", "equivalence_margin"),
        ),
        Term(
            name="alpha_spending",
            title="Alpha spending: planned looks at growing data that together keep the level",
            text="Who looks three times at .05 is wrong more often than in 5 of 100 cases. Each planned look has a part of alpha: little at first and nearly all at the end "
            "(O'Brien-Fleming type). A gate at any time needs no plan and pays with wider intervals.",
            formula=r"\alpha(t) = 2 \Phi(\Phi^{-1}(\alpha / 2) / \sqrt{t})",
            symbols={
                "α(t)": "part of alpha that may be spent until t",
                "t": "share of the planned rows",
                "α": "one-sided level",
                "Φ": "distribution function of the normal distribution",
            },
            example="bakeoff gate base.csv new.csv --truth y --pred yhat --margin 0.01 --look 2 --looks 3",
            reference="lan1983",
            also=("group_sequential", "interim_analysis", "planned_looks", "obrien_fleming"),
        ),
        Term(
            name="churn",
            title="Churn: the share of rows whose answer changed between two models",
            text="Two models of the same accuracy may answer many rows differently. A flip is harmful where only the base was right, beneficial where only the new "
            "model is right. `--flips FILE.csv` lists the rows.",
            formula=r"c = \frac{k}{n}",
            symbols={"c": "churn", "k": "rows on which the two models answer differently", "n": "rows"},
            example="bakeoff gate base.csv new.csv --truth y --pred yhat --margin 0.01 --flips flips.csv",
            reference="milanifard2016",
            also=("flips", "prediction_churn", "negative_flips"),
        ),
    ),
)
