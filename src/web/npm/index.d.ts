/** Who wins, for the side to move. `unknown` only if a limit was reached. */
export type Verdict = "win" | "loss" | "unknown";

/** Why a verdict is unknown. */
export type Reason = "time" | "nodes" | "memory" | "interrupted";

/** The fields of a position: two hands, or three, the landlord's first and the farmers' in playing order. */
export interface PositionFields {
  hands: string[];
  /** The hand to move, from 1. 1 by default. */
  turn?: number;
  /** The move that it must beat; without one it leads. */
  last?: string | null;
  /** The hand that played it, from 1. By default the one before the hand to move. */
  last_by?: number | null;
  /** A preset and what differs from it: `huanle`, `rlcard,-trio_pair`. */
  rules?: string;
  /** How it is scored: `win`, which has no points and is the default, `douzero`, `botzone`, `pagat` or `huanle`. With points the answer has a `value`. */
  scoring?: string;
  /** The stake so far, where there are points. 1 by default. */
  stake?: number;
  /** How often each of three hands has played, for spring; 2 stands for more. By default nobody has at the beginning of a whole deal, and
   * else all have twice. */
  moves_made?: number[] | null;
}

/** A line of a pack (`"346999Q2 | 34JAAD | last=J"`), the hands alone, or the fields; a record that was returned has them. */
export type Position = string | string[] | PositionFields | Result | Grade;

/** A game log as text, in place of a position and its moves: Botzone's, DouZero's, RLCard's, plain text, or a pack's line with `@moves`. */
export interface Log {
  log: string;
  /** The rules of a log that does not say them. */
  rules?: string;
}

export interface Limits {
  /** Give up after this many milliseconds. */
  time_limit_ms?: number;
}

/** What is asked of a solve. A test writes the fields: `src/it/house/written.rs`. */
export interface Task {
  /** Decide every first move, not only as many as the verdict needs; `false` by default. */
  all_moves?: boolean;
  /** Find a line of play; `true` by default. */
  line?: boolean;
  /** Find the quickest win or the longest resistance, and how many plies the game lasts, a pass counting as one; `false` by default. */
  shortest?: boolean;
  /** How the losing side resists in the line of play: quick goes by a guess, best searches; `"best"` by default. */
  resistance?: "quick" | "best";
  /** Make the certificate plain: larger, but to check it takes the rules alone, and no theorem on which positions are better; `false` by default. */
  plain?: boolean;
  /** Give up on a position, its line of play and certificate included, after this time, in milliseconds. */
  time_limit_ms?: number;
  /** Give up on a position after this many nodes. */
  node_limit?: number;
  /** Use at most so many bytes of memory. */
  memory?: number;
}

export interface SolveOptions extends Omit<Task, "plain"> {
  /** Comes back in the record. */
  id?: string;
}

export interface MovesOptions extends Omit<Task, "all_moves" | "plain"> {}

export interface ReviewOptions extends Limits {
  /** Find every move that keeps a win; by default only whether there are two sets of cards that do. */
  all_moves?: boolean;
  /** Comes back in the record. */
  id?: string;
}

export type Seat = "landlord" | "farmer1" | "farmer2";

/** What a player knows who does not see the other hands, and is to move. */
export interface Known {
  /** The cards that the player holds. */
  hand: string;
  /** `farmer1` plays after the landlord, `farmer2` before. */
  seat: Seat;
  /** How many cards the two others hold, in playing order; with a history that began with 20, 17 and 17 cards not needed. */
  left?: [number, number];
  /** All cards played so far, those of `last` included. Not together with a history. */
  played?: string;
  /** Those of the landlord's three open cards that the landlord still has; with a history all three may be given. */
  landlord_cards?: string;
  /** All moves from the landlord's first lead on, separated by spaces. */
  history?: string;
  /** The move to answer. Not together with a history. */
  last?: string | null;
  /** The seat that played it, by default the one before the player's. */
  by?: Seat | null;
  /** A preset and what differs from it: `huanle`, `rlcard,-trio_pair`. */
  rules?: string;
  /** How points are counted; then the best move is the one that may be expected to bring most. */
  scoring?: string;
  /** The stake, 1 by default: with a history when the game began, else now. */
  stake?: number;
  /** How often each seat has played, for spring; 2 stands for more. Not together with a history. */
  moves_made?: [number, number, number];
}

