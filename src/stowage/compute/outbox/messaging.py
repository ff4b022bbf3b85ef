"""oslo.messaging, imported the one way that keeps green threads and their warnings out."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message=r"\s*(Eventlet|eventletutils module) is deprecated")
    from oslo_service import backend

    if backend.get_backend_type() is None:
        backend.init_backend(backend.BackendType.THREADING)

    # The choice above has to come first: importing oslo.messaging makes another one.
    import oslo_messaging
    import oslo_messaging.opts

Target = oslo_messaging.Target
get_notification_transport = oslo_messaging.get_notification_transport
options = oslo_messaging.opts.list_opts
