"""What is compared."""

from bakeoff.learners.learner import Learner, Model, Outputs

__all__ = ["Learner", "Model", "Outputs"]
