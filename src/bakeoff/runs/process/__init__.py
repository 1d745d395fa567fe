"""Processes that run foreign learners and may die."""
