"""Boards: many systems in one order, with how sure each rank is."""
