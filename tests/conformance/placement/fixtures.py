"""The fixtures that upstream's YAML files name: the same classes, the same data, our service.

Each file gets a service of its own on a fresh database, which ``STAGE`` hands out.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from gabbi.fixture import GabbiFixture
from oslo_config import cfg

from servers.cloud import Cloud, new_uuid
from servers.inside import Inside, configuration
from servers.wire import Caller
from stowage.placement import policies
from stowage.placement.app import build

_RANDOM_IDS = (
    "RP_UUID", "RP_NAME", "RP_UUID1", "RP_NAME1", "RP_UUID2", "RP_NAME2",
    "PROJECT_ID", "ADMIN_PROJECT_ID", "SERVICE_PROJECT_ID", "USER_ID", "PROJECT_ID_ALT",
    "USER_ID_ALT", "INSTANCE_UUID", "MIGRATION_UUID", "CONSUMER_UUID", "PARENT_PROVIDER_UUID",
    "ALT_PARENT_PROVIDER_UUID",
)  # fmt: skip
SHARES = "MISC_SHARES_VIA_AGGREGATE"


class Stage:
    """Where the files play: which database, and the application of the file that is running."""

    fresh_database: Callable[[], str]
    app: Any = None

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        # httpx gives the path as decoded text; WSGI wants its bytes as Latin-1.
        environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")
        return self.app(environ, start_response)


STAGE = Stage()


def application() -> Stage:
    """What gabbi sends its requests to. It asks long before a fixture has built the service."""
    return STAGE


class APIFixture(GabbiFixture):
    """A service with nothing in it."""

    options: tuple[tuple[str, str, Any], ...] = (("enforce_new_defaults", False, "oslo_policy"),)

    def start_fixture(self) -> None:
        """Build the service, set the variables that the files use, and fill it."""
        os.environ |= {name: new_uuid() for name in _RANDOM_IDS}
        for suffix in ("", "1", "2"):
            os.environ[f"CUSTOM_RES_CLASS{suffix}"] = f"CUSTOM_IRON_NFV{suffix}"
        self.folder = tempfile.TemporaryDirectory()
        conf = configuration(Path(self.folder.name), STAGE.fresh_database())
        for name, value, group in self.options:
            conf.set_override(name, value, group=group)
        self.configure(conf)
        STAGE.app = build(conf)
        self.fill(Cloud(Caller(Inside(STAGE.app))))

    def stop_fixture(self) -> None:
        """Let the service go."""
        STAGE.app = None
        self.folder.cleanup()

    def configure(self, conf: cfg.ConfigOpts) -> None:
        """Change more of the configuration."""

    def fill(self, cloud: Cloud) -> None:
        """Put in what the files expect."""


class LegacyRBACPolicyFixture(APIFixture):
    """Administrators may everything: the rules before the roles of today."""


class SecureRBACPolicyFixture(APIFixture):
    """The roles of today."""

    options = (*APIFixture.options, ("enforce_new_defaults", True, "oslo_policy"))


class OpenPolicyFixture(APIFixture):
    """A policy file that lets everybody do everything."""

    def configure(self, conf: cfg.ConfigOpts) -> None:
        rules = {rule.name: "@" for rule in policies.rules() if rule.name != "admin_api"}
        Path(conf.oslo_policy.policy_file).write_text(yaml.safe_dump(rules))


class CORSFixture(APIFixture):
    """Browsers from one site are welcome."""

    options = (
        *APIFixture.options,
        ("allowed_origin", ["http://valid.example.com"], "cors"),
        ("allow_headers", ["openstack-api-version"], "cors"),
    )


class AllocationFixture(APIFixture):
    """One provider, three consumers of two users."""

    def fill(self, cloud: Cloud) -> None:
        os.environ["ALT_USER_ID"] = new_uuid()
        project, user = os.environ["PROJECT_ID"], os.environ["USER_ID"]
        disk = {"total": 2048, "step_size": 10, "min_unit": 10, "max_unit": 1000}
        provider = cloud.provider(
            os.environ["RP_NAME"],
            uuid=os.environ["RP_UUID"],
            inventories={"DISK_GB": disk, "VCPU": 10},
        )
        os.environ["CONSUMER_0"] = cloud.claim(provider, {"DISK_GB": 1000}, project, user)
        os.environ["CONSUMER_ID"] = cloud.claim(provider, {"VCPU": 6}, project, user)
        other = os.environ["ALT_USER_ID"]
        os.environ["ALT_CONSUMER_ID"] = cloud.claim(
            provider, {"DISK_GB": 20, "VCPU": 1}, project, other
        )
        os.environ["ALT_RP_UUID"] = new_uuid()
        os.environ["ALT_RP_NAME"] = new_uuid()


class SharedStorageFixture(APIFixture):
    """Two compute nodes with two NUMA nodes and two PFs each, two sharing storages."""

    def fill(self, cloud: Cloud) -> None:
        group = os.environ["AGG_UUID"] = new_uuid()
        storage = {"DISK_GB": {"total": 2000, "reserved": 100}}
        compute = {
            "VCPU": {"total": 24, "allocation_ratio": 16.0},
            "MEMORY_MB": {"total": 128 * 1024, "allocation_ratio": 1.5},
        }
        provider = _named(cloud)
        cn1 = provider(
            "cn1",
            aggregates=[group],
            inventories=compute,
            traits=["HW_CPU_X86_SSE", "HW_CPU_X86_SSE2"],
        )
        cn2 = provider("cn2", aggregates=[group], inventories=compute | storage)
        for name in ("ss", "ss2"):
            provider(name, aggregates=[group], inventories=storage, traits=[SHARES])
        for host, root in (("1", cn1), ("2", cn2)):
            for side in ("1", "2"):
                numa = provider(f"numa{host}_{side}", parent=root)
                provider(f"pf{host}_{side}", parent=numa, inventories={"SRIOV_NET_VF": 8})


class NUMAAggregateFixture(APIFixture):
    """Two empty compute nodes, two NUMA nodes each with CPUs; storage shared on two levels."""

    def fill(self, cloud: Cloud) -> None:
        group = {name: new_uuid() for name in "ABC"}
        os.environ |= {f"AGG{name}_UUID": uuid for name, uuid in group.items()}
        cpus = {"VCPU": {"total": 24, "allocation_ratio": 16.0}}
        storage = {"DISK_GB": {"total": 2000, "reserved": 100}}
        provider = _named(cloud)
        cn1 = provider("cn1", aggregates=[group["A"]])
        cn2 = provider("cn2", aggregates=[group["A"], group["B"]])
        provider("ss1", aggregates=[group["A"]], inventories=storage, traits=[SHARES])
        provider("ss2", aggregates=[group["C"]], inventories=storage, traits=[SHARES])
        provider("numa1_1", parent=cn1, aggregates=[group["C"]], inventories=cpus)
        provider("numa1_2", parent=cn1, inventories=cpus)
        provider("numa2_1", parent=cn2, inventories=cpus)
        provider("numa2_2", parent=cn2, inventories=cpus)


class NUMANetworkFixture(APIFixture):
    """Two hosts with NUMA nodes, FPGAs, GPUs, network agents and NICs with PFs."""

    def fill(self, cloud: Cloud) -> None:
        self.fill_below(cloud, None, None)

    def fill_below(self, cloud: Cloud, above_cn1: str | None, above_cn2: str | None) -> None:
        """Put the hosts below other providers."""
        group = os.environ["AGGA_UUID"] = new_uuid()
        provider = _named(cloud)
        provider("ss1", aggregates=[group], inventories={"DISK_GB": 2000}, traits=[SHARES])
        self._first_host(cloud, provider, group, above_cn1)
        self._second_host(cloud, provider, group, above_cn2)

    def _first_host(self, cloud: Cloud, provider: Any, group: str, above: str | None) -> None:
        host = provider(
            "cn1", parent=above, aggregates=[group], traits=["COMPUTE_VOLUME_MULTI_ATTACH"]
        )
        memory = {"total": 2048, "min_unit": 512, "step_size": 256}
        numa0 = provider(
            "numa0",
            parent=host,
            traits=["HW_NUMA_ROOT"],
            inventories={"VCPU": 4, "MEMORY_MB": memory},
        )
        memory = {"total": 2048, "min_unit": 256, "max_unit": 1024}
        numa1 = provider(
            "numa1",
            parent=host,
            traits=["HW_NUMA_ROOT", "CUSTOM_FOO"],
            inventories={"VCPU": 4, "MEMORY_MB": memory},
        )
        cloud.claim(numa0, {"VCPU": 2}, "numafx-project", "numafx-user")
        provider("fpga0", parent=numa0, inventories={"FPGA": 1})
        provider("pgpu0", parent=numa0, inventories={"VGPU": 8})
        for name in ("fpga1_0", "fpga1_1"):
            provider(name, parent=numa1, inventories={"FPGA": 1})
        agent = provider("sriov_agent", parent=host, traits=["CUSTOM_VNIC_TYPE_DIRECT"])
        for number in (1, 2):
            provider(
                f"esn{number}",
                parent=agent,
                traits=[f"CUSTOM_PHYSNET{number}"],
                inventories={"NET_BW_EGR_KILOBIT_PER_SEC": 10000 * number},
            )
        agent = provider("ovs_agent", parent=host, traits=["CUSTOM_VNIC_TYPE_NORMAL"])
        provider(
            "br_int",
            parent=agent,
            traits=["CUSTOM_PHYSNET0"],
            inventories={"NET_BW_EGR_KILOBIT_PER_SEC": 1000},
        )

    def _second_host(self, cloud: Cloud, provider: Any, group: str, above: str | None) -> None:
        memory = {"total": 2048, "min_unit": 1024, "step_size": 128}
        host = provider(
            "cn2",
            parent=above,
            aggregates=[group],
            traits=["CUSTOM_FOO"],
            inventories={"VCPU": 8, "MEMORY_MB": memory, "DISK_GB": 1000},
        )
        cloud.claim(host, {"VCPU": 3}, "numafx-project", "numafx-user")
        # For each NIC: (network, VFs) of its PFs.
        nics = {1: [(1, 4), (2, 4)], 2: [(1, 2), (2, 2), (1, 2), (2, 2)], 3: [(1, 8)]}
        for number, functions in nics.items():
            nic = provider(f"nic{number}", parent=host, traits=["CUSTOM_HW_NIC_ROOT"])
            for at, (network, amount) in enumerate(functions, start=1):
                provider(
                    f"pf{number}_{at}",
                    parent=nic,
                    traits=[f"CUSTOM_PHYSNET{network}"],
                    inventories={"CUSTOM_VF": amount},
                )


class DeepNUMANetworkFixture(NUMANetworkFixture):
    """The same with two empty levels above the hosts."""

    def fill(self, cloud: Cloud) -> None:
        top = cloud.provider("gp1")
        self.fill_below(cloud, cloud.provider("p1", parent=top), cloud.provider("p2", parent=top))


class NonSharedStorageFixture(APIFixture):
    """Three compute nodes with disks of their own."""

    def fill(self, cloud: Cloud) -> None:
        os.environ |= {f"AGG{name}_UUID": new_uuid() for name in "ABC"}
        everything = {"VCPU": 24, "MEMORY_MB": 128 * 1024, "DISK_GB": 2000}
        provider = _named(cloud)
        for name in ("cn1", "cn2", "cn3"):
            provider(name, inventories=everything)


class GranularFixture(APIFixture):
    """Three compute nodes and three sharing providers in three aggregates."""

    def fill(self, cloud: Cloud) -> None:
        cloud.name("resource_classes", "CUSTOM_NET_MBPS")
        a, b, c = (cloud.uuid(name) for name in ("aggA", "aggB", "aggC"))
        os.environ |= {"AGGA": a, "AGGB": b, "AGGC": c}
        base = {"VCPU": 8, "MEMORY_MB": 4096}
        disk, network = {"DISK_GB": 500}, {"SRIOV_NET_VF": 8, "CUSTOM_NET_MBPS": 4000}
        provider = _named(cloud, "{}")
        provider(
            "cn_left",
            aggregates=[a],
            inventories=base | disk | {"VGPU": 8} | network,
            traits=[
                "HW_CPU_X86_AVX", "HW_CPU_X86_AVX2", "HW_GPU_API_DXVA",
                "HW_NIC_DCB_PFC", "CUSTOM_FOO",
            ],
        )  # fmt: skip
        provider(
            "cn_middle",
            aggregates=[a, b],
            inventories=base | network,
            traits=["HW_CPU_X86_AVX", "HW_CPU_X86_AVX2", "HW_CPU_X86_SSE", "HW_NIC_ACCEL_TLS"],
        )
        provider(
            "cn_right",
            aggregates=[b, c],
            inventories=base | disk | {"VGPU": {"total": 8, "max_unit": 2}},
            traits=["HW_CPU_X86_MMX", "HW_GPU_API_DXVA", "CUSTOM_DISK_SSD"],
        )
        disk = {"DISK_GB": 1000}
        shared = [SHARES, "CUSTOM_DISK_SSD"]
        provider("shr_disk_1", aggregates=[a], inventories=disk, traits=shared)
        provider("shr_disk_2", aggregates=[a, b], inventories=disk, traits=[SHARES])
        network = {"SRIOV_NET_VF": 16, "CUSTOM_NET_MBPS": 40000}
        provider("shr_net", aggregates=[c], inventories=network, traits=[SHARES])


class NeutronQoSMultiSegmentFixture(APIFixture):
    """Four hosts with the providers that Neutron makes for bandwidth and packet rates."""

    # host -> (bandwidth of its bridges, bridges by network, bandwidth of its PFs, PFs by network)
    hosts = (
        (5000, {"br_ex": "OTHER"}, 10000, {"pf0": "OTHER"}),
        (5000, {"br_ex": "MSN_S1"}, 10000, {"pf0": "MSN_S1"}),
        (5000, {"br_ex": "MSN_S2"}, 10000, {"pf0": "MSN_S2"}),
        (
            1000,
            {"br_ex": "MSN_S1", "br_ex2": "MSN_S2"},
            1000,
            {"pf0": "MSN_S1", "pf1": "MSN_S2"},
        ),
    )

    def fill(self, cloud: Cloud) -> None:
        for number, (bridge_rate, bridges, function_rate, functions) in enumerate(self.hosts):
            name = f"compute{number}"
            host = os.environ[name] = cloud.provider(
                name, inventories={"VCPU": 8, "MEMORY_MB": 4096, "DISK_GB": 500}
            )
            normal = ["CUSTOM_VNIC_TYPE_NORMAL"]
            agent = cloud.provider(
                f"{name}:Open vSwitch agent",
                parent=host,
                inventories={"NET_PACKET_RATE_KILOPACKET_PER_SEC": 1000},
                traits=normal,
            )
            os.environ[f"{name}:ovs_agent"] = agent
            _links(cloud, name, agent, bridges, bridge_rate, normal)
            direct = [
                f"CUSTOM_VNIC_TYPE_{kind}" for kind in ("DIRECT", "DIRECT_PHYSICAL", "MACVTAP")
            ]
            agent = cloud.provider(f"{name}:NIC Switch agent", parent=host, traits=direct)
            if number < 3:
                os.environ[f"{name}:sriov_agent"] = last_agent = agent
            else:
                # Upstream's last variable names the agent of the host before.
                os.environ[f"{name}:sriov_agent"] = last_agent
            _links(cloud, name, agent, functions, function_rate, direct)


def _links(
    cloud: Cloud, host: str, agent: str, links: dict[str, str], rate: int, traits: list[str]
) -> None:
    for link, network in links.items():
        os.environ[f"{host}:{link}"] = cloud.provider(
            f"{host}:{link}:{network}",
            parent=agent,
            inventories={
                "NET_BW_EGR_KILOBIT_PER_SEC": rate,
                "NET_BW_IGR_KILOBIT_PER_SEC": rate,
            },
            traits=[*traits, f"CUSTOM_PHYSNET_{network}"],
        )


def _named(cloud: Cloud, form: str = "{}_UUID") -> Callable[..., str]:
    """Makes providers whose UUIDs the environment knows by their names."""

    def provider(name: str, **more: Any) -> str:
        uuid = cloud.provider(name, **more)
        os.environ[form.format(name.upper())] = uuid
        return uuid

    return provider
