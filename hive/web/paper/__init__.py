"""What a table can print: the deck, a quick reference, the galaxy to lay out, and the table as it stands."""
