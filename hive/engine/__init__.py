"""The log and its replay: what turns entries into a game, and procedures into steps for the table."""
