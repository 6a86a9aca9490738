"""The rulebook, one module per chapter: procedures that yield steps, and the facts that they rest on."""
