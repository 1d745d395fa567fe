"""Data sets that come from elsewhere: bundled with scikit-learn, or from OpenML."""