export interface AdviseOptions extends Limits {
  /** The most worlds to solve, 1 to 1000; 64 by default. */
  worlds?: number;
  /** What they are drawn with; 0 by default. The first worlds of a seed are the same, however many are drawn. */
  seed?: number;
  /** Decide every move in every world, also those that can no longer be the best. */
  every_move?: boolean;
  /** Leave open what is not decided within the limits, instead of estimating how likely it is won. */
  exact_only?: boolean;
  /** The most search nodes for a world; 6000 by default, with `time_limit_ms` only where one move is left, and none with `exact_only`. */
  world_nodes?: number;
}

export interface GradeOptions extends Limits {
  /** Also find how many plies a careful player must look ahead, up to this many, at most 20. */
  lookahead?: number;
}

export interface ProveOptions extends Pick<Task, "plain" | "time_limit_ms" | "node_limit" | "memory"> {}

/** `canju.result/1`. */
export interface Result {
  schema: "canju.result/1";
  /** Where the puzzle is from; `null` for one typed on the command line. */
  id: string | null;
  /** The hands in seat order. */
  hands: string[];
  /** The hand to move, from 1; left out if it is the first. */
  turn?: number;
  /** What the hand to move had to answer. */
  last: string | null;
  /** The hand that played it, from 1; left out if it is the one before the hand to move. */
  last_by?: number;
  /** The rules. */
  rules: string;
  /** How it is scored, if it is played for points. */
  scoring?: string;
  /** The stake so far, if it is played for points. */
  stake?: number;
  /** How often each of three hands has played, if spring counts; 2 stands for more. Left out if nobody has at the beginning of a whole
deal, and if all have twice. */
  moves_made?: number[];
  /** For the side to move: `win`, `loss` or `unknown`. */
  verdict: Verdict;
  /** The winning first move to play. */
  best: string | null;
  /** Every winning first move if all were asked for, else the one found. */
  winning_moves: string[];
  /** Played for points: what the player to move gets when all play their best; `null` if a limit ended the search. */
  value?: number | null;
  /** Without a value: it is proved that the player to move can get as many points. */
  value_at_least?: number;
  /** Without a value: it is proved that the player to move can get no more points. */
  value_at_most?: number;
  /** Played for points: the first moves that are worth most, if all were asked for. */
  best_moves?: string[];
  /** A full game in which the winner plays winning moves and the loser resists; played for points, one in which nobody gives any
away. */
  line: string[];
  /** How many plies the game lasts, if that was asked for. */
  plies?: number;
  /** Why the plies asked for were not found although there is a verdict: `time`, `nodes`, `memory` or `interrupted`. */
  plies_limit?: Reason;
  /** Nodes visited by all threads. */
  nodes: number;
  /** Wall-clock milliseconds, to the microsecond. */
  elapsed_ms: number;
  /** Most bytes the search held. */
  memory_bytes: number;
  /** Worker threads. */
  threads: number;
  /** Why the verdict is unknown: `time`, `nodes`, `memory` or `interrupted`. */
  reason: Reason | null;
  /** What the puzzle said the verdict is: `win` or `loss`. */
  expected: "win" | "loss" | null;
  /** Is the answer the expected one? `null` if no answer is expected or the puzzle is undecided. */
  ok: boolean | null;
  /** The points that the puzzle says it is worth. */
  expected_value?: number;
  /** The winning move according to the puzzle. It may differ from `best` although `ok` is true. */
  expected_best?: string;
  /** The verdict of every first move, if all were asked for. */
  moves?: { move: string; verdict: Verdict; value?: number | null; value_at_least?: number; value_at_most?: number }[];
  /** The puzzle's name. */
  name?: string;
  /** The puzzle's source. */
  source?: string;
  /** The `meta` of the JSON object that the puzzle was read from. */
  meta?: unknown;
  /** The id of an earlier puzzle with the same position, up to renaming ranks: this answer is taken from it. */
  same_as?: string;
}

