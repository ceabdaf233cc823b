// The table as it looks: seats, what lies in the middle, the own hand.  Draws a scene of the server.

import {button, cardName, lying, moveName} from "./cards.js";
import {h, say} from "./dom.js";
import {list, ofSeat} from "./facts.js";

// Seats in the order they sit, the one after `seat` first.
export function around(scene) {
  const first = scene.seat ?? -1;
  const seats = [];
  for (let i = 1; i <= scene.seats; i++) {
    const seat = (first + i + scene.seats) % scene.seats;
    if (seat !== scene.seat) seats.push(seat);
  }
  return seats;
}

function clockText(clock) {
  const seconds = Math.max(0, Math.floor(clock.left ?? clock.spent));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// `players`: [{name, sees_all, clock, running}] by seat.
export function seatPanel(scene, seat, players, open) {
  const player = players[seat];
  const names = players.map((p) => p.name);
  const hand = scene.hands[seat];
  const turn = scene.to_move === seat;
  const cards = [...hand.cards.map((c) => lying(c, "small")),
    ...Array(hand.hidden).fill(0).map(() => lying(null, "small"))];
  const dealer = seat === scene.seats - 1 ? h("span", {class: "tag"}, say("dealer")) : null;
  const clock = player.clock
    ? h("span", {class: "clock", "data-seat": seat}, clockText(player.clock)) : null;
  return h("section", {class: `seat${turn ? " turn" : ""}`, "aria-label": player.name},
    h("h2", {}, turn ? "▸ " : "", player.name, player.sees_all ? " *" : "", " ", dealer, " ", clock),
    list(ofSeat(scene, seat, names, open)),
    open || seat !== scene.seat ? h("div", {class: "fan"}, ...cards) : null);
}

// The trick and the talon.
export function middle(scene, names) {
  const fresh = scene.trick.cards.length > 0;
  const trick = fresh ? scene.trick : scene.last;
  const laid = trick ? trick.cards.map(([seat, card]) =>
    h("figure", {class: trick.taker === seat ? "taker" : ""}, lying(card),
      h("figcaption", {}, names[seat]))) : [];
  const title = !trick ? "" : fresh ? say("on_table")
    : trick.taker === null ? say("last_trick") : say("took_by", {who: names[trick.taker]});
  return h("div", {class: "middle"},
    trick && h("section", {class: `trick${fresh ? "" : " past"}`, "aria-label": title},
      h("h2", {}, title), h("div", {class: "row"}, ...laid)),
    talon(scene.talon));
}

function talon(state) {
  if (!state) return null;
  const text = !state.left ? say("gone")
    : say("n_cards", {n: state.left}) + (state.closed ? `, ${say("closed")}` : "");
  const cards = [];
  if (state.left && state.up !== null && !state.closed) cards.push(lying(state.up, "up"));
  if (state.left) cards.push(lying(null));
  return h("section", {class: `talon${state.closed ? " closed" : ""}`, "aria-label": say("talon")},
    h("h2", {}, `${say("talon")}: ${text}`), h("div", {class: "row"}, ...cards));
}

// The own hand as buttons; `choose(move id)`.
export function handButtons(scene, choose) {
  const legal = new Set(scene.moves.filter((m) => m.card !== undefined).map((m) => m.id));
  const mine = scene.to_move === scene.seat && !scene.over;
  return h("div", {class: "hand", role: "group", "aria-label": say("hand"), "data-group": "hand"},
    ...scene.hand.map((card, i) => button(card, {
      "aria-disabled": mine && legal.has(card) ? null : "true",
      "aria-keyshortcuts": i < 9 ? String(i + 1) : null,
      onclick: () => choose(card),
    }, mine && legal.has(card) ? "legal" : mine && legal.size ? "dim" : "")));
}

// Moves that are no cards of the hand, as buttons with words; cards to be named as small cards.
export function actionButtons(scene, choose) {
  if (scene.over || scene.seat === null) return null;
  const legal = new Set(scene.moves.map((m) => m.id));
  const words = new Map([...scene.extra, ...scene.moves.filter((m) => m.card === undefined)]
    .map((m) => [m.id, m]));
  const cards = scene.moves.filter((m) => m.card !== undefined).map((m) => m.card);
  const naming = cards.some((c) => !scene.hand.includes(c)) ? cards : [];
  const mine = scene.to_move === scene.seat;
  return h("div", {class: "actions", role: "group", "aria-label": say("your_move"),
    "data-group": "actions"},
    ...[...words.values()].map((move) => h("button", {type: "button", "data-key": `m${move.id}`,
      class: mine && legal.has(move.id) ? "legal" : "",
      "aria-disabled": mine && legal.has(move.id) ? null : "true",
      onclick: () => choose(move.id)}, moveName(move))),
    naming.length ? h("div", {class: "naming"}, h("h2", {}, say("pick_card")),
      ...naming.map((card) => button(card, {onclick: () => choose(card),
        "data-key": `n${card}`}, "small legal"))) : null);
}

// The moves so far, the last one first.
export function logList(scene, names) {
  return h("ol", {class: "log", reversed: true, tabindex: "0", "aria-label": say("log")},
    ...[...scene.log].reverse().map(([seat, move]) =>
      h("li", {}, say("played", {who: names[seat], move: moveName(move)}))));
}

export function known(scene, names) {
  const found = [];
  for (const k of scene.known) {
    for (const [key, cards] of [["known_in", k.holds], ["absent_in", k.lacks]]) {
      if (cards.length) {
        found.push([say(key, {who: names[k.seat]}), [cards.map(cardName).join(", ")]]);
      }
    }
  }
  if (scene.unseen.length) {
    found.push([say("unseen"), [h("span", {class: "unseen"},
      ...scene.unseen.map((c) => lying(c, "tiny")))]]);
  }
  return found;
}

export {clockText};
