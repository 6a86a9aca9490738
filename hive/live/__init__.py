"""News of the games for the screens that show them: who follows which game, and the server that tells them."""
