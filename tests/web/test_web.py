"""The web table without a browser: matches over the wire, nothing hidden sent, bad requests."""

from __future__ import annotations

import http.client
import json
import random
import re
import subprocess
import sys
import time
from typing import Any

import pytest
from web_client import Client, running
from wire import cards_in, may_be_seen

import schnapsen_ai as sa
from schnapsen_ai.bot.spec import BotSpec
from schnapsen_ai.web.guard import MAX_BODY


@pytest.fixture(scope="module")
def server(bots):
    with running(bots=(f"{bots}:Raises", f"{bots}:Resigns", f"{bots}:Watcher")) as server:
        yield server


@pytest.fixture()
def anna(server):
    return Client(server, "Anna")


def play_on(client: Client, table: str, rng: random.Random, deals: int = 1) -> dict[str, Any]:
    """Play at random to the end of a deal, or of some deals; the last state."""
    while True:
        state = client.my_turn(table)
        if state["phase"] == "over":
            deals -= 1
            if state["match_over"] or deals == 0:
                return state
            client.act(table, "next")
            continue
        moves = [m["id"] for m in state["scene"]["moves"]]
        status, answer = client.play(table, rng.choice(moves), state)
        assert status == 200, answer


def check_received(client: Client, table: Any, seat_of: dict[int, int]) -> int:
    """Every message names only cards that its seat might see then; how many were looked at."""
    looked = 0
    for message in client.received:
        scene, deal = message["scene"], message["deal"]
        if message["id"] != table.id or scene is None or scene["over"]:
            continue
        assert scene["seat"] == seat_of.get(deal)  # None: out of the match
        history = table.deals[deal]
        seats = range(history.seats) if scene["seat"] is None else [scene["seat"]]
        allowed = set.intersection(*(may_be_seen(history, s, len(scene["log"])) for s in seats))
        assert cards_in(message) <= allowed
        text = json.dumps(message)
        assert table.secret.hex() not in text and "pack" not in text and client.cookie not in text
        looked += 1
    return looked


@pytest.mark.parametrize("game", sa.games())
def test_no_hidden_card_is_sent(server, game):
    """Some deals of a match, and every answer and event of them."""
    match_without_leaks(server, game, deals=3)


@pytest.mark.full
@pytest.mark.parametrize("game", sa.games())
def test_no_hidden_card_is_sent_in_a_whole_match(server, game):
    assert match_without_leaks(server, game, deals=200)["match_over"]


def match_without_leaks(server, game: str, deals: int) -> dict[str, Any]:
    """Play a match, or some deals of it, and search all that was received; the last state."""
    client, rng = Client(server), random.Random(game)
    seats = sa.load(game).n_seats
    name = client.table(game, ["you"] + ["rules"] * (seats - 1), unit="match")
    client.listen(name)
    state = play_on(client, name, rng, deals)
    table = server.lobby.tables[name]
    seat_of = {k: seating.index(0) for k, seating in enumerate(table.seatings) if 0 in seating}
    assert check_received(client, table, seat_of) > 3
    assert any(m["scene"]["over"] for m in client.received if m["scene"])
    return state


def test_a_whole_match_and_its_score(server, anna):
    table = anna.table("schnapsen", ["you", "rules"], unit="match")
    state = play_on(anna, table, random.Random(2), deals=99)
    assert state["match_over"] and len(state["winners"]) == 1
    assert min(state["score"]["values"]) <= 0
    assert state["finished"] == list(range(state["deal"] + 1))
    status, state = anna.act(table, "next")  # a new match
    assert status == 200 and state["score"]["values"] == [7, 7]


def test_two_people_by_link(server, anna):
    table = anna.table("schnapsen", ["you", "open"])
    state = anna.shown(table)
    assert state["phase"] == "waiting" and state["scene"] is None
    berta, thief = Client(server, "Berta"), Client(server, "Thief")
    assert berta.get(f"/api/tables/{table}")[0] == 404
    for path in (f"tables/{table}/replay", f"tables/{table}/review", "results"):
        assert berta.get(f"/api/{path}/{5000 * '9'}")[0] == 404
    assert berta.act(table, "join", invite="guessed")[0] == 404
    assert berta.act(table, "join", invite=state["invite"])[0] == 200
    assert thief.act(table, "join", invite=state["invite"]) == (403, {"error": "no_seat"})
    assert thief.get(f"/api/tables/{table}")[0] == 404
    assert thief.get(f"/api/tables/{table}/events")[0] == 404
    anna.listen(table)
    berta.listen(table)
    rng, players = random.Random(1), [anna, berta]
    while True:
        states = [p.shown(table) for p in players]
        if states[0]["phase"] == "over":
            break
        turn = states[0]["scene"]["to_move"]
        assert anna.play(table, 0, states[0])[0] == 409 or turn == 0
        state = players[turn].shown(table)
        moves = [m["id"] for m in state["scene"]["moves"]]
        assert players[turn].play(table, rng.choice(moves), state)[0] == 200
    held = server.lobby.tables[table]
    assert [p["name"] for p in states[1]["players"]] == ["Anna", "Berta"]
    assert check_received(anna, held, {0: 0}) > 5 and check_received(berta, held, {0: 1}) > 5


