// A bot in JavaScript: takes a trick where it can, else plays the card worth least.
//
//   schnapsen-ai tournament "cmd:node careful.js" random
//
// The table writes one JSON object a line; each that has an "id" wants one line in answer.  The
// page schnapsen_ai/isolation/protocol.md has all messages.

const POINTS = [0, 0, 0, 2, 3, 4, 10, 11]; // of the ranks 7 8 9 J Q K T A

const suit = (card) => card >> 3; // a card is 8 * suit + rank
const rank = (card) => card & 7;

function beats(card, led, trumps) {
  if (suit(card) === suit(led)) return rank(card) > rank(led);
  return trumps.includes(card);
}

function choose(legal, view) {
  const cards = legal.filter((move) => move < 32); // the rest are claims, marriages, closing ...
  if (cards.length === 0) return legal[0];
  const cheapest = cards.reduce((a, b) => (POINTS[rank(b)] < POINTS[rank(a)] ? b : a));
  if (view.led === null) return cheapest;
  const takers = cards.filter((card) => beats(card, view.led, view.trumps));
  return takers.length > 0 ? takers[takers.length - 1] : cheapest;
}

function answer(message) {
  switch (message.type) {
    case "hello":
      return { protocol: 1, name: "careful in JavaScript" };
    case "choose":
      return { move: choose(message.legal, message.view) };
    default: // begin, end
      return {};
  }
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.id === undefined) return;
    process.stdout.write(JSON.stringify({ id: message.id, ...answer(message) }) + "\n");
  });
