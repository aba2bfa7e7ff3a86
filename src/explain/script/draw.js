// Draws the game. Everything is drawn anew after each step: that is fast enough, and nothing old is left.

// Options shown of a kind before the button for more.
const SHOWN = 18;

const winningSide = () => words.side(firstWins);
const spoken = (cards) => Array.from(cards, (card) => words.spoken[card] || card).join(" ");
const named = (move) => (isPass(move) ? words.passes : spoken(cardsOf(move)));
const plain = (move) => (isPass(move) ? words.passes : cardsOf(move).replaceAll("T", "10").replaceAll("X", words.small.X).replaceAll("D", words.small.D));

// The cards with their suits as they were dealt. What is left of a rank are the last ones, so each card keeps its suit.
const faces = dealt(data.hands);
const held = (seat, text) => {
  const count = (rank) => Array.from(text).filter((card) => card === rank).length;
  const skip = new Map();
  return faces[seat].filter((card) => {
    const rank = rankOf(card), all = data.hands[seat].split(rank).length - 1;
    skip.set(rank, (skip.get(rank) ?? 0) + 1);
    return skip.get(rank) > all - count(rank);
  });
};

const smallCards = (text) => element("span", { class: "minis", role: "img", "aria-label": spoken(text) }, ...mini(text, words.small));
const fan = (cards) => element("span", { class: "fan", role: "img", "aria-label": spoken(textOf(cards)) }, ...cards.map((card) => element("span", {}, face(card))));

const moveOf = (move, small) => (isPass(move) ? element("span", { class: "small-pass" }, words.passes) : (small ? smallCards(cardsOf(move)) : fan(dealt([cardsOf(move)])[0])));

// A hand overlaps its cards; more than twenty make a second row.
function hand(cards, seat) {
  const rows = element("div");
  for (let from = 0; from < cards.length; from += 20) {
    const row = cards.slice(from, from + 20);
    rows.append(element("ol", { class: "fan hand", "data-seat": seat, role: "img", "aria-label": spoken(textOf(row)) },
      ...row.map((card) => element("li", { "data-rank": rankOf(card) }, face(card)))));
  }
  return rows;
}

function seatPanel(seat, position) {
  const left = position.hands[seat];
  const over = position.hands.some((cards) => cards === "");
  const head = element("header", {}, element("span", { class: "name" }, words.seats[seat]), element("span", { class: "count" }, words.cards(left.length)));
  if (isFirst(seat) === firstWins && !hidden()) head.append(element("span", { class: "badge winner" }, words.winner));
  if (!over && seat === position.turn) head.append(element("span", { class: "badge turn" }, words.toMove));
  const body = left === "" ? element("p", { class: "empty" }, words.noCards) : hand(held(seat, left), seat);
  return element("div", { class: "seat" }, head, body);
}

// The middle of the felt: the reader's last move and the moves after it.
function tablePanel(position) {
  const panel = element("div", { class: "table" });
  if (steps.length === 0) {
    panel.append(position.trick
      ? thrown(words.toBeat(words.seats[position.trick.owner]), dealt([cardsOf(position.trick.move)])[0])
      : element("p", { class: "lead" }, words.begins));
    return panel;
  }
  const from = steps.findLastIndex((step) => step.chosen);
  for (let index = Math.max(from, steps.length - 3, 0); index < steps.length; index++) {
    const { seat, position } = steps[index], left = held(seat, position.hands[seat]);
    const had = held(seat, (index ? steps[index - 1].position : start).hands[seat]);
    panel.append(thrown(words.seats[seat], had.filter((card) => !left.includes(card))));
  }
  return panel;
}

function thrown(label, cards) {
  const what = cards.length ? fan(cards) : element("span", { class: "passed" }, words.passes);
  return element("div", { class: "throw" }, element("p", {}, label), what);
}

function drawFelt(position) {
  const panels = [];
  // The first hand sits nearest to the reader, the others across.
  for (let seat = SEATS - 1; seat > 0; seat--) panels.push(seatPanel(seat, position));
  byId("felt").replaceChildren(...panels, tablePanel(position), seatPanel(0, position));
}

