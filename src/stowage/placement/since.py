"""What each microversion of the Placement API 1.x brought: the one table that all rooms use.

A handler compares the minor number of the request: ``minor >= Since.USAGES``.
Source: the REST API version history of openstack-placement 16.0.0.
"""

from __future__ import annotations

from enum import IntEnum


class Since(IntEnum):
    """The minor version from which something holds."""

    AGGREGATES = 1
    RESOURCE_CLASSES = 2
    MEMBER_OF = 3
    RESOURCES_FILTER = 4
    DELETE_INVENTORIES = 5
    TRAITS = 6
    IDEMPOTENT_RESOURCE_CLASS = 7
    ALLOCATION_OWNER = 8
    USAGES = 9
    CANDIDATES = 10
    ALLOCATIONS_LINK = 11
    ALLOCATIONS_AS_DICT = 12
    MANY_ALLOCATIONS = 13
    TREES = 14
    LAST_MODIFIED = 15
    LIMIT = 16
    REQUIRED = 17
    REQUIRED_OF_PROVIDERS = 18
    AGGREGATE_GENERATION = 19
    PROVIDER_IN_ANSWER = 20
    MEMBER_OF_CANDIDATES = 21
    FORBIDDEN_TRAITS = 22
    ERROR_CODES = 23
    MEMBER_OF_REPEATED = 24
    GRANULAR = 25
    RESERVED_CAN_BE_TOTAL = 26
    ALL_RESOURCES_IN_SUMMARY = 27
    CONSUMER_GENERATION = 28
    NESTED_CANDIDATES = 29
    RESHAPER = 30
    IN_TREE = 31
    FORBIDDEN_AGGREGATES = 32
    NAMED_SUFFIXES = 33
    MAPPINGS = 34
    ROOT_REQUIRED = 35
    SAME_SUBTREE = 36
    RE_PARENTING = 37
    CONSUMER_TYPES = 38
    ANY_TRAITS = 39


MAX_MINOR = max(Since)
