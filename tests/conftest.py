"""What holds for every test."""

from vigil.one_thread import use_one_thread

# Before anything loads numpy: there is a test process for every core already.
use_one_thread()
