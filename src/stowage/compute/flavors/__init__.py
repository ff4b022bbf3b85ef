"""The rules of flavors: what may be created, changed, shared and said about them."""
