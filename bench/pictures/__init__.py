"""Pictures of every kind of screen, for the docs and to look the app over."""
