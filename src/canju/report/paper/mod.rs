//! Puzzles for paper: a position as a picture, and sheets of puzzles to print.
//!
//! | file | contents |
//! |---|---|
//! | `table.rs` | [`position_svg`]: the hands as cards |
//! | `sheet.rs` | [`sheet()`]: pages of six puzzles, and the answers behind them |
//! | `words.rs` | what is written there, in both languages |
//!
//! Suits never matter in this game. The cards on paper have some, because cards without look like no cards: the first card of a rank
//! is a spade, the second a heart, then club and diamond, over all hands together.

mod sheet;
mod table;
mod words;

pub use sheet::{PUZZLES_OF_PAGE, SheetPuzzle, sheet};
pub use table::position_svg;

/// Text from a pack that may stand in HTML and XML.
fn escaped(text: &str) -> String {
    super::style::xml_escaped(&canju_engine::rules::shown(text))
}
