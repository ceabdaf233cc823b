"""What stands before every request: whose page may ask, how much, and what a page may load.

The table is for the people it was opened to.  A page of another site must not speak to it through
their browser: the ``Host`` must be one of ours (against DNS rebinding), a request with effect must
come from our own page (``Origin``, ``Sec-Fetch-Site``), and bodies are small JSON.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from ..base.numbers import is_digits
from .address import Address
from .half_sent import SECONDS

MAX_BODY = 8_192
_HEADERS = [
    (b"content-security-policy", b"default-src 'none'; script-src 'self'; style-src 'self'; "
     b"img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
     b"frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Refused(Exception):
    """A request that is turned away: HTTP status and a sentence."""

    def __init__(self, status: int, why: str, **more: Any) -> None:
        super().__init__(why)
        self.status, self.why, self.more = status, why, more


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: Any, address: Address) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), *_HEADERS]}
            await send(message)

        try:
            self._check(scope, headers)
            body = await _in_time(receive, headers) if scope["method"] == "POST" else b""
        except Refused as refusal:
            await _refuse(guarded, refusal)
            return
        scope = {**scope, "state": {**scope.get("state", {}), "body": body}}
        await self.app(scope, receive, guarded)

    def _check(self, scope: Any, headers: dict[str, str]) -> None:
        host = headers.get("host", "")
        if not self.address.is_ours(host):
            raise Refused(403, "this table does not answer to that host name")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise Refused(405, "only GET and POST are known here")
        site = headers.get("sec-fetch-site", "none")
        api = scope["path"].startswith("/api/")
        if (api or scope["method"] == "POST") and site not in ("same-origin", "none"):
            raise Refused(403, "another site's page may not use this table")
        if scope["method"] != "POST":
            return
        if headers.get("origin") not in (f"http://{host}", f"https://{host}"):
            raise Refused(403, "another site's page may not use this table")
        if headers.get("content-type", "").split(";")[0].strip() != "application/json":
            raise Refused(415, "the body must be JSON")


async def _in_time(receive: Any, headers: dict[str, str]) -> bytes:
    try:
        async with asyncio.timeout(SECONDS):
            return await _small_body(receive, headers)
    except TimeoutError:
        raise Refused(408, f"the body did not come within {SECONDS:.0f} seconds") from None


async def _small_body(receive: Any, headers: dict[str, str]) -> bytes:
    """The whole body; Refused as soon as it is seen to be too large."""
    declared = headers.get("content-length", "0")
    if not is_digits(declared) or int(declared) > MAX_BODY:
        raise Refused(413, f"the body is larger than {MAX_BODY} bytes")
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Refused(400, "the request broke off")
        body += message.get("body", b"")
        if len(body) > MAX_BODY:
            raise Refused(413, f"the body is larger than {MAX_BODY} bytes")
        if not message.get("more_body"):
            return body


async def _refuse(send: Any, refusal: Refused) -> None:
    body = json.dumps({"error": refusal.why, **refusal.more}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
