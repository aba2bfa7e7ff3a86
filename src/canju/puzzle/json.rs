//! Reads a puzzle from a JSON object with the input fields of a result record.
//!
//! The other fields of a record are accepted and ignored, so that records can be fed back. Any other field is an error: it
//! may be misspelt, and the answer would be to another puzzle. A program's own data goes into `meta`. The values are kept
//! as they stand in the line, so that an error within a hand has its column in the line.

use super::draft::Draft;
use super::error::{JsonError, LineFault, PuzzleErrorKind, Wanted};
use super::game::words;
use super::inputs::INPUTS;
use canju_engine::rules::Rank;
use canju_engine::text::{self, Located, TextErrorKind};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The fields of the records of results and reviews. A test writes the file from the records (`src/it/house/written.rs`).
const ANSWERS: &str = include_str!("record_fields.txt");

/// The other fields of a grade.
const GRADES: [&str; 12] = [
    "choices",
    "traps",
    "plies_exact",
    "decisions",
    "only_moves",
    "idle_cards",
    "simple_players",
    "best_looks_good",
    "needed",
    "structure",
    "lookahead",
    "error",
];

/// Other words for a field, which people and programs use.
const SYNONYMS: [(&str, &str); 12] = [
    ("to_move", "turn"),
    ("player", "turn"),
    ("mover", "turn"),
    ("seat", "turn"),
    ("by", "last_by"),
    ("owner", "last_by"),
    ("last_move", "last"),
    ("cards", "hands"),
    ("position", "hands"),
    ("ruleset", "rules"),
    ("title", "name"),
    ("answer", "expected"),
];

/// The fields of an object with the raw text of their values, in the order of the line.
#[doc(hidden)]
pub struct Fields<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields<'de>, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(Name(name)) = map.next_key()? {
                    fields.push((name, map.next_value()?));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// A field's name, borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// The parts of a line that holds a JSON object.
pub(super) fn parse(line: &str) -> Result<Draft<'_>, LineFault> {
    let fields: Fields<'_> = serde_json::from_str(line).map_err(|error| {
        let column = column_at(line, error.column().saturating_sub(1));
        LineFault::new(column, JsonError::of(&error))
    })?;
    let id = match fields.get("id") {
        // A number is accepted too: it is unambiguous.
        Some(raw) if raw.get().starts_with(|c: char| c.is_ascii_digit()) => Some(raw.get().to_owned()),
        Some(raw) => Some(string(line, "id", raw)?.text.into_owned()),
        None => None,
    };
    parts(line, &fields, id.clone()).map_err(|fault| fault.of(&id))
}

impl<'a> Fields<'a> {
    /// The value of a field; `null` counts as missing.
    fn get(&self, name: &str) -> Option<&'a RawValue> {
        let (_, raw) = self.0.iter().find(|(found, _)| found == name)?;
        (raw.get() != "null").then_some(*raw)
    }

    /// Is every field known, and there only once?
    fn check(&self, line: &str) -> Result<(), LineFault> {
        for (index, (name, raw)) in self.0.iter().enumerate() {
            let fault = |kind| Err(LineFault::new(column_of(line, raw), kind));
            if self.0[..index].iter().any(|(earlier, _)| earlier == name) {
                return fault(TextErrorKind::Duplicate(name.clone().into_owned()).into());
            }
            if !is_known(name) {
                return fault(PuzzleErrorKind::UnknownField { field: shortened(name), similar: similar(name) });
            }
        }
        Ok(())
    }
}

fn is_known(name: &str) -> bool {
    INPUTS.contains(&name) || GRADES.contains(&name) || ANSWERS.lines().any(|known| known == name)
}

/// The field that may be meant by a name that is not known.
fn similar(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let synonym = SYNONYMS.iter().find(|(word, _)| *word == lower).map(|&(_, field)| field);
    let similar = || {
        let score = |field: &&&str| (strsim::jaro_winkler(&lower, field) * 1000.0) as u32;
        INPUTS.iter().max_by_key(score).filter(|field| score(field) >= 800).copied()
    };
    synonym.or_else(similar)
}

fn parts<'a>(line: &'a str, fields: &Fields<'a>, id: Option<String>) -> Result<Draft<'a>, LineFault> {
    fields.check(line)?;
    if let (Some(_), Some(second)) = (fields.get("expect"), fields.get("expected")) {
        return Err(LineFault::new(column_of(line, second), TextErrorKind::Duplicate("expected".to_owned())));
    }
    let raw = fields.get("hands").ok_or_else(|| LineFault::new(1, JsonError::NoHands))?;
    let hands: Vec<&RawValue> =
        serde_json::from_str(raw.get()).map_err(|_| mistyped(line, "hands", raw, Wanted::Hands))?;
    let text = |field| fields.get(field).map(|raw| string(line, field, raw)).transpose();
    let plain = |field| Ok::<_, LineFault>(text(field)?.map(|found| found.text.into_owned()));
    let hand_number = |field| number::<u32>(line, fields, field, Wanted::HandNumber);
    let meta = fields.get("meta").map(|raw| {
        let syntax = |error: serde_json::Error| JsonError::Syntax(error.to_string());
        serde_json::from_str(raw.get()).map_err(|error| LineFault::new(column_of(line, raw), syntax(error)))
    });
    Ok(Draft {
        id,
        position: text::Draft {
            hands: hands.into_iter().map(|raw| hand(line, raw)).collect::<Result<_, _>>()?,
            turn: hand_number("turn")?,
            last: text("last")?,
            by: hand_number("last_by")?,
            rules: text("rules")?,
            scoring: text("scoring")?,
            stake: number::<serde_json::Number>(line, fields, "stake", Wanted::Number)?,
            moves_made: moves_made(line, fields)?,
        },
        expect: match text("expected")? {
            None => text("expect")?,
            expected => expected,
        },
        value: number::<i64>(line, fields, "expected_value", Wanted::Number)?,
        best: text("expected_best")?,
        name: plain("name")?,
        source: plain("source")?,
        difficulty: fields.get("difficulty").map(|raw| Located {
            text: Cow::Borrowed(raw.get()),
            column: column_of(line, raw),
            verbatim: true,
        }),
        themes: themes(line, fields)?,
        level: plain("level")?,
        seed: plain("seed")?,
        meta: meta.transpose()?,
        moves: moves(line, fields)?,
    })
}

