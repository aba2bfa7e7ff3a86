//! A Markdown table: the form to paste into an issue or a post.

use super::closing::{breakdown_tables, summary_line};
use super::people::for_people;
use super::seats::verdict_name;
use super::style::{few, milliseconds, points, thousands};
use super::{Exporter, Record};
use crate::batch::Summary;
use crate::words::{Language, say};
use std::io::{self, Write};
use std::time::Duration;

/// Writes records as rows of a table.
///
/// ```
/// use canju::{batch::Record, report::{Exporter, Language, Markdown}};
/// let mut output = Vec::new();
/// Markdown::new(&mut output, Language::English)?.record(&Record::failed("my.ddz:3", "no puzzle"))?;
/// assert!(output.starts_with(b"|"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Markdown<W> {
    output: W,
    language: Language,
}

impl<W: Write> Markdown<W> {
    /// A writer on this output; the header is written at once.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(mut output: W, language: Language) -> io::Result<Markdown<W>> {
        writeln!(output, "| {} |\n|---|---|---|---|---|--:|--:|---|", say!(language, "batch-head"))?;
        output.flush()?;
        Ok(Markdown { output, language })
    }

    fn row(&mut self, cells: [String; 8]) -> io::Result<()> {
        writeln!(self.output, "| {} |", cells.join(" | "))?;
        self.output.flush()
    }
}

impl<W: Write> Exporter for Markdown<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let language = self.language;
        let record = &for_people(record, language);
        let id = escaped(record.id().unwrap_or_default());
        let record = match record {
            Record::Solved(record) => record,
            Record::Failed(record) => {
                let mut cells = [const { String::new() }; 8];
                cells[0] = id;
                let error = format!("**{}**", say!(language, "label-error"));
                cells[1] = say!(language, "told-of", what = error, problem = escaped(&record.error));
                return self.row(cells);
            }
        };
        let mut hands = record.hands.iter().map(|hand| code(hand)).collect::<Vec<_>>().join(" · ");
        let turn = record.turn_attributes();
        if !turn.is_empty() {
            hands += &format!(" {}", code(&turn));
        }
        let verdict = match &record.reason {
            None => match record.worth() {
                None => verdict_name(language, &record.verdict),
                Some(worth) => format!("{} {}", verdict_name(language, &record.verdict), points(worth)),
            },
            Some(reason) => {
                say!(language, "verdict-limit", verdict = verdict_name(language, &record.verdict), limit = reason)
            }
        };
        let expected = match (record.ok, &record.expected, &record.expected_best) {
            (Some(true), ..) => say!(language, "yes"),
            (Some(false), Some(expected), None) => {
                format!("**{}**", say!(language, "no-expected", verdict = verdict_name(language, expected)))
            }
            (Some(false), Some(expected), Some(best)) => {
                let verdict = verdict_name(language, expected);
                format!("**{}**", say!(language, "no-expected-by", verdict = verdict, played = code(best)))
            }
            _ => String::new(),
        };
        let winning: Vec<String> = record.winning_moves.iter().map(|played| code(played)).collect();
        let winning = few(language, &winning, " ");
        let id = match &record.name {
            Some(name) => format!("{id} “{}”", escaped(name)),
            None => id,
        };
        let (nodes, time) = (thousands(record.nodes), milliseconds(record.elapsed_ms));
        self.row([id, hands, code(&record.rules), verdict, winning, nodes, time, expected])
    }

    fn finish(&mut self, summary: &Summary, elapsed: Duration) -> io::Result<()> {
        writeln!(
            self.output,
            "{}\n{}",
            breakdown_tables(self.language, summary, escaped),
            summary_line(self.language, summary, elapsed)
        )?;
        self.output.flush()
    }
}

/// Cards, moves and rules contain nothing that would end the code or the cell.
pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Any text for people, escaped so that it is shown as it is within one cell.
pub(super) fn escaped(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '<' | '[' => cell.extend(['\\', c]),
            c => cell.push(c),
        }
    }
    cell
}
