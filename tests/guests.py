"""Other devices than the host's: a phone on the local network, with the codes that it was given."""

from __future__ import annotations

from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from hive.store import Opens
from serving import HTMX, TOKEN

PHONE = "192.168.7.23"


class Guest:
    """A browser on another device of the local network."""

    def __init__(self, app: Flask, address: str = PHONE) -> None:
        self.app = app
        self.client = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, headers=headers)

    def page(self, path: str) -> str:
        """A page that it may see."""
        response = self.get(path)
        assert response.status_code == 200, (path, response.status_code)
        return response.get_data(as_text=True)

    def post(self, path: str, *, htmx: bool = False, **fields: Any) -> TestResponse:
        # The first page has a form for codes, and so the token.
        found = TOKEN.search(self.page("/"))
        assert found is not None
        data = {"csrf_token": found.group(1), **fields}
        return self.client.post(path, data=data, headers=HTMX if htmx else {})

    def join(self, game_id: str, opens: Opens) -> Guest:
        """Scan a code of the game."""
        code = self.app.extensions["games"].store.codes(game_id)[opens]
        assert self.get(f"/join/{code}").status_code == 303
        return self
