// The page: language, help, and which part is shown for an address.

import {openSession, setLanguage, tell} from "./dom.js";
import {h, say} from "./scene.js";

let here = null; // the part that is shown
let visits = 0;

// The part for an address and what it is to show; a part is loaded when it is first needed.
function partOf(address) {
  const [kind, table, what, which] = address;
  const at = `/api/tables/${table}`;
  if (kind === "t" && what === "replay") {
    return ["replay", `${at}/replay/${which}`, `#/t/${table}`, `${at}/review/${which}`];
  }
  if (kind === "t") return ["table", table, what === "join" ? which : null];
  return kind === "results" ? ["results", address.slice(1)] : ["lobby"];
}

async function route() {
  const visit = ++visits;
  here?.leave?.();
  here = null;
  document.getElementById("dialog").close();
  const [name, ...given] = partOf(location.hash.replace(/^#\/?/, "").split("/"));
  const part = await import(`./${name}.js`);
  if (visit !== visits) return; // gone elsewhere meanwhile
  here = part;
  await part.show(...given);
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
  else here?.key?.(event);
});

async function begin() {
  const wanted = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
  const select = document.getElementById("language");
  select.value = [...select.options].some((o) => o.value === wanted) ? wanted : "en";
  await Promise.all([setLanguage(select.value), openSession()]);
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
