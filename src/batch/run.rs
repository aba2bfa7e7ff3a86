//! Puzzles to records.
//!
//! [`run`] is the seam between where puzzles come from, where records go, and how the cores share the work: it solves
//! one puzzle after another in input order, each on all threads.

use super::discover::InputError;
use super::record::Record;
use super::summary::Summary;
use crate::parallel::{Options, Report, Solver};
use crate::proof::{WriteError, Written};
use crate::puzzle::{AnyPosition, Expectation, Hands, Outcome, Puzzle};
use crate::rules::{Ruleset, Setup};
use crate::search::{Reason, Verdict};
use std::io::{self, Write};

/// Where certificates go: asked once a puzzle with a verdict, before the certificate is made. `None` for none.
pub type Certificates<'a> = &'a mut dyn FnMut(&Puzzle) -> io::Result<Option<Box<dyn Write>>>;

/// Why there is no record or no certificate of a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The certificate could not be written.
    #[error("can't write the certificate: {0}")]
    Io(#[from] io::Error),
    /// The search contradicts itself: please report it.
    #[error("internal error: no certificate: {0}")]
    Fails(String),
}

/// Solves puzzles in their order and hands each record to `sink` as soon as it is there; a bad item becomes its error
/// record. Ends early, after the record of the puzzle in work, once the options' stop flag is raised.
///
/// # Errors
/// The sink's first error ends the run.
pub fn run<E>(
    items: impl IntoIterator<Item = Result<Puzzle, InputError>>,
    options: Options,
    certificates: Option<Certificates>,
    mut sink: impl FnMut(Record) -> Result<(), E>,
) -> Result<Summary, E>
where
    E: From<CertificateError>,
{
    let mut certificates = certificates;
    let stop = options.stop.clone();
    let mut solver = Solver::new(options);
    let mut summary = Summary::default();
    for item in items {
        // The flag may have been raised while waiting for the item: it then is neither solved nor reported.
        if stop.is_stopped() {
            break;
        }
        let record = match item {
            Ok(puzzle) => solve_and_certify(&mut solver, &puzzle, &mut certificates)?,
            Err(error) => Record::failed(error.id(), error.to_string()),
        };
        summary.add(&record);
        sink(record)?;
    }
    Ok(summary)
}

/// The record of one puzzle.
pub fn solve(solver: &mut Solver, puzzle: &Puzzle) -> Record {
    solve_and_certify(solver, puzzle, &mut None).expect("without certificates nothing is written")
}

/// The record of one puzzle and, if it is decided, its certificate. A limit reached while the certificate is made
/// leaves the record undecided: what was asked for is an answer with its proof.
///
/// # Errors
/// The certificate's.
pub fn solve_and_certify(
    solver: &mut Solver,
    puzzle: &Puzzle,
    certificates: &mut Option<Certificates>,
) -> Result<Record, CertificateError> {
    let position = match puzzle.position() {
        Ok(position) => position,
        Err(error) => return Ok(Record::failed(puzzle.id.clone(), error.to_string())),
    };
    let mut report = decide(solver, &position, &puzzle.rules);
    if let Some(certificates) = certificates
        && report.verdict.is_decided()
        && let Some(output) = certificates(puzzle)?
    {
        match certify(solver, puzzle, &report, output) {
            Ok(_) => {}
            Err(WriteError::Io(error)) => return Err(error.into()),
            Err(WriteError::Fails(what)) => return Err(CertificateError::Fails(what)),
            Err(WriteError::Guide(None)) => return Err(CertificateError::Fails("the verdict changed".to_owned())),
            Err(WriteError::Guide(Some(reason))) => report.undecide(reason),
        }
    }
    let ok = puzzle.expected.and_then(|expected| judge(solver, puzzle, &position, &report, expected));
    Ok(Record::solved(puzzle, &report, ok))
}

fn certify(
    solver: &mut Solver,
    puzzle: &Puzzle,
    report: &Report,
    output: Box<dyn Write>,
) -> Result<Written, WriteError<Option<Reason>>> {
    let last = puzzle.last;
    match puzzle.hands {
        Hands::Two(hands) => solver.certify(&Setup { hands, last }, &puzzle.rules, report, output),
        Hands::Three(hands) => solver.certify(&Setup { hands, last }, &puzzle.rules, report, output),
    }
}

fn decide(solver: &mut Solver, position: &AnyPosition, rules: &Ruleset) -> Report {
    match position {
        AnyPosition::Two(position) => solver.solve(position, rules),
        AnyPosition::Three(position) => solver.solve(position, rules),
    }
}

/// Is the answer the expected one? `None` while that is undecided.
fn judge(
    solver: &mut Solver,
    puzzle: &Puzzle,
    position: &AnyPosition,
    report: &Report,
    expected: Expectation,
) -> Option<bool> {
    let outcome = match report.verdict {
        Verdict::Win => Outcome::Win,
        Verdict::Loss => Outcome::Loss,
        Verdict::Unknown(_) => return None,
    };
    match expected.best {
        _ if outcome != expected.outcome => Some(false),
        None => Some(true),
        Some(best) if report.winning_moves.contains(&best) => Some(true),
        // All winning moves are known, and it is not among them.
        Some(_) if !report.moves.is_empty() => Some(false),
        // Another move was found first; the expected one may win as well. See what follows it.
        Some(best) => {
            let Ok(next) = position.try_play(best, &puzzle.rules) else { return Some(false) };
            if next.winner().is_some() {
                return Some(true);
            }
            let ours = next.side_to_move() == position.side_to_move();
            match decide(solver, &next, &puzzle.rules).verdict {
                Verdict::Win => Some(ours),
                Verdict::Loss => Some(!ours),
                Verdict::Unknown(_) => None,
            }
        }
    }
}
