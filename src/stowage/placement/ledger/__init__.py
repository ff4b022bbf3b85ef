"""The books: every SQL statement of Placement, one module a noun.

Functions take a ``Tx`` first and are run by ``Database.read`` or ``Database.write``; they speak
in the nouns of ``placement.model`` and refuse in the terms of ``placement.errors``. Row ids never
leave.
``LiveIndex`` feeds ``placement.search.index`` from here. Nothing above is imported.
"""
