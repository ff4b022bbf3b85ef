"""``stowage.compute.wsgi:application``, for any WSGI server.

The configuration is read when the module is imported, so that a wrong one stops the server at start
and not at the first request.
"""

from __future__ import annotations

from stowage.compute.app import from_environment

application = from_environment()
