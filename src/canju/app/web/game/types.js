// The types that the modules share, for `tsc --checkJs` and for readers. There is no code here.

/**
 * A position. Hands are cards as text, in playing order; seats count from 0. `last` is the move to beat and `by` who played
 * it; both are null for a lead.
 * @typedef {object} Position
 * @property {string[]} hands
 * @property {number} turn
 * @property {string | null} last
 * @property {number | null} by
 * @property {string} rules
 * @property {string} [scoring] How points are counted; without it there are none.
 * @property {number} [stake] The stake so far, 1 without it.
 * @property {number[]} [moves_made] How often each of three hands has played.
 */

/** @typedef {"win" | "loss" | "unknown"} Verdict */

/**
 * A legal move. `move` is as it is typed: the cards, behind a colon the kind if the cards could be two; or `pass`. The
 * verdict is that of who plays it.
 * @typedef {object} Choice
 * @property {string} move
 * @property {string} kind
 * @property {Verdict} verdict
 * @property {number | null} [value] Its points, where there are any.
 */

/**
 * What the solver says of a position.
 * @typedef {object} Answer
 * @property {Verdict} verdict
 * @property {string | null} best
 * @property {string[]} line
 * @property {number} nodes
 * @property {number} elapsed Milliseconds.
 * @property {string | null} reason Why it is unknown.
 * @property {number | null} [value] The points of the player to move, where there are any.
 */

/**
 * A puzzle of a pack.
 * @typedef {object} Puzzle
 * @property {Position} position
 * @property {Verdict | null} expect
 * @property {number | null} value The points that it is worth to the player to move, if the pack says so.
 * @property {number | null} difficulty
 * @property {string | null} name
 * @property {string[]} themes What the win needs.
 */

/** Where the position comes from: a puzzle of a pack, perhaps in a run, the puzzle of the day, a mistake in a whole game of the reader, or one that was made.
 * @typedef {{ pack: string | null, index: number, daily: boolean, run?: "streak" | "rush3" | "rush5", fromGame?: boolean } & Pick<Puzzle, "expect" | "value" | "difficulty" | "themes">} Origin
 */

/**
 * What a move gave away: the win, or points alone. Then `value` is what it is worth for who made it, and `best` the most there was to get.
 * @typedef {{ win: true } | { win: false, value: number, best: number }} Slip
 */

/**
 * A move that was played, with what was before and after it.
 * @typedef {object} Step
 * @property {number} seat
 * @property {string} move
 * @property {Card[]} cards Those that were thrown.
 * @property {Position} position After the move.
 * @property {Card[][]} faces The hands after the move.
 * @property {boolean} mine Did the person at the screen play it?
 * @property {Slip | null} slip What it gave away.
 */

/**
 * What a move of a game did, as the record `canju.review/1` has it. `player` counts from 0, `ply` from 1.
 * @typedef {object} ReviewedMove
 * @property {number} ply
 * @property {number} player
 * @property {string} move
 * @property {"kept" | "gave_away" | "lost_anyway" | "forced" | "unknown"} mark
 * @property {boolean | null} only_move
 * @property {string[]} keeping
 * @property {boolean} keeping_is_complete
 * @property {string[]} refutation
 * @property {number | null} plies
 * @property {number} [value_before] Its player's points with best play before it, where there are any.
 * @property {number} [value_after] The same after it.
 */

/**
 * The wins that a player or a side had in hand.
 * @typedef {{ player?: number, won: number, given_away: number, only_moves: number, points_given_away?: number, accuracy: number | null }} Tally
 */

/**
 * A game that was reviewed. `winners` has the winning side of each position, one more than there are moves; null is unknown.
 * @typedef {object} Review
 * @property {string[]} hands
 * @property {ReviewedMove[]} moves
 * @property {(1 | 2 | null)[]} winners
 * @property {number[]} turning_points
 * @property {Tally[]} players
 * @property {Tally[]} sides
 * @property {(number | null)[]} [values] Played for points: those of the first hand or the landlord at each position.
 * @property {number} nodes
 * @property {number} elapsed_ms
 */

/**
 * What a player knows who sees one hand. Cards are text; `played` is by seat, without the move to answer, and `left` how many cards a
 * seat holds where that was said.
 * @typedef {object} Hidden
 * @property {number} seat
 * @property {string} hand
 * @property {string[]} played
 * @property {string} open The landlord's open cards that are not played yet.
 * @property {string | null} last The move to answer.
 * @property {number | null} by
 * @property {(number | null)[]} left
 * @property {string} rules
 */

/**
 * An estimate, as the record `canju.advice/1` has it.
 * @typedef {object} Advised
 * @property {string} move
 * @property {string[]} equal
 * @property {number | null} share
 * @property {number} low
 * @property {number} high
 * @property {number} worlds
 * @property {number} open
 * @property {number} estimated In how many worlds it is not decided, only estimated how likely it wins.
 * @property {boolean} dropped
 * @property {number} [points] What it may be expected to bring, where there are points.
 */

/** @typedef {{ best: string, basis: "sampled worlds" | "all worlds", worlds: number, moves: Advised[], limit: string | null }} Advice */

/** @typedef {"easy" | "medium" | "hard"} Strength How well bots play. */

/** What is agreed before a whole game: the number of the deal, the bots, what is played for, and whether moves stay and there are no hints.
 * @typedef {{ seed: number, strength: Strength, scoring: string, isSerious: boolean }} Agreed
 */

/** @typedef {import("./cards.js").Card} Card */

/**
 * What stands on the table.
 * @typedef {object} View
 * @property {Position} position
 * @property {Card[][]} faces
 * @property {number[]} room How many cards each hand had: their places stay, so that nothing moves.
 * @property {number} near The seat nearest to the reader.
 * @property {number | null} playable The seat whose cards can be tapped; -1 for all.
 * @property {Card[]} raised
 * @property {Step[]} steps What was played up to here.
 * @property {((seat: number, card: Card) => void) | null} tap
 * @property {string} [hint] What a tap does.
 * @property {string[]} [names] Of the seats, where they are not those of a game.
 * @property {{ label: string, cards: Card[] }} [lies] What lies in the middle before anything is played.
 */

export {};
