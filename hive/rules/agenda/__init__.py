"""The agenda phase. Rules: page 29."""
