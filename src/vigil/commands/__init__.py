"""What the subcommands of `vigil` do, a file each; cli.py says how they are called."""
