"""One file a format, in order. A file that was in a version for players is never changed: the next one is added."""
