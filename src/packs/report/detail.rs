//! One puzzle over several lines: hands, verdict in words, the winning moves, the line of play, and what it took.

use super::line_table::line_table;
use super::people::for_people;
use super::style::{counted, few, milliseconds, padded, thousands};
use super::{Exporter, Palette, Record};
use crate::batch::SolvedRecord;
use crate::puzzle::{seat_names, side_does};
use bytesize::ByteSize;
use canju_engine::search::Verdict;
use std::io::{self, Write};

/// Writes a record over several lines. The line of play is wrapped at a terminal's width, if there is a terminal.
///
/// ```
/// use canju::{Solver, batch, report::{Detail, Exporter, Palette}};
/// let record = batch::solve(&mut Solver::default(), &"K5 | 44Q".parse()?);
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
        let mover = (record.turn - 1).min(seats.len() - 1);
        if mover != 0 {
            writeln!(self.output, "{:<9} {}", "to move", seats[mover])?;
        }
        if let Some(last) = &record.last {
            let by = record.last_by.and_then(|by| seats.get(by.wrapping_sub(1)));
            let by = by.map_or_else(String::new, |by| format!(" by {by}"));
            writeln!(self.output, "{:<9} {last}{by}", "to answer")?;
        }
        writeln!(self.output, "{:<9} {}", "rules", record.rules)?;
        if let Some(name) = &record.name {
            writeln!(self.output, "{:<9} {name}", "name")?;
        }
        let verdict = self.palette.verdict(record.verdict(), &in_words(record));
        writeln!(self.output, "\n{verdict}")?;
        if let Some(limit) = &record.plies_limit {
            let cause = limit_in_words(limit);
            writeln!(self.output, "{}", self.palette.notable(&format!("the number of plies was not found: {cause}")))?;
        }
        self.moves(record)?;
        if !record.line.is_empty() {
            write!(self.output, "\nline of play:\n{}", line_table(seats, mover, &record.line, self.width))?;
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
            let verdict = self.palette.verdict(record.verdict_of(found), &padded(&found.verdict, 7));
            writeln!(self.output, "  {verdict} {}", found.played)?;
        }
        Ok(())
    }
}

/// The verdict in words.
fn in_words(record: &SolvedRecord) -> String {
    let side = |verbs| side_does(record.hands.len(), record.side_to_move(), verbs);
    let wins = || side(["wins", "win"]);
    let within = match record.plies {
        Some(plies) => format!(" in {}", counted(plies.into(), "ply", "plies")),
        None => String::new(),
    };
    match (record.verdict(), &record.best, record.winning_moves.as_slice()) {
        (Verdict::Win, Some(best), [_, _, ..]) if record.plies.is_some() => format!("{}{within}: {best}", wins()),
        (Verdict::Win, _, moves @ [_, _, ..]) => format!("{}: {}", wins(), few(moves, ", ")),
        (Verdict::Win, Some(best), _) => format!("{}{within}: {best}", wins()),
        (Verdict::Win, None, _) => wins(),
        (Verdict::Loss, ..) => {
            side([&format!("loses{within}, whatever it plays"), &format!("lose{within}, whatever they play")])
        }
        (Verdict::Unknown(_), ..) => undecided(record.reason.as_deref()),
    }
}

/// Says that there is no verdict, and why.
#[doc(hidden)]
pub fn undecided(reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("Undecided: {}", limit_in_words(reason)),
        None => "Undecided".to_owned(),
    }
}

/// What ended a search.
pub(super) fn limit_in_words(reason: &str) -> String {
    match reason {
        "interrupted" => "interrupted".to_owned(),
        "nodes" => "the node limit was reached".to_owned(),
        "memory" => "there is not enough memory".to_owned(),
        limit => format!("the {limit} limit was reached"),
    }
}

impl<W: Write> Exporter for Detail<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        match &for_people(record) {
            Record::Solved(record) => self.solved(record)?,
            Record::Failed(record) => {
                let error = self.palette.notable("error");
                writeln!(self.output, "{error}: {}", record.error)?;
            }
        }
        self.output.flush()
    }
}
