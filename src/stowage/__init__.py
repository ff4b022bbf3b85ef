"""Stowage: where things run in an OpenStack cloud, and the books of what is used."""

__version__ = "0.1.0"
