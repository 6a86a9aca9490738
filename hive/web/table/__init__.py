"""The table screen and the pages behind it: events, corrections, the log."""