def test_reload_finds_everything_again(server, anna):
    table = anna.table("schnapsen", ["you", "rules"])
    state = anna.my_turn(table)
    anna.play(table, state["scene"]["moves"][0]["id"], state)
    before = anna.my_turn(table)
    again = Client.__new__(Client)
    again.server, again.host, again.cookie = anna.server, anna.host, anna.cookie
    again.received = []
    assert again.shown(table)["scene"] == before["scene"]
    assert [t["id"] for t in again.get("/api/tables")[1]] == [table]


def test_illegal_moves_are_refused_with_a_reason(anna):
    table = anna.table("schnapsen", ["you", "rules"])
    state = anna.my_turn(table)
    legal = {m["id"] for m in state["scene"]["moves"]}
    hidden = state["scene"]["unseen"][0]
    assert anna.play(table, hidden, state) == (409, {"error": "w.not_held", "card": hidden})
    status, answer = anna.play(table, 38, state)
    assert status == 409 and answer["error"] == "w.claim"
    assert {m["id"] for m in answer["moves"]} == legal
    status, answer = anna.act(table, "move", move=min(legal), ply=7)
    assert (status, answer["error"]) == (409, "w.stale")
    for nonsense in (True, "AS", 1.5, None, -1, 63, [], {}):
        assert anna.act(table, "move", move=nonsense, ply=0)[0] == 400
    assert anna.shown(table)["scene"] == state["scene"]


def test_hint_and_undo_are_off_unless_agreed(anna):
    plain = anna.table("schnapsen", ["you", "rules"])
    state = anna.my_turn(plain)
    assert not state["can"]["undo"] and not state["can"]["hint"]
    assert anna.act(plain, "hint")[0] == 409 and anna.act(plain, "undo")[0] == 409
    table = anna.table("schnapsen", ["you", "rules"], hint=True, undo=True)
    first = anna.my_turn(table)
    status, move = anna.act(table, "hint")
    assert status == 200 and move["id"] in {m["id"] for m in first["scene"]["moves"]}
    anna.play(table, first["scene"]["hand"][0], first)
    anna.until(table, lambda s: len(s["scene"]["log"]) > 1)
    status, state = anna.act(table, "undo")
    assert status == 200 and state["scene"]["log"] == []
    assert state["scene"]["hand"] == first["scene"]["hand"]
    assert anna.act(table, "undo") == (409, {"error": "t.nothing"})


def test_resigning_and_the_clock(anna):
    table = anna.table("schnapsen", ["you", "rules"])
    anna.my_turn(table)
    status, state = anna.act(table, "resign")
    assert status == 200 and state["scene"]["ending"] == "resigned"
    assert state["scene"]["payoffs"] == [-3, 3] and state["score"]["values"] == [-3, 3]
    assert anna.act(table, "resign") == (409, {"error": "w.over"})
    late = anna.table("schnapsen", ["you", "rules"], minutes=0.01)
    assert anna.shown(late)["players"][0]["clock"]["left"] <= 0.6
    state = anna.until(late, lambda s: s["phase"] == "over")
    assert state["scene"]["ending"] == "deadline" and state["scene"]["payoffs"] == [-3, 3]


def test_bots_among_themselves_are_watched_with_open_cards(server, anna):
    table = anna.table("schnapsen", ["rules", "bully"])
    state = anna.until(table, lambda s: s["phase"] == "over")
    assert state["scene"]["seat"] is None
    assert Client(server).get(f"/api/tables/{table}")[0] == 404


def test_review_and_replay_come_after_the_deal_only(anna):
    table = anna.table("schnapsen", ["you", "rules"])
    state = anna.my_turn(table)
    for what in ("replay/0", "review/0", "replay/5"):
        assert anna.get(f"/api/tables/{table}/{what}")[0] == 404
    state = play_on(anna, table, random.Random(5))
    replay = anna.get(f"/api/tables/{table}/replay/0")[1]
    assert len(replay["frames"]) == len(state["scene"]["log"]) + 1
    assert replay["names"] == ["Anna", "rules"]
    end = time.monotonic() + 240
    while True:
        review = anna.get(f"/api/tables/{table}/review/0")[1]
        if review["done"] == review["all"]:
            break
        assert time.monotonic() < end
        time.sleep(0.2)
    assert [d["move"] for d in review["decisions"]] == [m["id"] for _, m in state["scene"]["log"]]
    for entry in review["decisions"]:
        if "rows" in entry:
            assert entry["move"] in {row["id"] for row in entry["rows"]}
        else:
            assert entry["why"] in ("one_move", "too_long")  # on a slow machine
    assert any("rows" in entry for entry in review["decisions"])


