"""The tables in decks/: read, checked, and handed to the rules as frozen values."""
