"""Transactions of players with the Hive. Rules: pages 25, 26, 27 and 30."""
