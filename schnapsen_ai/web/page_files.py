"""What a browser keeps: the files of the page and texts made once; it asks whether they changed."""

from __future__ import annotations

import functools
import hashlib
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from ..show import card_faces

NO_CACHE = {"cache-control": "no-cache"}  # may be kept, but ask whether it is still so


def kept(request: Request, body: bytes, kind: str) -> Response:
    """A text that a browser keeps, and asks for only whether it has changed."""
    mark = f'"{hashlib.blake2b(body, digest_size=8).hexdigest()}"'
    headers = {**NO_CACHE, "etag": mark}
    if mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


@functools.cache
def sprite(style: str) -> bytes:
    return card_faces.sprite(style).encode()


class PageFiles(StaticFiles):
    """The files of the page: a browser asks each time whether they have changed."""

    def file_response(self, *args: Any, **named: Any) -> Response:
        response = super().file_response(*args, **named)
        response.headers.update(NO_CACHE)
        return response
