"""Options of commands, each declared once: the shell, the page, study files and the tests of Python's signatures read them."""
