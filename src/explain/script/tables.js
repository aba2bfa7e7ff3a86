// Reads the data of the page. They are written by src/explain/encode.rs, which describes their form. The script contains no
// rules: the tables say which moves are legal, what wins, and what is played. So a page stays right whatever becomes of this
// program, and anyone can check it.

const data = JSON.parse(document.getElementById("data").textContent);
const OVER = -1, UNKNOWN = -2;
const SEATS = data.hands.length;

const reader = (text) => {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
  const values = new Uint8Array(128);
  for (let i = 0; i < 64; i++) values[digits.charCodeAt(i)] = i;
  let at = 0;
  const read = () => {
    for (let number = 0, unit = 1; ; unit *= 32) {
      const value = values[text.charCodeAt(at++)];
      number += (value & 31) * unit;
      if (value < 32) return number;
    }
  };
  read.ended = () => at >= text.length;
  return read;
};

const lists = [];
for (const read = reader(data.lists); !read.ended(); ) {
  lists.push(Array.from({ length: read() }, read));
}

// A graph: where the first moves lead, and the nodes. These are in one flat array instead of an object each, because there
// may be hundreds of thousands.
function graph(text) {
  const read = reader(text);
  let fresh = 0;
  const target = () => {
    const code = read();
    return code === 0 ? fresh++ : code === 1 ? OVER : code === 2 ? UNKNOWN : fresh - (code - 2);
  };
  const first = data.first.map(target);
  const starts = [], flat = [];
  for (let number = 0; number < fresh; number++) {
    const head = read();
    const targets = head % 2 === 0 ? 1 : head === 1 ? 0 : lists[(head - 1) / 2 - 1].length;
    starts.push(flat.length);
    flat.push(head);
    for (let i = 0; i < targets; i++) flat.push(target());
  }
  return { first, starts, flat };
}

// The winner has one move in each position, the loser all of them.
const strategy = graph(data.graph);
// *Try it first*: the winner has all moves, the loser one. A move to UNKNOWN gives the win away. A side that can't win has
// nothing to give away: then its moves are those of the strategy.
const trial = data.trial === null ? null : graph(data.trial);

// What can be played in a node: one `answer`, or `replies` to choose from; or the page ends here, `cut`.
function node({ starts, flat }, number) {
  const start = starts[number], head = flat[start];
  if (head === 1) return { kind: "cut" };
  if (head % 2 === 0) return { kind: "answer", moves: [head / 2], targets: [flat[start + 1]] };
  const moves = lists[(head - 1) / 2 - 1];
  return { kind: "replies", moves, targets: flat.slice(start + 1, start + 1 + moves.length) };
}

const isPass = (move) => data.moves[move][1] === null;
// As it is typed: the cards, and behind a colon the kind if the cards could be two.
const typed = (move) => data.moves[move][0];
const cardsOf = (move) => (isPass(move) ? "" : typed(move).split(":")[0]);
const kindOf = (move) => (isPass(move) ? "pass" : data.kinds[data.moves[move][1]]);
