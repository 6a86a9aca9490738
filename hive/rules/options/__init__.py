"""What this table plays with: advanced pages, factions, and reminders of what the app cannot play. Rules: page 32."""