function drawTrail() {
  const crumb = (label, move, index, winning) => {
    const attributes = { type: "button", class: winning ? "crumb winning" : "crumb", onclick: () => rewindTo(index) };
    return element("li", {}, element("button", attributes, element("small", {}, label), move));
  };
  const crumbs = steps.map((step, index) => crumb(words.seats[step.seat], plain(step.move), index, !hidden() && isFirst(step.seat) === firstWins));
  byId("trail").replaceChildren(crumb(words.start, "", -1, false), ...crumbs);
  byId("trail-nav").hidden = steps.length === 0;
  byId("trail").scrollLeft = byId("trail").scrollWidth;
}

function option(choice, position) {
  const { move, best } = choice;
  const slipped = help.slips.includes(move);
  const refuted = (move) => (isPass(move) ? [words.losesToPass] : [words.loseTo, moveOf(move, true)]);
  const answer = choice.answer === undefined ? [] : [element("span", { class: "answer" }, ...refuted(choice.answer))];
  const made = element("button", {
    type: "button",
    class: slipped ? "option slip" : best && !hidden() ? "option best" : "option",
    disabled: slipped || !isKnown(choice),
    "data-cards": cardsOf(move),
    "data-move": data.moves[move][0],
    onclick: () => choose(choice),
  }, moveOf(move, true), ...answer);
  const lift = (up) => () => raise(up ? cardsOf(move) : "", position.turn);
  for (const [event, up] of [["mouseenter", true], ["focus", true], ["mouseleave", false], ["blur", false]]) made.addEventListener(event, lift(up));
  return element("li", {}, made);
}

// Lifts these cards of a hand a little, and lays the others down.
function raise(text, seat) {
  const left = Array.from(text);
  for (const place of document.querySelectorAll(`.hand[data-seat="${seat}"] li`)) {
    const index = left.indexOf(place.dataset.rank);
    if (index >= 0) left.splice(index, 1);
    place.classList.toggle("up", index >= 0);
  }
}

function group(title, tone, choices, position) {
  const list = element("ol");
  const fill = (from, to) => list.append(...choices.slice(from, to).map((choice) => option(choice, position)));
  // If there are only a few more than SHOWN, show them all.
  const shown = choices.length > SHOWN + 4 && !help.opened.has(title) ? SHOWN : choices.length;
  fill(0, shown);
  if (shown < choices.length) {
    const more = element("li", {}, element("button", { type: "button", class: "more", onclick: () => {
      help.opened.add(title);
      more.remove();
      fill(shown, choices.length);
      list.children[shown].firstChild.focus();
    } }, words.more(choices.length - shown)));
    list.append(more);
  }
  return element("section", { class: `group ${tone}` }, element("h3", {}, title), list);
}

// Sorted by what wins, with what refutes the first moves that lose.
function judgedGroups(found, position) {
  const choices = found.map((choice) => {
    const next = steps.length === 0 && choice.wins === false && choice.target >= 0 ? node(strategy, choice.target) : null;
    return { ...choice, answer: next && next.kind === "answer" ? next.moves[0] : undefined };
  });
  const parts = [[true, "wins", words.winning], [false, "loses", words.losing], [null, "open", words.open]];
  return parts.map(([wins, tone, title]) => {
    const fitting = choices.filter((choice) => choice.wins === wins).sort((a, b) => !!b.best - !!a.best);
    return fitting.length ? [group(title(fitting.length), tone, fitting, position)] : [];
  }).flat();
}

function kindGroups(found, position) {
  const byKind = new Map();
  for (const choice of found) {
    const kind = kindOf(choice.move);
    if (!byKind.has(kind)) byKind.set(kind, []);
    byKind.get(kind).push(choice);
  }
  return Array.from(byKind, ([kind, choices]) => group(words.kinds[kind], "", choices, position));
}

function commandBox(text) {
  const code = element("code", {}, text);
  const copy = element("button", { type: "button", class: "copy", onclick: async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = words.copied;
    } catch {
      // Not every browser lets a local page write to the clipboard. Then the text is selected, to be copied by hand.
      getSelection().selectAllChildren(code);
    }
  } }, words.copy);
  return element("div", { class: "command" }, code, copy);
}

