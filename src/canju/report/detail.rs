//! One puzzle over several lines: hands, verdict in words, the winning moves, the line of play, and what it took.

use super::line_table::line_table;
use super::people::for_people;
use super::seats::{seats, side_key, verdict_name};
use super::style::{few, milliseconds, padded, points};
use super::{Exporter, Palette, Record};
use crate::batch::SolvedRecord;
use crate::words::{Language, say};
use bytesize::ByteSize;
use canju_engine::search::Verdict;
use canju_engine::solver::Worth;
use std::io::{self, Write};

/// Writes a record over several lines. The line of play is wrapped at a terminal's width, if there is a terminal.
///
/// ```
/// use canju::{Solver, Task, batch, report::{Detail, Exporter, Palette}};
/// let record = batch::solve(&mut Solver::default(), &"K5 | 44Q".parse()?, &Task::default());
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
        let language = self.palette.language();
        let seats = seats(language, record.hands.len());
        let mut row = |name: &str, text: &str| writeln!(self.output, "{} {text}", padded(name, 9));
        for (seat, hand) in seats.iter().zip(&record.hands) {
            row(seat, hand)?;
        }
        let mover = (record.turn - 1).min(seats.len() - 1);
        if mover != 0 {
            row(&say!(language, "label-to-move"), &seats[mover])?;
        }
        if let Some(last) = &record.last {
            let by = record.last_by.and_then(|by| seats.get(by.wrapping_sub(1)));
            let last = by.map_or_else(|| last.clone(), |by| say!(language, "move-by", played = last, seat = by));
            row(&say!(language, "label-to-answer"), &last)?;
        }
        row(&say!(language, "label-rules"), &record.rules)?;
        if let (Some(scoring), Some(stake)) = (&record.scoring, record.stake) {
            let stake = say!(language, "scoring-and-stake", scoring = scoring.as_ref(), stake = stake);
            row(&say!(language, "label-scoring"), &stake)?;
        }
        if let Some(name) = &record.name {
            row(&say!(language, "label-name"), name)?;
        }
        let verdict = self.palette.verdict(record.verdict(), &in_words(language, record));
        writeln!(self.output, "\n{verdict}")?;
        if let Some(worth) = record.worth() {
            writeln!(self.output, "{}", worth_in_words(language, worth))?;
        }
        if let (Verdict::Loss, Some(best)) = (record.verdict(), &record.best) {
            writeln!(self.output, "{}", say!(language, "loses-least", played = best))?;
        }
        if let Some(limit) = &record.plies_limit {
            let why = limit_in_words(language, limit);
            writeln!(self.output, "{}", self.palette.notable(&say!(language, "no-plies", why = why)))?;
        }
        self.moves(record)?;
        if !record.line.is_empty() {
            let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
            let table = line_table(&seats, mover, &record.line, self.width);
            write!(self.output, "\n{}\n{table}", say!(language, "line-of-play"))?;
        }
        let effort = say!(
            language,
            "effort",
            nodes = say!(language, "nodes", count = record.nodes),
            time = milliseconds(record.elapsed_ms),
            memory = ByteSize(record.memory_bytes).to_string(),
            threads = say!(language, "threads", count = record.threads),
        );
        writeln!(self.output, "\n{effort}")
    }

    fn moves(&mut self, record: &SolvedRecord) -> io::Result<()> {
        if record.moves.is_empty() {
            return Ok(());
        }
        let language = self.palette.language();
        let (all, winning) = (record.moves.len(), record.winning_moves.len());
        writeln!(self.output, "\n{}", say!(language, "first-moves", count = all, winning = winning))?;
        for found in &record.moves {
            let name = padded(&verdict_name(language, &found.verdict), 7);
            let verdict = self.palette.verdict(record.verdict_of(found), &name);
            let points = found.worth().map_or(String::new(), |worth| format!("{:>5} ", points(worth)));
            writeln!(self.output, "  {verdict} {points}{}", found.played)?;
        }
        Ok(())
    }
}

/// The points in words.
#[doc(hidden)]
pub fn worth_in_words(language: Language, worth: Worth) -> String {
    match worth.value() {
        Some(value) => say!(language, "worth", points = format!("{value:+}")),
        None => {
            let [least, most] = [worth.at_least, worth.at_most].map(|bound| format!("{bound:+}"));
            say!(language, "worth-between", least = least, most = most)
        }
    }
}

/// The verdict in words.
fn in_words(language: Language, record: &SolvedRecord) -> String {
    let side = side_key(record.hands.len(), record.side_to_move());
    let wins = || say!(language, "wins-side", side = side);
    let wins_by = |verdict: String, moves: &str| say!(language, "verdict-by", verdict = verdict, moves = moves);
    let wins_in = || match record.plies {
        Some(plies) => say!(language, "wins-side-in", side = side, plies = plies),
        None => wins(),
    };
    match (record.verdict(), &record.best, record.winning_moves.as_slice()) {
        (Verdict::Win, Some(best), [_, _, ..]) if record.plies.is_some() => wins_by(wins_in(), best),
        (Verdict::Win, _, moves @ [_, _, ..]) => wins_by(wins(), &few(language, moves, ", ")),
        (Verdict::Win, Some(best), _) => wins_by(wins_in(), best),
        (Verdict::Win, None, _) => wins(),
        (Verdict::Loss, ..) => match record.plies {
            Some(plies) => say!(language, "loses-side-in", side = side, plies = plies),
            None => say!(language, "loses-side", side = side),
        },
        (Verdict::Unknown(_), ..) => undecided(language, record.reason.as_deref()),
    }
}

/// Says that there is no verdict, and why.
#[doc(hidden)]
pub fn undecided(language: Language, reason: Option<&str>) -> String {
    match reason {
        Some(reason) => say!(language, "undecided-because", why = limit_in_words(language, reason)),
        None => say!(language, "undecided"),
    }
}

/// What ended a search.
pub(super) fn limit_in_words(language: Language, limit: &str) -> String {
    say!(language, "limit-reached", limit = limit)
}

impl<W: Write> Exporter for Detail<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        match &for_people(record, self.palette.language()) {
            Record::Solved(record) => self.solved(record)?,
            Record::Failed(record) => {
                let error = self.palette.notable(&say!(self.palette.language(), "label-error"));
                writeln!(self.output, "{error}: {}", record.error)?;
            }
        }
        self.output.flush()
    }
}
