// The server, and what a page of it has of its own: language, faces, dialogs.

import {h, has, say, useFaces, useWords} from "./scene.js";

export async function setLanguage(code) {
  useWords(await (await fetch(`/words/${code}.json`)).json());
  document.documentElement.lang = code;
}

let loaded = null;

// Loads the faces of a style ("french" or "german") into the page, once.
export async function loadFaces(style) {
  if (style === loaded) return;
  const text = await (await fetch(`/faces/${style}.svg`)).text();
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.getElementById("sprite").replaceChildren(document.importNode(sprite, true));
  useFaces(style);
  loaded = style;
}

export class Refusal extends Error {
  constructor(status, body) {
    super(body.error ?? String(status));
    this.status = status;
    this.body = body;
  }
}

// A request; without a body GET, with one POST.  Throws a Refusal.
export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, options);
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}

// A game as people call it, from its name with house rules: "sixty_six[flat=1]".
export function gameName(spec) {
  const [name, options] = spec.split("[");
  const known = has(`g.${name}`) ? say(`g.${name}`) : name.replaceAll("_", " ");
  return options ? `${known} [${options}` : known;
}

let reach = null; // the server's address for other machines, null where only this one gets there

export async function openSession(name) {
  const session = await ask("/api/session", name === undefined ? {} : {name});
  reach = session.reach;
}

// The address under which other people find this page; null where they cannot.
export function reachable() {
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return here ? reach : location.origin;
}

// A question in a dialog; resolves to whether the first answer was chosen.
export function confirmed(text) {
  return new Promise((resolve) => {
    const dialog = document.getElementById("dialog");
    const close = (answer) => { dialog.close(); resolve(answer); };
    dialog.replaceChildren(
      h("p", {id: "dialog-text"}, text),
      h("div", {class: "row"},
        h("button", {type: "button", "data-key": "yes", onclick: () => close(true)}, say("yes")),
        h("button", {type: "button", "data-key": "no", onclick: () => close(false)}, say("no"))),
    );
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
  });
}

export function tell(...content) {
  const dialog = document.getElementById("dialog");
  dialog.replaceChildren(
    h("div", {id: "dialog-text"}, ...content),
    h("div", {class: "row"},
      h("button", {type: "button", onclick: () => dialog.close()}, say("close_box"))),
  );
  dialog.oncancel = null;
  dialog.showModal();
}