/** A legal move. */
export interface Reply {
  move: string;
  /** Its cards alone. */
  cards: string;
  /** What kind of combination it is, or `pass`. */
  kind: string;
  /** For the side that plays it. */
  verdict: Verdict;
  /** Played for points: what it is worth for the player who makes it; left out if a limit ended the search. */
  value?: number;
  /** What follows a losing move, up to the opponents' first winning move. */
  refutation?: string[];
  /** The position after it, or the side that has won: 1 for the first hand or the landlord. */
  leads_to:
    | { hands: string[]; turn: number; last: string | null; last_by: number | null; stake?: number; moves_made?: number[] }
    | { hands: string[]; winner: 1 | 2 };
}

/** `canju.replies/1`. */
export interface Replies {
  schema: "canju.replies/1";
  hands: string[];
  turn: number;
  last: string | null;
  last_by: number | null;
  rules: string;
  /** How it is scored, if it is played for points. */
  scoring?: string;
  /** The stake so far, if it is played for points. */
  stake?: number;
  moves_made?: number[];
  /** Played for points: what the player to move gets when all play their best; left out if a limit ended the search. */
  value?: number;
  verdict: Verdict;
  reason: Reason | null;
  best: string | null;
  line: string[];
  /** How many legal moves there are; `null` if not all are listed. */
  total: number | null;
  complete: boolean;
  /** A pass is last. */
  moves: Reply[];
  nodes: number;
  elapsed_ms: number;
}

/** What a move did: kept the win, gave it away, was lost anyway, or was the only legal one. */
export type Mark = "kept" | "gave_away" | "lost_anyway" | "forced" | "unknown";

/** A move of a game. Verdicts are for the side that made it. */
export interface ReviewedMove {
  /** From 1; a pass counts. */
  ply: number;
  /** From 0: the first player or the landlord. */
  player: number;
  move: string;
  /** Cards of all hands before it. */
  cards: number;
  before: Verdict;
  after: Verdict;
  mark: Mark;
  /** Played for points: what its player got with best play before it, and after it. */
  value_before?: number;
  value_after?: number;
  /** Moves that keep the win, where there is one and a choice: with `all_moves` every one, else one or two. */
  keeping: string[];
  keeping_is_complete: boolean;
  /** Does only one set of cards keep the win? `null` if there is none to keep, or if it was not found: at a limit, and without `all_moves` within 50,000 nodes. */
  only_move: boolean | null;
  /** After a mistake: the moves up to the first winning one of the other side. */
  refutation: string[];
  /** After a mistake: how many plies the win still needed, if that is found soon. */
  plies: number | null;
}

/** The wins that a player or a side had in hand. */
export interface Tally {
  /** From 0; not in the tally of a side. */
  player?: number;
  /** 1 is the first hand or the landlord, 2 the second hand or the farmers. */
  side: 1 | 2;
  /** Positions with a win in hand and a choice. */
  won: number;
  given_away: number;
  /** Wins that were kept by the only set of cards that keeps them. */
  only_moves: number;
  /** Played for points: how many were given away. */
  points_given_away?: number;
  /** The share that was kept; `null` without a win in hand. */
  accuracy: number | null;
  /** The same by the cards left in all hands. */
  by_cards: { from: number; to: number; won: number; given_away: number; only_moves: number }[];
}

