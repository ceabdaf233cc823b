// The facts of a deal in words.

import {cardName, moveName, rankName, suitName, suitPicture} from "./cards.js";
import {h, say} from "./dom.js";

function one(kind, value, names) {
  switch (kind) {
    case "suit": return [suitPicture(value), suitName(value)];
    case "rank": return [rankName(value)];
    case "card": return [cardName(value)];
    case "seat": return [names[value] ?? ""];
    case "level": return [say(`level.${value}`)];
    case "times": return [say("times", {n: value})];
    case "move":
      if (!value) return ["–"];
      return [value === "turn up" ? say("normal_game") : moveName({name: value})];
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

// Facts of one seat: [label, text].
export function ofSeat(scene, seat, names, withScore) {
  return scene.facts.filter((f) => f.of === "seat" && f.value[seat] !== undefined &&
      (withScore || f.name !== "score") &&
      !(f.kind === "move" && !f.value[seat]))
    .map((f) => [say(`f.${f.name}`), one(f.kind, f.value[seat], names)]);
}

export function list(pairs) {
  return h("dl", {}, ...pairs.map(([label, nodes]) =>
    h("div", {}, h("dt", {}, label), h("dd", {}, ...nodes))));
}
