//! One puzzle over several lines: hands, verdict in words, the winning moves, the line of play, and what it took.

use super::line_table::{line_table, seat_names};
use super::style::{counted, few, milliseconds, padded, thousands};
use super::{Exporter, Palette, Record};
use crate::batch::{Answer, SolvedRecord};
use bytesize::ByteSize;
use std::io::{self, Write};

/// Writes a record over several lines. The line of play is wrapped at a terminal's width, if there is a terminal.
///
/// ```
/// use canju::{Options, Solver, batch, puzzle::Puzzle, report::{Detail, Exporter, Palette}, rules::Ruleset};
/// let puzzle = Puzzle::parse(&["K5", "44Q"], None, Ruleset::default())?;
/// let record = batch::solve(&mut Solver::new(Options::default()), &puzzle);
/// let mut output = Vec::new();
/// Detail::new(&mut output, Palette::PLAIN, None).record(&record)?;
/// assert!(String::from_utf8(output)?.contains("win"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Detail<W> {
    output: W,
    palette: Palette,
    width: Option<usize>,
}

impl<W: Write> Detail<W> {
    /// A writer on this output, which has a width in columns if it is a terminal.
    pub fn new(output: W, palette: Palette, width: Option<usize>) -> Detail<W> {
        Detail { output, palette, width }
    }

    fn solved(&mut self, record: &SolvedRecord) -> io::Result<()> {
        let seats = seat_names(record.hands.len());
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
        if !record.line.is_empty() {
            write!(self.output, "\nline of play:\n{}", line_table(seats, 0, &record.line, self.width))?;
        }
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
        let winning = thousands(record.winning_moves.len() as u64);
        let all = counted(record.moves.len() as u64, "first move", "first moves");
        writeln!(self.output, "\n{all}, {winning} winning:")?;
        for found in &record.moves {
            let verdict = self.palette.answer(found.verdict, &padded(found.verdict.name(), 7));
            writeln!(self.output, "  {verdict} {}", found.played)?;
        }
        Ok(())
    }
}

/// The verdict in words.
fn in_words(record: &SolvedRecord, first: &str) -> String {
    let who = if first == "landlord" { "The landlord" } else { "The first hand" };
    match (record.verdict, &record.best, record.winning_moves.as_slice()) {
        (Answer::Win, _, moves @ [_, _, ..]) => format!("{who} wins: {}", few(moves, ", ")),
        (Answer::Win, Some(best), _) => format!("{who} wins: {best}"),
        (Answer::Win, None, _) => format!("{who} wins"),
        (Answer::Loss, ..) => format!("{who} loses, whatever it plays"),
        (Answer::Unknown, ..) => undecided(record.reason.as_deref()),
    }
}

/// Says that there is no verdict, and why.
pub fn undecided(reason: Option<&str>) -> String {
    match reason {
        Some("interrupted") => "Undecided: interrupted".to_owned(),
        Some("nodes") => "Undecided: the node limit was reached".to_owned(),
        Some("memory") => "Undecided: there is not enough memory".to_owned(),
        Some(limit) => format!("Undecided: the {limit} limit was reached"),
        None => "Undecided".to_owned(),
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
