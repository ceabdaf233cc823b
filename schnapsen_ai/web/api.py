"""The addresses of the web table: the page and its parts, and JSON under ``/api``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from ..base.numbers import is_digits
from ..deal.game import games, load_known
from ..show import card_faces, stepper
from ..show.scene import frames
from ..words import LANGUAGES, all_words
from .address import Address
from .deal_review import Review
from .guard import Guard, Refused
from .lobby import Lobby, Session
from .page_files import PageFiles, kept, sprite
from .table import Table
from .table_view import message

BEAT = 15.0  # seconds after which a stream says again that it is alive

Handler = Callable[[Request], Awaitable[Response]]


class _Index(Convertor[int]):
    """A number in an address, of no more digits than any table or file can have."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("index", _Index())


def create_app(lobby: Lobby, address: Address) -> Guard:
    """The whole application, as it is reached at an address."""
    doors = Doors(lobby, address)
    post, get = ["POST"], ["GET"]
    at = "/api/tables/{table}"
    routes = [
        Route("/api/offer", doors.offer, methods=get),
        Route("/api/session", doors.session, methods=post),
        Route("/api/results", doors.results, methods=get),
        Route("/api/results/imported/{deal:index}", doors.imported_deal, methods=get),
        Route("/api/results/{pairing:index}", doors.result_sets, methods=get),
        Route("/api/results/{pairing:index}/{set:index}/{seating:index}/{deal:index}",
              doors.result_deal, methods=get),
        Route("/api/tables", doors.tables, methods=get),
        Route("/api/tables", doors.make, methods=post),
        Route(f"{at}/join", doors.join, methods=post),
        Route(at, doors.table, methods=get),
        Route(f"{at}/events", doors.events, methods=get),
        Route(f"{at}/replay/{{deal:index}}", doors.replay, methods=get),
        Route(f"{at}/review/{{deal:index}}", doors.review, methods=get),
        *(Route(f"{at}/{what}", doors.act(what), methods=post)
          for what in ("move", "resign", "undo", "hint", "next")),
        Mount("", routes=[
            Route("/", doors.page, methods=get),
            Mount("/static", doors.files),
            Route("/faces/{style}.svg", doors.faces, methods=get),
            Route("/words/{language}.json", doors.words, methods=get),
            Route("/rules/{game}.md", doors.rules, methods=get),
        ], middleware=[Middleware(GZipMiddleware, minimum_size=500)]),
    ]
    app = Starlette(routes=routes, exception_handlers={Refused: _refused, Exception: _failed})
    return Guard(app, address)


async def _refused(request: Request, refusal: Any) -> Response:
    return JSONResponse({"error": refusal.why, **refusal.more}, refusal.status)


