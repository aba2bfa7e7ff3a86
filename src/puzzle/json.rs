//! Takes a JSON object apart: the input fields of a result record.
//!
//! Other fields are accepted and left alone, so that records can be fed back. The values are kept as they stand in
//! the line, so that an error within a hand has its column in the line.

use super::draft::{Draft, Located};
use super::error::{LineFault, PuzzleErrorKind};
use crate::rules::Rank;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// `best` is not among them: in a record that is the answer found, and `expected_best` is the published one.
#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    hands: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    last: Option<&'a RawValue>,
    #[serde(borrow)]
    rules: Option<&'a RawValue>,
    #[serde(borrow)]
    expected: Option<&'a RawValue>,
    #[serde(borrow)]
    expect: Option<&'a RawValue>,
    #[serde(borrow)]
    expected_best: Option<&'a RawValue>,
    #[serde(borrow)]
    name: Option<&'a RawValue>,
    #[serde(borrow)]
    source: Option<&'a RawValue>,
}

/// The parts of a line that holds a JSON object.
pub(super) fn parse(line: &str) -> Result<Draft<'_>, LineFault> {
    let object: Object<'_> = serde_json::from_str(line).map_err(|error| {
        let column = column_at(line, error.column().saturating_sub(1));
        let message = error.to_string();
        let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
        LineFault::new(column, PuzzleErrorKind::Json(what.to_owned()))
    })?;
    let id = match object.id {
        // A number is accepted too: it is unambiguous.
        Some(raw) if raw.get().starts_with(|c: char| c.is_ascii_digit()) => Some(raw.get().to_owned()),
        Some(raw) => Some(string(line, "id", raw)?.text.into_owned()),
        None => None,
    };
    parts(line, object, id.clone()).map_err(|fault| fault.of(&id))
}

fn parts<'a>(line: &'a str, object: Object<'a>, id: Option<String>) -> Result<Draft<'a>, LineFault> {
    if let (Some(_), Some(second)) = (object.expect, object.expected) {
        return Err(LineFault::new(column_of(line, second), PuzzleErrorKind::Duplicate("expected".to_owned())));
    }
    let missing = || LineFault::new(1, PuzzleErrorKind::Json("it has no `hands`".to_owned()));
    let hands = object.hands.ok_or_else(missing)?;
    let text = |field, raw: Option<&RawValue>| raw.map(|raw| string(line, field, raw)).transpose();
    let plain = |field, raw| Ok::<_, LineFault>(text(field, raw)?.map(|found| found.text.into_owned()));
    Ok(Draft {
        id,
        hands: hands.into_iter().map(|raw| hand(line, raw)).collect::<Result<_, _>>()?,
        last: text("last", object.last)?,
        rules: text("rules", object.rules)?,
        expect: text("expected", object.expected.or(object.expect))?,
        best: text("expected_best", object.expected_best)?,
        name: plain("name", object.name)?,
        source: plain("source", object.source)?,
    })
}

/// A hand: a string, or DouZero's integers.
fn hand(line: &str, raw: &RawValue) -> Result<Located<'static>, LineFault> {
    match serde_json::from_str::<Vec<&RawValue>>(raw.get()) {
        Ok(integers) => integer_hand(line, raw, &integers),
        Err(_) => string(line, "hands", raw),
    }
}

/// A list of integers as text, each card in the column of its integer, so that errors have their place in the line.
fn integer_hand(line: &str, list: &RawValue, integers: &[&RawValue]) -> Result<Located<'static>, LineFault> {
    let start = byte_of(line, list);
    let mut text = " ".repeat(list.get().len());
    for raw in integers {
        let card = raw
            .get()
            .parse()
            .ok()
            .and_then(card)
            .ok_or_else(|| LineFault::new(column_of(line, raw), PuzzleErrorKind::Integer(shortened(raw.get()))))?;
        let at = byte_of(line, raw) - start;
        text.replace_range(at..=at, &card.to_string());
    }
    Ok(Located { text: Cow::Owned(text), column: column_of(line, list), verbatim: true })
}

/// The card that DouZero writes as this integer.
fn card(integer: u8) -> Option<Rank> {
    const INTEGERS: [u8; Rank::COUNT] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30];
    INTEGERS.iter().position(|&known| known == integer).map(Rank::from_index)
}

/// A value that must be a string, with its place in the line.
fn string(line: &str, field: &str, raw: &RawValue) -> Result<Located<'static>, LineFault> {
    let column = column_of(line, raw);
    let Ok(text) = serde_json::from_str::<String>(raw.get()) else {
        let problem = format!("`{field}`: {} is not a string", shortened(raw.get()));
        return Err(LineFault::new(column, PuzzleErrorKind::Json(problem)));
    };
    let verbatim = text.len() + 2 == raw.get().len();
    Ok(Located { text: Cow::Owned(text), column: column + 1, verbatim })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The column of a value borrowed from the line.
fn column_of(line: &str, raw: &RawValue) -> usize {
    column_at(line, byte_of(line, raw))
}

/// Where a value borrowed from the line starts in it.
fn byte_of(line: &str, raw: &RawValue) -> usize {
    raw.get().as_ptr() as usize - line.as_ptr() as usize
}

/// The column of a byte of the line.
fn column_at(line: &str, byte: usize) -> usize {
    line.char_indices().take_while(|&(start, _)| start < byte).count() + 1
}
