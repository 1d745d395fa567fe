"""The tests, as a package: so that they can import `tests.helpers`."""
