"""Sorted scores of two or more classes, and the areas that follow from them."""
