// The page: language, help, and which part is shown for an address.

import {ask, setLanguage, tell} from "./dom.js";
import * as lobby from "./lobby.js";
import * as replay from "./replay.js";
import * as results from "./results.js";
import {h, say} from "./scene.js";
import * as table from "./table.js";

async function route() {
  table.leave();
  replay.leave();
  results.leave();
  document.getElementById("dialog").close();
  const parts = location.hash.replace(/^#\/?/, "").split("/");
  if (parts[0] === "t" && parts[2] === "replay") {
    const at = `/api/tables/${parts[1]}`;
    await replay.show(`${at}/replay/${parts[3]}`, `#/t/${parts[1]}`, `${at}/review/${parts[3]}`);
  } else if (parts[0] === "t") {
    await table.show(parts[1], parts[2] === "join" ? parts[3] : null);
  } else if (parts[0] === "results") await results.show(parts.slice(1));
  else await lobby.show();
}

function texts() {
  document.title = say("title");
  for (const [id, key] of [["title", "title"], ["home", "home"], ["help", "help"],
    ["skip", "skip"], ["language-label", "language"], ["results", "results"]]) {
    document.getElementById(id).textContent = say(key);
  }
}

function help() {
  tell(h("h2", {}, say("help")), h("p", {}, say("help_text")));
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("select, textarea, input:not([type=range])");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.getElementById("dialog").open) return;
  if (event.key === "?") help();
  else {
    table.key(event);
    replay.key(event);
  }
});

async function begin() {
  const wanted = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
  const select = document.getElementById("language");
  select.value = [...select.options].some((o) => o.value === wanted) ? wanted : "en";
  await Promise.all([setLanguage(select.value), ask("/api/session", {})]);
  texts();
  select.onchange = async () => {
    localStorage.setItem("language", select.value);
    await setLanguage(select.value);
    texts();
    await route();
  };
  document.getElementById("help").onclick = help;
  document.getElementById("skip").onclick = (event) => {
    event.preventDefault();
    document.getElementById("main").focus();
  };
  window.onhashchange = route;
  await route();
  document.body.dataset.ready = "yes";
}

begin();
