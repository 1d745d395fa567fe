"""The adapter from scikit-learn estimators to learners."""
