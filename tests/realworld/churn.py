"""A frame as a company has it: identifiers, categories, nullable whole numbers, dates, gaps, about one positive in ten."""

import numpy as np
import pandas as pd

__all__ = ["churn"]


def churn(rows: int, seed: int = 0) -> tuple[pd.DataFrame, pd.Series]:
    """Features and target; who leaves depends on calls, the fee, the plan and the time as a customer, without interactions."""
    rng = np.random.default_rng(seed)
    signup = pd.Timestamp("2019-01-01") + pd.to_timedelta(rng.integers(0, 1990, rows), "D")
    last = signup + pd.to_timedelta(rng.integers(1, 700, rows), "D")
    plan = rng.choice(["basic", "plus", "pro"], rows, p=[0.5, 0.3, 0.2])
    calls, fee = rng.poisson(2, rows), np.round(rng.gamma(4, 8, rows), 2)
    days = (last - signup).days.to_numpy()
    pull = -3.7 + 0.45 * calls - 0.02 * (fee - 32) + 0.6 * (plan == "basic") - 0.002 * (days - 350)
    leaves = np.where(rng.random(rows) < 1 / (1 + np.exp(-pull)), "yes", "no")
    frame = pd.DataFrame(
        {
            "customer_id": [f"C{number:06d}" for number in rng.permutation(rows)],
            "plan": pd.Categorical(plan),
            "calls": pd.array(np.where(rng.random(rows) < 0.05, None, calls), dtype="Int64"),
            "fee": np.where(rng.random(rows) < 0.08, np.nan, fee),
            "age": rng.normal(45, 14, rows),
            "signup": signup,
            "last_seen": last,
        }
    )
    return frame, pd.Series(leaves, name="left")
