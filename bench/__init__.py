"""Vigil's engine beside its peers, measured in one run on one core: `make bench`.

Each program runs in a process of its own, started once. They take turns in short rounds, because the machine
is noisy: a slow moment then meets all of them alike, and the ratios within a round hold where the plain
figures do not.
"""
