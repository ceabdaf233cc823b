// Elements, texts and the server: what every other part of the page uses.

// An element: h("button", {class: "card", onclick: f}, "text", child, ...)
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

// Fills a region anew; the focus stays on the element with the same data-key.
export function fill(region, ...children) {
  const key = region.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const group = document.activeElement?.closest?.("[data-group]")?.dataset.group;
  region.replaceChildren(...children.flat().filter((c) => c));
  if (!key) return;
  const again = region.querySelector(`[data-key="${key}"]`) ??
    region.querySelector(`[data-group="${group}"] button`);
  again?.focus({preventScroll: true});
}

let words = {};
export let language = "en";

export async function setLanguage(code) {
  const answer = await fetch(`/words/${code}.json`);
  words = await answer.json();
  language = code;
  document.documentElement.lang = code;
}

// A text with its {names} filled in.
export function say(key, names = {}) {
  let text = words[key] ?? key.replace(/^[mfe]\./, "");
  for (const [name, value] of Object.entries(names)) text = text.replaceAll(`{${name}}`, value);
  return text;
}

export const has = (key) => key in words;

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
