"""The revisions of our own tables beside nova's."""
