//! Comma-separated values with a header: the form for spreadsheets. Lists are joined by spaces, hands by ` | `.
//!
//! A spreadsheet takes a cell for a formula that begins with a sign like `=`, even if it is a name from a pack. Such a cell
//! gets a `'` in front. So a file of this form is not for reading back: that is what JSON lines are for.

use super::{Exporter, Record};
use crate::batch::{SolvedRecord, field_names};
use canju_engine::rules::shown;
use serde_json::Value;
use std::borrow::Cow;
use std::io::{self, Write};

/// The first columns, named as the record's fields. A field that came later is a column behind them, so these keep their places.
const FIRST: [&str; 24] = [
    "id",
    "hands",
    "last",
    "rules",
    "verdict",
    "best",
    "winning_moves",
    "line",
    "nodes",
    "elapsed_ms",
    "memory_bytes",
    "threads",
    "reason",
    "expected",
    "ok",
    "expected_best",
    "name",
    "source",
    "same_as",
    "error",
    "turn",
    "last_by",
    "plies",
    "plies_limit",
];

/// Fields that are no cells.
const LEFT_OUT: [&str; 4] = ["schema", "moves", "meta", "statistics"];

/// All columns.
fn columns() -> Vec<&'static str> {
    let is_later = |name: &&str| !FIRST.contains(name) && !LEFT_OUT.contains(name);
    FIRST.into_iter().chain(field_names::<SolvedRecord>().iter().copied().filter(is_later)).collect()
}

/// A field's value as the text of a cell.
fn text(name: &str, value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(texts)) => {
            let texts: Vec<String> = texts.iter().map(|value| text(name, Some(value))).collect();
            texts.join(if name == "hands" { " | " } else { " " })
        }
        // As people write it: 1 and not 1.0.
        Some(Value::Number(number)) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        Some(value) => value.to_string(),
    }
}

/// Writes records as rows.
///
/// ```
/// use canju::{batch::Record, report::{Csv, Exporter}};
/// let mut output = Vec::new();
/// Csv::new(&mut output)?.record(&Record::failed("my.ddz:3", "no puzzle"))?;
/// assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), 2); // the header and a row
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Csv<W> {
    output: W,
    columns: Vec<&'static str>,
}

impl<W: Write> Csv<W> {
    /// A writer on this output; the header is written at once.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(output: W) -> io::Result<Csv<W>> {
        let mut csv = Csv { output, columns: columns() };
        csv.write(&row(&csv.columns)?)?;
        Ok(csv)
    }

    fn write(&mut self, row: &[u8]) -> io::Result<()> {
        self.output.write_all(row)?;
        self.output.flush()
    }
}

/// A row of these cells. It is a buffer, so that the output's own errors come back unchanged.
pub(super) fn row<T: AsRef<str>>(cells: impl IntoIterator<Item = T>) -> io::Result<Vec<u8>> {
    let mut row = ::csv::Writer::from_writer(Vec::new());
    for text in cells {
        row.write_field(cell(text.as_ref()).as_bytes())?;
    }
    row.write_record(None::<&[u8]>)?;
    row.into_inner().map_err(|error| error.into_error())
}

/// A cell that is text, whatever it begins with: the ASCII signs start a formula everywhere, their wide forms in some
/// languages, and a leading tab or line end is skipped before such a sign.
fn cell(text: &str) -> Cow<'_, str> {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        true => format!("'{}", shown(text)).into(),
        false => shown(text),
    }
}

impl<W: Write> Exporter for Csv<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let mut fields = serde_json::to_value(record)?;
        // JSON leaves the hand to move out if it is the first.
        if let Record::Solved(solved) = record {
            fields["turn"] = solved.turn.into();
        }
        let cells = self.columns.iter().map(|name| text(name, fields.get(name)));
        self.write(&row(cells)?)
    }
}