/** `canju.review/1`: what each move of a game did. */
export interface Review {
  schema: "canju.review/1";
  id: string | null;
  hands: string[];
  turn?: number;
  last: string | null;
  last_by?: number;
  rules: string;
  scoring?: string;
  stake?: number;
  moves_made?: number[];
  /** Played for points: what the first hand, or the landlord, gets with best play from each position on; `null` is unknown. */
  values?: (number | null)[];
  moves: ReviewedMove[];
  /** The side that wins at each position, one more than there are moves; `null` is unknown. */
  winners: (1 | 2 | null)[];
  /** Is the game over after its last move? */
  over: boolean;
  /** The plies of the moves that gave a win away. */
  turning_points: number[];
  /** In seat order. */
  players: Tally[];
  sides: Tally[];
  nodes: number;
  elapsed_ms: number;
  threads: number;
  /** The first limit that left anything open. */
  reason: Reason | null;
  name?: string;
  source?: string;
  meta?: unknown;
}

/** A move that was tried in worlds. */
export interface AdvisedMove {
  move: string;
  /** Moves that come to the same in every world. */
  equal: string[];
  /** The share of worlds in which it wins, of those in which it is decided or estimated; `null` if there are none. */
  share: number | null;
  /** The interval of the share: with 95 % confidence for sampled worlds, for sure for all. */
  low: number;
  high: number;
  /** In how many it is decided, in how many it wins, and in how many a limit left it open. If all are listed, they count as often as they are dealt. */
  worlds: number;
  won: number;
  open: number;
  /** In how many a limit was reached and it is estimated how likely the move wins, and in how many of these it is expected to win. */
  estimated: number;
  expected: number;
  /** Played for points: what the move may be expected to bring, for those that win most often, with the interval of 95 %. */
  points?: number;
  points_low?: number;
  points_high?: number;
  /** In how many worlds they are exact; in the others some are estimated. */
  points_exact?: number;
  /** It can no longer be the best, and was not tried in all worlds. */
  dropped: boolean;
}

/**
 * `canju.advice/1`: an estimate, and no verdict. A world is a deal of the unseen cards that fits, and in each everybody plays as if all
 * hands were open: so nobody there is ever deceived, and the others never err.
 */
export interface Advice {
  schema: "canju.advice/1";
  seat: Seat;
  hand: string;
  /** How many cards each seat holds. */
  left: [number, number, number];
  last: string | null;
  by: Seat | null;
  rules: string;
  /** How points are counted, and the stake now, if it is played for points. */
  scoring?: string;
  stake?: number;
  basis: "sampled worlds" | "all worlds";
  worlds: number;
  seed: number | null;
  best: string;
  /** The legal moves, the best one first; equal ones are one. */
  moves: AdvisedMove[];
  elapsed_ms: number;
  /** The limit that left moves open. */
  limit: Reason | null;
}

/** `canju.grade/1`: how hard a puzzle is. Without a grade, at a limit, `reason` says why. */
export interface Grade {
  schema: "canju.grade/1";
  hands: string[];
  turn?: number;
  last?: string;
  last_by?: number;
  rules: string;
  /** How it is scored, if it is played for points. */
  scoring?: string;
  /** The stake so far, if it is played for points. */
  stake?: number;
  /** How often each of three hands has played, if spring counts; 2 stands for more. */
  moves_made?: number[];
  verdict?: Verdict;
  /** Played for points: what the player to move gets when all play their best. */
  value?: number;
  reason?: Reason;
  /** From 1.0 to 5.0. */
  difficulty?: number;
  /** What the win needs, such as `only_pass`; of a won position. */
  themes?: string[];
  /** How many sets of cards may be played first. */
  choices?: number;
  /** Those that win; played for points, those that win as many as the position is worth. */
  winning_moves?: string[];
  best_looks_good?: boolean;
  /** First moves that look good and lose, and how many plies the game lasts after each. */
  traps?: { move: string; plies: number | null }[];
  line?: string[];
  plies?: number;
  plies_exact?: boolean;
  /** How often the winner has a choice, and how often only one set of cards wins. */
  decisions?: number;
  only_moves?: number;
  simple_players?: Record<string, unknown>[];
  /** Of each hand the cards that do not matter. */
  idle_cards?: string[];
  needed?: number[];
  structure?: number;
  lookahead?: number;
  expected?: "win" | "loss";
  expected_value?: number;
  expected_best?: string;
  ok?: boolean;
  /** What it was generated from. */
  seed?: string;
  id?: string;
  name?: string;
  source?: string;
  meta?: unknown;
}

