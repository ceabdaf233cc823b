// Cards and moves: pictures from the sprite of the server, and their names in words.

import {h, has, say} from "./dom.js";

let style = null;
const svgNamespace = "http://www.w3.org/2000/svg";

// Loads the faces of a style ("french" or "german") into the page, once.
export async function useFaces(wanted) {
  if (style === wanted) return;
  const text = await (await fetch(`/faces/${wanted}.svg`)).text();
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.getElementById("sprite").replaceChildren(document.importNode(sprite, true));
  style = wanted;
}

function picture(symbol, name) {
  const svg = document.createElementNS(svgNamespace, "svg");
  const use = document.createElementNS(svgNamespace, "use");
  use.setAttribute("href", `#${symbol}`);
  if (name) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", name);
  } else svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", symbol.startsWith("s") ? "0 0 21 21" : "0 0 100 140");
  svg.append(use);
  return svg;
}

export const suitName = (suit) => say(`${style}.suit.${suit}`);
export const rankName = (rank) => say(`${style}.rank.${rank}`);

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
  return h("span", {class: `card ${extra}`},
    picture(card === null ? "back" : `c${card}`, name));
}

// A card that can be chosen.
export function button(card, attributes, extra = "") {
  return h("button", {type: "button", class: `card ${extra}`, "aria-label": cardName(card),
    "data-key": `c${card}`, ...attributes}, picture(`c${card}`, ""));
}

export const suitPicture = (suit) => h("span", {class: "suit"}, picture(`s${suit}`, suitName(suit)));
