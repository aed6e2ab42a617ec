"""Text for people: the sentences of the log, and the reasons why something is not possible."""
