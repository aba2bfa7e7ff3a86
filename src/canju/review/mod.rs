//! Games reviewed (复盘): who was winning at each move, and which moves gave the win away, exactly.
//!
//! ```
//! use canju::{Solver, puzzle::{Puzzle, SavedGame}, review::{Mark, ReviewOptions, review}};
//! let mut game = SavedGame::from("346999Q2 | 34JAAD".parse::<Puzzle>()?);
//! game.play("3999 pass 4 J 2 D")?;
//! let review = review(&mut Solver::default(), &game.start.position, &game.moves, &ReviewOptions::default())?;
//! let marks: Vec<Mark> = review.moves.iter().map(|reviewed| reviewed.mark).collect();
//! assert_eq!(marks[0], Mark::Kept);
//! assert_eq!(review.moves[0].only, Some(true)); // no other set of cards wins
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`review()`] reviews one game, [`ReviewRecord`] is what programs read of it, and [`Reviews`] reviews any number on all cores.
//! [`report`](crate::report) writes the records.
//!
#![doc = include_str!("REVIEW.md")]

// | file | contents |
// |---|---|
// | `options.rs`, `reviewed_move.rs` | what is asked, and what is said of a move |
// | `game.rs` | `review()`: one game |
// | `winners.rs` | who wins at each of its positions |
// | `keeping.rs` | which moves keep a win, and what refutes one that does not |
// | `mark.rs` | `Mark`: what a move did |
// | `tally.rs` | `Tally`: the wins that a player or a side had and kept |
// | `record.rs` | `ReviewRecord`: in and out of JSON |
// | `many.rs` | `Reviews`: many games, on all cores |

mod game;
mod keeping;
mod many;
mod mark;
mod options;
mod record;
mod reviewed_move;
mod tally;
mod winners;

pub use game::{Review, WrongMove, review};
pub use many::{ReviewSummary, Reviews};
pub use mark::Mark;
pub use options::ReviewOptions;
pub use record::{FailedReview, GameRecord, MoveRecord, ReviewRecord, SCHEMA};
pub use reviewed_move::ReviewedMove;
pub use tally::{CardBand, Tally};
