//! Solves one puzzle: its record, and its certificate if one is wanted.

use super::record::Record;
use crate::puzzle::{Expectation, Puzzle};
use canju_engine::InChinese;
use canju_engine::proof::{WriteError, too_large_in_chinese};
use canju_engine::rules::Move;
use canju_engine::search::{Clock, Verdict};
use canju_engine::solver::{Report, Solver, Task};
use std::io::{self, Write};

/// Opens the output for a puzzle's certificate: called once for each decided puzzle, before the certificate is made.
/// `None` if no certificate is wanted.
///
/// ```
/// use canju::{Solver, Task, batch::{Certificates, solve_and_certify}, proof::verify, puzzle::Puzzle};
/// let puzzle: Puzzle = "K5 | 44Q".parse()?;
/// let path = std::env::temp_dir().join(format!("canju-doc-{}.proof", std::process::id()));
/// let mut open = |_: &Puzzle| Ok(Some(Box::new(std::fs::File::create(&path)?) as Box<dyn std::io::Write>));
/// let certificates: Certificates = &mut open;
/// solve_and_certify(&mut Solver::default(), &puzzle, &Task::default(), &mut Some(certificates))?;
/// assert_eq!(verify(std::fs::File::open(&path)?)?.claim.wins(), Some(true));
/// std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Certificates<'a> = &'a mut dyn FnMut(&Puzzle) -> io::Result<Option<Box<dyn Write>>>;

/// Where a batch's certificates go. Puzzles are identified by their numbers in the input.
///
/// ```
/// use canju::{Options, batch::{Batch, CertificateStore}, puzzle::{self, Puzzle}, rules::Ruleset};
/// use std::io::{self, Write};
/// use std::sync::atomic::{AtomicU64, Ordering};
/// /// Counts what is kept and throws it away.
/// struct Counted(AtomicU64);
/// impl CertificateStore for Counted {
///     fn open(&self, _index: u64, _puzzle: &Puzzle) -> io::Result<Box<dyn Write>> {
///         Ok(Box::new(io::sink()))
///     }
///     fn settle(&self, _index: u64, keep: bool) -> io::Result<()> {
///         self.0.fetch_add(keep as u64, Ordering::Relaxed);
///         Ok(())
///     }
/// }
/// let store = Counted(AtomicU64::new(0));
/// let pack = "K5 | 44Q\n345 | 678\n";
/// let items = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
/// Batch::new(Options::default()).certificates(&store).run(items, |_| Ok::<(), io::Error>(()))?;
/// assert_eq!(store.0.into_inner(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait CertificateStore: Sync {
    /// Where to write the certificate of a decided puzzle.
    ///
    /// # Errors
    /// Of the file.
    fn open(&self, index: u64, puzzle: &Puzzle) -> io::Result<Box<dyn Write>>;

    /// The certificate is finished and kept, or is to be thrown away.
    ///
    /// # Errors
    /// Of the file.
    fn settle(&self, index: u64, keep: bool) -> io::Result<()>;
}

/// Why there is no record or no certificate of a puzzle.
///
/// ```
/// use canju::batch::{CertificateError, solve_and_certify};
/// use canju::{Solver, Task, puzzle::Puzzle};
/// let (puzzle, task): (Puzzle, _) = ("K5 | 44Q".parse()?, Task::default());
/// let mut full = |_: &Puzzle| Err(std::io::Error::other("the disk is full"));
/// let error = solve_and_certify(&mut Solver::default(), &puzzle, &task, &mut Some(&mut full)).unwrap_err();
/// assert!(matches!(error, CertificateError::Io(_)));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The certificate could not be written.
    #[error("can't write the certificate")]
    Io(#[from] io::Error),
    /// A plain certificate would be too large.
    #[error("the plain certificate has more than {most} positions{}", compared.map_or(String::new(), |compared| format!("; one that is not plain has {compared}")))]
    TooLarge {
        /// The most positions there may be.
        most: u32,
        /// The positions of an ordinary certificate, if their number is known.
        compared: Option<u64>,
    },
    /// The search contradicts itself: please report it.
    #[error("internal error: no certificate: {0}")]
    Fails(String),
}

impl InChinese for CertificateError {
    fn in_chinese(&self) -> String {
        match self {
            CertificateError::Io(_) => "无法写出证书".to_owned(),
            CertificateError::TooLarge { most, compared } => too_large_in_chinese(*most, *compared),
            CertificateError::Fails(what) => format!("程序内部出错：没有证书：{what}"),
        }
    }
}

/// The record of one puzzle.
///
/// ```
/// use canju::{Solver, Task, batch::{Record, solve}};
/// let record = solve(&mut Solver::default(), &"K5 | 44Q | expect=win".parse()?, &Task::default());
/// assert!(matches!(record, Record::Solved(solved) if solved.ok == Some(true)));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
pub fn solve(solver: &mut Solver, puzzle: &Puzzle, task: &Task) -> Record {
    solve_and_certify(solver, puzzle, task, &mut None).expect("without certificates nothing is written")
}

