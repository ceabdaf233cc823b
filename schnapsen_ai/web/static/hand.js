// What a person at a table may do and know: the own hand, other moves, the log, unseen cards.

import {cardName, h, lying, moveName, picture, say} from "./scene.js";

// Seats in the order they sit, the one after the own first.
export function around(scene) {
  const first = scene.seat ?? -1;
  const seats = [];
  for (let i = 1; i <= scene.seats; i++) {
    const seat = (first + i + scene.seats) % scene.seats;
    if (seat !== scene.seat) seats.push(seat);
  }
  return seats;
}

export function clockText(clock) {
  const seconds = Math.max(0, Math.floor(clock.left ?? clock.spent));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// A card that can be chosen.
function button(card, attributes, extra = "") {
  return h("button", {type: "button", class: `card ${extra}`, "aria-label": cardName(card),
    "data-key": `c${card}`, ...attributes}, picture(`c${card}`, ""));
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
