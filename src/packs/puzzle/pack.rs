//! The pack format: takes a line apart, and writes a puzzle as a line.
//!
//! ```text
//! # comment
//! @rules huanle,-trio_pair
//! 33334567TTAAAA | DXJJ999 | expect=loss name="WeChat classic"
//! K5 | Q44 | last=J expect=win        # a comment may follow
//! ```
//!
//! Attributes contain a `=` and hands never do: that distinguishes them. `"` opens a quote only in a value; anywhere else
//! it is an error and is never skipped.

use super::draft::{Draft, Located};
use super::error::{LineFault, PuzzleErrorKind};
use super::{Puzzle, error};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// The parts of a line, `None` if it is blank or only a comment.
pub(super) fn parse(line: &str) -> Result<Option<Draft<'_>>, LineFault> {
    let fields = split(line)?;
    if let [only] = fields.as_slice()
        && only.text.trim().is_empty()
    {
        return Ok(None);
    }
    // The first two fields are hands, whatever they contain.
    let hands = 2 + fields.iter().skip(2).take_while(|field| !field.text.contains('=')).count();
    if fields.len() < 2 {
        return Err(LineFault::new(1, PuzzleErrorKind::HandCount(fields.len())));
    }
    if let Some(extra) = fields.get(hands + 1) {
        return Err(LineFault::new(extra.column - 1, PuzzleErrorKind::AfterAttributes));
    }
    let mut draft = Draft::default();
    for (index, field) in fields.into_iter().enumerate() {
        if index < hands {
            draft.hands.push(field.located());
        } else {
            attributes(field, &mut draft)?;
        }
    }
    Ok(Some(draft))
}

/// A stretch of the line.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Piece<'a> {
    /// The piece from this byte on.
    fn from(self, byte: usize) -> Piece<'a> {
        let (before, text) = self.text.split_at(byte);
        Piece { text, column: self.column + before.chars().count() }
    }

    fn trim_start(self) -> Piece<'a> {
        self.from(self.text.len() - self.text.trim_start().len())
    }

    fn located(self) -> Located<'a> {
        Located { text: Cow::Borrowed(self.text), column: self.column, verbatim: true }
    }
}

/// The stretches between the `|`, up to a comment. Within quotes neither has a meaning.
fn split(line: &str) -> Result<Vec<Piece<'_>>, LineFault> {
    let mut fields = Vec::new();
    let mut field = Piece { text: line, column: 1 };
    // Where the field starts, in bytes, and the column of an open quote.
    let (mut start, mut quote, mut escaped) = (0, None, false);
    let mut end = line.len();
    for (column, (byte, c)) in line.char_indices().enumerate().map(|(index, item)| (index + 1, item)) {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(_), '"') => quote = None,
            (Some(_), _) => {}
            (None, '"') => quote = Some(column),
            (None, '|') => {
                fields.push(Piece { text: &line[start..byte], ..field });
                (start, field.column) = (byte + 1, column + 1);
            }
            (None, '#') => {
                let before = &line[start..byte];
                if before.contains('=') && !before.ends_with(char::is_whitespace) {
                    return Err(LineFault::new(column, PuzzleErrorKind::NeedsQuotes('#')));
                }
                end = byte;
                break;
            }
            (None, _) => {}
        }
    }
    if let Some(column) = quote {
        return Err(LineFault::new(column, PuzzleErrorKind::OpenQuote));
    }
    fields.push(Piece { text: &line[start..end], ..field });
    Ok(fields)
}