def test_bots_that_misbehave_or_resign_lose_the_deal(server, anna):
    for name, note in (("Raises", "bot_left"), ("Resigns", None)):
        table = anna.table("schnapsen", [name, "you"])
        state = anna.until(table, lambda s: s["phase"] == "over")
        assert state["scene"]["payoffs"] == [-3, 3]
        assert (state["note"] or {}).get("key") == note


def test_a_thinking_bot_is_told_everything_and_blocks_nobody(server, anna):
    table = anna.table("schnapsen", ["you", "Watcher"])
    state = play_on(anna, table, random.Random(3))
    assert state["note"] is None  # it raises unless it was told of every move
    slow = anna.table("schnapsen", ["you", "ismcts:iterations=200000"])
    state = anna.my_turn(slow)
    anna.play(slow, state["scene"]["hand"][0], state)
    quick = anna.table("schnapsen", ["you", "rules"])
    play_on(anna, quick, random.Random(4))
    assert anna.shown(slow)["thinking"] or len(anna.shown(slow)["scene"]["log"]) > 1
    anna.act(slow, "resign")


# --- requests that are turned away ---


def test_another_sites_page_is_turned_away(server, anna):
    table = anna.table("schnapsen", ["you", "rules"])
    path, body = f"/api/tables/{table}/resign", b"{}"
    json_type = {"Content_Type": "application/json"}
    bad = [
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {},
        {"Origin": server.address, "Sec_Fetch_Site": "cross-site"},
        {"Origin": server.address, "Sec_Fetch_Site": "same-site"},
    ]
    for headers in bad:
        assert anna.send("POST", path, body, **json_type, **headers)[0] == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert anna.send("POST", path, body, Origin=server.address, Content_Type=kind)[0] == 415
    assert anna.send("GET", f"/api/tables/{table}", Sec_Fetch_Site="cross-site")[0] == 403
    assert anna.send("GET", f"/api/tables/{table}/events", Sec_Fetch_Site="cross-site")[0] == 403
    assert anna.send("GET", "/", Host="evil.example")[0] == 403
    port = server.address.rsplit(":", 1)[1]
    rebound = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    assert anna.send("POST", path, body, **json_type, **rebound)[0] == 403
    assert anna.send("DELETE", f"/api/tables/{table}")[0] == 405
    assert anna.shown(table)["phase"] == "playing"


def test_oversized_and_broken_bodies(server, anna):
    big = b'{"name": "' + b"x" * MAX_BODY + b'"}'
    own = {"Origin": server.address, "Content_Type": "application/json"}
    assert anna.send("POST", "/api/session", big, **own)[0] == 413
    for body in (b"{", b"[]", b"7", b'"x"', b"\xff", b"[" * 5000):
        assert anna.send("POST", "/api/session", body, **own)[0] == 400
    assert anna.post("/api/session", {"name": 7})[0] == 400


def test_unknown_sessions_and_tables(server, anna):
    table = anna.table("schnapsen", ["you", "rules"])
    stranger = Client(server)
    stranger.cookie = ""
    assert stranger.get(f"/api/tables/{table}")[0] == 401
    stranger.cookie = "schnapsen_table=guessed"
    for what in ("move", "resign", "undo", "hint", "next", "join"):
        assert stranger.act(table, what)[0] == 401
    assert Client(server).act(table, "resign")[0] == 404
    assert anna.get("/api/tables/nothing")[0] == 404
    assert "HttpOnly" in set_cookie(anna) and "strict" in set_cookie(anna).lower()


def set_cookie(client: Client) -> str:
    client.post("/api/session", {})
    return client.headers["set-cookie"]


