// A scene drawn: cards, moves and facts in words, the seats and what lies between them.
// The web table loads this file as a module; a notebook's replay and a report have it inline.

// --- elements and texts ---

// An element: h("button", {class: "card", onclick: f}, "text", child, ...)
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

// Fills a region anew; the focus stays on the element with the same data-key.
export function fill(region, ...children) {
  const key = region.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const group = document.activeElement?.closest?.("[data-group]")?.dataset.group;
  region.replaceChildren(...children.flat().filter((c) => c));
  if (!key) return;
  const again = region.querySelector(`[data-key="${key}"]`) ??
    region.querySelector(`[data-group="${group}"] button`);
  again?.focus({preventScroll: true});
}

let words = {};
let style = "french";
let faces = ""; // what the ids of the page's symbols begin with

export const useWords = (texts) => { words = texts; };
export const useFaces = (wanted, prefix = "") => { style = wanted; faces = prefix; };
export const has = (key) => key in words;

// A text with its {names} filled in.
export function say(key, names = {}) {
  let text = words[key] ?? key.replace(/^[mfe]\./, "");
  for (const [name, value] of Object.entries(names)) text = text.replaceAll(`{${name}}`, value);
  return text;
}

// --- cards and moves ---

const svgNamespace = "http://www.w3.org/2000/svg";

export function picture(symbol, name, box = "0 0 100 140") {
  const svg = document.createElementNS(svgNamespace, "svg");
  const use = document.createElementNS(svgNamespace, "use");
  use.setAttribute("href", `#${faces}${symbol}`);
  if (name) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", name);
  } else svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", box);
  svg.append(use);
  return svg;
}

export const suitName = (suit) => say(`${style}.suit.${suit}`);
const rankName = (rank) => say(`${style}.rank.${rank}`);

export function cardName(card) {
  return say("card", {suit: suitName(card >> 3), rank: rankName(card & 7)});
}

// The name of a move: {card: 7}, {name: "marriage C"}.
export function moveName(move) {
  if (move.card !== undefined && move.card !== null) return cardName(move.card);
  const name = move.name.toLowerCase();
  if (has(`m.${name}`)) return say(`m.${name}`);
  const cut = name.lastIndexOf(" ");
  const last = move.name.slice(cut + 1);
  const suit = "CSHD".indexOf(last);
  const value = suit >= 0 && last.length === 1 ? suitName(suit) : rankName("789JQKTA".indexOf(last));
  return say(`m.${name.slice(0, cut)}`, {value});
}

// A card that only lies there; null: a back.
export function lying(card, extra = "") {
  const name = card === null ? say("hidden_card") : cardName(card);
  return h("span", {class: `card ${extra}`}, picture(card === null ? "back" : `c${card}`, name));
}

// --- facts ---

function one(kind, value, names) {
  switch (kind) {
    case "suit": return [h("span", {class: "suit"},
      picture(`s${value}`, suitName(value), "0 0 21 21")), suitName(value)];
    case "rank": return [rankName(value)];
    case "card": return [cardName(value)];
    case "seat": return [names[value] ?? ""];
    case "level": return [say(`level.${value}`)];
    case "times": return [say(value === 1 ? "once" : "times", {n: value})];
    case "move":
      if (!value) return ["–"];
      return [moveName({name: value})];
    default: return [String(value)];
  }
}

// Facts that are not of single seats: [label, nodes].
export function common(scene, names, withScore = true) {
  const found = [];
  for (const fact of scene.facts) {
    if (fact.name === "score" && !withScore) continue;
    const label = say(`f.${fact.name}`);
    if (fact.of === "all") found.push([label, one(fact.kind, fact.value, names)]);
    else if (fact.of === "side" || fact.of === "team") {
      const who = (i) => fact.of === "side" ? say(`side.${i}`)
        : scene.seat === null ? say("team", {a: i, b: i + 2})
        : say((scene.seat & 1) === i ? "us" : "them");
      const order = fact.of === "team" && scene.seat !== null && scene.seat & 1 ? [1, 0] : [0, 1];
      found.push([label, order.map((i) =>
        h("span", {class: "pair"}, `${who(i)} `, ...one(fact.kind, fact.value[i], names)))]);
    }
  }
  return found;
}

// Facts of one seat: [label, nodes].
function ofSeat(scene, seat, names, withScore) {
  return scene.facts.filter((f) => f.of === "seat" && f.value[seat] !== undefined &&
      (withScore || f.name !== "score") && !(f.kind === "move" && !f.value[seat]))
    .map((f) => [say(`f.${f.name}`), one(f.kind, f.value[seat], names)]);
}

export function list(pairs) {
  return h("dl", {}, ...pairs.map(([label, nodes]) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, ...nodes))));
}

// --- the table ---

// `players`: [{name, sees_all, clock}] by seat; `tag`: what else stands beside the name.
export function seatPanel(scene, seat, players, open, tag = null) {
  const player = players[seat];
  const hand = scene.hands[seat];
  const turn = scene.to_move === seat;
  const cards = [...hand.cards.map((c) => lying(c, "small")),
    ...Array(hand.hidden).fill(0).map(() => lying(null, "small"))];
  const dealer = seat === scene.seats - 1 ? h("span", {class: "tag"}, say("dealer")) : null;
  return h("section", {class: `seat${turn ? " turn" : ""}`, "aria-label": player.name},
    h("h2", {}, turn ? "▸ " : "", player.name, player.sees_all ? " *" : "", " ", dealer, " ", tag),
    list(ofSeat(scene, seat, players.map((p) => p.name), open)),
    open || seat !== scene.seat ? h("div", {class: "fan"}, ...cards) : null);
}

// Where a seat is, seen from the own one (the first, for who has none), in the order of play.
export function place(scene, seat) {
  const places = {2: "sn", 3: "swe", 4: "swne"}[scene.seats] ?? "";
  return `at-${places[(seat - (scene.seat ?? 0) + scene.seats) % scene.seats] ?? "n"}`;
}

// The trick, as it was when it was taken until the next one begins, and the talon.
export function middle(scene, names) {
  const fresh = scene.trick.cards.length > 0;
  const trick = fresh ? scene.trick : scene.last;
  const laid = trick ? trick.cards.map(([seat, card]) =>
    h("figure", {class: `${place(scene, seat)}${trick.taker === seat ? " taker" : ""}`}, lying(card),
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
