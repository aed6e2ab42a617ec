"""Whether reviews are right: `python -m tools.review_validation run FOLDER`, `... write FOLDER`."""
