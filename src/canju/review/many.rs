//! [`Reviews`]: many games, each reviewed by one worker from beginning to end, with the journal of a batch.
//!
//! Games are read while others are reviewed, a bounded number ahead, so a stream may be endless. A worker puts its record into the
//! journal as soon as it has it, and the records are handed out in the order of the games.
//!
//! This is not a [`Batch`](crate::batch::Batch), whose workers join the searches of long puzzles. A game is many searches one after
//! another, most of them short, so there is little to join.

use super::options::ReviewOptions;
use super::record::ReviewRecord;
use crate::batch::{InputError, Journal, JournalError, Replay, RunError, divided};
use crate::puzzle::SavedGame;
use crate::words::ErrorText;
use canju_engine::search::StopFlag;
use canju_engine::solver::{Crew, Experiment, InOrder, NotYet, Options, Solver};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The most games for each thread that are read and whose records are not yet taken.
const AHEAD: usize = 16;

/// How soon it is seen that the user wants nothing more.
const PATIENCE: Duration = Duration::from_millis(50);

/// Many games, reviewed on all cores.
///
/// ```
/// use canju::{Options, puzzle, review::{ReviewOptions, Reviews}, rules::Ruleset};
/// let text = "335 | 4A\n@moves 3 4\n335 | 4A\n@moves 33 pass 5\n";
/// let games = puzzle::read_games(text.as_bytes(), "my.ddz", Ruleset::default()).map(|game| Ok(game?));
/// let reviews = Reviews::new(Options { threads: 2, ..Options::default() }, ReviewOptions::default());
/// let mut ids = Vec::new();
/// let summary = reviews.run(games, |record| {
///     ids.extend(record.id().map(str::to_owned));
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// assert_eq!((summary.games, summary.moves, summary.turning_points), (2, 5, 1));
/// assert_eq!(ids, ["my.ddz:1", "my.ddz:3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Reviews {
    solving: Options,
    options: ReviewOptions,
    quit: StopFlag,
    journal: Option<(Journal, Replay)>,
}

/// Counts over the records of many games.
///
/// ```
/// use canju::review::{ReviewRecord, ReviewSummary};
/// let mut summary = ReviewSummary::default();
/// summary.add(&ReviewRecord::failed("my.ddz:3", "no game"));
/// assert_eq!((summary.games, summary.errors), (0, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ReviewSummary {
    /// Games reviewed.
    pub games: u64,
    /// Games in which a limit left something open.
    pub undecided: u64,
    /// Lines and paths that are not games.
    pub errors: u64,
    /// Their moves.
    pub moves: u64,
    /// Positions with a win in hand and a choice.
    pub won: u64,
    /// Moves that gave a win away.
    pub turning_points: u64,
    /// Games that were played for points.
    pub games_for_points: u64,
    /// Points that were given away in them, a side's counted once.
    pub points_given_away: u64,
}

impl ReviewSummary {
    /// Counts one more record.
    pub fn add(&mut self, record: &ReviewRecord) {
        match record {
            ReviewRecord::Failed(_) => self.errors += 1,
            ReviewRecord::Reviewed(game) => {
                self.games += 1;
                self.undecided += game.is_undecided() as u64;
                self.moves += game.moves.len() as u64;
                self.won += game.sides.iter().map(|side| u64::from(side.won)).sum::<u64>();
                self.turning_points += game.turning_points.len() as u64;
                self.games_for_points += !game.values.is_empty() as u64;
                let given_away = game.sides.iter().filter_map(|side| side.points_given_away);
                self.points_given_away += given_away.sum::<i64>().unsigned_abs();
            }
        }
    }
}

/// What a worker gets: the number of an item, the item, and its record if the journal has it; or why there is none.
type Work = Result<(u64, Result<SavedGame, InputError>, Option<ReviewRecord>), JournalError>;

/// What it gives: a record, or nothing if it was not begun.
type Done = Result<Option<ReviewRecord>, JournalError>;

impl Reviews {
    /// Reviews with these options of the solver; threads and memory are those of all workers together, and the stop flag of
    /// `options` interrupts what is being reviewed.
    pub fn new(solving: Options, options: ReviewOptions) -> Reviews {
        Reviews { solving, options, quit: StopFlag::default(), journal: None }
    }