/// A number of this type, as it stands in the line.
fn number<'a, N: FromStr>(
    line: &str,
    fields: &Fields<'a>,
    field: &str,
    wanted: Wanted,
) -> Result<Option<Located<'a>>, LineFault> {
    let Some(raw) = fields.get(field) else { return Ok(None) };
    match raw.get().parse::<N>() {
        Ok(_) => Ok(Some(Located { text: Cow::Borrowed(raw.get()), column: column_of(line, raw), verbatim: true })),
        Err(_) => Err(mistyped(line, field, raw, wanted)),
    }
}

/// How often each hand has played, a list in JSON, as the text that a pack has.
fn moves_made(line: &str, fields: &Fields<'_>) -> Result<Option<Located<'static>>, LineFault> {
    let Some(raw) = fields.get("moves_made") else { return Ok(None) };
    let list: Vec<serde_json::Number> =
        serde_json::from_str(raw.get()).map_err(|_| mistyped(line, "moves_made", raw, Wanted::Numbers))?;
    let list: Vec<String> = list.iter().map(ToString::to_string).collect();
    Ok(Some(Located { text: Cow::Owned(list.join(",")), column: column_of(line, raw), verbatim: false }))
}

/// The themes, a list in JSON, as the text that a pack has; nothing if the list is empty.
fn themes(line: &str, fields: &Fields<'_>) -> Result<Option<Located<'static>>, LineFault> {
    let Some(raw) = fields.get("themes") else { return Ok(None) };
    let list: Vec<String> =
        serde_json::from_str(raw.get()).map_err(|_| mistyped(line, "themes", raw, Wanted::Themes))?;
    let text = Located { text: Cow::Owned(list.join(",")), column: column_of(line, raw), verbatim: false };
    Ok(Some(text).filter(|_| !list.is_empty()))
}

/// What has been played: a text or a list, of texts or of the moves of a review. A list of first moves with their verdicts, which
/// a result record has, is no game.
fn moves<'a>(line: &'a str, fields: &Fields<'a>) -> Result<Vec<Located<'a>>, LineFault> {
    /// A move in the list of a record. That of a review has a number.
    #[derive(serde::Deserialize)]
    struct Numbered<'a> {
        ply: Option<usize>,
        #[serde(borrow, rename = "move")]
        played: &'a RawValue,
    }
    let Some(raw) = fields.get("moves") else { return Ok(Vec::new()) };
    if raw.get().starts_with('"') {
        let Located { text, column, verbatim } = string(line, "moves", raw)?;
        let own = |word: Located| {
            let column = if verbatim { word.column } else { column };
            Located { text: Cow::Owned(word.text.into_owned()), column, verbatim }
        };
        return Ok(words(&text, column).into_iter().map(own).collect());
    }
    let wrong = |raw: &RawValue| mistyped(line, "moves", raw, Wanted::Moves);
    let list: Vec<&RawValue> = serde_json::from_str(raw.get()).map_err(|_| wrong(raw))?;
    let mut moves = Vec::new();
    for raw in list {
        let played = match raw.get().starts_with('{') {
            false => raw,
            true => match serde_json::from_str(raw.get()).map_err(|_| wrong(raw))? {
                Numbered { ply: Some(_), played } => played,
                Numbered { ply: None, .. } => continue,
            },
        };
        moves.push(string(line, "moves", played)?);
    }
    Ok(moves)
}

/// A hand: a string, or DouZero's integers.
fn hand(line: &str, raw: &RawValue) -> Result<Located<'static>, LineFault> {
    match raw.get().strip_prefix('[').map(|_| serde_json::from_str::<Vec<&RawValue>>(raw.get())) {
        Some(Ok(integers)) => integer_hand(line, raw, &integers),
        _ => string(line, "hands", raw),
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
pub(crate) fn card(integer: u8) -> Option<Rank> {
    const INTEGERS: [u8; Rank::COUNT] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30];
    INTEGERS.iter().position(|&known| known == integer).map(Rank::from_index)
}

/// A value that must be a string, with its place in the line.
fn string(line: &str, field: &str, raw: &RawValue) -> Result<Located<'static>, LineFault> {
    let column = column_of(line, raw);
    let Ok(text) = serde_json::from_str::<String>(raw.get()) else {
        return Err(mistyped(line, field, raw, Wanted::Text));
    };
    let verbatim = text.len() + 2 == raw.get().len();
    Ok(Located { text: Cow::Owned(text), column: column + 1, verbatim })
}

/// A value of another type than the field has.
fn mistyped(line: &str, field: &str, raw: &RawValue, wanted: Wanted) -> LineFault {
    let (field, value) = (field.to_owned(), shortened(raw.get()));
    LineFault::new(column_of(line, raw), JsonError::Type { field, value, wanted })
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
