"""Who asks, as far as addresses tell."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from asgiref.typing import HTTPScope

A_HOME = 64
"""So many bits of an address of IPv6 are a household's; the rest its devices choose as they like."""
FORWARDED = b"x-forwarded-for"


def household(address: str) -> str:
    """What the devices of one household have in common; the address itself where there is no more to be known.

    An address of IPv4 stands for itself, also where it is written as one of IPv6.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), A_HOME), strict=False))


def visitor_of(scope: HTTPScope, proxies: int = 0) -> str:
    """Who asks: the other end of the connection, or whom the last so many proxies name."""
    told = b",".join(value for name, value in scope["headers"] if name == FORWARDED).decode("latin1").split(",")
    if proxies and len(told) >= proxies and told[-proxies].strip():
        return household(told[-proxies].strip())
    return household(scope["client"][0]) if scope["client"] else ""
