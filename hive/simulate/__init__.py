"""Whole games without a table: both sides played at random but legal, through the same entries as the web's."""
