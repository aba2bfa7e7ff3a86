//! Splits a line of a pack into hands and attributes.
//!
//! Attributes contain a `=` and hands never do: that distinguishes them. `"` opens a quote only in a value; anywhere else
//! it is an error and is never skipped.

use super::draft::{Draft, Located};
use super::error::{TextError, TextErrorKind};
use std::borrow::Cow;

/// The attributes of a puzzle beside its position.
const OF_PUZZLES: [&str; 8] = ["expect", "best", "difficulty", "themes", "name", "source", "level", "seed"];

/// The parts of a line.
#[derive(Debug)]
pub struct Line<'a> {
    /// The hands in seat order.
    pub hands: Vec<Located<'a>>,
    /// The attributes in the order of the line: none twice, none unknown.
    pub attributes: Vec<Attribute<'a>>,
}

/// An attribute: `key=value`.
#[derive(Debug)]
pub struct Attribute<'a> {
    /// What stands before the `=`.
    pub key: &'a str,
    /// What stands after it, without quotes.
    pub value: Located<'a>,
}

impl<'a> Line<'a> {
    /// The parts of a line, `None` if it is blank or only a comment.
    ///
    /// # Errors
    /// The first part that can't be read, with its column.
    pub fn parse(line: &'a str) -> Result<Option<Line<'a>>, TextError> {
        let fields = split(line)?;
        if let [only] = fields.as_slice()
            && only.text.trim().is_empty()
        {
            return Ok(None);
        }
        // The first two fields are hands, whatever they contain.
        let hands = 2 + fields.iter().skip(2).take_while(|field| !field.text.contains('=')).count();
        if fields.len() < 2 {
            return Err(TextError::new(1, TextErrorKind::HandCount(fields.len())));
        }
        if let Some(extra) = fields.get(hands + 1) {
            return Err(TextError::new(extra.column - 1, TextErrorKind::AfterAttributes));
        }
        let attributes = fields.get(hands).map(|&field| attributes(field)).transpose()?.unwrap_or_default();
        Ok(Some(Line { hands: fields.into_iter().take(hands).map(Piece::located).collect(), attributes }))
    }

    /// The parts that make its position.
    pub fn draft(self) -> Draft<'a> {
        let mut draft = Draft { hands: self.hands, ..Draft::default() };
        for Attribute { key, value } in self.attributes {
            if let Some(slot) = draft.slot(key) {
                *slot = Some(value);
            }
        }
        draft
    }
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
fn split(line: &str) -> Result<Vec<Piece<'_>>, TextError> {
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
                    return Err(TextError::new(column, TextErrorKind::NeedsQuotes('#')));
                }
                end = byte;
                break;
            }
            (None, _) => {}
        }
    }
    if let Some(column) = quote {
        return Err(TextError::new(column, TextErrorKind::OpenQuote));
    }
    fields.push(Piece { text: &line[start..end], ..field });
    Ok(fields)
}

/// The attributes of the last field.
fn attributes(field: Piece<'_>) -> Result<Vec<Attribute<'_>>, TextError> {
    let mut found: Vec<Attribute<'_>> = Vec::new();
    let mut rest = field.trim_start();
    while !rest.text.is_empty() {
        let word = rest.text.split(char::is_whitespace).next().unwrap_or_default();
        let Some((key, _)) = word.split_once('=') else {
            return Err(TextError::new(rest.column, TextErrorKind::UnknownAttribute(word.to_owned())));
        };
        let (value, after) = value(key, rest.from(key.len() + 1))?;
        if !OF_PUZZLES.contains(&key) && Draft::default().slot(key).is_none() {
            return Err(TextError::new(rest.column, TextErrorKind::UnknownAttribute(key.to_owned())));
        }
        if found.iter().any(|earlier| earlier.key == key) {
            return Err(TextError::new(rest.column, TextErrorKind::Duplicate(key.to_owned())));
        }
        found.push(Attribute { key, value });
        rest = after.trim_start();
    }
    Ok(found)
}

/// The value at the start of a piece, and what follows it.
fn value<'a>(key: &str, piece: Piece<'a>) -> Result<(Located<'a>, Piece<'a>), TextError> {
    if piece.text.starts_with('"') {
        return quoted(piece.from(1));
    }
    let end = piece.text.find(char::is_whitespace).unwrap_or(piece.text.len());
    let text = &piece.text[..end];
    if text.is_empty() {
        return Err(TextError::new(piece.column, TextErrorKind::NoValue(key.to_owned())));
    }
    if let Some(quote) = text.find('"') {
        return Err(TextError::new(piece.from(quote).column, TextErrorKind::NeedsQuotes('"')));
    }
    Ok((Piece { text, ..piece }.located(), piece.from(end)))
}

/// The value up to the closing quote, and what follows it.
fn quoted(piece: Piece<'_>) -> Result<(Located<'_>, Piece<'_>), TextError> {
    let mut text = String::new();
    let mut chars = piece.text.char_indices();
    while let Some((byte, c)) = chars.next() {
        match c {
            '"' => {
                let after = piece.from(byte + 1);
                if let Some(next) = after.text.chars().next()
                    && !next.is_whitespace()
                {
                    return Err(TextError::new(after.column, TextErrorKind::NeedsQuotes(next)));
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
                    return Err(TextError::new(piece.from(byte).column, TextErrorKind::Escape(escape)));
                }
            },
            c => text.push(c),
        }
    }
    Err(TextError::new(piece.column - 1, TextErrorKind::OpenQuote))
}
