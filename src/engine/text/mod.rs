//! A position as text: one line of a pack.
//!
//! ```text
//! K5 | Q44 | last=J rules=huanle,-trio_pair        # a comment may follow
//! ```
//!
//! The rest of a pack's line (the puzzle's name, its answer) is only split into attributes here. The layer above reads
//! them.
//!
//! | file | contents |
//! |---|---|
//! | `line.rs` | a line to its hands and attributes |
//! | `draft.rs` | hands, turn and rules, each with its column, to a position |
//! | `error.rs` | [`TextError`] |
//! | `fields.rs` | a position to the fields of a record |

mod draft;
mod error;
mod fields;
mod line;

pub use draft::Defaults;
#[doc(hidden)]
pub use draft::{Draft, Located, move_error, rules_error};
pub use error::{TextError, TextErrorKind};
#[doc(hidden)]
pub use fields::Fields;
#[doc(hidden)]
pub use line::{Attribute, Line};

use crate::rules::Position;
use std::str::FromStr;

impl Position {
    /// Reads a line of a pack. `defaults` are the rules, and the scoring, of a line that names none. Other attributes
    /// (`expect=`, `name=` …) are skipped.
    ///
    /// # Errors
    /// What is wrong with the line, with its column.
    ///
    /// ```
    /// use canju::{Position, rules::Ruleset};
    /// let botzone: Ruleset = "botzone".parse()?;
    /// let position = Position::parse("K5 | 44Q | last=J", &botzone)?;
    /// assert_eq!((position.rules(), position.moves().len()), (&botzone, 2)); // K, pass
    /// let error = Position::parse("K5 | 4?Q", &botzone).unwrap_err();
    /// assert!(error.to_string().starts_with("column 7: unknown card `?`"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, defaults: impl Into<Defaults>) -> Result<Position, TextError> {
        Position::parse_by(text, &defaults.into())
    }

    fn parse_by(text: &str, defaults: &Defaults) -> Result<Position, TextError> {
        let not_one = || TextError::new(1, TextErrorKind::NotOne);
        let mut found = None;
        for line in text.split(['\n', '\r']) {
            if let Some(line) = Line::parse(line)? {
                let position = line.draft().build(defaults)?;
                if found.replace(position).is_some() {
                    return Err(not_one());
                }
            }
        }
        found.ok_or_else(not_one)
    }
}

impl FromStr for Position {
    type Err = TextError;

    /// Reads a line of a pack; without rules of its own it is of the default rules. See [`Position::parse`].
    ///
    /// ```
    /// use canju::Position;
    /// let position: Position = "346999Q2 | 34JAAD | rules=huanle,-trio_pair expect=win".parse()?;
    /// assert_eq!(position.to_string(), "346999Q2 | 34JAAD | rules=huanle,-trio_pair");
    /// assert!("5K | 44Q\n345 | 678".parse::<Position>().is_err());
    /// # Ok::<(), canju::TextError>(())
    /// ```
    fn from_str(text: &str) -> Result<Position, TextError> {
        Position::parse_by(text, &Defaults::default())
    }
}
