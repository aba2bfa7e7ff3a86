//! The game itself: cards, hands, combinations (牌型), rule sets, positions, move generation, perft.
//!
//! This layer is pure: no I/O, no threads, no clock. All other layers build on it. The checker of certificates imports
//! nothing else.
//!
//! | file | contents |
//! |---|---|
//! | `card.rs` | [`Rank`], [`RankMask`], [`Ranks`] |
//! | `hand.rs` | [`Hand`]: fifteen 4-bit counts in a `u64` |
//! | `spelling.rs` | cards as people type them |
//! | `notation.rs`, `unplayable.rs` | moves as people type them, and why one can't be played |
//! | `combo.rs` | [`Kind`], [`Shape`], [`Combo`], [`Move`], and what beats what |
//! | `ruleset.rs` | [`Ruleset`]: the switches and the presets |
//! | `rule_text.rs` | rule sets as text |
//! | `classify.rs` | all readings of a set of cards |
//! | `movegen.rs` | all legal combinations of a hand |
//! | `turn.rs` | [`Turn`]: who is to move, and what must be answered |
//! | `position.rs` | [`Position`]: hands, turn, trick and rules |
//! | `state.rs`, `any_state.rs`, `state_text.rs` | what the search sees of it: [`State`], without rules, made from a raw [`Setup`] |
//! | `finish.rs` | wins at once |
//! | `scoring.rs` | [`Scoring`] and [`Stakes`]: what a game is worth in points |
//! | `goal.rs` | [`Goal`]: what a question about points asks of a game |
//! | `perft.rs` | counting move sequences |
//! | `shown.rs` | text from outside as people may see it |
//!
#![doc = include_str!("RULES.md")]

mod any_state;
mod card;
mod classify;
mod combo;
mod finish;
mod goal;
mod hand;
mod movegen;
mod notation;
mod perft;
mod position;
mod rule_text;
mod ruleset;
mod scoring;
mod shown;
mod spelling;
mod state;
mod state_text;
mod turn;
mod unplayable;

#[doc(hidden)]
pub use any_state::AnyState;
pub use card::{Rank, RankMask, Ranks};
pub use classify::classify;
pub use combo::{Combo, Kind, KindSet, Move, Shape};
pub use finish::finishing_move;
#[doc(hidden)]
pub use goal::{Goal, most_doublings};
pub use hand::Hand;
pub use movegen::{
    KickerOrder, can_answer, combo_of_shape, combos, for_each_answer, for_each_combo, for_each_lead, visit_combos,
};
pub use notation::{MoveError, parse_move};
pub use perft::perft;
pub use position::Position;
#[doc(hidden)]
pub use position::turn_attributes;
pub use rule_text::RulesetError;
pub use ruleset::{Preset, Ruleset};
#[doc(hidden)]
pub use scoring::parse_moves_made;
pub use scoring::{MANY_MOVES, MOST_STAKE, Scoring, Stakes, StakesError};
pub use shown::shown;
#[doc(hidden)]
pub use spelling::plain;
pub use spelling::{CARDS_READ, CardError, CardErrorKind, parse_cards, parse_cards_from};
pub use state::{IllegalMove, PositionError, Side, Trick};
#[doc(hidden)]
pub use state::{Setup, State};
pub use turn::{LastMove, Turn, TurnError};
pub use unplayable::Unplayable;
