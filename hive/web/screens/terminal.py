"""What whoever starts the app for a local network reads in the terminal."""

from __future__ import annotations

import io

import segno


def qr_text(address: str) -> str:
    """An address as a QR code of half blocks, to be scanned off a terminal."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()


def lan_text(address: str, encoding: str | None) -> str:
    """What it means that the app is open to the local network, and how a phone comes to it.

    ``encoding`` is that of the output: the QR code stands below where it has the signs for it.
    """
    lines = (
        f"On the local network: {address}",
        "Everybody on this network can open that page. There they see only the games whose code they have, and neither",
        "delete nor import any. The codes of a game stand on its screen, under More screens.",
    )
    picture = qr_text(address)
    try:
        picture.encode(encoding or "ascii")
    except UnicodeError:
        return "\n".join(lines)
    return "\n".join((*lines, "", picture))
