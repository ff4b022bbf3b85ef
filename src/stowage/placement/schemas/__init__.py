"""JSON Schemas of bodies and query strings: one module a resource, one validator a microversion."""
