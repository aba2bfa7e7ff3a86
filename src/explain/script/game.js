// The game that is shown: the moves so far, what can be chosen next, and the address of all this. The address holds every
// move, so that it means the same in both modes and a friend who opens it sees the same place in the same language.

// The first hand is one side; the second, or both farmers, are the other.
const isFirst = (seat) => seat === 0;

function after(position, move, target) {
  return { ...turned(position, move, cardsOf(move)), at: target };
}

const mover = data.turn;
const start = {
  hands: data.hands,
  turn: mover,
  trick: data.last === null ? null : { move: data.last, owner: data.by },
  // The first moves stand beside the graph.
  at: UNKNOWN,
};

// Does the reader try it, with the answers hidden?
let trying = false;
// The game so far: each step with the position after it. `chosen` is true for what the reader clicked.
let steps = [];
// Does the side of the first hand win the line that is shown? Before the first move: as the verdict says.
let firstWins;
// What the reader got in this position: long lists opened; while trying, moves that give the win away, hints, the solution.
let help;

const here = () => (steps.length ? steps[steps.length - 1].position : start);
const table = () => (trying && trial ? trial : strategy);
const isOver = () => here().at === OVER;
const hidden = () => trying && !help.solved && !isOver();

function fresh() {
  help = { opened: new Set(), slips: [], hints: 0, solved: false };
  if (steps.length === 0) firstWins = (data.verdict === "win") === isFirst(mover);
}

function play(move, target, chosen) {
  const position = here();
  steps.push({ seat: position.turn, move, chosen, position: after(position, move, target) });
}

// Plays on as long as there is nothing to choose: the page's moves, and what is forced.
function goOn() {
  for (let position = here(); position.at >= 0; position = here()) {
    const { kind, moves, targets } = node(table(), position.at);
    if (kind === "cut" || (kind === "replies" && moves.length > 1)) return;
    play(moves[0], targets[0], false);
  }
}

// What can be chosen: the move, where it leads, and whether it wins; null if the page does not know.
function choices() {
  const position = here();
  if (steps.length === 0) {
    return data.first.map(([move, wins], index) => ({ move, wins, target: wins === null ? UNKNOWN : table().first[index], best: index === data.best }));
  }
  if (position.at < 0) return [];
  const { kind, moves, targets } = node(table(), position.at);
  if (kind === "cut") return [];
  return moves.map((move, index) => ({ move, wins: table() === trial ? targets[index] !== UNKNOWN : null, target: targets[index] }));
}

const isSlip = (choice) => trying && trial !== null && choice.wins === false;
const isKnown = (choice) => choice.target !== UNKNOWN || isSlip(choice);

function step(choice) {
  if (steps.length === 0) firstWins = choice.wins === isFirst(mover);
  play(choice.move, choice.target, true);
  goOn();
}

// Back to step `last` and the automatic moves after it; -1 is the start.
function rewind(last) {
  let end = last + 1;
  while (end > 0 && end < steps.length && !steps[end].chosen) end++;
  steps = steps.slice(0, end);
  fresh();
}

// Plays these moves from the start, as far as the table goes.
function replay(moves) {
  steps = [];
  fresh();
  for (const text of moves) {
    const position = here();
    const next = steps.length > 0 && position.at >= 0 ? node(table(), position.at) : null;
    const choice = choices().find(({ move }) => typed(move) === text);
    if (!choice || isSlip(choice) || choice.target === UNKNOWN) break;
    if (next === null) firstWins = choice.wins === isFirst(mover);
    play(choice.move, choice.target, next === null || (next.kind === "replies" && next.moves.length > 1));
  }
  if (steps.length) goOn();
  fresh();
}

// ---- Hints, from the kind of move to its cards

// A move to hint at: one that ends the game if there is one. Null if no move wins.
function goal() {
  const winning = choices().filter((choice) => choice.wins);
  return winning.find((choice) => choice.target === OVER) || winning.find((choice) => choice.best) || winning[0] || null;
}

const hintsInAll = (choice) => hintsOf(choice === null ? "pass" : kindOf(choice.move));

// What the hint of a step, from 1, tells of a move.
function hintText(move, step) {
  if (step === HINTS) return plain(move);
  return words.kinds[kindOf(move)] + (step === 1 ? "" : words.detail(detailOf(cardsOf(move), kindOf(move))));
}

// ---- The address

// The command about a position, for a position that has one: in a finished game a hand is empty.
function commandFor({ hands, turn, trick }, verb) {
  return command(verb, { hands, turn, last: trick && typed(trick.move), by: trick && trick.owner, rules: data.rules });
}

function address() {
  const parts = new URLSearchParams({ lang: language });
  if (trying) parts.set("try", "1");
  if (steps.length) parts.set("moves", steps.map((step) => typed(step.move)).join("."));
  return `#${parts}`;
}

function goTo(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  trying = parts.get("try") === "1";
  replay((parts.get("moves") || "").split(".").filter(Boolean));
  return parts.get("lang");
}
