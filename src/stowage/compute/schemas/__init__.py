"""What requests may hold, as JSON Schemas, one module per resource, and how they are checked."""
