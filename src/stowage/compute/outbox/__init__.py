"""Notifications: written with the change they tell of, carried to the bus afterwards.

``message`` says what is told, ``outbox`` writes it down inside the transaction, ``courier`` carries
it, ``bus`` is the way to oslo.messaging.
"""
