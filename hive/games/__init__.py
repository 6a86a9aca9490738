"""The games of this machine: begun, played, shown, carried in and out, and looked after."""
