// Results files: tournaments, cross tables, deals to step through.

import {ask, fill, h, say} from "./dom.js";

export function leave() {}

export async function show() {
  fill(document.getElementById("main"), h("p", {class: "notice"}, say("no_results")));
  void ask;
}
