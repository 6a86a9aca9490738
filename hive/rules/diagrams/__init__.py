"""The diagrams: priority of systems and planets, damage. Rules: page 5."""
