// A finished deal to step through, and what `analyse` says of each decision.

import {ask, loadFaces} from "./dom.js";
import {common, fill, h, list, lying, moveName, say} from "./scene.js";
import {stepper} from "./stepper.js";

let deal = null; // {names, frames, review}
let steps = null;
let poll = 0;

export function leave() {
  steps?.stop();
  clearTimeout(poll);
  deal = steps = null;
}

// `path`: where the server has the deal; `back`: link to where one came from.
export async function show(path, back, withReview) {
  leave();
  const main = document.getElementById("main");
  let found;
  try {
    found = await ask(path);
  } catch (refusal) {
    fill(main, h("p", {class: "notice", role: "alert"}, refusal.message));
    return;
  }
  await loadFaces(found.frames[0].style);
  deal = {...found, review: null};
  const place = h("div");
  const aside = h("aside", {"aria-label": say("review")});
  fill(main, h("div", {class: "table"},
    h("div", {class: "felt"}, h("h1", {}, say("replay")), place), aside));
  const beside = (at) => fill(aside, list(common(deal.frames[at], deal.names)), ...reviewed());
  steps = stepper(place, deal, {
    links: back ? [h("a", {class: "button", href: back}, say("to_table"))] : [],
    more: (_, at) => [decision(deal.review?.decisions.find((d) => d.ply === at))],
    seen: beside,
  });
  beside(0);
  if (withReview) load(withReview, beside);
}

async function load(path, beside) {
  const mine = deal;
  const review = await ask(path);
  if (deal !== mine) return;
  deal.review = review;
  steps.draw();
  beside(steps.at());
  if (review.done < review.all) poll = setTimeout(() => load(path, beside), 600);
}

export const key = (event) => steps?.key(event);

function reviewed() {
  const review = deal.review;
  if (!review) return [];
  const waiting = review.done < review.all
    ? h("p", {role: "status"}, say("review_wait", {n: review.done, all: review.all})) : null;
  return [h("h2", {}, say("review")), h("p", {class: "small"}, say("review_intro")), waiting,
    h("ol", {class: "decisions"}, ...review.decisions.map(line))];
}

const asMove = (entry, id) => entry.name ? {name: entry.name} : {card: id};

function loss(entry) {
  if (!entry.rows) return null;
  const best = Math.max(...entry.rows.map((r) => r.mean));
  const played = entry.rows.find((r) => r.id === entry.move);
  return played ? best - played.mean : null;
}

// Whether the worlds looked at tell the move played from the best one.
function clear(entry) {
  const best = entry.rows.reduce((a, b) => (b.mean > a.mean ? b : a));
  const played = entry.rows.find((r) => r.id === entry.move);
  return entry.enumerated || (best.low !== null && played.high !== null && best.low > played.high);
}

function line(entry) {
  const lost = loss(entry);
  const text = entry.why ? say(entry.why) : lost === null ? "…"
    : lost < 0.005 ? say("review_best")
    : clear(entry) ? `−${lost.toFixed(2)}` : say("review_even");
  const sure = lost !== null && lost >= 0.005 && clear(entry);
  return h("li", {class: !sure ? "" : lost > 0.5 ? "bad" : lost > 0.1 ? "poor" : "", value: entry.ply + 1},
    h("button", {type: "button", class: "link", "data-key": `d${entry.ply}`,
      "aria-current": entry.ply === steps.at() ? "step" : null, onclick: () => steps.go(entry.ply)},
      say("played", {who: deal.names[entry.seat], move: moveName(asMove(entry, entry.move))})),
    ` ${text}`);
}

// The table of the decision that comes next.
function decision(entry) {
  if (!entry || !entry.rows) return null;
  const share = (x) => `${Math.round(100 * x)}\u00a0%`;
  const mean = (r) => (r.mean > 0 ? "+" : "") + r.mean.toFixed(2) +
    (r.low === null ? "" : ` (${r.low.toFixed(1)} … ${r.high.toFixed(1)})`);
  return h("table", {class: "numbers"},
    h("caption", {}, `${deal.names[entry.seat]}: ` +
      say(entry.enumerated ? "all_worlds" : "worlds", {n: entry.worlds})),
    h("thead", {}, h("tr", {}, ...["move", "mean", "best_in", "wins_in", "solver"].map((k) =>
      h("th", {scope: "col"}, say(k))))),
    h("tbody", {}, ...entry.rows.map((r) => h("tr", {class: r.id === entry.move ? "chosen" : ""},
      h("th", {scope: "row"}, r.name ? "" : lying(r.id, "tiny"),
        ` ${moveName(asMove(r, r.id))}${r.id === entry.move ? ` (${say("review_played")})` : ""}`),
      h("td", {}, mean(r)), h("td", {}, share(r.best)), h("td", {}, share(r.wins)),
      h("td", {}, r.open === null ? "" : (r.open > 0 ? "+" : "") + r.open)))));
}
