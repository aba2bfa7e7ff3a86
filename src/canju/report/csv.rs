//! Comma-separated values with a header: the form for spreadsheets. Lists are joined by spaces, hands by ` | `.
//!
//! A spreadsheet takes a cell for a formula that begins with a sign like `=`, even if it is a name from a pack. Such a cell
//! gets a `'` in front. So a file of this form is not for reading back: that is what JSON lines are for.

use super::{Exporter, Record};
use canju_engine::rules::shown;
use std::borrow::Cow;
use std::io::{self, Write};

/// The columns, named as the record's fields.
const COLUMNS: [&str; 24] = [
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

/// The column of the error. New columns follow it, so that the others keep their places.
const ERROR: usize = 19;

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
}

impl<W: Write> Csv<W> {
    /// A writer on this output; the header is written at once.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(output: W) -> io::Result<Csv<W>> {
        let mut csv = Csv { output };
        csv.row(COLUMNS)?;
        Ok(csv)
    }

    fn row<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) -> io::Result<()> {
        self.output.write_all(&row(cells)?)?;
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
        let text = |field: &Option<String>| field.clone().unwrap_or_default();
        let record = match record {
            Record::Solved(record) => record,
            Record::Failed(record) => {
                let mut cells = vec![String::new(); COLUMNS.len()];
                cells[0] = text(&record.id);
                cells[ERROR] = record.error.clone();
                return self.row(cells);
            }
        };
        self.row([
            text(&record.id),
            record.hands.join(" | "),
            text(&record.last),
            record.rules.clone(),
            record.verdict.to_string(),
            text(&record.best),
            record.winning_moves.join(" "),
            record.line.join(" "),
            record.nodes.to_string(),
            record.elapsed_ms.to_string(),
            record.memory_bytes.to_string(),
            record.threads.to_string(),
            record.reason.as_deref().unwrap_or_default().to_owned(),
            record.expected.as_deref().unwrap_or_default().to_owned(),
            record.ok.map(|ok| ok.to_string()).unwrap_or_default(),
            text(&record.expected_best),
            text(&record.name),
            text(&record.source),
            text(&record.same_as),
            String::new(),
            record.turn.to_string(),
            record.last_by.map(|by| by.to_string()).unwrap_or_default(),
            record.plies.map(|plies| plies.to_string()).unwrap_or_default(),
            record.plies_limit.as_deref().unwrap_or_default().to_owned(),
        ])
    }
}
