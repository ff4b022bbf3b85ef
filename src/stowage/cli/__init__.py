"""The ``stowage`` command: one module a command; what it needs is imported when it runs."""
