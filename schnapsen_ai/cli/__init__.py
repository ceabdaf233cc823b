"""The command line: one file a command, its arguments and its run together."""
