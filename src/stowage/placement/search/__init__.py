"""The candidate engine: a pure function of an index and a request.

No I/O, no SQL, no clock; randomness is passed in. Not thread-safe: the caller holds a lock.

==================================================================  ===========================
``index.Index()``                                                   what is known of the cloud
``combine.search(index, request, options, rng=None) -> Result``     GET /allocation_candidates
``match.providers(index, provider_filter) -> list[int]``            GET /resource_providers
``explain.explain(index, request) -> Explanation``                  why there are (no) candidates
==================================================================  ===========================

A *row* is a provider's number inside the index; it is valid until the index changes.
"""