async def _failed(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the server failed at this; it is written in its log"}, 500)


def _body(request: Request) -> dict[str, Any]:
    try:
        body = json.loads(request.scope["state"]["body"] or b"{}")
    except (ValueError, RecursionError):
        raise Refused(400, "the body is not JSON") from None
    if not isinstance(body, dict):
        raise Refused(400, "the body must be a JSON object")
    return body


class Doors:
    """One method for each address."""

    def __init__(self, lobby: Lobby, address: Address) -> None:
        self.lobby, self.address = lobby, address
        self.files = PageFiles(packages=[(__package__, "static"), (stepper.__package__, "static")])

    # --- the page ---

    async def page(self, request: Request) -> Response:
        return await self.files.get_response("index.html", request.scope)

    async def faces(self, request: Request) -> Response:
        style = request.path_params["style"]
        if style not in card_faces.STYLES:
            raise Refused(404, "there are french and german faces")
        return kept(request, sprite(style), "image/svg+xml")

    async def words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise Refused(404, f"the languages are {', '.join(LANGUAGES)}")
        return kept(request, json.dumps(all_words(language)).encode(), "application/json")

    async def rules(self, request: Request) -> Response:
        name = request.path_params["game"]
        if name not in games():
            raise Refused(404, "there is no such game")
        return kept(request, load_known(name, {}).rulebook().encode(), "text/plain")

    # --- sessions and tables ---

    def _key(self, request: Request) -> str | None:
        return request.cookies.get(self.address.cookie)

    def _who(self, request: Request) -> Session:
        return self.lobby.session(self._key(request))

    async def _table(self, request: Request) -> tuple[Table, Session]:
        session = self._who(request)
        await self.lobby.recall(request.path_params["table"])
        return self.lobby.table(request.path_params["table"], session), session

    async def offer(self, request: Request) -> Response:
        return JSONResponse(self.lobby.offer)

    async def session(self, request: Request) -> Response:
        place = request.client.host if request.client else ""
        name = _body(request).get("name")
        session = self.lobby.open_session(self._key(request), name, place)
        response = JSONResponse({"name": session.name, "reach": self.address.reach})
        response.set_cookie(
            self.address.cookie, session.key, max_age=30 * 86_400, httponly=True, samesite="strict"
        )
        return response

    async def tables(self, request: Request) -> Response:
        session = self._who(request)
        return JSONResponse([
            {
                "id": t.id, "game": t.game.spec, "deal": len(t.deals),
                "players": [p.name for p in t.players],
            }
            for t in self.lobby.tables_of(session)
        ] + [
            {
                "id": kept["id"], "game": kept["game"], "deal": len(kept["deals"]),
                "players": [p["name"] for p in kept["players"]],
            }
            for kept in self.lobby.left_by(session)
        ])

    async def make(self, request: Request) -> Response:
        table = await self.lobby.make(self._who(request), _body(request))
        return JSONResponse({"id": table.id}, 201)

    async def join(self, request: Request) -> Response:
        session, body = self._who(request), _body(request)
        await self.lobby.recall(request.path_params["table"])
        table = self.lobby.tables.get(request.path_params["table"])
        if table is None or body.get("invite") != table.invite:
            raise Refused(404, "no_seat")
        table.sit(session.key, session.name or f"#{len(table.players)}")
        return JSONResponse({"id": table.id})

    async def table(self, request: Request) -> Response:
        table, session = await self._table(request)
        return Response(message(table, session.key), media_type="application/json")

    async def events(self, request: Request) -> Response:
        table, session = await self._table(request)
        return EventSourceResponse(_stream(table, session.key), ping=BEAT, sep="\n")

    # --- at the table ---

    def act(self, what: str) -> Handler:
        """The address of one thing that a person does at a table."""

        async def door(request: Request) -> Response:
            table, session = await self._table(request)
            body = _body(request)
            if what == "hint":
                return JSONResponse(table.hint(session.key))
            if what == "move":
                table.play(session.key, body.get("move"), body.get("ply"), body.get("ask") is True)
            elif what == "resign":
                table.resign(session.key)
            elif what == "undo":
                table.undo(session.key)
            else:
                table.next_deal(session.key)
            return Response(message(table, session.key), media_type="application/json")

        return door

    async def _finished(self, request: Request) -> tuple[Table, int]:
        table, _ = await self._table(request)
        deal = request.path_params["deal"]
        if not 0 <= deal < len(table.deals) or not table.deals[deal].is_over:
            raise Refused(404, "only a finished deal can be looked at again")
        return table, deal

    async def replay(self, request: Request) -> Response:
        table, deal = await self._finished(request)
        names = [table.players[p].name for p in table.seatings[deal]]
        shots = await asyncio.to_thread(frames, table.deals[deal])
        return JSONResponse({"names": names, "frames": shots})

    # --- results files ---

    async def results(self, request: Request) -> Response:
        self._who(request)
        return JSONResponse(await asyncio.to_thread(self.lobby.results.overview))

    async def result_sets(self, request: Request) -> Response:
        self._who(request)
        start = request.query_params.get("start", "0")
        if not is_digits(start) or len(start) > 12:
            raise Refused(400, "start is a number")
        pairing = request.path_params["pairing"]
        return JSONResponse(await asyncio.to_thread(self.lobby.results.sets, pairing, int(start)))

    async def result_deal(self, request: Request) -> Response:
        self._who(request)
        place = [request.path_params[k] for k in ("pairing", "set", "seating", "deal")]
        return JSONResponse(await asyncio.to_thread(self.lobby.results.replay, *place))

    async def imported_deal(self, request: Request) -> Response:
        self._who(request)
        deal = request.path_params["deal"]
        return JSONResponse(await asyncio.to_thread(self.lobby.results.imported, deal))

    async def review(self, request: Request) -> Response:
        table, deal = await self._finished(request)
        if deal not in table.studies:
            table.studies[deal] = Review(table.deals[deal], self.lobby.thinkers, table.changed)
        names = [table.players[p].name for p in table.seatings[deal]]
        return JSONResponse({"names": names, **table.studies[deal].as_json()})


async def _stream(table: Table, session: str) -> AsyncIterator[bytes]:
    """The table as a session sees it, again at every change."""
    news = table.listeners.add(session)
    try:
        while table.admits(session) and not table.closed and not news.replaced:
            news.clear()
            yield b"data: " + message(table, session) + b"\n\n"
            await news.wait()
    finally:
        table.listeners.discard(news)
