// A deal to step through: scenes with all cards open, one for each move, drawn one at a time.

import {fill, h, middle, moveName, say, seatPanel} from "./scene.js";

const PAUSE = 900; // milliseconds that a move is shown while the deal runs

// The scenes of a page that holds them folded: the first whole, of each other what has changed.
export function unfolded([first, ...changes]) {
  const frames = [first];
  for (const change of changes) frames.push(after(frames[frames.length - 1], change));
  return frames;
}

function after(old, change) { // [new value], or what has changed in it by key
  if (Array.isArray(change)) return change[0];
  const made = Array.isArray(old) ? [...old] : {...old};
  for (const [key, inner] of Object.entries(change)) made[key] = after(old[key], inner);
  return made;
}

// Steps through `frames` in `place`, from the step `start` on.  `links` stand beside the controls,
// what `more(frame, at)` gives below the table; `seen(at)` is told of every step.
export function stepper(place, {names, frames}, {start = 0, links = [], more, seen} = {}) {
  const last = frames.length - 1;
  const players = names.map((name) => ({name}));
  const board = h("div");
  const title = h("p", {class: "status", role: "status", "aria-live": "polite"});
  const slider = h("input", {type: "range", min: 0, max: last, "aria-label": say("replay"),
    oninput: () => { stop(); go(Number(slider.value)); }});
  const runs = h("button", {type: "button", onclick: run}, say("run"));
  const control = (name, sign, to) => h("button", {type: "button", "aria-label": say(name),
    title: say(name), onclick: () => { stop(); go(to()); }}, sign);
  let at = start;
  let timer = 0;

  function go(n) {
    at = Math.max(0, Math.min(last, n));
    draw();
    seen?.(at);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    runs.textContent = say("run");
  }

  function run() {
    if (timer) { stop(); return; }
    if (at === last) go(0);
    timer = setInterval(() => {
      if (at < last) go(at + 1);
      if (at === last) stop();
    }, PAUSE);
    runs.textContent = say("stop");
  }

  function what({log}) {
    if (at === 0) return say("start_of");
    const [seat, move] = log[log.length - 1] ?? [];
    const done = move ? say("played", {who: names[seat], move: moveName(move)}) : say("m.resign");
    return `${say("ply", {n: at, all: last})}: ${done}`;
  }

  function draw() {
    const frame = frames[at];
    slider.value = at;
    title.textContent = what(frame);
    fill(board, h("div", {class: "opponents open"},
      ...frame.hands.map((_, seat) => seatPanel(frame, seat, players, true))),
    middle(frame, names),
    frame.over ? h("p", {class: "result"}, say("ended", {how: say(`e.${frame.ending}`)}), " ",
      frame.payoffs.map((p, seat) =>
        say("result", {who: names[seat], points: p > 0 ? `+${p}` : p})).join(" · ")) : null,
    ...more?.(frame, at) ?? []);
  }

  // The arrow keys, Home and End; the slider knows them itself.
  function key(event) {
    const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last}[event.key];
    if (to === undefined || event.target === slider) return;
    event.preventDefault();
    stop();
    go(to);
  }

  place.replaceChildren(h("div", {class: "controls"}, control("first", "|◀", () => 0),
    control("back", "◀", () => at - 1), control("forward", "▶", () => at + 1),
    control("last", "▶|", () => last), runs, slider, ...links), title, board);
  draw();
  return {go, key, stop, draw, at: () => at};
}
