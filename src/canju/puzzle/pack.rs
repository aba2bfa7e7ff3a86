//! The pack format: splits a line into its parts, and writes a puzzle as a line.
//!
//! ```text
//! # comment
//! @rules huanle,-trio_pair
//! 33334567TTAAAA | DXJJ999 | expect=loss name="WeChat classic"
//! K5 | Q44 | last=J expect=win        # a comment may follow
//! ```

use super::Puzzle;
use super::draft::Draft;
use super::error::LineFault;
use canju_engine::text::{Attribute, Line};
use std::fmt::{self, Write};

/// The parts of a line, `None` if it is blank or only a comment.
pub(super) fn parse(line: &str) -> Result<Option<Draft<'_>>, LineFault> {
    let Some(Line { hands, attributes }) = Line::parse(line)? else { return Ok(None) };
    let mut draft = Draft::default();
    draft.position.hands = hands;
    for Attribute { key, value } in attributes {
        match key {
            "expect" => draft.expect = Some(value),
            "best" => draft.best = Some(value),
            "difficulty" => draft.difficulty = Some(value),
            "themes" => draft.themes = Some(value),
            "name" => draft.name = Some(value.text.into_owned()),
            "source" => draft.source = Some(value.text.into_owned()),
            "level" => draft.level = Some(value.text.into_owned()),
            "seed" => draft.seed = Some(value.text.into_owned()),
            // Any other belongs to the position: unknown ones have been refused.
            _ => *draft.position.slot(key).expect("an attribute of the position") = Some(value),
        }
    }
    Ok(Some(draft))
}

impl fmt::Display for Puzzle {
    /// A line of a pack that reads back as the same puzzle wherever it stands: the rules are always named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        if let Some(expected) = self.expected {
            match expected.value() {
                Some(value) => write!(f, " expect={value:+}")?,
                None => write!(f, " expect={}", expected.verdict())?,
            }
            if let Some(best) = expected.best() {
                write!(f, " best={}", self.position.notation(best))?;
            }
        }
        if let Some(difficulty) = self.difficulty {
            write!(f, " difficulty={difficulty}")?;
        }
        if !self.themes.is_empty() {
            let names: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
            write!(f, " themes={}", names.join(","))?;
        }
        let texts = [("level", &self.level), ("seed", &self.seed), ("name", &self.name), ("source", &self.source)];
        for (key, value) in texts {
            if let Some(value) = value {
                write!(f, " {key}=")?;
                // A word needs no quotes, and a name has them as most people write it.
                match key == "seed" && !value.is_empty() && value.chars().all(|c| c.is_ascii_digit() || c == ':') {
                    true => f.write_str(value)?,
                    false => write_quoted(f, value)?,
                }
            }
        }
        Ok(())
    }
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}
