//! A line for each puzzle and a closing summary: the form for people watching a batch.

use super::closing::{breakdown_lines, summary_line};
use super::people::for_people;
use super::seats::verdict_name;
use super::style::{few, milliseconds, padded, points};
use super::{Exporter, Palette, Record};
use crate::batch::{SolvedRecord, Summary};
use crate::words::say;
use std::io::{self, Write};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Writes records as lines of text.
///
/// ```
/// use canju::{batch::Record, report::{Exporter, Palette, Text}};
/// let mut output = Vec::new();
/// Text::new(&mut output, Palette::PLAIN).record(&Record::failed("my.ddz:3", "no puzzle"))?;
/// assert!(output.starts_with(b"my.ddz:3"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Text<W> {
    output: W,
    palette: Palette,
    /// The widest id so far: lines are written as they come, so columns can only get wider.
    id_width: usize,
    /// The widest move so far.
    moves_width: usize,
}

impl<W: Write> Text<W> {
    /// A writer on this output.
    pub fn new(output: W, palette: Palette) -> Text<W> {
        Text { output, palette, id_width: 32, moves_width: 12 }
    }

    fn solved(&mut self, id: &str, record: &SolvedRecord) -> String {
        let language = self.palette.language();
        let mut verdict = padded(&verdict_name(language, &record.verdict), 7);
        if let Some(worth) = record.worth() {
            verdict += &format!(" {:>4}", points(worth));
        }
        let verdict = self.palette.verdict(record.verdict(), &verdict);
        // The winning moves if all were asked for, else the one found.
        let moves = match record.winning_moves.as_slice() {
            [] => "-".to_owned(),
            moves => few(language, moves, " "),
        };
        self.moves_width = self.moves_width.max(moves.width());
        let (moves, time) = (padded(&moves, self.moves_width), milliseconds(record.elapsed_ms));
        let mut line = format!("{id} {verdict} {moves} {time:>9}  {}", record.hands.join(" | "));
        let turn = record.turn_attributes();
        if !turn.is_empty() {
            line += &format!(" | {turn}");
        }
        if let Some(name) = &record.name {
            // In quotes, so that nothing in it looks like what follows it.
            line += &format!("  \"{}\"", name.replace('\\', r"\\").replace('"', "\\\""));
        }
        if let Some(original) = &record.same_as {
            line += &format!("  {}", say!(language, "same-as", id = original));
        }
        let expected_verdict = |expected: &str| match record.expected_value {
            Some(value) => format!("{value:+}"),
            None => verdict_name(language, expected),
        };
        let note = match (record.ok, &record.reason, &record.expected, &record.expected_best) {
            (Some(true), ..) => return line + "  " + &say!(language, "as-expected"),
            (Some(false), _, Some(expected), None) => {
                say!(language, "expected", verdict = expected_verdict(expected))
            }
            (Some(false), _, Some(expected), Some(best)) => {
                say!(language, "expected-by", verdict = expected_verdict(expected), played = best)
            }
            (None, Some(reason), ..) => say!(language, "limit-was", limit = reason),
            _ => return line,
        };
        format!("{line}  {}", self.palette.notable(&note))
    }
}

impl<W: Write> Exporter for Text<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let record = for_people(record, self.palette.language());
        let id = record.id().unwrap_or_default();
        self.id_width = self.id_width.max(id.width());
        let id = padded(id, self.id_width);
        let line = match &record {
            Record::Solved(record) => self.solved(&id, record),
            Record::Failed(record) => {
                let error = padded(&say!(self.palette.language(), "label-error"), 7);
                format!("{id} {} {}", self.palette.notable(&error), record.error)
            }
        };
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn finish(&mut self, summary: &Summary, elapsed: Duration) -> io::Result<()> {
        writeln!(
            self.output,
            "{}{}",
            breakdown_lines(self.palette.language(), summary),
            summary_line(self.palette.language(), summary, elapsed)
        )?;
        self.output.flush()
    }
}
