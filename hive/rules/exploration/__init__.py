"""The Hive explores. Rules: page 23."""
