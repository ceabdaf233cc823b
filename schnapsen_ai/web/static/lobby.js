// The first page: make a table, or go back to one.

import {ask, gameName, openSession} from "./dom.js";
import {fill, h, say} from "./scene.js";

const kept = (key, otherwise) => localStorage.getItem(key) ?? otherwise;
let offer = null;

export async function show() {
  const [known, tables] = await Promise.all([offer ?? ask("/api/offer"), ask("/api/tables")]);
  offer = known;
  fill(document.getElementById("main"), h("div", {class: "lobby"}, form(), mine(tables)));
}

function mine(tables) {
  return h("section", {"aria-label": say("your_tables")}, h("h2", {}, say("your_tables")),
    tables.length ? h("ul", {}, ...tables.map((t) => h("li", {},
      h("a", {href: `#/t/${t.id}`}, `${gameName(t.game)}: ${t.players.map((p) => p || "…").join(", ")}`)))) :
      h("p", {}, say("no_tables")));
}

function choice(id, label, options, value, onchange) {
  const select = h("select", {id, onchange},
    ...options.map(([v, text]) => h("option", {value: v}, text)));
  select.value = value;
  return h("p", {class: "field"}, h("label", {for: id}, label), select);
}

function form() {
  const box = h("form", {onsubmit: (e) => { e.preventDefault(); start(box); }});
  const game = kept("game", "schnapsen");
  const names = offer.games.map((g) => [g.name, gameName(g.name)]);
  const known = offer.games.some((g) => g.name === game) ? game : names[0][0];
  box.append(
    h("h2", {}, say("new_table")),
    h("p", {class: "field"}, h("label", {for: "name"}, say("your_name")),
      h("input", {id: "name", maxlength: "20", autocomplete: "nickname",
        value: kept("name", say("guest"))})),
    choice("game", say("game"), names, known, () => forGame(box)),
    h("div", {id: "seats"}), h("div", {id: "rules"}),
    choice("unit", say("unit"), [["deal", say("single")], ["match", say("match")]],
      kept("unit", "deal")),
    choice("minutes", say("clock"), [["", say("no_clock")],
      ...offer.minutes.map((n) => [n, say("minutes", {n})])], ""),
    choice("pace", say("pace"), offer.paces.map((p) => [p, say(`pace.${p}`)]), kept("pace", "calm")),
    h("div", {id: "style"}),
    tick("hint", say("allow_hint")), tick("undo", say("allow_undo")),
    h("p", {}, h("button", {type: "submit", class: "legal", id: "start"}, say("start"))),
    h("p", {id: "notice", role: "status", "aria-live": "polite"}));
  forGame(box);
  return box;
}

function tick(id, label) {
  return h("p", {class: "tick"}, h("input", {type: "checkbox", id}), h("label", {for: id}, label));
}

const chosen = (box) => offer.games.find((g) => g.name === box.querySelector("#game").value);

// The parts of the form that depend on the game.
function forGame(box) {
  const game = chosen(box);
  const who = [["you", say("you")], ["open", say("open_seat")],
    ...offer.bots.map((b) => [b.name, b.name + (b.sees_all ? ` (${say("sees_all")})` : "")])];
  const seats = [];
  for (let seat = 0; seat < game.seats; seat++) {
    const more = h("input", {id: `params-${seat}`, class: "params", placeholder: say("parameters"),
      "aria-label": `${say("seat_n", {n: seat + 1})}: ${say("parameters")}`});
    const row = choice(`seat-${seat}`, say("seat_n", {n: seat + 1}), who,
      seat === 0 ? "you" : kept(`bot-${seat}`, "rules"), () => forBot(box, seat));
    row.append(more);
    seats.push(row);
  }
  box.querySelector("#seats").replaceChildren(...seats);
  seats.forEach((_, seat) => forBot(box, seat));
  const options = game.options.map((o) => {
    const field = choice(`option-${o.name}`, o.name.replaceAll("_", " "),
      o.values.map((v) => [v, v]), o.value);
    field.append(h("small", {}, o.sentence));
    return field;
  });
  box.querySelector("#rules").replaceChildren(options.length
    ? h("details", {}, h("summary", {}, say("house_rules")), ...options) : "");
  box.querySelector("#style").replaceChildren(choice("faces", say("faces"),
    [["french", say("faces.french")], ["german", say("faces.german")]], game.style));
}

function forBot(box, seat) {
  const bot = offer.bots.find((b) => b.name === box.querySelector(`#seat-${seat}`).value);
  const field = box.querySelector(`#params-${seat}`);
  const params = bot ? Object.entries(bot.parameters) : [];
  field.hidden = params.length === 0;
  field.value = "";
  field.placeholder = params.map(([k, v]) => `${k}=${v}`).join(",");
}

async function start(box) {
  const value = (id) => box.querySelector(`#${id}`).value;
  const game = chosen(box);
  const options = {};
  for (const o of game.options) {
    if (value(`option-${o.name}`) !== o.value) options[o.name] = value(`option-${o.name}`);
  }
  const players = [];
  for (let seat = 0; seat < game.seats; seat++) {
    const more = box.querySelector(`#params-${seat}`);
    const given = !more.hidden && more.value.trim();
    players.push(value(`seat-${seat}`) + (given ? `:${given}` : ""));
    if (seat && !["you", "open"].includes(value(`seat-${seat}`))) {
      localStorage.setItem(`bot-${seat}`, value(`seat-${seat}`));
    }
  }
  for (const id of ["name", "game", "unit", "pace"]) localStorage.setItem(id, value(id));
  const notice = box.querySelector("#notice");
  notice.className = "";
  notice.textContent = say("preparing", {game: gameName(game.name)});
  box.querySelector("#start").disabled = true;
  try {
    await openSession(value("name"));
    const table = await ask("/api/tables", {
      game: game.name, options, players, unit: value("unit"), pace: value("pace"),
      minutes: value("minutes") ? Number(value("minutes")) : null, faces: value("faces"),
      hint: box.querySelector("#hint").checked, undo: box.querySelector("#undo").checked,
    });
    location.hash = `#/t/${table.id}`;
  } catch (refusal) {
    notice.className = "alert";
    notice.textContent = say("error", {why: refusal.message});
  } finally {
    box.querySelector("#start").disabled = false;
  }
}
