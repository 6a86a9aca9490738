"""Which names and addresses are ours. A foreign name belongs to a page that wants to play for its reader.

Such a page has its own name lead to this machine, and then counts as of the same origin. So a name is ours only if it
says so: this machine's, one that only a local network knows, or one that HIVE_HOSTS lists.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

LOCAL = ".local"


def hosts_of(listed: str) -> frozenset[str]:
    """The names of a list with commas, as HIVE_HOSTS has them; ``*.name`` stands for all below a name."""
    return frozenset(name_in(one) for one in listed.split(",") if one.strip())


def name_in(host: str) -> str:
    """The name or address in a ``Host``, without its port, in small letters."""
    host = host.strip().lower()
    if host.startswith("["):
        name, closed, _ = host[1:].partition("]")
        return name if closed else ""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdecimal() and ":" not in name else host).rstrip(".")


def is_ours(host: str, listed: Iterable[str] = ()) -> bool:
    """Whether a ``Host`` names this machine, or is one of the names that are listed."""
    name = name_in(host)
    if not name:
        return False
    if name in listed or any(one.startswith("*.") and name.endswith(one[1:]) for one in listed):
        return True
    try:
        return _is_own(ipaddress.ip_address(name))
    except ValueError:
        own = socket.gethostname().lower()
        return name in ("localhost", own, own.partition(".")[0]) or name.endswith(LOCAL)


def is_loopback(address: str | None) -> bool:
    """Whether a request from this address comes from this very machine."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return found.is_loopback or (mapped is not None and mapped.is_loopback)


def names_loopback(host: str) -> bool:
    """Whether a ``Host`` is one that only this very machine reaches itself by."""
    name = name_in(host)
    return name == "localhost" or is_loopback(name)


def _is_own(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether the address is one of this machine: nothing can be bound to any other. No name is looked up for it."""
    if address.is_loopback:
        return True
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True


def lan_address() -> str:
    """This machine's address on the local network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
