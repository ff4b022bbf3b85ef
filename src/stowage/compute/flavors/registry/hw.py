"""``hw``: the virtual hardware of a guest."""

from __future__ import annotations

from stowage.compute.flavors.registry.entry import ExtraSpec, Switch, Text, Whole

CPU_SET = r"\^?\d+((-\d+)?(,\^?\d+(-\d+)?)?)*"
REALTIME_CPU_SET = r"(\^)?\d+((-\d+)?(,\^?\d+(-\d+)?)?)*"
GUEST_NODE = {"num": r"\d+"}

CPUS = (
    ExtraSpec(
        "hw:cpu_policy",
        Text(choices=("dedicated", "shared", "mixed")),
        "How guest CPUs use host CPUs: floating over shared ones, pinned one to one, or a mix of"
        " both that hw:cpu_dedicated_mask or hw:cpu_realtime_mask divides. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_thread_policy",
        Text(choices=("prefer", "isolate", "require")),
        "Whether a host with hardware threads is preferred, required or refused for pinned"
        " guests. libvirt only.",
    ),
    ExtraSpec(
        "hw:emulator_threads_policy",
        Text(choices=("isolate", "share")),
        "Where the emulator's own threads run: on a core for themselves or in the pool of shared"
        " cores. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_dedicated_mask",
        Text(pattern=CPU_SET),
        "Which guest CPUs are pinned when the policy is mixed; the others float. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_realtime",
        Switch(),
        "Run guest CPUs with realtime priority. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_realtime_mask",
        Text(pattern=REALTIME_CPU_SET),
        "Which guest CPUs are realtime; those behind a caret are not. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_sockets",
        Whole(minimum=1),
        "Sockets of the guest's CPU topology; as many as vCPUs by default. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_cores",
        Whole(minimum=1),
        "Cores in each socket of the guest's CPU topology; 1 by default. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_threads",
        Whole(minimum=1),
        "Threads in each core of the guest's CPU topology; 1 by default. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_max_sockets",
        Whole(minimum=1),
        "The most sockets that an image may ask for with hw_cpu_sockets. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_max_cores",
        Whole(minimum=1),
        "The most cores that an image may ask for with hw_cpu_cores. libvirt only.",
    ),
    ExtraSpec(
        "hw:cpu_max_threads",
        Whole(minimum=1),
        "The most threads that an image may ask for with hw_cpu_threads. libvirt only.",
    ),
)

MEMORY_AND_NUMA = (
    ExtraSpec(
        "hw:mem_page_size",
        Text(pattern=r"(large|small|any|\d+([kKMGT]i?)?(b|bit|B)?)"),
        "Size of the host pages behind guest memory: a size, or large, small or any. libvirt only.",
    ),
    ExtraSpec(
        "hw:locked_memory",
        Switch(),
        "Keep guest memory from being swapped out, which some device DMA needs. libvirt only.",
    ),
    ExtraSpec(
        "hw:mem_encryption",
        Switch(),
        "Encrypt guest memory, on hosts whose CPUs can. libvirt only.",
    ),
    ExtraSpec(
        "hw:mem_encryption_model",
        Text(choices=("amd-sev", "amd-sev-es", "amd-sev-snp", "intel-tdx")),
        "Which CPU feature encrypts guest memory; only with hw:mem_encryption.",
    ),
    ExtraSpec(
        "hw:numa_nodes",
        Whole(minimum=1),
        "How many NUMA nodes the guest sees, each on a host node of its own. libvirt only.",
    ),
    ExtraSpec(
        "hw:numa_cpus.{num}",
        Text(pattern=CPU_SET),
        "The guest CPUs of guest NUMA node {num}, for uneven layouts. libvirt only.",
        GUEST_NODE,
    ),
    ExtraSpec(
        "hw:numa_mem.{num}",
        Whole(minimum=1),
        "The memory in MiB of guest NUMA node {num}, for uneven layouts. libvirt only.",
        GUEST_NODE,
    ),
    ExtraSpec(
        "hw:pci_numa_affinity_policy",
        Text(choices=("required", "preferred", "legacy", "socket")),
        "How near to the guest's CPUs its PCI and SR-IOV devices have to be. libvirt only.",
    ),
    ExtraSpec(
        "hw:pmem",
        Text(pattern="([a-zA-Z0-9_]+(,)?)+"),
        "Labels of persistent memory namespaces, separated by commas. libvirt only.",
    ),
)

DEVICES = (
    ExtraSpec(
        "hw:hide_hypervisor_id",
        Switch(),
        "Keep the guest from seeing the signature of the hypervisor. libvirt only.",
    ),
    ExtraSpec(
        "hw:boot_menu",
        Switch(),
        "Show a boot menu when the guest starts. libvirt only.",
    ),
    ExtraSpec(
        "hw:vif_multiqueue_enabled",
        Switch(),
        "Give virtio network devices as many queues as the guest has CPUs. libvirt only.",
    ),
    ExtraSpec(
        "hw:virtio_packed_ring",
        Switch(),
        "Offer the packed ring format to virtio drivers of the guest. libvirt only.",
    ),
    ExtraSpec(
        "hw:pmu",
        Switch(),
        "Give the guest a performance monitoring unit; turn it off for realtime guests."
        " libvirt only.",
    ),
    ExtraSpec(
        "hw:serial_port_count",
        Whole(minimum=0),
        "How many serial ports the guest has. libvirt only.",
    ),
    ExtraSpec(
        "hw:tpm_model",
        Text(choices=("tpm-tis", "tpm-crb")),
        "Model of the virtual TPM. libvirt only.",
    ),
    ExtraSpec(
        "hw:tpm_version",
        Text(choices=("1.2", "2.0")),
        "Version of the virtual TPM; required for one. libvirt only.",
    ),
    ExtraSpec(
        "hw:tpm_secret_security",
        Text(choices=("user", "host", "deployment")),
        "Who may unlock the secret of the virtual TPM. libvirt only.",
    ),
    ExtraSpec(
        "hw:watchdog_action",
        Text(choices=("none", "pause", "poweroff", "reset", "disabled")),
        "What the watchdog does when the guest hangs; disabled for no watchdog. libvirt only.",
    ),
    ExtraSpec(
        "hw:viommu_model",
        Text(choices=("intel", "smmuv3", "virtio", "auto")),
        "Model of the virtual IOMMU.",
    ),
    ExtraSpec(
        "hw:sound_model",
        Text(choices=("sb16", "es1370", "pcspk", "ac97", "ich6", "ich9", "usb", "virtio")),
        "Model of the sound device; none without it. libvirt only.",
    ),
    ExtraSpec(
        "hw:usb_model",
        Text(choices=("none", "nec-xhci", "qemu-xhci")),
        "Model of the USB controller; none without it. libvirt only.",
    ),
    ExtraSpec(
        "hw:redirected_usb_ports",
        Whole(minimum=0, maximum=15),
        "How many USB ports are redirected to the client's console. libvirt only.",
    ),
    ExtraSpec(
        "hw:ephemeral_encryption",
        Switch(),
        "Encrypt the guest's local disks.",
    ),
    ExtraSpec(
        "hw:ephemeral_encryption_format",
        Text(choices=("plain", "luks", "luksv2")),
        "Format of that encryption; only with hw:ephemeral_encryption.",
    ),
)

SPECS = CPUS + MEMORY_AND_NUMA + DEVICES
