// The results file: tournaments as they fill, the deals of a pairing, a deal to step through.

import {ask, gameName} from "./dom.js";
import * as replay from "./replay.js";
import {fill, h, say} from "./scene.js";

let timer = 0;
let here = 0; // counts visits, so that late answers of an earlier one are dropped

export const key = (event) => replay.key(event);

export function leave() {
  replay.leave();
  clearTimeout(timer);
  here += 1;
}

const main = () => document.getElementById("main");
const signed = (x) => (x > 0 ? "+" : "") + x.toFixed(3);

// parts: [] the overview, ["p", pairing, start] its sets, ["d", pairing, set, seating, deal] a deal.
export async function show(parts) {
  const visit = here;
  try {
    if (parts[0] === "d") {
      const [, pairing, set, seating, deal] = parts;
      await replay.show(`/api/results/${pairing}/${set}/${seating}/${deal}`,
        `#/results/p/${pairing}/${set - set % 50}`);
    } else if (parts[0] === "i") {
      await replay.show(`/api/results/imported/${parts[1]}`, "#/results");
    } else if (parts[0] === "p") fill(main(), sets(await ask(`/api/results/${parts[1]}?start=${
      parts[2] ?? 0}`), parts[1]));
    else await watch(visit);
  } catch (refusal) {
    if (visit === here) fill(main(), h("p", {class: "notice", role: "alert"}, say(refusal.message)));
  }
}

// The overview, again every two seconds: a tournament may be running.
async function watch(visit) {
  const data = await ask("/api/results");
  if (visit !== here) return;
  fill(main(), h("div", {class: "results"}, h("h1", {}, `${say("results")}: ${data.file}`),
    ...data.tournaments.map(tournament), data.imported.length ? imported(data.imported) : null));
  timer = setTimeout(() => watch(visit).catch(() => {}), 2000);
}

function imported(deals) {
  return h("section", {}, h("h2", {}, say("imported")), h("ul", {}, ...deals.map((d) => h("li", {},
    h("a", {href: `#/results/i/${d.id}`, "data-key": `i${d.id}`},
      `${gameName(d.game)}: ${d.players.join(", ")}`)))));
}

function tournament(t) {
  const about = [gameName(t.game), t.unit, t.seed === null ? "" : `seed ${t.seed}`].filter(Boolean).join(", ");
  const cell = (met) => {
    if (!met) return h("td", {}, "");
    if (!met.points) return h("td", {}, "…");
    const [value, low, high] = met.points;
    return h("td", {}, h("a", {href: `#/results/p/${met.id}/0`, "data-key":
      `p${met.id}${met.a}`}, signed(value)), h("small", {}, ` ${signed(low)} … ${signed(high)}`),
      h("br"), h("small", {}, `${met.sets}`));
  };
  return h("section", {}, h("h2", {}, t.name || `#${t.id}`, ` (${about})`),
    h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": say("cross")},
      h("table", {}, h("caption", {}, say("cross_says")),
        h("thead", {}, h("tr", {}, h("td", {}), ...t.bots.map((b) => h("th", {scope: "col"}, b)))),
        h("tbody", {}, ...t.bots.map((bot, i) => h("tr", {}, h("th", {scope: "row"}, bot),
          ...t.rows[i].map(cell)))))));
}

function sets(data, pairing) {
  const page = (start, sign) => start >= 0 && start < data.sets &&
    h("a", {class: "button", href: `#/results/p/${pairing}/${start}`}, sign);
  const deals = (row) => Array(Math.max(1, row.deals)).fill(0).map((_, deal) =>
    [h("a", {href: `#/results/d/${pairing}/${row.set}/${row.seating}/${deal}`},
      say("deal_n", {n: deal + 1})), " "]);
  return h("div", {class: "results"},
    h("h1", {}, say("deals_of", {a: data.a, b: data.b})),
    h("p", {class: "row"}, h("a", {class: "button", href: "#/results"}, say("results")),
      page(data.start - data.page, "◀"), page(data.start + data.page, "▶")),
    h("table", {}, h("thead", {}, h("tr", {}, ...["set", "seating", "f.points", "ending", "replay"]
      .map((k) => h("th", {scope: "col"}, say(k))))),
    h("tbody", {}, ...data.rows.map((row) => h("tr", {}, h("th", {scope: "row"}, String(row.set)),
      h("td", {}, String(row.seating)), h("td", {}, signed(row.points)),
      h("td", {}, say(`e.${row.ending}`)), h("td", {}, ...deals(row).flat()))))));
}
