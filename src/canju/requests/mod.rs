//! Requests as JSON, and their answers: shared by the server (`canju serve`) and the module for the web, which are doors to [`Desk`].
//!
//! Who asks, how long an answer may take and what is remembered is up to them. Here is what a request may say, and which answer
//! a solver finds for it.
//!
//! | file | contents |
//! |---|---|
//! | `desk.rs` | [`Desk`]: a question read and answered |
//! | `remembered.rs` | the answers that several desks remember together |
//! | `asked.rs` | a request about a position, read |
//! | `refusal.rs` | what is wrong with a request, with field, hand and column |
//! | `bounds.rs` | positions that have too many moves for an answer |
//! | `moves_record.rs`, `replies.rs` | every legal move with its verdict |
//! | `review.rs` | games reviewed |
//! | `generate.rs` | new puzzles |
//! | `advise.rs` | advice with hidden hands |
//! | `deal.rs` | whole deals |
//! | `certificate.rs` | certificates written and checked |

mod advise;
mod asked;
mod bounds;
mod certificate;
mod deal;
mod desk;
mod generate;
mod moves_record;
mod refusal;
mod remembered;
mod replies;
mod review;
#[cfg(test)]
mod schemas;

pub use advise::{AdviseBody, AskedAdvice};
pub use asked::{Asked, PositionBody, task_of_query, text};
pub use bounds::{MOST_MOVES, has_too_many_moves, is_giant};
pub use certificate::{Checked, check, prove};
pub use deal::{AskedDeal, DealBody, Dealt};
pub use desk::{Answer, Desk, Question, Request};
pub use generate::{GenerateBody, Generated, Wanted, generate};
pub use moves_record::{LeadsTo, Replies, Reply, WrittenReplies};
pub use refusal::{Fault, Refusal};
pub use remembered::{Recall, Remembered};
pub use replies::replies;
pub use review::AskedGame;

use serde::Serialize;

/// A value as JSON. All that is written here consists of text, numbers and lists, which always can be written.
pub fn written(value: &(impl Serialize + ?Sized)) -> Vec<u8> {
    serde_json::to_vec(value).expect("it can be written")
}
