"""The galaxy of a game: the map, the text list, and the sheet of each system."""
