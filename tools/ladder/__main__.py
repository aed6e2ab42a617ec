"""`python -m tools.ladder`, which is what `make ladder` runs."""

import os
import sys

if __name__ == "__main__":
    # A bot has one core. It has to be said before anything loads numpy, whose threads would use the others as well.
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    from tools.ladder.command import main

    sys.exit(main())
