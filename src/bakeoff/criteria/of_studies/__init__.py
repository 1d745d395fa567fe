"""Several criteria of the learners of a study, and the facts that reports show of them."""
