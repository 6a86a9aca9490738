"""The Hive Mind deck, what its cards define, and the app's dice. Rules: pages 3 and 10."""
