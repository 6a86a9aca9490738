"""Laws in play. Rules: page 29."""