// What a reader who tries it can ask for, and the answer.
function helpBox() {
  const best = goal();
  const said = help.slips.length ? [element("p", { class: "slip", id: "slip" }, words.slip(plain(help.slips[help.slips.length - 1])))] : [];
  const hints = Array.from({ length: help.hints }, (_, index) => element("li", {}, best === null ? words.noWin(winningSide()) : hintText(best.move, index + 1)));
  const buttons = help.solved ? [] : [
    // The words must not tell how many hints there are: of a pass there is one.
    element("button", { type: "button", id: "ask-hint", disabled: help.hints >= hintsInAll(best), onclick: askHint }, words.hint(help.hints > 0)),
    element("button", { type: "button", id: "ask-solution", onclick: askSolution }, words.solution),
  ];
  const solution = !help.solved ? [] : [element("p", { class: "solution" }, best === null ? words.noWin(winningSide()) : words.solved)];
  return element("div", { class: "help" }, ...said, element("ol", { id: "hints" }, ...hints), ...solution, element("div", { class: "ask" }, ...buttons));
}

function drawChoices(position) {
  const found = choices(), seat = words.seats[position.turn];
  let prompt, hint = "", options;
  if (isOver()) {
    const ended = trying && !trial ? words.tryLost : steps.length && firstWins !== isFirst(mover) && data.verdict === "win" ? words.afterWrong : "";
    prompt = words.over(words.seats[position.hands.indexOf("")]);
    options = [element("div", { class: "final" }, element("strong", {}, words.sideWins(winningSide())), ended)];
  } else if (found.length === 0) {
    const box = element("div", { class: "final cut" }, trying ? words.cutTry(winningSide()) : words.cutHint(winningSide()), commandBox(commandFor(position, "explain")));
    [prompt, options] = [words.cut, [box]];
  } else if (trying) {
    prompt = words.tryPrompt(seat);
    hint = words.tryHint(found.length);
    options = [helpBox(), ...(help.solved && trial ? judgedGroups(found, position) : kindGroups(found, position))];
  } else if (steps.length === 0) {
    prompt = words.firstMove;
    hint = data.verdict === "loss" ? "" : words.firstHint;
    options = judgedGroups(found, position);
  } else {
    prompt = position.trick ? words.reply(seat) : words.lead(seat);
    hint = words.replyHint(found.length, winningSide());
    options = kindGroups(found, position);
  }
  byId("prompt").textContent = prompt;
  byId("hint").textContent = hint;
  byId("options").replaceChildren(...options);
}

function drawHead() {
  const wins = data.first.filter(([, wins]) => wins === true).length;
  const open = data.first.filter(([, wins]) => wins === null).length;
  const last = data.last === null ? "" : words.answers(plain(data.last));
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = words.title(data.hands.join(" | "));
  byId("eyebrow").textContent = words.eyebrow(words.seats[mover], data.rules) + last;
  const [mine, theirs] = [words.side(isFirst(mover)), words.side(!isFirst(mover))];
  if (trying) {
    byId("headline").replaceChildren(words.canWin(mine));
    byId("lede").textContent = words.tryLede(mine);
  } else if (data.verdict === "win") {
    byId("headline").replaceChildren(words.winsWith(mine), moveOf(data.first[data.best][0], false));
    byId("lede").textContent = words.ledeWin(wins, data.first.length, open);
  } else {
    byId("headline").replaceChildren(words.loses(mine));
    byId("lede").textContent = words.ledeLoss(data.first.length, theirs);
  }
  byId("try").textContent = words.tryFirst;
  byId("try").setAttribute("aria-pressed", trying);
  byId("language").textContent = words.language;
  byId("language").lang = language === "zh" ? "en" : "zh-CN";
  byId("theme").setAttribute("aria-label", words.theme);
  byId("theme").title = words.theme;
  byId("back").textContent = words.back;
  byId("restart").textContent = words.restart;
  byId("felt").setAttribute("aria-label", words.table);
  byId("trail-nav").setAttribute("aria-label", words.movesSoFar);
  byId("extent").textContent = data.complete ? words.complete(data.positions) : words.partial(data.positions);
  byId("proof").replaceChildren(`${words.proof} `, element("code", {}, `${commandFor(start, "solve")} --proof a.proof`));
}

// The command for the position that is shown.
function drawCommand(position) {
  const text = commandFor(position, "solve");
  byId("typed").replaceChildren(...(text ? [element("p", {}, words.typed), commandBox(text)] : []));
}

function draw() {
  const position = here();
  drawHead();
  drawFelt(position);
  drawTrail();
  drawChoices(position);
  drawCommand(position);
}
