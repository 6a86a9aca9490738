"""The Hive Wars companion: plays the Hive, the automated opponent of a Twilight Imperium variant."""
