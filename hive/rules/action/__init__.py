"""The action phase: the Hive's turn and the players'. Rules: pages 10 and 11."""
