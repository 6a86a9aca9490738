"""The Hive's tactical action. Rules: pages 15 to 20."""
