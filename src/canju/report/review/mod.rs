//! Writers of reviews: [`ReviewRecord`](crate::review::ReviewRecord).
//!
//! | file | contents |
//! |---|---|
//! | `words.rs` | what the forms for people say of moves, turning points and players |
//! | `text.rs`, `csv.rs`, `markdown.rs` | the forms; JSON lines are those of all records |
//! | `picture.rs` | the bar of who was winning, as SVG |

mod csv;
mod markdown;
mod picture;
mod text;
mod words;

pub use csv::ReviewCsv;
pub use markdown::ReviewMarkdown;
pub use picture::Picture;
pub use text::{ReviewText, review_summary_line};
pub use words::mark;