/// The record of one puzzle and, if it is decided, its certificate, plain or not by [`Task::plain`]. A limit reached while the
/// certificate is made leaves the record undecided, because an answer with its proof was asked for. The time limit is that of
/// all of it together: verdict, line of play, certificate, and whether the expected move wins.
///
/// # Errors
/// The certificate's.
///
/// ```
/// use canju::{Solver, Task, batch::solve_and_certify, puzzle::Puzzle};
/// let (puzzle, task): (Puzzle, _) = ("K5 | 44Q".parse()?, Task::default());
/// let mut discard = |_: &Puzzle| Ok(Some(Box::new(std::io::sink()) as Box<dyn std::io::Write>));
/// let record = solve_and_certify(&mut Solver::default(), &puzzle, &task, &mut Some(&mut discard))?;
/// assert_eq!(record.id(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_and_certify(
    solver: &mut Solver,
    puzzle: &Puzzle,
    task: &Task,
    certificates: &mut Option<Certificates>,
) -> Result<Record, CertificateError> {
    let clock = Clock::start(task.limits);
    let mut report = solver.solve(&puzzle.position, task);
    if let Some(certificates) = certificates
        && report.verdict().is_decided()
        && let Some(output) = certificates(puzzle)?
    {
        certify(solver, &mut report, &task.within(clock.left()), output)?;
    }
    Ok(judged(solver, puzzle, &report, &task.within(clock.left())))
}

/// The record of a report; whether it is right may take another search, within the task's limits.
pub(crate) fn judged(solver: &mut Solver, puzzle: &Puzzle, report: &Report, task: &Task) -> Record {
    let ok = puzzle.expected.and_then(|expected| judge(solver, report, task, expected));
    Record::solved(puzzle, report, ok)
}

/// Writes the certificate of a decided puzzle; takes the verdict back if a limit is reached on the way.
pub(super) fn certify(
    solver: &mut Solver,
    report: &mut Report,
    task: &Task,
    output: Box<dyn Write>,
) -> Result<(), CertificateError> {
    match solver.certify(report, task, output) {
        Ok(_) => Ok(()),
        Err(WriteError::Io(error)) => Err(error.into()),
        Err(WriteError::TooLarge { most, compared }) => Err(CertificateError::TooLarge { most, compared }),
        Err(WriteError::Fails(what)) => Err(CertificateError::Fails(what)),
        Err(WriteError::Guide(None)) => Err(CertificateError::Fails("the verdict changed".to_owned())),
        Err(WriteError::Guide(Some(reason))) => {
            report.undecide(reason);
            Ok(())
        }
        Err(error) => Err(CertificateError::Fails(error.to_string())),
    }
}

/// Are these the points of the position, and is this one of the moves that keep them?
fn judge_value(solver: &mut Solver, report: &Report, task: &Task, value: i64, best: Option<Move>) -> Option<bool> {
    let found = report.worth()?;
    if !(found.at_least..=found.at_most).contains(&value) {
        return Some(false);
    }
    found.value()?;
    let Some(best) = best.filter(|&best| report.best() != Some(best)) else { return Some(true) };
    let position = report.position();
    let Ok(next) = position.play(best) else { return Some(false) };
    let task = Task { all_moves: false, line: false, shortest: false, ..task.clone() };
    let worth = solver.solve(&next, &task).worth()?;
    let for_player = next.points_for(position.to_move(), worth.value()?);
    Some(for_player == value)
}

/// Is the answer the expected one? `None` while that is undecided.
pub(super) fn judge(solver: &mut Solver, report: &Report, task: &Task, expected: Expectation) -> Option<bool> {
    if !report.verdict().is_decided() {
        return None;
    }
    if let Some(value) = expected.value() {
        return judge_value(solver, report, task, value, expected.best());
    }
    match expected.best() {
        _ if report.verdict() != expected.verdict() => Some(false),
        None => Some(true),
        Some(best) if report.winning_moves().contains(&best) => Some(true),
        // All winning moves are known, and it is not among them.
        Some(_) if report.has_all_winning_moves() => Some(false),
        // Another move was found first, but the expected one may win as well: solve the position after it.
        Some(best) => {
            let position = report.position();
            let Ok(next) = position.play(best) else { return Some(false) };
            if next.winner().is_some() {
                return Some(true);
            }
            let ours = next.side_to_move() == position.side_to_move();
            // The verdict alone: neither a line nor a length is wanted.
            match solver.consult(position, task, |asked| asked.decide(&next).0) {
                Verdict::Win => Some(ours),
                Verdict::Loss => Some(!ours),
                Verdict::Unknown(_) => None,
            }
        }
    }
}
