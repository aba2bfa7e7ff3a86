//! One puzzle over several lines: hands, verdict in words, the winning moves, the line of play, and what it took.

use super::style::{counted, milliseconds, padded};
use super::{Exporter, Palette, Record};
use crate::batch::{Answer, SolvedRecord};
use bytesize::ByteSize;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// How wide a line of play may get before it goes on below.
const WIDTH: usize = 100;

/// Writes a record over several lines.
pub struct Detail<W> {
    output: W,
    palette: Palette,
}

impl<W: Write> Detail<W> {
    /// A writer on this output.
    pub fn new(output: W, palette: Palette) -> Detail<W> {
        Detail { output, palette }
    }

    fn solved(&mut self, record: &SolvedRecord) -> io::Result<()> {
        let seats: &[&str] = match record.hands.len() {
            3 => &["landlord", "farmer 1", "farmer 2"],
            _ => &["first", "second"],
        };
        for (seat, hand) in seats.iter().zip(&record.hands) {
            writeln!(self.output, "{seat:<9} {hand}")?;
        }
        if let Some(last) = &record.last {
            writeln!(self.output, "{:<9} {last}", "to answer")?;
        }
        writeln!(self.output, "{:<9} {}", "rules", record.rules)?;
        if let Some(name) = &record.name {
            writeln!(self.output, "{:<9} {name}", "name")?;
        }
        let verdict = self.palette.answer(record.verdict, &in_words(record, seats[0]));
        writeln!(self.output, "\n{verdict}")?;
        self.moves(record)?;
        self.line(record, seats)?;
        writeln!(
            self.output,
            "\n{} in {}, {}, {}",
            counted(record.nodes, "node", "nodes"),
            milliseconds(record.elapsed_ms),
            ByteSize(record.memory_bytes),
            counted(record.threads as u64, "thread", "threads"),
        )
    }

    fn moves(&mut self, record: &SolvedRecord) -> io::Result<()> {
        if record.moves.is_empty() {
            return Ok(());
        }
        let winning = record.winning_moves.len();
        let all = counted(record.moves.len() as u64, "first move", "first moves");
        writeln!(self.output, "\n{all}, {winning} winning:")?;
        for found in &record.moves {
            let verdict = self.palette.answer(found.verdict, &padded(found.verdict.name(), 7));
            writeln!(self.output, "  {verdict} {}", found.played)?;
        }
        Ok(())
    }

    /// The line of play as a table: a row a seat, a column a round.
    fn line(&mut self, record: &SolvedRecord, seats: &[&str]) -> io::Result<()> {
        if record.line.is_empty() {
            return Ok(());
        }
        writeln!(self.output, "\nline of play:")?;
        let rounds: Vec<&[String]> = record.line.chunks(seats.len()).collect();
        let widths = rounds.iter().map(|round| round.iter().map(|played| played.width()).max().unwrap_or(0));
        let widths: Vec<usize> = widths.collect();
        let mut from = 0;
        while from < rounds.len() {
            let mut to = from + 1;
            let mut used = 12 + widths[from];
            while to < rounds.len() && used + 2 + widths[to] <= WIDTH {
                used += 2 + widths[to];
                to += 1;
            }
            if from > 0 {
                writeln!(self.output)?;
            }
            for (seat, name) in seats.iter().enumerate() {
                let cells = (from..to).map(|round| {
                    let played = rounds[round].get(seat).map_or("", String::as_str);
                    padded(played, widths[round])
                });
                let row = format!("  {name:<9} {}", cells.collect::<Vec<_>>().join("  "));
                writeln!(self.output, "{}", row.trim_end())?;
            }
            from = to;
        }
        Ok(())
    }
}

/// The verdict in words.
fn in_words(record: &SolvedRecord, first: &str) -> String {
    let who = if first == "landlord" { "The landlord" } else { "The first hand" };
    match (record.verdict, &record.best, record.winning_moves.as_slice()) {
        (Answer::Win, _, moves @ [_, _, ..]) => format!("{who} wins: {}", moves.join(", ")),
        (Answer::Win, Some(best), _) => format!("{who} wins: {best}"),
        (Answer::Win, None, _) => format!("{who} wins"),
        (Answer::Loss, ..) => format!("{who} loses, whatever it plays"),
        (Answer::Unknown, ..) => match record.reason.as_deref() {
            Some("interrupted") => "Undecided: interrupted".to_owned(),
            Some("nodes") => "Undecided: the node limit was reached".to_owned(),
            Some("memory") => "Undecided: the memory does not suffice".to_owned(),
            Some(limit) => format!("Undecided: the {limit} limit was reached"),
            None => "Undecided".to_owned(),
        },
    }
}

impl<W: Write> Exporter for Detail<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        match record {
            Record::Solved(record) => self.solved(record)?,
            Record::Failed(record) => {
                let error = self.palette.notable("error");
                writeln!(self.output, "{error}: {}", record.error)?;
            }
        }
        self.output.flush()
    }
}
