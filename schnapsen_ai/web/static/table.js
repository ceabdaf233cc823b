// A table in play: listens to the server, draws what it sends, sends moves.

import {ask, confirmed, gameName, loadFaces, openSession, reachable, tell} from "./dom.js";
import * as hand from "./hand.js";
import {cardName, common, fill, h, list, middle, moveName, place, say, seatPanel,
  suitName} from "./scene.js";

let now = null; // the last thing the server sent
let source = null;
let ticker = 0;
let message = "";
let alerting = false;
const main = () => document.getElementById("main");
const at = (what) => `/api/tables/${now.id}/${what}`;

export function leave() {
  source?.close();
  clearInterval(ticker);
  document.removeEventListener("visibilitychange", onVisible);
  source = now = null;
}

export async function show(id, invite) {
  leave();
  message = "";
  try {
    if (invite) {
      await ask(`/api/tables/${id}/join`, {invite});
      history.replaceState(null, "", `#/t/${id}`);
    }
    now = await ask(`/api/tables/${id}`);
  } catch (refusal) {
    fill(main(), h("p", {class: "notice", role: "alert"}, say(refusal.message)));
    return;
  }
  await draw(now);
  listen(id);
  document.addEventListener("visibilitychange", onVisible);
  ticker = setInterval(tick, 500);
}

// One stream for the visible page only: browsers allow few connections to a host.
function listen(id) {
  source?.close();
  source = new EventSource(`/api/tables/${id}/events`);
  source.onmessage = (event) => draw(JSON.parse(event.data));
  source.onerror = () => {
    announce(say("connection_lost"), true);
    if (source?.readyState === EventSource.CLOSED) setTimeout(() => again(id), 2000);
  };
  source.onopen = () => { if (message === say("connection_lost")) announce(""); };
}

// The stream was refused: has the server just come back, or is the table gone?
async function again(id) {
  if (now?.id !== id) return;
  try {
    await ask(`/api/tables/${id}`);
    listen(id);
  } catch (refusal) {
    if (now?.id !== id) return;
    if (![401, 404].includes(refusal.status)) {
      setTimeout(() => again(id), 2000);
      return;
    }
    if (refusal.status === 401) await openSession();
    leave();
    fill(main(), h("div", {class: "notice", role: "alert"}, h("p", {}, say("table_gone")),
      h("a", {class: "button", href: "#/"}, say("home"))));
  }
}

function onVisible() {
  if (!now) return;
  if (document.hidden) source?.close();
  else listen(now.id);
}

function announce(text, alert = false) {
  message = text;
  alerting = alert;
  const place = document.getElementById("message");
  if (place) {
    place.textContent = text;
    place.className = alert ? "alert" : "";
  }
  if (text) tellEars(text);
}

