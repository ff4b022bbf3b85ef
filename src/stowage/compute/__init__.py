"""The Compute API: flavors, complete.

Same wire as nova 34.0.0. ``api`` speaks HTTP, ``flavors`` knows the rules, ``store`` holds every
SQL statement, ``outbox`` carries the notifications of a change to the bus.
"""
