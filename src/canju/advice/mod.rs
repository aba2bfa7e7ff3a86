//! Advice for a player who does not see the other hands.
//!
//! A *world* is a deal of the unseen cards that fits what the player knows. Worlds are drawn so that each deal is as likely as any
//! other, each is solved exactly with all hands open as far as the effort goes and else estimated, and each legal move gets the share of
//! worlds in which it wins for the player's side (GIB: Ginsberg, "GIB: Imperfect information in a computationally challenging game", 2001).
//!
//! **A share is an estimate, and no probability of winning.** In each world everybody plays as if all hands were open from then
//! on. So a plan may count on different things in different worlds although the player can't tell them apart (strategy fusion), and
//! the opponents never err (Frank and Basin, "Search in games with incomplete information", 1998).
//!
//! | file | contents |
//! |---|---|
//! | `question.rs`, `question_error.rs` | what a player is asked for: [`Question`], as text, and what can be wrong with it |
//! | `seat.rs` | [`Seat`] |
//! | `history.rs` | a game so far: who played what, and whose turn it is |
//! | `known.rs` | [`Known`]: what follows from it |
//! | `worlds.rs` | the deals that fit: counted, listed, drawn |
//! | `choices.rs` | the moves to choose from, those that are the same everywhere as one |
//! | `race.rs` | what each move has won so far, and which can no longer be the best |
//! | `interval.rs` | intervals for shares |
//! | `adviser.rs` | [`advise`]: the worlds, solved |
//! | `whole_game.rs` | [`WholeGame`]: a game with hidden hands, its bots, and what moves cost |
//! | `record.rs` | the record `canju.advice/1` |

mod adviser;
mod choices;
mod history;
mod interval;
mod known;
mod question;
mod question_error;
mod race;
mod record;
mod seat;
#[cfg(test)]
mod tests;
mod whole_game;
mod worlds;

pub use adviser::{Advice, Advised, Effort, advise};
pub use known::Known;
pub use question::Question;
pub use question_error::{PlayedProblem, QuestionError, QuestionProblem};
pub use race::ExpectedPoints;
pub use record::{AdviceRecord, AdvisedRecord, SCHEMA};
pub use seat::Seat;
pub use whole_game::{Cost, Strength, WholeGame};
pub use worlds::Drawn;
