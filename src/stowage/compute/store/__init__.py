"""Every SQL statement of the compute service.

Functions take the connection of a read or of a transaction first; see ``stowage.storage.database``.
"""
