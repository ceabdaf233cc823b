// A finished deal to step through, and what `analyse` says of each decision.

import * as board from "./board.js";
import {lying, moveName, useFaces} from "./cards.js";
import {ask, fill, h, say} from "./dom.js";
import {common, list} from "./facts.js";

let deal = null; // {names, frames, review, at, path}
let timer = 0;
let poll = 0;

export function leave() {
  clearInterval(timer);
  clearTimeout(poll);
  timer = 0;
  deal = null;
}

// `path`: where the server has the deal; `back`: link to where one came from.
export async function show(path, back, withReview) {
  leave();
  try {
    const found = await ask(path);
    deal = {...found, at: 0, path, back, review: null};
  } catch (refusal) {
    fill(document.getElementById("main"), h("p", {class: "notice", role: "alert"}, refusal.message));
    return;
  }
  await useFaces(deal.frames[0].style);
  draw();
  if (withReview) load(withReview);
}

async function load(path) {
  if (!deal) return;
  const review = await ask(path);
  if (!deal) return;
  deal.review = review;
  draw();
  if (review.done < review.all) poll = setTimeout(() => load(path), 600);
}

export function key(event) {
  if (!deal) return;
  const step = {ArrowLeft: deal.at - 1, ArrowRight: deal.at + 1, Home: 0,
    End: deal.frames.length - 1}[event.key];
  if (step === undefined || event.target.type === "range") return;
  go(step);
  event.preventDefault();
}

function go(n) {
  deal.at = Math.max(0, Math.min(deal.frames.length - 1, n));
  draw();
}

function run() {
  if (timer) { clearInterval(timer); timer = 0; draw(); return; }
  if (deal.at === deal.frames.length - 1) deal.at = 0;
  timer = setInterval(() => {
    if (!deal || deal.at === deal.frames.length - 1) { clearInterval(timer); timer = 0; }
    else deal.at += 1;
    if (deal) draw();
  }, 900);
  draw();
}

function draw() {
  const {frames, names, at} = deal;
  const scene = frames[at];
  const last = frames.length - 1;
  const players = names.map((name) => ({name}));
  const done = scene.log.length ? scene.log[scene.log.length - 1] : null;
  const title = at === 0 ? say("start_of") : `${say("ply", {n: at, all: last})}: ` +
    (done ? say("played", {who: names[done[0]], move: moveName(done[1])}) : say("m.resign"));
  const control = (name, sign, n) => h("button", {type: "button", "aria-label": say(name),
    title: say(name), "data-key": name, onclick: () => go(n)}, sign);
  fill(document.getElementById("main"), h("div", {class: "table"},
    h("div", {class: "felt"},
      h("h1", {}, say("replay")),
      h("div", {class: "controls"}, control("first", "|◀", 0), control("back", "◀", at - 1),
        control("forward", "▶", at + 1), control("last", "▶|", last),
        h("button", {type: "button", "data-key": "run", onclick: run}, say(timer ? "stop" : "run")),
        h("input", {type: "range", min: 0, max: last, value: at, "data-key": "slider",
          "aria-label": say("replay"), oninput: (e) => go(Number(e.target.value))}),
        deal.back ? h("a", {class: "button", href: deal.back}, say("to_table")) : null),
      h("p", {class: "status", role: "status", "aria-live": "polite"}, title),
      h("div", {class: "opponents open"},
        ...board.around({...scene, seat: null}).map((s) =>
          board.seatPanel(scene, s, players, true))),
      board.middle(scene, names),
      scene.over ? h("p", {class: "result"}, say("ended", {how: say(`e.${scene.ending}`)}), " ",
        scene.payoffs.map((p, s) => say("result", {who: names[s], points: p > 0 ? `+${p}` : p}))
          .join(" · ")) : null,
      decision(deal.review?.decisions.find((d) => d.ply === at))),
    h("aside", {"aria-label": say("review")}, list(common(scene, names)), ...reviewed())));
}

function reviewed() {
  const review = deal.review;
  if (!review) return [];
  const waiting = review.done < review.all
    ? h("p", {role: "status"}, say("review_wait", {n: review.done, all: review.all})) : null;
  return [h("h2", {}, say("review")), h("p", {class: "small"}, say("review_intro")), waiting,
    h("ol", {class: "decisions"}, ...review.decisions.map(line))];
}

const asMove = (entry, id) => id < 32 ? {card: id} : {name: entry.name};

function loss(entry) {
  if (!entry.rows) return null;
  const best = Math.max(...entry.rows.map((r) => r.mean));
  const played = entry.rows.find((r) => r.id === entry.move);
  return played ? best - played.mean : null;
}

function line(entry) {
  const lost = loss(entry);
  const text = entry.why ? say(entry.why) : lost === null ? "…"
    : lost < 0.005 ? say("review_best") : `−${lost.toFixed(2)}`;
  return h("li", {class: lost > 0.5 ? "bad" : lost > 0.1 ? "poor" : "", value: entry.ply + 1},
    h("button", {type: "button", class: "link", "data-key": `d${entry.ply}`,
      "aria-current": entry.ply === deal.at ? "step" : null, onclick: () => go(entry.ply)},
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
      h("th", {scope: "row"}, r.id < 32 ? lying(r.id, "tiny") : "",
        ` ${moveName(asMove(r, r.id))}${r.id === entry.move ? ` (${say("review_played")})` : ""}`),
      h("td", {}, mean(r)), h("td", {}, share(r.best)), h("td", {}, share(r.wins)),
      h("td", {}, (r.open > 0 ? "+" : "") + r.open)))));
}
