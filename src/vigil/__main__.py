"""`python -m vigil` is the command `vigil`."""

from vigil.cli import main

if __name__ == "__main__":
    main(prog_name="vigil")
