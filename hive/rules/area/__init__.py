"""The Hive area: funds, points, counters, planets and plastic. Rules: pages 1, 2, 4 and 14."""
