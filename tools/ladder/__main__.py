"""`python -m tools.ladder`, which is what `make ladder` runs."""

import sys

from vigil.one_thread import use_one_thread

if __name__ == "__main__":
    use_one_thread()
    from tools.ladder.command import main

    sys.exit(main())
