"""The facts that reports show of studies and comparisons: declared, typed, and computed before anything is worded."""
