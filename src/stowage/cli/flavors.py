"""``stowage flavors``: what flavors can say."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import TYPE_CHECKING, Any

from stowage.cli.failure import Failure

if TYPE_CHECKING:
    from stowage.compute.flavors.registry.entry import ExtraSpec

Commands = Any
"""What ``argparse`` calls a subparsers action; it has no public type."""

_WIDTH = 96
_EXTRA_SPECS = """\
Print every extra spec that nova knows: its name, what its value may be, what it is for.

  stowage flavors extra-specs hw:            those that begin with hw:
  stowage flavors extra-specs --check hw:cpu_policy=dedicated   is this one right?
"""


def add_to(commands: Commands) -> None:
    """Add ``flavors`` and its commands."""
    parser = commands.add_parser(
        "flavors", help="what flavors can say", description="What flavors can say."
    )
    nested = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    specs = nested.add_parser(
        "extra-specs",
        help="print the known extra specs",
        description=_EXTRA_SPECS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    specs.add_argument("prefix", nargs="?", default="", help="only names that begin with this")
    specs.add_argument("--json", action="store_true", help="print JSON")
    specs.add_argument("--check", metavar="KEY=VALUE", help="check one extra spec, as 2.86 does")
    specs.set_defaults(run=_extra_specs)


def _extra_specs(arguments: argparse.Namespace) -> None:
    from stowage.compute.flavors.registry import REGISTRY

    if arguments.check is not None:
        _check(arguments.check)
        return
    known = [spec for spec in REGISTRY if spec.name.startswith(arguments.prefix)]
    if arguments.json:
        print(json.dumps([spec.describe() for spec in known], indent=2))
        return
    for spec in known:
        print(_line(spec))
        print(textwrap.indent(textwrap.fill(spec.description, _WIDTH - 4), "    "))


def _check(pair: str) -> None:
    """Raises Failure when the extra spec would be refused."""
    from stowage.compute.errors import Invalid
    from stowage.compute.flavors import registry

    key, _, value = pair.partition("=")
    try:
        registry.check(key, value)
    except Invalid as reason:
        raise Failure(reason.message) from None
    known = registry.find(key)
    print(f"{pair}: good" if known else f"{pair}: accepted, not one of nova's")


def _line(spec: ExtraSpec) -> str:
    value = spec.value.describe()
    kind = value.pop("type")
    if "enum" in value:
        kind = " | ".join(value.pop("enum"))
    rest = ", ".join(f"{name} {bound}" for name, bound in value.items())
    deprecated = "  (deprecated)" if spec.deprecated else ""
    return f"{spec.name} = {kind}{f' ({rest})' if rest else ''}{deprecated}"
