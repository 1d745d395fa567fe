"""Many pairs: post hoc tests and corrections for multiplicity."""