    /// Once this flag is raised, nothing new is begun.
    pub fn quit(mut self, flag: StopFlag) -> Reviews {
        self.quit = flag;
        self
    }

    /// Games in the journal are not reviewed again, and new records go to the journal first.
    pub fn journal(mut self, journal: Journal, replay: Replay) -> Reviews {
        self.journal = Some((journal, replay));
        self
    }

    /// Reviews games on all cores and hands the records to `sink`, in input order. A bad item becomes an error record.
    ///
    /// # Errors
    /// The first error of the sink or the journal ends the run.
    pub fn run<E>(
        self,
        games: impl Iterator<Item = Result<SavedGame, InputError>> + Send + 'static,
        mut sink: impl FnMut(ReviewRecord) -> Result<(), E>,
    ) -> Result<ReviewSummary, RunError<E>> {
        let Reviews { solving, options, quit, journal } = self;
        // Raised at the end as well, which is not the user's wish.
        let (quit, stop) = (quit.child(), options.stop.child());
        let options = ReviewOptions { stop: stop.clone(), ..options };
        let (threads, solving) = divided(&solving, &Experiment::default());
        let (journal, replay) = journal.unzip();
        let journal = Arc::new(Mutex::new(journal));
        // Items that are being worked on. The flag is seen before one is begun, so none is missed once it is raised.
        let running = Arc::new(AtomicUsize::new(0));
        let make = {
            let (journal, quit, running) = (journal.clone(), quit.clone(), running.clone());
            move || {
                let (journal, quit, running) = (journal.clone(), quit.clone(), running.clone());
                let (mut solver, options) = (Solver::new(solving.clone()), options.clone());
                move |work: Work| {
                    running.fetch_add(1, Ordering::SeqCst);
                    let done = if quit.is_stopped() { Ok(None) } else { done(work, &mut solver, &options, &journal) };
                    running.fetch_sub(1, Ordering::SeqCst);
                    done
                }
            }
        };
        let crew = Crew { name: "canju-review", threads, ahead: AHEAD };
        let mut records = InOrder::new(crew, Replayed { games, replay, number: 0 }, make).read_apart();
        let mut summary = ReviewSummary::default();
        let mut finished = || -> Result<(), RunError<E>> {
            loop {
                let record = match records.next_within(PATIENCE) {
                    Ok(Some(done)) => done?,
                    Ok(None) => return Ok(()),
                    Err(NotYet) if quit.is_stopped() && running.load(Ordering::SeqCst) == 0 => return Ok(()),
                    Err(NotYet) => continue,
                };
                if let Some(record) = record {
                    summary.add(&record);
                    sink(record).map_err(RunError::Sink)?;
                }
            }
        };
        let written = finished();
        drop(records);
        // However it ended: nothing more is wanted. What is being reviewed ends without a record.
        quit.stop();
        stop.stop();
        written?;
        let journal = journal.lock().take();
        journal.map(Journal::finish).transpose()?;
        Ok(summary)
    }
}

/// The record of an item, which is in the journal then.
fn done(work: Work, solver: &mut Solver, options: &ReviewOptions, journal: &Mutex<Option<Journal>>) -> Done {
    let (number, item, replayed) = work?;
    let is_new = replayed.is_none();
    let record = match (item, replayed) {
        (Ok(game), None) => ReviewRecord::of(solver, &game, options),
        (Ok(_), Some(record)) => record,
        // The journal has what is wrong in English only.
        (Err(error), _) => ReviewRecord::failed(error.id(), ErrorText::of(&error)),
    };
    if is_new && let Some(journal) = journal.lock().as_mut().filter(|_| !record.is_interrupted()) {
        journal.append(number, &record)?;
    }
    Ok(Some(record))
}

/// The items with the records that the journal has of them. It ends with an error if the journal is of other games.
struct Replayed<I> {
    games: I,
    replay: Option<Replay>,
    number: u64,
}

impl<I: Iterator<Item = Result<SavedGame, InputError>>> Iterator for Replayed<I> {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        let Some(item) = self.games.next() else {
            return self.replay.take().and_then(|replay| replay.end(self.number).err()).map(Err);
        };
        let number = self.number;
        self.number += 1;
        match self.replay.as_mut().map(|replay| replay.take(number, &item)).transpose() {
            Ok(record) => Some(Ok((number, item, record.flatten()))),
            Err(error) => Some(Err(error)),
        }
    }
}
