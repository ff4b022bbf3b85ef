"""The HTTP edge that every service of Stowage shares. It knows no service by name.

One module an idea: ``errors`` (what goes wrong), ``versions`` (microversions), ``actor`` (who
asks), ``policy`` (who may), ``content`` (media types), ``routes`` (paths), ``app`` (all of it put
together), ``auth``, ``logs``, ``access_log``, ``metrics``, ``config`` and ``serve``.
"""