/** New puzzles that are wanted. */
export interface Wanted extends Limits {
  /** Cards of each hand, 3 to 20, two or three hands, ranges as `8..12+10`. */
  cards: string;
  /** How many puzzles, 1 to 100; 1 by default. */
  count?: number;
  /** The same puzzles as every time with this number; `S:N` begins with candidate N. By chance without it. */
  seed?: string | number;
  rules?: string;
  /** The hand to move, from 1; by default the first. */
  turn?: number;
  /** The hand that played the trick to answer; by default the hand to move leads. */
  by?: number;
  /** For the side to move. */
  verdict?: "win" | "loss";
  /** A theme that each must have, such as `splits_bomb`. */
  theme?: string;
  /** Only wins by exactly one set of cards. */
  unique?: boolean;
  /** Only puzzles in which every card matters. */
  minimal?: boolean;
  /** How points are counted, such as `huanle`; by default there are none. */
  scoring?: string;
  /** Only wins of at least so many times the stake. */
  times?: 1 | 2 | 4 | 8 | 16 | 32;
  /** `D` or `D..D`, from 1 to 5. */
  difficulty?: string;
  /** Also puzzles that ship. */
  with_shipped?: boolean;
}

/** `canju.puzzles/1`. */
export interface Generated {
  schema: "canju.puzzles/1";
  seed: string;
  /** The seed that goes on where this answer ends. */
  next: string;
  /** Why there are fewer than were asked for. */
  reason: "time" | "misses" | null;
  puzzles: Grade[];
}

/** The deal that is wanted. */
export interface DealOptions {
  /** The same deal as every time with this number, 0 to `Number.MAX_SAFE_INTEGER`. By chance without it. */
  seed?: number;
  /** A preset and what differs from it, with one pack: `huanle`, `rlcard,-trio_pair`. */
  rules?: string;
}

/** `canju.deal/1`: a whole deal. */
export interface Dealt {
  schema: "canju.deal/1";
  seed: number;
  rules: string;
  /** 20, 17 and 17 cards in playing order, the landlord's hand first. */
  hands: [string, string, string];
  /** Three cards of the landlord's hand, which all see. */
  landlord_cards: string;
}

/** `canju.checked/1`: what a certificate proves. Compare its position with yours. */
export interface Checked {
  schema: "canju.checked/1";
  hands: string[];
  turn: number;
  last: string | null;
  last_by: number | null;
  rules: string;
  /** How it is scored, if it is played for points. */
  scoring?: string;
  /** The stake so far, if it is played for points. */
  stake?: number;
  /** How often each of three hands has played, if spring counts; 2 stands for more. */
  moves_made?: number[];
  /** `null` if the points that are proved don't say who wins. */
  verdict: "win" | "loss" | null;
  /** Points that the player to move gets at least, if that is proved. */
  value_at_least?: number;
  /** Points that it gets at most, if that is proved. */
  value_at_most?: number;
  plain: boolean;
  positions: number;
  moves: number;
  bytes: number;
  elapsed_ms: number;
}

/**
 * What is wrong with a request, or why there is no answer. `message` is for people: what is wrong and what to do about it.
 *
 * Codes: `bad_json`, `bad_request`, `bad_puzzle`, `bad_proof`; `undecided`, `proof_too_large` (no certificate); `unsupported` (no
 * WebAssembly with SIMD); `no_worker` (the browser lets it not start, or has no workers that are modules); `closed`; `internal` (also
 * for lack of memory: the next call starts anew).
 */
