// Steps through the deals of the page: a link #deal-KEY opens one at its decision.
const data = JSON.parse(document.getElementById("deals").textContent);
const box = document.getElementById("replay");
let steps = null;

useWords(data.words);

// What each legal move was worth, the best and the one made marked.
function worth(decision) {
  if (!decision) return null;
  const {moves, made, lost} = decision;
  const known = moves.map((m) => m[1]).filter((v) => v !== null);
  const best = Math.max(...known);
  const note = !known.length ? "no solver value here" : lost ? `gives away ${lost}` : "";
  return h("p", {class: "values"}, ...moves.map(([text, value], i) =>
    h("span", {class: `${value === best ? "best" : ""}${i === made ? " made" : ""}`,
      title: i === made ? "played" : "legal"},
    text + (value === null ? "" : ` ${value > 0 ? "+" : ""}${value}`))), h("em", {}, note));
}

function open() {
  const deal = location.hash.startsWith("#deal-") && data.deals[location.hash.slice(6)];
  steps?.stop();
  if (!deal) { if (box.open) box.close(); return; }
  useFaces(deal.style, `${deal.style}-`);
  document.getElementById("who").textContent = deal.players.join(" – ");
  steps = stepper(document.getElementById("steps"),
    {names: deal.names, frames: unfolded(deal.frames)},
    {start: deal.at, links: [h("button", {onclick: () => steps.go(deal.at)}, "decision")],
      more: (frame, at) => [worth(deal.worth[at]), list(common(frame, deal.names))]});
  if (!box.open) box.showModal();
}

document.getElementById("close").onclick = () => box.close();
box.addEventListener("close", () => {
  steps?.stop();
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
});
box.addEventListener("keydown", (event) => steps.key(event));
addEventListener("hashchange", open);
open();