// The one region that a screen reader hears: it stays, and only its text changes.
function tellEars(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

// Each move made since the state before, in words, and what comes now.
function news(before, state) {
  const scene = state.scene;
  if (!scene) return "";
  const names = bySeat(state).map((p) => p.name);
  const known = before?.scene && before.deal === state.deal ? before.scene.log.length : 0;
  const moves = scene.log.slice(known).map(([seat, move]) =>
    say("played", {who: names[seat], move: moveName(move)}));
  return [...moves, statusText(state, names)].join(". ");
}

// --- what a person does ---

async function act(what, body = {}) {
  try {
    announce("");
    const answer = await ask(at(what), body);
    if (answer.version !== undefined) await draw(answer);
    return answer;
  } catch (refusal) {
    announce(reason(refusal), true);
    return null;
  }
}

function reason(refusal) {
  const names = {...refusal.body};
  for (const key of ["moves", "cards"]) {
    if (names[key]) names[key] = names[key].map(moveName).join(", ");
  }
  if (names.move) names.move = moveName(names.move);
  if (typeof names.card === "number") names.card = cardName(names.card);
  if (typeof names.suit === "number") names.suit = suitName(names.suit);
  if (typeof names.trumps === "number") names.suit = say("f.trump");
  return say(refusal.message, names);
}

// A word that ends the deal with a loss is asked again: `ask` has the server look.
async function choose(move) {
  const body = {move, ply: now.scene.log.length};
  try {
    announce("");
    await draw(await ask(at("move"), {...body, ask: true}));
  } catch (refusal) {
    if (refusal.message !== "sure_loss") announce(reason(refusal), true);
    else if (await confirmed(reason(refusal))) await act("move", body);
  }
}

async function resign() {
  const match = now.settings.unit === "match";
  if (await confirmed(say(match ? "resign_match" : "resign_sure"))) await act("resign");
}

async function hint() {
  const move = await act("hint");
  if (move) announce(say("hint_says", {move: moveName(move)}));
}

export function key(event) {
  const state = now;
  if (!state?.scene) return;
  const held = [...document.querySelectorAll(".hand button")];
  const spot = held.indexOf(document.activeElement);
  const actions = [...document.querySelectorAll(".actions button, .controls button")];
  const other = actions.indexOf(document.activeElement);
  const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (step && held.length && other < 0) {
    held[spot < 0 ? 0 : (spot + step + held.length) % held.length].focus();
  } else if (step && other >= 0) {
    actions[(other + step + actions.length) % actions.length].focus();
  } else if (event.key === "ArrowDown" && actions.length) actions[0].focus();
  else if (event.key === "ArrowUp" && held.length) held[0].focus();
  else if (/^[1-9]$/.test(event.key) && held[event.key - 1]) held[event.key - 1].click();
  else if (event.key === "r" && state.can.resign) resign();
  else if (event.key === "h" && state.can.hint) hint();
  else if (event.key === "u" && state.can.undo) act("undo");
  else if (event.key === "n" && state.can.next) act("next");
  else return;
  event.preventDefault();
}

// --- drawing ---

// What is on screen already is left alone: a finger may be on a card.
async function draw(state) {
  if (now && state.id === now.id && state.version < now.version) return;
  const fresh = !now?.drawn;
  const same = !fresh && state.version === now.version;
  const before = now;
  now = {...state, drawn: true, received: performance.now()};
  if (same) return; // but for the clocks
  await loadFaces(state.settings.faces);
  if (fresh || !document.getElementById("felt")) {
    fill(main(), h("div", {class: "table"}, h("div", {id: "felt", class: "felt"}),
      h("p", {id: "message"}, message),
      h("p", {id: "live", class: "hidden", role: "status", "aria-live": "polite"}),
      h("aside", {id: "side", "aria-label": say("facts")})));
    announce(message, alerting);
  }
  const table = document.getElementById("felt");
  table.className = `felt live${now.scene && !now.scene.over ? " playing" : ""}`;
  fill(table, ...felt(now));
  const near = table.querySelector(".near");
  if (near) document.getElementById("message").style.setProperty("--y", `${near.offsetTop}px`);
  fill(document.getElementById("side"), ...side(now));
  tellEars(news(before, now));
}

function bySeat(state) {
  return state.seating.map((p) => ({...state.players[p], running: state.running === p}));
}

// A seat at its place around the table, with its clock.
function panel(scene, seat, players, open) {
  const {clock} = players[seat];
  const shown = seatPanel(scene, seat, players, open,
    clock ? h("span", {class: "clock", "data-seat": seat}, hand.clockText(clock)) : null);
  shown.classList.add(place(scene, seat));
  return shown;
}

function felt(state) {
  const scene = state.scene;
  if (!scene) return [waiting(state), controls(state)];
  const players = bySeat(state);
  const names = players.map((p) => p.name);
  const me = scene.seat;
  return [
    h("h1", {class: "hidden"}, `${gameName(state.game)}, ${say("deal_n", {n: state.deal + 1})}`),
    h("div", {class: `round seats-${scene.seats}`},
      ...hand.around(scene).map((s) => panel(scene, s, players, me === null && !state.out)),
      middle(scene, names)),
    h("div", {class: "near"},
      h("p", {class: `status${scene.to_move === me && !scene.over ? " mine" : ""}`},
        statusText(state, names)),
      me === null ? null : panel(scene, me, players, false)),
    scene.over ? result(state, names) : null,
    me === null ? h("p", {class: "notice"}, say(state.out ? "out" : "watching"))
      : hand.handButtons(scene, choose),
    h("div", {class: "bar"}, me === null ? null : hand.actionButtons(scene, choose),
      controls(state)),
  ];
}

function waiting(state) {
  if (!state.invite) return h("p", {class: "notice"}, say("watching"));
  const base = reachable();
  const link = `${base ?? location.origin}/#/t/${state.id}/join/${state.invite}`;
  const field = h("input", {id: "invite", readonly: true, value: link,
    "aria-label": say("invite"), onfocus: (e) => e.target.select()});
  return h("div", {class: "notice"}, h("p", {role: "status"}, say("waiting")),
    h("p", {}, say("invite")), base ? null : h("p", {}, say("only_here")),
    h("div", {class: "row"}, field, h("button", {type: "button", onclick: async (e) => {
      await navigator.clipboard?.writeText(link).catch(() => {});
      field.select();
      e.target.textContent = say("copied");
    }}, say("copy"))));
}

function statusText(state, names) {
  const scene = state.scene;
  const note = noteText(state.note);
  if (scene.over) return say("ended", {how: say(`e.${scene.ending}`)}) + note;
  if (scene.to_move === scene.seat) return say("your_turn") + note;
  const who = names[scene.to_move];
  return say(state.thinking ? "thinks" : "turn_of", {who}) + note;
}

// What happened to a bot, in words.
function noteText(note) {
  return note ? ` ${say(note.key, {...note, why: say(note.why, note)})}` : "";
}

function result(state, names) {
  const scene = state.scene;
  const own = scene.seat === null ? null : scene.payoffs[scene.seat];
  const head = own === null || own === undefined ? ""
    : own > 0 ? say("you_win", {n: own}) : own < 0 ? say("you_lose", {n: -own}) : say("drawn_deal");
  const points = scene.payoffs.map((p, s) =>
    say("result", {who: names[s], points: p > 0 ? `+${p}` : String(p).replace("-", "−")}));
  return h("section", {class: "result", "aria-label": say("ended", {how: ""})},
    head ? h("h2", {}, head) : null, h("p", {}, points.join(" · ")),
    state.match_over ? h("p", {class: "won"},
      say("match_won", {who: state.winners.join(" + ")})) : null);
}

function controls(state) {
  const can = state.can;
  const shown = (flag, key, action) => flag && h("button",
    {type: "button", "data-key": key, onclick: action}, say(key));
  const next = state.settings.unit === "match" && !state.match_over ? "next_deal" : "new_deal";
  return h("div", {class: "controls", "data-group": "controls"},
    can.next && h("button", {type: "button", class: "legal", "data-key": "next",
      onclick: () => act("next")}, say(next)),
    state.scene?.over && h("a", {class: "button", "data-key": "review",
      href: `#/t/${state.id}/replay/${state.deal}`}, say("review")),
    shown(can.hint, "hint", hint),
    shown(can.undo, "undo", () => act("undo")),
    can.resign && h("button", {type: "button", "data-key": "resign", onclick: resign},
      say("m.resign")));
}

function side(state) {
  const scene = state.scene;
  const names = bySeat(state).map((p) => p.name);
  const each = (values) => values.map((v, i) => {
    const who = state.score.of === "player" ? state.players[i].name
      : state.players.filter((_, p) => (p & 1) === i).map((p) => p.name).join(" + ");
    return [who, [String(v).replace("-", "−")]];
  });
  const marks = state.score.marks || [];
  const game = state.game.split("[")[0];
  const past = state.finished.filter((k) => k !== state.deal);
  return [
    h("h2", {}, say("facts")),
    scene ? list(common(scene, names, false)) : null,
    scene ? list(hand.known(scene, names)) : null,
    h("h2", {}, state.score.down ? say("score_down", {n: state.score.down}) : say("score")),
    list(each(state.score.values)),
    marks.some((m) => m > 0) ? h("h2", {}, say("marks")) : null,
    marks.some((m) => m > 0) ? list(each(marks)) : null,
    h("p", {}, h("button", {type: "button", class: "link", onclick: () => rules(game)},
      say("rules_of", {game: gameName(game)}))),
    past.length ? h("p", {}, `${say("replay")}: `, ...past.flatMap((k) =>
      [h("a", {href: `#/t/${state.id}/replay/${k}`}, String(k + 1)), " "])) : null,
    scene ? h("details", {open: innerWidth > 900}, h("summary", {}, say("log")),
      hand.logList(scene, names)) : null,
  ];
}

export async function rules(game) {
  const text = await (await fetch(`/rules/${game}.md`)).text();
  tell(h("pre", {class: "rules", tabindex: "0"}, text));
}

function tick() {
  if (!now?.scene || now.running === null) return;
  const player = now.players[now.running];
  const passed = (performance.now() - now.received) / 1000;
  const clock = {spent: player.clock.spent + passed,
    left: player.clock.left === null ? null : player.clock.left - passed};
  const seat = now.seating.indexOf(now.running);
  const place = document.querySelector(`.clock[data-seat="${seat}"]`);
  if (place) place.textContent = hand.clockText(clock);
}
