"""The games of this machine: the list, import and export, and each game's menu."""
