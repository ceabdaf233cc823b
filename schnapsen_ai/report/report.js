"use strict";
// Steps through the deals of the page: a link #deal-KEY opens one at its decision.
const deals = JSON.parse(document.getElementById("deals").textContent);
const box = id => document.getElementById(id);
let deal = null, at = 0;

function element(tag, kind, text) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  return made;
}

function card(id) {  // -1: a back
  const space = "http://www.w3.org/2000/svg", made = document.createElementNS(space, "svg");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", "#" + deal.style + "-" + (id < 0 ? "back" : "c" + id));
  made.append(use);
  return made;
}

function row(title, cards, kind) {
  const made = element("div", "row " + (kind || "")), laid = element("div", "cards");
  laid.append(...cards.map(card));
  made.append(element("div", "who", title), laid);
  return made;
}

function show(n) {
  at = Math.max(0, Math.min(deal.frames.length - 1, n));
  const f = deal.frames[at], board = box("board"), middle = element("div", "middle");
  box("at").value = at;
  box("what").textContent = f.w;
  box("facts").textContent = f.f;
  const laid = f.t.length ? f.t : f.l || [];
  if (laid.length) middle.append(row(f.t.length ? "On the table" : "Last trick", laid.map(c => c[1])));
  if (f.n) {
    const up = f.n[2] || f.n[1] < 0 ? [-1] : [f.n[1], -1];
    middle.append(row("Talon: " + f.n[0] + (f.n[2] ? ", closed" : ""), up));
  }
  const hands = f.h.map((cards, seat) =>
    row("seat " + seat + ": " + (deal.names[seat] || ""), cards, f.s === seat ? "turn" : ""));
  board.replaceChildren(...hands.slice(0, 1), middle, ...hands.slice(1));
  box("values").replaceChildren(...values(f));
}

function values(f) {
  if (!f.v || !f.v.length) return [];
  const known = f.v.filter(v => v[2] !== null).map(v => v[2]), best = Math.max(...known);
  const chips = f.v.map(([text, , value], i) => {
    const chip = element("span", (value === best ? "best" : "") + (i === f.p ? " made" : ""),
      text + (value === null ? "" : " " + (value > 0 ? "+" : "") + value));
    chip.title = i === f.p ? "played" : "legal";
    return chip;
  });
  const note = known.length ? (f.g ? "gives away " + f.g : "") : "no solver value here";
  return [...chips, element("em", "", note)];
}

function open() {
  const found = location.hash.startsWith("#deal-") && deals[location.hash.slice(6)];
  if (!found) { if (box("replay").open) box("replay").close(); return; }
  deal = found;
  box("who").textContent = deal.names.join(" – ");
  box("at").max = deal.frames.length - 1;
  if (!box("replay").open) box("replay").showModal();
  show(deal.at);
}

const acts = { first: () => show(0), back: () => show(at - 1), forward: () => show(at + 1),
  last: () => show(deal.frames.length - 1), there: () => show(deal.at),
  close: () => box("replay").close() };
for (const id in acts) box(id).onclick = acts[id];
box("at").oninput = () => show(+box("at").value);
box("replay").addEventListener("close", () => {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
});
box("replay").addEventListener("keydown", e => {
  const act = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[e.key];
  if (act) { e.preventDefault(); acts[act](); }
});
addEventListener("hashchange", open);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => d.open = true));
open();
