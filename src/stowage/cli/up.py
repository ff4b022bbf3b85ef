"""``stowage up``: everything running on this machine, with something in it to try."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stowage.cli import example_cloud, listen, up_compute
from stowage.cli.client import Client
from stowage.cli.failure import Failure
from stowage.cli.placement import PORT

PATIENCE = 60.0
_FINISH = 40.0
_GLANCE = 0.1

_DESCRIPTION = """\
Run Placement and Compute on SQLite, with a small example cloud in them, until Ctrl-C.

Everything is kept in one directory: placement.conf and compute.conf (edit them), the databases, the
logs, a clouds.yaml for the openstack client. A second
`stowage up` finds what the first one left, and only adds what is missing of the example.
Anyone who can reach the port is an administrator: this is for trying things out.
"""

_CONFIGURATION = """\
# Written by `stowage up`, once: change what you like.
[DEFAULT]
log_file = {directory}/placement.log

[api]
# Believes every token. With a Keystone: auth_strategy = keystone, and [keystone_authtoken].
auth_strategy = noauth2

[placement_database]
connection = sqlite:///{directory}/placement.sqlite
sync_on_startup = true
"""

_HINTS = """\
Placement is running at {url}
  its cloud     {providers} providers, {consumers} servers ({made})
  kept in       {directory}  (placement.conf, placement.sqlite, placement.log)
Compute is running at {compute_url}
  its flavors   {flavors}
  kept in       {directory}  (compute.conf, compute.sqlite, compute.log)

Try:

  # flavors, with the openstack client (pip install python-openstackclient osc-placement)
  export OS_CLIENT_CONFIG_FILE={clouds}
  openstack --os-cloud stowage flavor list
  openstack --os-cloud stowage flavor show c1.pinned

  # which extra specs are there, and is this one right?
  {stowage} flavors extra-specs hw:cpu
  {stowage} flavors extra-specs --check hw:cpu_policy=dedicated

  # where would 4 CPUs, 8 GB and 20 GB of disk fit?
  curl -s -H 'X-Auth-Token: admin' -H 'OpenStack-API-Version: placement 1.39' \\
    '{url}/allocation_candidates?resources=VCPU:4,MEMORY_MB:8192,DISK_GB:20&limit=3' \\
    | python3 -m json.tool

  # the same with the openstack client
  export OS_AUTH_TYPE=admin_token OS_ENDPOINT={url} OS_TOKEN=admin
  openstack --os-placement-api-version 1.39 allocation candidate list \\
    --resource VCPU=4 --resource MEMORY_MB=8192 --resource DISK_GB=20
  openstack --os-placement-api-version 1.39 resource provider list

  # why is there no room for three virtual GPUs?
  {stowage} placement explain --url {url} "resources=VGPU:3"

  # numbers for Prometheus
  curl -s {url}/metrics
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "up",
        help="run everything here, with an example cloud",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--dir",
        type=Path,
        default=Path("var"),
        metavar="PATH",
        help="where everything is kept (./%(default)s)",
    )
    parser.add_argument("--empty", action="store_true", help="without the example cloud")
    parser.add_argument(
        "--detach", action="store_true", help="come back at once, and leave it running"
    )
    listen.add_to(parser, PORT)
    up_compute.add_to(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    directory = arguments.dir.resolve()
    configuration = _configure(directory)
    # Someone else's server would look like ours from here on.
    listen.check(arguments)
    beside = up_compute.listening(arguments)
    listen.check(beside)
    # SIGTERM is to end the server too, not to leave it behind; a shell that starts us in the
    # background lets us ignore SIGINT.
    signal.signal(signal.SIGTERM, _interrupt)
    signal.signal(signal.SIGINT, _interrupt)
    servers = [_launch(listen.command("placement", configuration, arguments), arguments)]
    try:
        made = _fill(servers[0], arguments)
        compute = up_compute.configure(directory)
        servers.append(_launch(listen.command("compute", compute, beside), arguments))
        flavors = up_compute.fill(
            servers[1], _url(beside), empty=arguments.empty, patience=PATIENCE
        )
    except BaseException:
        _stop(servers)
        raise
    clouds = up_compute.write_clouds(directory, _url(beside), _url(arguments))
    told = {"compute_url": _url(beside), "flavors": flavors, "clouds": clouds}
    _say(arguments, directory, made, told)
    if arguments.detach:
        return _leave(servers, directory)
    print("Ctrl-C stops it.", flush=True)
    return _wait(servers)


def _configure(directory: Path) -> Path:
    path = directory / "placement.conf"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(_CONFIGURATION.format(directory=directory))
    except OSError as fault:
        raise Failure(f"cannot write to {directory}: {fault.strerror}") from None
    return path


def _launch(command: list[str], arguments: argparse.Namespace) -> subprocess.Popen[bytes]:
    """Start a service; it complains on the same terminal."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=arguments.detach)


def _fill(server: subprocess.Popen[bytes], arguments: argparse.Namespace) -> int:
    """Wait until the server answers and load the example; how many things were made.

    Raises Failure when the server ends, or does not answer in time.
    """
    client = Client(_url(arguments))
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise Failure("the server did not start; the line above says why")
        try:
            client.must("GET", "/")
        except Failure:
            time.sleep(0.05)
        else:
            return 0 if arguments.empty else example_cloud.load(client)
    raise Failure(f"the server did not answer within {PATIENCE:.0f} seconds")


def _say(
    arguments: argparse.Namespace, directory: Path, made: int, compute: Mapping[str, object]
) -> None:
    url = _url(arguments)
    client = Client(url)
    providers = client.must("GET", "/resource_providers")["resource_providers"]
    consumers = {
        consumer for provider in providers for consumer in _consumers_of(client, provider["uuid"])
    }
    print(
        _HINTS.format(
            url=url,
            directory=directory,
            **compute,
            providers=len(providers),
            consumers=len(consumers),
            made=f"{made} made now" if made else "all there already",
            stowage=Path(sys.argv[0]).name if sys.argv[0].endswith("stowage") else "stowage",
        )
    )


def _consumers_of(client: Client, provider: str) -> list[str]:
    return list(client.must("GET", f"/resource_providers/{provider}/allocations")["allocations"])


def _url(arguments: argparse.Namespace) -> str:
    host = "127.0.0.1" if arguments.host in ("0.0.0.0", "::") else arguments.host
    return f"http://[{host}]:{arguments.port}" if ":" in host else f"http://{host}:{arguments.port}"


def _leave(servers: Sequence[subprocess.Popen[bytes]], directory: Path) -> int:
    for name, server in zip(("placement", "compute"), servers, strict=True):
        (directory / f"{name}.pid").write_text(f"{server.pid}\n")
    print(f"Stop it with: kill {' '.join(str(server.pid) for server in servers)}")
    return 0


def _wait(servers: Sequence[subprocess.Popen[bytes]]) -> int:
    """Until one of the servers ends, or someone ends both."""
    try:
        while all(server.poll() is None for server in servers):
            time.sleep(_GLANCE)
    except KeyboardInterrupt:
        _stop(servers)
        return 0
    _stop(servers)
    return max(server.returncode for server in servers)


def _stop(servers: Sequence[subprocess.Popen[bytes]]) -> None:
    """End servers as they are to be ended, requests in flight first; insist if they do not."""
    for server in servers:
        server.terminate()
    for server in servers:
        try:
            server.wait(_FINISH)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _interrupt(signum: int, frame: object) -> None:
    raise KeyboardInterrupt
