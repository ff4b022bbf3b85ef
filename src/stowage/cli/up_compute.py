"""The compute service of ``stowage up``: its configuration, its flavors, a clouds.yaml."""

from __future__ import annotations

import argparse
import subprocess
import time
from pathlib import Path

from stowage.cli.client import Client
from stowage.cli.failure import Failure

BELOW_PLACEMENT = 4
"""nova's usual port is that much below Placement's."""

_CONFIGURATION = """\
# Written by `stowage up`, once: change what you like.
[DEFAULT]
log_file = {directory}/compute.log

[api]
# Believes every token. With a Keystone: auth_strategy = keystone, and [keystone_authtoken].
auth_strategy = noauth2

[api_database]
connection = sqlite:///{directory}/compute.sqlite
"""

_CLOUDS = """\
# Written by `stowage up`.
clouds:
  stowage:
    auth_type: admin_token
    auth:
      endpoint: {compute}
      token: admin
    compute_endpoint_override: {compute}
    placement_endpoint_override: {placement}
    interface: public
"""

_FLAVORS: tuple[tuple[str, int, int, int, dict[str, str]], ...] = (
    ("m1.tiny", 512, 1, 1, {}),
    ("m1.small", 2048, 1, 20, {}),
    ("m1.medium", 4096, 2, 40, {}),
    ("m1.large", 8192, 4, 80, {}),
    ("c1.pinned", 8192, 4, 40, {"hw:cpu_policy": "dedicated", "hw:mem_page_size": "large"}),
    ("g1.gpu", 16384, 8, 80, {"resources:VGPU": "1"}),
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add ``--compute-port``."""
    parser.add_argument(
        "--compute-port",
        type=int,
        metavar="PORT",
        help=f"port of the Compute API ({BELOW_PLACEMENT} below --port)",
    )


def listening(arguments: argparse.Namespace) -> argparse.Namespace:
    """The listening options of ``stowage up``, for the compute service."""
    port = arguments.compute_port or arguments.port - BELOW_PLACEMENT
    return argparse.Namespace(**{**vars(arguments), "port": port})


def configure(directory: Path) -> Path:
    """Write compute.conf, unless it is there, and bring its database up to date.

    Raises Failure.
    """
    from stowage.cli import compute
    from stowage.compute.store import migrate

    path = directory / "compute.conf"
    try:
        if not path.exists():
            path.write_text(_CONFIGURATION.format(directory=directory))
    except OSError as fault:
        raise Failure(f"cannot write to {directory}: {fault.strerror}") from None
    compute.with_books([str(path)], migrate.sync)
    return path


def fill(server: subprocess.Popen[bytes], url: str, *, empty: bool, patience: float) -> int:
    """Wait until the server answers and make the flavors that are missing; how many there are.

    Raises Failure when the server ends, or does not answer in time.
    """
    client = Client(url)
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise Failure("the compute service did not start; the line above says why")
        try:
            client.must("GET", "/")
        except Failure:
            time.sleep(0.05)
        else:
            return _flavors(client, empty)
    raise Failure(f"the compute service did not answer within {patience:.0f} seconds")


def write_clouds(directory: Path, compute_url: str, placement_url: str) -> Path:
    """Write the clouds.yaml with which the openstack client finds both services.

    Raises Failure.
    """
    path = directory / "clouds.yaml"
    try:
        path.write_text(_CLOUDS.format(compute=f"{compute_url}/v2.1", placement=placement_url))
    except OSError as fault:
        raise Failure(f"cannot write to {directory}: {fault.strerror}") from None
    return path


def _flavors(client: Client, empty: bool) -> int:
    there = client.must("GET", "/v2.1/flavors?is_public=none")["flavors"]
    if empty:
        return len(there)
    names = {flavor["name"] for flavor in there}
    missing = [flavor for flavor in _FLAVORS if flavor[0] not in names]
    for name, ram, vcpus, disk, specs in missing:
        body = {"flavor": {"name": name, "id": name, "ram": ram, "vcpus": vcpus, "disk": disk}}
        client.must("POST", "/v2.1/flavors", body)
        if specs:
            path = f"/v2.1/flavors/{name}/os-extra_specs"
            client.must("POST", path, {"extra_specs": specs})
    return len(there) + len(missing)
