"""The words of the field: how they are spelled, explained, and which letters formulas use."""