fn attributes<'a>(field: Piece<'a>, draft: &mut Draft<'a>) -> Result<(), LineFault> {
    let mut rest = field.trim_start();
    while !rest.text.is_empty() {
        let word = rest.text.split(char::is_whitespace).next().unwrap_or_default();
        let Some((key, _)) = word.split_once('=') else {
            return Err(LineFault::new(rest.column, PuzzleErrorKind::UnknownAttribute(word.to_owned())));
        };
        let (value, after) = value(key, rest.from(key.len() + 1))?;
        let twice = LineFault::new(rest.column, PuzzleErrorKind::Duplicate(key.to_owned()));
        let slot = match key {
            "turn" => &mut draft.turn,
            "last" => &mut draft.last,
            "by" => &mut draft.by,
            "rules" => &mut draft.rules,
            "expect" => &mut draft.expect,
            "best" => &mut draft.best,
            "difficulty" => &mut draft.difficulty,
            "name" | "source" | "level" | "seed" => {
                let slot = match key {
                    "name" => &mut draft.name,
                    "source" => &mut draft.source,
                    "level" => &mut draft.level,
                    _ => &mut draft.seed,
                };
                match slot.replace(value.text.into_owned()) {
                    Some(_) => return Err(twice),
                    None => {
                        rest = after.trim_start();
                        continue;
                    }
                }
            }
            _ => return Err(LineFault::new(rest.column, PuzzleErrorKind::UnknownAttribute(key.to_owned()))),
        };
        if slot.replace(value).is_some() {
            return Err(twice);
        }
        rest = after.trim_start();
    }
    Ok(())
}

/// The value at the start of a piece, and what follows it.
fn value<'a>(key: &str, piece: Piece<'a>) -> Result<(Located<'a>, Piece<'a>), LineFault> {
    if piece.text.starts_with('"') {
        return quoted(piece.from(1));
    }
    let end = piece.text.find(char::is_whitespace).unwrap_or(piece.text.len());
    let text = &piece.text[..end];
    if text.is_empty() {
        return Err(LineFault::new(piece.column, PuzzleErrorKind::NoValue(key.to_owned())));
    }
    if let Some(quote) = text.find('"') {
        return Err(LineFault::new(piece.from(quote).column, PuzzleErrorKind::NeedsQuotes('"')));
    }
    Ok((Piece { text, ..piece }.located(), piece.from(end)))
}

/// The value up to the closing quote, and what follows it.
fn quoted(piece: Piece<'_>) -> Result<(Located<'_>, Piece<'_>), LineFault> {
    let mut text = String::new();
    let mut chars = piece.text.char_indices();
    while let Some((byte, c)) = chars.next() {
        match c {
            '"' => {
                let after = piece.from(byte + 1);
                if let Some(next) = after.text.chars().next()
                    && !next.is_whitespace()
                {
                    return Err(LineFault::new(after.column, PuzzleErrorKind::NeedsQuotes(next)));
                }
                let verbatim = text.len() == byte;
                return Ok((Located { text: Cow::Owned(text), column: piece.column, verbatim }, after));
            }
            '\\' => match chars.next() {
                Some((_, escape @ ('"' | '\\'))) => text.push(escape),
                Some((_, 'n')) => text.push('\n'),
                Some((_, 'r')) => text.push('\r'),
                Some((_, 't')) => text.push('\t'),
                other => {
                    let escape = other.map_or(' ', |(_, c)| c);
                    return Err(LineFault::new(piece.from(byte).column, error::PuzzleErrorKind::Escape(escape)));
                }
            },
            c => text.push(c),
        }
    }
    Err(LineFault::new(piece.column - 1, PuzzleErrorKind::OpenQuote))
}

impl fmt::Display for Puzzle {
    /// A line of a pack that reads back as the same puzzle wherever it stands: the rules are always named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hand in self.hands.as_slice() {
            write!(f, "{hand} | ")?;
        }
        write!(f, "rules={}", self.rules)?;
        let by = self.turn.by_number(self.hands.as_slice().len());
        f.write_str(&turn_attributes(self.turn.number(), self.last().as_deref(), by))?;
        if let Some(expected) = self.expected {
            write!(f, " expect={}", expected.outcome)?;
            if let Some(best) = expected.best {
                write!(f, " best={}", self.rules.notation(best))?;
            }
        }
        if let Some(difficulty) = self.difficulty {
            write!(f, " difficulty={difficulty}")?;
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

/// Whose turn it is and what must be answered, as attributes with a space before each. What is `None` is the default.
pub fn turn_attributes(turn: Option<usize>, last: Option<&str>, by: Option<usize>) -> String {
    let turn = turn.map(|number| format!(" turn={number}"));
    let last = last.map(|played| format!(" last={played}"));
    let by = by.map(|number| format!(" by={number}"));
    [turn, last, by].into_iter().flatten().collect()
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
