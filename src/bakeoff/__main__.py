"""`python -m bakeoff`: the command line, where its script is not on the path."""

from bakeoff.cli.main import main

if __name__ == "__main__":
    main()