@pytest.mark.parametrize(
    "wish, says",
    [
        ({"game": "bridge"}, "not known"),
        ({"options": {"flat": "7"}}, "flat"),
        ({"options": []}, "options"),
        ({"players": ["you"]}, "2 seats"),
        ({"players": ["you", "you"]}, "one seat"),
        ({"players": ["open", "rules"]}, "one seat"),
        ({"players": ["you", "os:system"]}, "not on offer"),
        ({"players": ["you", "/etc/passwd.py"]}, "not on offer"),
        ({"players": ["you", "ismcts:nothing=1"]}, "nothing"),
        ({"players": ["you", "net:file=/etc/passwd"]}, "file cannot be chosen"),
        ({"players": ["you", 7]}, "name of a bot"),
        ({"unit": "year"}, "unit"),
        ({"minutes": -1}, "minutes"),
        ({"minutes": True}, "minutes"),
        ({"pace": 3}, "pace"),
        ({"faces": "tarot"}, "faces"),
    ],
)
def test_a_table_that_cannot_be(anna, wish, says):
    status, answer = anna.post(
        "/api/tables", {"game": "schnapsen", "players": ["you", "rules"], **wish}
    )
    assert status == 400 and says in answer["error"]


def test_a_bot_that_has_not_learned_a_game(anna, monkeypatch):
    monkeypatch.setattr(BotSpec("net").cls, "fits", lambda game: False)
    status, answer = anna.post("/api/tables", {"game": "sixty_six", "players": ["you", "net"]})
    assert status == 400 and "has not learned sixty_six" in answer["error"]


def test_names_are_cleaned(anna):
    name = anna.post("/api/session", {"name": "  A\n\x1b[31m" + "x" * 50})[1]["name"]
    assert name == "A[31m" + "x" * 15


def test_the_page_loads_only_its_own(anna):
    page = anna.get("/")[1]
    assert anna.headers["content-security-policy"].startswith("default-src 'none'")
    assert anna.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"(src|href)=\"https?:", page)
    total = len(page)
    parts = re.findall(r"(?:src|href)=\"(/static/[^\"]+)", page)
    parts += [f"/static/{name}.js" for name in ("lobby", "table", "replay", "results")]  # later
    seen = set()
    while parts:
        part = parts.pop()
        if part in seen:
            continue
        seen.add(part)
        status, text = anna.get(part)
        assert status == 200 and anna.headers["cache-control"] == "no-cache"
        total += len(text)
        parts += [f"/static/{name}" for name in re.findall(r"from \"\./(\w+\.js)\"", text)]
    assert {"/static/scene.js", "/static/stepper.js", "/static/hand.js"} <= seen
    for other in ("/faces/french.svg", "/words/en.json"):
        total += len(anna.get(other)[1] if "svg" in other else json.dumps(anna.get(other)[1]))
    assert 50_000 < total < 300_000
    assert anna.get("/static/..%2Fapi.py")[0] == 404
    assert anna.get("/static/nothing.js")[0] == 404
    assert anna.get("/faces/tarot.svg")[0] == 404
    assert anna.get("/words/xx.json")[0] == 404
    assert "Schnapsen" in anna.get("/rules/schnapsen.md")[1]
    assert anna.get("/rules/..%2F..%2Fsecret.md")[0] == 404


def test_a_stream_ends_with_its_reader(server, anna):
    table = anna.table("schnapsen", ["you", "rules"])
    anna.my_turn(table)
    listeners = server.lobby.tables[table].listeners
    assert anna.send("HEAD", f"/api/tables/{table}/events")[0] == 200 and not listeners
    connection = http.client.HTTPConnection(anna.host, timeout=20)
    connection.request("GET", f"/api/tables/{table}/events", headers={"Cookie": anna.cookie})
    answer = connection.getresponse()
    assert answer.getheader("content-type").startswith("text/event-stream")
    assert answer.getheader("cache-control") == "no-store"
    assert answer.readline().startswith(b"data: {") and answer.readline() == b"\n"
    assert len(listeners) == 1
    answer.close()
    connection.close()
    end = time.monotonic() + 120
    while listeners:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_file_that_has_not_changed_is_not_sent_again(anna):
    anna.get("/static/scene.js")
    mark = anna.headers["etag"]
    assert anna.headers["content-type"].startswith("text/javascript")
    assert anna.send("GET", "/static/scene.js", If_None_Match=mark)[:2] == (304, "")
    assert anna.headers["content-security-policy"].startswith("default-src 'none'")
    assert anna.send("GET", "/static/scene.js", If_None_Match='"other"')[0] == 200


def test_the_offer_lists_games_and_bots(anna):
    offer = anna.get("/api/offer")[1]
    assert [g["name"] for g in offer["games"]] == list(sa.games())
    assert {"rules", "ismcts", "Watcher"} <= {b["name"] for b in offer["bots"]}
    assert ".py" not in json.dumps(offer)  # files of the operator are named to nobody


def test_no_web_stack_is_one_line():
    code = (
        "import sys; sys.modules['starlette'] = None; from schnapsen_ai.cli.main import main; "
        "sys.exit(main(['web']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "pip install 'schnapsen-ai[web]'" in done.stderr
