"""The gate: is a new model not worse than the one in use by more than a margin that was stated before?"""
