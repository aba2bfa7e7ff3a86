// What only this page says, in English and Chinese; what the app says, too, comes from `shared/words.js`. Sentences are whole,
// because the order of words differs.

const WORDS = {
  en: {
    ...common("en", SEATS),
    title: (hands) => `${hands} – canju`,
    eyebrow: (seat, rules) => `All hands open · ${seat} to move · rules ${rules}`,
    answers: (cards) => ` · must answer ${cards}`,
    ledeWin: (wins, all, open) =>
      (all === 1 ? "It is the only legal move. " : wins === 1
        ? `Of ${all} legal moves only this one ${open ? "is known to win" : "wins"}. `
        : `${wins} of ${all} legal moves win. `) +
      (open ? `${open} could not be judged within the limits. ` : "") +
      "Play it and try every reply, or see what refutes the others.",
    ledeLoss: (all, other) =>
      (all === 1 ? "There is one legal move, and it loses. " : `Each of the ${all} legal moves loses. `) +
      `Try one: ${within(other)} ${verb(other, "shows", "show")} why.`,
    leads: (seat) => `${seat} leads: anything may be played`,
    firstMove: "Choose the first move",
    firstHint: "Gold wins. Behind each wrong move stands what refutes it.",
    losing: (n) => (n === 1 ? "Wrong: the move that loses" : `Wrong: ${n} moves that lose`),
    open: (n) => `Not judged within the limits (${n})`,
    reply: (seat) => `How does ${seat} reply?`,
    lead: (seat) => `What does ${seat} lead?`,
    replyHint: (n, side) => `${n} legal moves; ${within(side)} ${verb(side, "has", "have")} an answer to each.`,
    afterWrong: "So the first move was a mistake.",
    cut: "This page ends here",
    cutHint: (side) => `The strategy is larger than a page. ${side} ${verb(side, "wins", "win")} from here, too; for the rest make a page of this position:`,
    typed: "This position as a command:",
    tryFirst: "Try it first",
    tryLede: (side) => `The answers are hidden. Play for ${within(side)}: the page plays for the other side, and says when a move gives the win away.`,
    tryPrompt: (seat) => `What does ${seat} play?`,
    tryHint: (n) => (n === 1 ? "There is one legal move." : `There are ${n} legal moves.`),
    slip: (cards) => `${cards}: this gives the win away. Try another move.`,
    solution: "Show the solution",
    solved: "Gold wins, red gives the win away.",
    tryLost: "Was there a better move? Go back, or show the solution.",
    cutTry: (side) => `${side} still ${verb(side, "wins", "win")}, but this page holds no more to try. To go on, make a page of this position:`,
    complete: (n) => `The whole strategy is in this page: ${n.toLocaleString("en")} positions, an answer to every reply.`,
    partial: (n) => `This page holds ${n.toLocaleString("en")} positions of a larger strategy, the likelier ones first.`,
    proof: "Every verdict here is proved by exact search. For a certificate that a program can check:",
  },
  zh: {
    ...common("zh", SEATS),
    title: (hands) => `${hands} – 残局 canju`,
    eyebrow: (seat, rules) => `明牌残局 · ${seat}行牌 · 规则 ${rules}`,
    answers: (cards) => ` · 须应 ${cards}`,
    ledeWin: (wins, all, open) =>
      (all === 1 ? "只有这一种出法。" : wins === 1 ? `${all} 种出法中只有这一手${open ? "已证必胜" : "能赢"}。` : `${all} 种出法中有 ${wins} 种能赢。`) +
      (open ? `另有 ${open} 种在限制内未能判定。` : "") + "出这手，再试试对方的每种应法；也可看看其他出法为何不行。",
    ledeLoss: (all, other) => (all === 1 ? "只有一种出法，也输。" : `${all} 种出法全输。`) + `任选一手，看${other}如何取胜。`,
    leads: (seat) => `${seat}有牌权，任意出牌`,
    firstMove: "选择第一手",
    firstHint: "金色必胜；错误出法后面是破解它的应着。",
    losing: (n) => `错误的出法（${n}）`,
    open: (n) => `限制内未判定（${n}）`,
    reply: (seat) => `${seat}如何应？`,
    lead: (seat) => `${seat}出什么？`,
    replyHint: (n, side) => `共 ${n} 种合法应法，${side}都有对策。`,
    afterWrong: "可见第一手是错着。",
    cut: "本页到此为止",
    cutHint: (side) => `策略过大，一页放不下。此处${side}仍然必胜；用下面的命令为这个局面另做一页：`,
    typed: "当前局面的命令：",
    tryFirst: "先试试看",
    tryLede: (side) => `答案已隐藏。请为${side}出牌，对方由本页应对；哪一步丢掉了胜局，会告诉你。`,
    tryPrompt: (seat) => `${seat}出什么？`,
    tryHint: (n) => `共 ${n} 种合法出法。`,
    slip: (cards) => `${cards}：这一步丢掉了胜局，再想想别的出法。`,
    solution: "看答案",
    solved: "金色能赢，红色会丢掉胜局。",
    tryLost: "有没有更好的出法？可以后退重来，或者看答案。",
    cutTry: (side) => `${side}仍然必胜，但本页的内容到此为止。要继续，请用下面的命令为这个局面另做一页：`,
    complete: (n) => `本页包含完整策略：${n.toLocaleString("en")} 个局面，应对每一种出法。`,
    partial: (n) => `本页包含策略中较可能出现的 ${n.toLocaleString("en")} 个局面。`,
    proof: "所有结论均由精确搜索证明。要得到可由程序检验的证书：",
  },
};
