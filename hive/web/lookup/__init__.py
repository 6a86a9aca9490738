"""To look up: the rules, and the tables of new games."""