export class CanjuError extends Error {
  readonly code: string;
  /** The field of the request that is wrong. */
  readonly field?: string;
  /** The hand that is wrong, from 1. */
  readonly hand?: number;
  /** The column within that hand or move, in characters from 1; of a line of a pack within the line. */
  readonly column?: number;
  readonly line?: number;
}

/** The solver in this thread: each call returns when the answer is there. Errors are thrown as {@link CanjuError}. */
export interface Canju {
  /** Who wins, by which move, and how the game goes on. */
  solve(position: Position, options?: SolveOptions): Result;
  /** Every legal move with its verdict. */
  moves(position: Position, options?: MovesOptions): Replies;
  /** Which moves of a game gave the win away. The moves are a list, or a text with spaces between them, and none beside a log; the limit is
   * that of the game. */
  review(position: Position | Log, moves: string[] | string, options?: ReviewOptions): Review;
  /** What to play if the other hands are hidden: an estimate from deals that fit, each solved exactly. */
  advise(known: Known, options?: AdviseOptions): Advice;
  /** How hard a puzzle is. */
  grade(position: Position, options?: GradeOptions): Grade;
  /** New puzzles. */
  generate(wanted: Wanted): Generated;
  /** A whole deal: three hands, and the landlord's cards that all see. */
  deal(wanted?: DealOptions): Dealt;
  /** The certificate of a verdict, as `canju verify` checks it. */
  prove(position: Position, options?: ProveOptions): Uint8Array;
  /** Checks a certificate by the rules alone. Throws if it proves nothing. */
  verify(certificate: Uint8Array, options?: Limits): Checked;
  /** Nodes of all questions so far. */
  readonly nodes: number;
  /** Bytes of the module's memory, in use or kept. */
  readonly memory_bytes: number;
}

/** What is asked of an `AbortSignal`. Where there are none, as in mini games, an object that has these will do. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** How to wait for a worker's answer. */
export interface Waiting {
  /** Breaks the search off: the worker is ended and another one started. The promise is rejected with the signal's reason. */
  signal?: Signal;
  /** Called ten times a second while the search runs. */
  onProgress?: (progress: { elapsed_ms: number; nodes: number }) => void;
}

/** The solver in a worker. It answers one question after another. */
export interface Background {
  solve(position: Position, options?: SolveOptions & Waiting): Promise<Result>;
  moves(position: Position, options?: MovesOptions & Waiting): Promise<Replies>;
  review(position: Position | Log, moves: string[] | string, options?: ReviewOptions & Waiting): Promise<Review>;
  advise(known: Known, options?: AdviseOptions & Waiting): Promise<Advice>;
  grade(position: Position, options?: GradeOptions & Waiting): Promise<Grade>;
  generate(wanted: Wanted & Waiting): Promise<Generated>;
  deal(wanted?: DealOptions & Waiting): Promise<Dealt>;
  prove(position: Position, options?: ProveOptions & Waiting): Promise<Uint8Array>;
  verify(certificate: Uint8Array, options?: Limits & Waiting): Promise<Checked>;
  /** Ends the worker. What is unanswered is rejected with the code `closed`. */
  close(): void;
}

export interface LoadOptions {
  /** The most bytes of a search, 1 MiB to 1 GiB; 64 MiB by default. Grading and making puzzles takes 64 MiB more. */
  memory?: number;
  /** The module, where it is not the file beside the package: compiled, as bytes, or its address. */
  module?: WebAssembly.Module | BufferSource | URL | string;
}

/** The solver in this thread. Don't use it in a page's own thread for positions that may take long. */
export function load(options?: LoadOptions): Promise<Canju>;

/** The solver in a worker, so that this thread stays free. */
export function start(options?: LoadOptions): Promise<Background>;
