"""The table's own copy of the rulebook: entered by tapping, uploaded, looked at, and handed to friends."""
