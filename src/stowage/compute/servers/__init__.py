"""The rules of booting."""
