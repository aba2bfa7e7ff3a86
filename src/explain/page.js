// Draws the position and follows the table of the strategy, one click at a time. It contains no rules: the
// data says which moves are legal, what the winner plays and who wins; src/explain/encode.rs describes its form. The script
// works out only whose turn it is and which cards are left.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const OVER = -1, UNKNOWN = -2;
  const RANKS = "3456789TJQKA2XD";
  const SEATS = data.hands.length;
  // Options shown of a kind before the button for more.
  const SHOWN = 18;

  // ---- The strategy

  const strategy = decode();

  function decode() {
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
    const values = new Uint8Array(128);
    for (let i = 0; i < 64; i++) values[digits.charCodeAt(i)] = i;
    const reader = (text) => {
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
    const read = reader(data.graph);
    let fresh = 0;
    const target = () => {
      const code = read();
      return code === 0 ? fresh++ : code === 1 ? OVER : code === 2 ? UNKNOWN : fresh - (code - 2);
    };
    const first = data.first.map(target);
    // One flat array instead of an object for each node: there may be hundreds of thousands.
    const starts = [], flat = [];
    for (let node = 0; node < fresh; node++) {
      const head = read();
      const targets = head % 2 === 0 ? 1 : head === 1 ? 0 : lists[(head - 1) / 2 - 1].length;
      starts.push(flat.length);
      flat.push(head);
      for (let i = 0; i < targets; i++) flat.push(target());
    }
    return { lists, first, starts, flat };
  }

  // What is played in a node: `answer` with one move, `replies` with all, or `cut`.
  function node(number) {
    const start = strategy.starts[number], head = strategy.flat[start];
    if (head === 1) return { kind: "cut" };
    if (head % 2 === 0) return { kind: "answer", moves: [head / 2], targets: [strategy.flat[start + 1]] };
    const moves = strategy.lists[(head - 1) / 2 - 1];
    return { kind: "replies", moves, targets: strategy.flat.slice(start + 1, start + 1 + moves.length) };
  }

  // ---- The game

  const isPass = (move) => data.moves[move][1] === null;
  const cardsOf = (move) => (isPass(move) ? "" : data.moves[move][0].split(":")[0]);
  const isFirst = (seat) => seat === 0;

  function without(hand, cards) {
    for (const card of cards) hand = hand.replace(card, "");
    return hand;
  }

  function after(position, move, target) {
    const { hands, turn, trick } = position;
    const next = (turn + 1) % SEATS;
    if (isPass(move)) {
      return { hands, turn: next, trick: trick.owner === next ? null : trick, at: target };
    }
    const left = hands.map((hand, seat) => (seat === turn ? without(hand, cardsOf(move)) : hand));
    return { hands: left, turn: next, trick: { move, owner: turn }, at: target };
  }

  const start = {
    hands: data.hands,
    turn: 0,
    trick: data.last === null ? null : { move: data.last, owner: SEATS - 1 },
    // The first moves stand beside the graph.
    at: UNKNOWN,
  };
  // The game so far: each step with the position after it. `chosen` is true for what the reader clicked.
  let steps = [];
  // Does the first hand's side win the line that is shown? Before the first move: as the verdict says.
  let firstWins = data.verdict === "win";

  const here = () => (steps.length ? steps[steps.length - 1].position : start);

  function play(move, target, chosen) {
    const position = here();
    steps.push({ seat: position.turn, move, chosen, position: after(position, move, target) });
  }

  // Plays on as long as there is nothing to choose: the winner's moves, and what is forced.
  function goOn() {
    for (let position = here(); position.at >= 0; position = here()) {
      const { kind, moves, targets } = node(position.at);
      if (kind === "cut" || (kind === "replies" && moves.length > 1)) return;
      play(moves[0], targets[0], false);
    }
  }

  function choose(move, target, wins) {
    if (steps.length === 0) firstWins = wins;
    play(move, target, true);
    goOn();
    show(true);
  }

  // Back to step `last` and the automatic moves after it; -1 is the start.
  function rewind(last) {
    let end = last + 1;
    while (end > 0 && end < steps.length && !steps[end].chosen) end++;
    steps = steps.slice(0, end);
    if (steps.length === 0) firstWins = data.verdict === "win";
    show(true);
  }

  const back = () => rewind(steps.findLastIndex((step) => step.chosen) - 1);

  // ---- Words

  const WORDS = {
    en: {
      title: (hands) => `${hands} – canju`,
      seats: SEATS === 3 ? ["Landlord", "Farmer 1", "Farmer 2"] : ["First", "Second"],
      firstSide: SEATS === 3 ? "The landlord" : "First",
      otherSide: SEATS === 3 ? "The farmers" : "Second",
      eyebrow: (rules) => `All hands open · ${SEATS === 3 ? "the landlord" : "First"} to move · rules ${rules}`,
      answers: (cards) => ` · must answer ${cards}`,
      winsWith: SEATS === 3 ? "The landlord wins with" : "First wins with",
      loses: SEATS === 3 ? "The landlord loses, whatever is played" : "First loses, whatever is played",
      ledeWin: (wins, all, open) =>
        (all === 1 ? "It is the only legal move. " : wins === 1
          ? `Of ${all} legal moves only this one ${open ? "is known to win" : "wins"}. `
          : `${wins} of ${all} legal moves win. `) +
        (open ? `${open} could not be judged within the limits. ` : "") +
        "Play it and try every reply, or see what refutes the others.",
      ledeLoss: (all, other) =>
        (all === 1 ? "There is one legal move, and it loses. " : `Each of the ${all} legal moves loses. `) +
        `Try one: ${other} show${SEATS === 3 ? "" : "s"} why.`,
      cards: (n) => `${n} card${n === 1 ? "" : "s"}`,
      noCards: "no cards left",
      winner: "wins", toMove: "to move",
      leads: (seat) => `${seat} leads: anything may be played`,
      begins: "Nothing has been played yet",
      passes: "pass", toBeat: (seat) => `${seat} · to beat`,
      start: "Start", back: "Back", restart: "Start again",
      firstMove: "Choose the first move",
      firstHint: "Gold wins. Behind each wrong move stands what refutes it.",
      winning: (n) => (n === 1 ? "The winning move" : `Winning moves (${n})`),
      losing: (n) => (n === 1 ? "Wrong: the move that loses" : `Wrong: ${n} moves that lose`),
      open: (n) => `Not judged within the limits (${n})`,
      loseTo: "loses to", losesToPass: "loses even to a pass",
      reply: (seat) => `How does ${seat} reply?`,
      lead: (seat) => `What does ${seat} lead?`,
      replyHint: (n, side) => `${n} legal moves; ${side} ha${SEATS === 3 && side === "The farmers" ? "ve" : "s"} an answer to each.`,
      more: (n) => `${n} more`,
      over: (seat) => `${seat} has no cards left`,
      sideWins: (side) => (side === "The farmers" ? `${side} win.` : `${side} wins.`),
      afterWrong: "So the first move was a mistake.",
      cut: "This page ends here",
      cutHint: (side) => `The strategy is larger than a page. ${side} win${side === "The farmers" ? "" : "s"} from here, too; for the rest make a page of this position:`,
      cutBefore: "The strategy is larger than a page. This position can't be typed, as it is a farmer's turn; make a larger page of the last one that can:",
      copy: "Copy", copied: "Copied",
      complete: (n) => `The whole strategy is in this page: ${n.toLocaleString("en")} positions, an answer to every reply.`,
      partial: (n) => `This page holds ${n.toLocaleString("en")} positions of a larger strategy, the likelier ones first.`,
      proof: "Every verdict here is proved by exact search. For a certificate that a program can check:",
      theme: "Light or dark", language: "中文", languageName: "Chinese", table: "The table", movesSoFar: "Moves so far",
      answered: (seat, cards) => `${seat}: ${cards}`,
      ranks: { T: "10", X: "JOKER", D: "JOKER" }, small: { X: "X", D: "D" },
      spoken: { T: "10", J: "jack", Q: "queen", K: "king", A: "ace", X: "small joker", D: "big joker" },
      kinds: { solo: "Single", pair: "Pair", trio: "Three", trio_solo: "Three with one", trio_pair: "Three with a pair", solo_chain: "Straight", pair_chain: "Straight of pairs", trio_chain: "Airplane", trio_solo_chain: "Airplane with single wings", trio_pair_chain: "Airplane with paired wings", four_two_solo: "Four with two", four_two_pair: "Four with two pairs", bomb: "Bomb", rocket: "Rocket", pass: "Let it go" },
    },
    zh: {
      title: (hands) => `${hands} – 残局 canju`,
      seats: SEATS === 3 ? ["地主", "农民甲", "农民乙"] : ["先手", "后手"],
      firstSide: SEATS === 3 ? "地主" : "先手",
      otherSide: SEATS === 3 ? "农民" : "后手",
      eyebrow: (rules) => `明牌残局 · ${SEATS === 3 ? "地主" : "先手"}行牌 · 规则 ${rules}`,
      answers: (cards) => ` · 须应 ${cards}`,
      winsWith: SEATS === 3 ? "地主必胜，首出" : "先手必胜，首出",
      loses: SEATS === 3 ? "地主必败，怎么出都输" : "先手必败，怎么出都输",
      ledeWin: (wins, all, open) =>
        (all === 1 ? "只有这一种出法。" : wins === 1 ? `${all} 种出法中只有这一手${open ? "已证必胜" : "能赢"}。` : `${all} 种出法中有 ${wins} 种能赢。`) +
        (open ? `另有 ${open} 种在限制内未能判定。` : "") + "出这手，再试试对方的每种应法；也可看看其他出法为何不行。",
      ledeLoss: (all, other) => (all === 1 ? "只有一种出法，也输。" : `${all} 种出法全输。`) + `任选一手，看${other}如何取胜。`,
      cards: (n) => `${n} 张`,
      noCards: "牌已出完",
      winner: "胜方", toMove: "轮到",
      leads: (seat) => `${seat}有牌权，任意出牌`,
      begins: "尚未出牌",
      passes: "不要", toBeat: (seat) => `${seat} · 待压`,
      start: "开局", back: "后退一步", restart: "重新开始",
      firstMove: "选择第一手",
      firstHint: "金色必胜；错误出法后面是破解它的应着。",
      winning: (n) => (n === 1 ? "必胜的一手" : `必胜的出法（${n}）`),
      losing: (n) => `错误的出法（${n}）`,
      open: (n) => `限制内未判定（${n}）`,
      loseTo: "败于", losesToPass: "对方不要也输",
      reply: (seat) => `${seat}如何应？`,
      lead: (seat) => `${seat}出什么？`,
      replyHint: (n, side) => `共 ${n} 种合法应法，${side}都有对策。`,
      more: (n) => `还有 ${n} 种`,
      over: (seat) => `${seat}出完了牌`,
      sideWins: (side) => `${side}获胜。`,
      afterWrong: "可见第一手是错着。",
      cut: "本页到此为止",
      cutHint: (side) => `策略过大，一页放不下。此处${side}仍然必胜；用下面的命令为这个局面另做一页：`,
      cutBefore: "策略过大，一页放不下。现在轮到农民，这个局面无法直接输入；可从最近能输入的局面做一张更大的页：",
      copy: "复制", copied: "已复制",
      complete: (n) => `本页包含完整策略：${n.toLocaleString("en")} 个局面，应对每一种出法。`,
      partial: (n) => `本页包含策略中较可能出现的 ${n.toLocaleString("en")} 个局面。`,
      proof: "所有结论均由精确搜索证明。要得到可由程序检验的证书：",
      theme: "浅色或深色", language: "EN", languageName: "英文", table: "牌桌", movesSoFar: "已出的牌",
      answered: (seat, cards) => `${seat}：${cards}`,
      ranks: { T: "10", X: "小王", D: "大王" }, small: { X: "小", D: "大" },
      spoken: { T: "10", X: "小王", D: "大王" },
      kinds: { solo: "单张", pair: "对子", trio: "三张", trio_solo: "三带一", trio_pair: "三带二", solo_chain: "顺子", pair_chain: "连对", trio_chain: "飞机", trio_solo_chain: "飞机带单翅膀", trio_pair_chain: "飞机带双翅膀", four_two_solo: "四带二", four_two_pair: "四带两对", bomb: "炸弹", rocket: "王炸", pass: "不要" },
    },
  };
  let language = /^zh\b/i.test(navigator.language) ? "zh" : "en";
  let words = WORDS[language];

  const winningSide = () => (firstWins ? words.firstSide : words.otherSide);
  const spoken = (cards) => Array.from(cards, (card) => words.spoken[card] || card).join(" ");
  const named = (move) => (isPass(move) ? words.passes : spoken(cardsOf(move)));
  const plain = (move) => (isPass(move) ? words.passes : cardsOf(move).replaceAll("T", "10").replace("X", words.small.X).replace("D", words.small.D));
  const kindOf = (move) => (isPass(move) ? "pass" : data.kinds[data.moves[move][1]]);

  // ---- Drawing

  const byId = (id) => document.getElementById(id);

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "onclick") made.addEventListener("click", value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null) made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  function card(rank, small) {
    const joker = rank === "X" || rank === "D";
    const tone = joker ? (rank === "D" ? "joker big" : "joker") : "JQK".includes(rank) ? "court" : "A2".includes(rank) ? "high" : "";
    const label = (small && words.small[rank]) || words.ranks[rank] || rank;
    const face = element("span", { class: `card ${tone}`, "aria-hidden": "true" }, element("span", { class: rank === "T" ? "rank ten" : "rank" }, label));
    if (!small) face.append(element("span", { class: "foot-rank" }, label));
    return face;
  }

  function cards(text, small) {
    const place = (rank) => (small ? card(rank, true) : element("span", {}, card(rank, false)));
    const drawn = Array.from(text, place);
    return element("span", { class: small ? "cards small" : text.length > 12 ? "cards fan dense" : "cards fan", role: "img", "aria-label": spoken(text) }, ...drawn);
  }

  const moveOf = (move, small) => (isPass(move) ? element("span", { class: "small-pass" }, words.passes) : cards(cardsOf(move), small));

  // A hand overlaps its cards; more than twenty make a second row.
  function hand(text, seat) {
    const rows = element("div");
    for (let from = 0; from < text.length; from += 20) {
      const row = element("ol", { class: text.length > 12 ? "cards hand dense" : "cards hand", "data-seat": seat, role: "img", "aria-label": spoken(text.slice(from, from + 20)) });
      for (const rank of text.slice(from, from + 20)) row.append(element("li", { "data-rank": rank }, card(rank, false)));
      rows.append(row);
    }
    return rows;
  }

  function seatPanel(seat, position) {
    const left = position.hands[seat];
    const over = position.hands.some((cards) => cards === "");
    const head = element("header", {}, element("span", { class: "name" }, words.seats[seat]), element("span", { class: "count" }, words.cards(left.length)));
    if (isFirst(seat) === firstWins) head.append(element("span", { class: "badge winner" }, words.winner));
    if (!over && seat === position.turn) head.append(element("span", { class: "badge turn" }, words.toMove));
    const body = left === "" ? element("p", { class: "empty" }, words.noCards) : hand(left, seat);
    return element("div", { class: "seat" }, head, body);
  }

  // The table: the reader's last move and the moves after it.
  function table(position) {
    const panel = element("div", { class: "table" });
    if (steps.length === 0) {
      panel.append(position.trick
        ? thrown(words.toBeat(words.seats[position.trick.owner]), position.trick.move)
        : element("p", { class: "lead" }, words.begins));
      return panel;
    }
    const from = steps.findLastIndex((step) => step.chosen);
    for (const step of steps.slice(Math.max(from, steps.length - 3))) {
      panel.append(thrown(words.seats[step.seat], step.move));
    }
    return panel;
  }

  function thrown(label, move) {
    const what = isPass(move) ? element("span", { class: "passed" }, words.passes) : cards(cardsOf(move), false);
    return element("div", { class: "throw" }, element("p", {}, label), what);
  }

  function drawFelt(position) {
    const panels = [];
    // The first hand sits nearest to the reader, the others across.
    for (let seat = SEATS - 1; seat > 0; seat--) panels.push(seatPanel(seat, position));
    byId("felt").replaceChildren(...panels, table(position), seatPanel(0, position));
  }

  function drawTrail() {
    const crumb = (label, move, index, winning) => {
      const attributes = { type: "button", class: winning ? "crumb winning" : "crumb", onclick: () => rewind(index) };
      return element("li", {}, element("button", attributes, element("small", {}, label), move));
    };
    const crumbs = steps.map((step, index) => crumb(words.seats[step.seat], plain(step.move), index, isFirst(step.seat) === firstWins));
    byId("trail").replaceChildren(crumb(words.start, "", -1, false), ...crumbs);
    byId("trail-nav").hidden = steps.length === 0;
    byId("trail").scrollLeft = byId("trail").scrollWidth;
  }

  function option(choice, position) {
    const { move, target, wins, best } = choice;
    const refuted = (move) => (isPass(move) ? [words.losesToPass] : [words.loseTo, moveOf(move, true)]);
    const answer = choice.answer === undefined ? [] : [element("span", { class: "answer" }, ...refuted(choice.answer))];
    const made = element("button", {
      type: "button",
      class: best ? "option best" : "option",
      disabled: target === UNKNOWN,
      "data-cards": cardsOf(move),
      "data-move": data.moves[move][0],
      onclick: () => choose(move, target, wins),
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
    const shown = choices.length > SHOWN + 4 ? SHOWN : choices.length;
    fill(0, shown);
    if (shown < choices.length) {
      const more = element("li", {}, element("button", { type: "button", class: "more", onclick: () => {
        more.remove();
        fill(shown, choices.length);
        list.children[shown].firstChild.focus();
      } }, words.more(choices.length - shown)));
      list.append(more);
    }
    return element("section", { class: `group ${tone}` }, element("h3", {}, title), list);
  }

  function firstGroups(position) {
    const choices = data.first.map(([move, wins], index) => {
      const target = strategy.first[index];
      const next = target >= 0 ? node(target) : null;
      const answer = wins === false && next && next.kind === "answer" ? next.moves[0] : undefined;
      return { move, wins, target, answer, best: index === data.best };
    });
    const parts = [[true, "wins", words.winning], [false, "loses", words.losing], [null, "open", words.open]];
    return parts.map(([wins, tone, title]) => {
      const fitting = choices.filter((choice) => choice.wins === wins).sort((a, b) => b.best - a.best);
      return fitting.length ? [group(title(fitting.length), tone, fitting, position)] : [];
    }).flat();
  }

  function replyGroups(replies, position) {
    const byKind = new Map();
    replies.moves.forEach((move, index) => {
      const kind = kindOf(move);
      if (!byKind.has(kind)) byKind.set(kind, []);
      byKind.get(kind).push({ move, target: replies.targets[index] });
    });
    return Array.from(byKind, ([kind, choices]) => group(words.kinds[kind], "", choices, position));
  }

  // The command that makes the page of a position, or null if the command line can't express it.
  function command(position, verb) {
    const { hands, turn, trick } = position;
    const last = (turn + SEATS - 1) % SEATS;
    if ((SEATS === 3 && turn !== 0) || (trick && trick.owner !== last)) return null;
    const ordered = hands.map((_, index) => hands[(turn + index) % SEATS]);
    const rules = data.rules === "huanle" ? [] : ["--rules", data.rules];
    return ["canju", verb, ...ordered, ...(trick ? ["--last", data.moves[trick.move][0]] : []), ...rules].join(" ");
  }

  function commandBox(text) {
    const code = element("code", {}, text);
    const copy = element("button", { type: "button", class: "copy", onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        copy.textContent = words.copied;
      } catch {
        // Not every browser lets a local page write to the clipboard: then it is selected, to be copied by hand.
        getSelection().selectAllChildren(code);
      }
    } }, words.copy);
    return element("div", { class: "command" }, code, copy);
  }

  function cutNotice(position) {
    const own = command(position, "explain");
    if (own) return element("div", { class: "final" }, words.cutHint(winningSide()), commandBox(own));
    const typed = [start, ...steps.map((step) => step.position)].map((past) => command(past, "explain")).filter(Boolean);
    const larger = `${typed[typed.length - 1]} --strategy-size 32MiB`;
    return element("div", { class: "final" }, words.cutBefore, commandBox(larger));
  }

  function drawChoices(position) {
    let prompt, hint = "", options;
    const seat = words.seats[position.turn];
    const next = position.at >= 0 ? node(position.at) : null;
    if (steps.length === 0) {
      [prompt, hint, options] = [words.firstMove, words.firstHint, firstGroups(position)];
      if (data.verdict === "loss") hint = "";
    } else if (position.at === OVER) {
      const gone = words.seats[position.hands.indexOf("")];
      const wrong = !firstWins && data.verdict === "win" ? ` ${words.afterWrong}` : "";
      prompt = words.over(gone);
      options = [element("div", { class: "final" }, element("strong", {}, words.sideWins(winningSide())), wrong)];
    } else if (next.kind === "cut") {
      [prompt, options] = [words.cut, [cutNotice(position)]];
    } else {
      prompt = position.trick ? words.reply(seat) : words.lead(seat);
      hint = words.replyHint(next.moves.length, winningSide());
      options = replyGroups(next, position);
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
    byId("eyebrow").textContent = words.eyebrow(data.rules) + last;
    if (data.verdict === "win") {
      byId("headline").replaceChildren(words.winsWith, moveOf(data.first[data.best][0], false));
      byId("lede").textContent = words.ledeWin(wins, data.first.length, open);
    } else {
      byId("headline").replaceChildren(words.loses);
      byId("lede").textContent = words.ledeLoss(data.first.length, words.otherSide);
    }
    byId("language").textContent = words.language;
    byId("language").lang = language === "zh" ? "en" : "zh-CN";
    byId("theme").setAttribute("aria-label", words.theme);
    byId("theme").title = words.theme;
    byId("back").textContent = words.back;
    byId("restart").textContent = words.restart;
    byId("felt").setAttribute("aria-label", words.table);
    byId("trail-nav").setAttribute("aria-label", words.movesSoFar);
    byId("extent").textContent = data.complete ? words.complete(data.positions) : words.partial(data.positions);
    byId("proof").replaceChildren(`${words.proof} `, element("code", {}, `${command(start, "solve")} --proof a.proof`));
  }

  // Draws the game as it stands. `moved`: the reader has just changed it, so say what happened and move the focus on.
  function show(moved) {
    const position = here();
    drawFelt(position);
    drawTrail();
    drawChoices(position);
    if (!moved) return;
    const from = Math.max(steps.findLastIndex((step) => step.chosen), 0);
    byId("spoken").textContent = steps.slice(from).map((step) => words.answered(words.seats[step.seat], named(step.move))).join(". ");
    byId("prompt").focus({ preventScroll: true });
    const top = byId("felt").getBoundingClientRect().top;
    if (top < 0 || top > innerHeight / 2) byId("felt").scrollIntoView({ block: "start" });
  }

  // ---- Light, dark, language, keys

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wear = (theme) => (document.documentElement.dataset.theme = theme);
  const follow = () => wear(dark.matches ? "dark" : "light");
  follow();
  dark.addEventListener("change", follow);
  byId("theme").addEventListener("click", () => {
    dark.removeEventListener("change", follow);
    wear(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  });
  byId("language").addEventListener("click", () => {
    language = language === "zh" ? "en" : "zh";
    words = WORDS[language];
    drawHead();
    show(false);
  });
  byId("back").addEventListener("click", back);
  byId("restart").addEventListener("click", () => rewind(-1));
  document.addEventListener("keydown", (event) => {
    const plainKey = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (event.key === "ArrowLeft" && plainKey && steps.length) back();
  });

  drawHead();
  show(false);
})();
