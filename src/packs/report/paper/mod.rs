//! Puzzles for paper: a position as a picture, and sheets of puzzles to print.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`Language`] |
//! | `table.rs` | [`position_svg`]: the hands as cards |
//! | `sheet.rs` | [`sheet`]: pages of six puzzles, and the answers behind them |
//! | `words.rs` | what is written there, in both languages |
//!
//! Suits never matter in this game. The cards on paper have some, because cards without look like no cards: the first card of a rank
//! is a spade, the second a heart, then club and diamond, over all hands together.

mod sheet;
mod table;
mod words;

pub use sheet::{SheetPuzzle, sheet};
pub use table::position_svg;

/// The language of what people read.
///
/// ```
/// use canju::report::Language;
/// assert_eq!((Language::from_name("zh"), Language::Chinese.name()), (Some(Language::Chinese), "zh"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// The language of this name, `en` or `zh`.
    pub fn from_name(name: &str) -> Option<Language> {
        [Language::English, Language::Chinese].into_iter().find(|language| language.name() == name)
    }

    /// `en` or `zh`.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// As HTML calls it.
    const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh-CN",
        }
    }
}

/// Text that may stand in HTML and XML.
fn escaped(text: &str) -> String {
    let safe = canju_engine::rules::shown(text);
    safe.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
