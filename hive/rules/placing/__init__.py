"""Where plastic of the Hive goes, and production. Rules: pages 8 and 12."""
