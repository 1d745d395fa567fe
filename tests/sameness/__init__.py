"""The same answers as before: what `--json` printed for kept inputs, and a study file of version 0.1.0."""
