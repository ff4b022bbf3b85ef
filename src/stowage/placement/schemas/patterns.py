"""Regular expressions that several schemas share.

Rust's ``$`` is the end of the text and nothing else, so a trailing newline never passes.
"""

UUID = "^[0-9a-fA-F-]{36}$"
NAME = "^[A-Z0-9_]+$"
CUSTOM_NAME = "^CUSTOM_[A-Z0-9_]+$"

# ``^all`` has no end in the reference: "allowed" passes there, and finds nothing.
CONSUMER_TYPE_FILTER = f"{NAME}|^all|^unknown$"

NUMBERED_SUFFIX = "[1-9][0-9]*"
SUFFIX = "[a-zA-Z0-9_-]{1,64}"
