//! The window: items that are read and not yet written, and the choice of the next one for a worker.
//!
//! Reading stops when [`Pacing::window`] items are read and not yet written, so memory is bounded however long the
//! input is. Workers take the puzzles with the most cards first, and of those the one that was read first.
//!
//! # Repeats
//!
//! The reader asks of each puzzle whether its position came before ([`Repeats::first`]), so neither threads nor a journal
//! have a part in the answer: an item that a journal has is asked about as well. Positions of one key have equally many
//! cards, so the first puzzle of a key is taken before its repeats. A repeat of one that is still being solved is parked
//! until that one has its record.

use super::discover::InputError;
use super::journal::{JournalError, Replay};
use super::record::Record;
use super::repeats::{Original, Repeats};
use super::run::CertificateError;
use super::settings::{Pacing, RunError};
use crate::puzzle::Puzzle;
use canju_engine::search::{Statistics, StopFlag};
use parking_lot::{Condvar, Mutex};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// How soon a waiting thread sees that a flag was raised.
const PATIENCE: Duration = Duration::from_millis(50);

/// An item to be finished.
pub(super) struct Item {
    /// Cards of all hands: the more, the sooner.
    pub cards: u32,
    /// The item's number in the input.
    pub index: u64,
    pub task: Task,
}

pub(super) enum Task {
    /// The record of something that is not a puzzle.
    Failed(Record),
    /// The record in the journal and, if it is a puzzle's, the first puzzle of its key.
    Replayed(Record, Option<Arc<Original>>),
    Solve(Box<Unsolved>),
}

/// A puzzle to be solved.
pub(super) struct Unsolved {
    pub puzzle: Puzzle,
    /// The first puzzle of its key.
    pub original: Arc<Original>,
    /// What the first attempt took, if there was one.
    pub spent: Spent,
}

/// The effort that counts against a puzzle's limits and goes into its record.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    pub time: Duration,
    pub nodes: u64,
    pub statistics: Statistics,
}

impl Item {
    fn new(index: u64, item: Result<Puzzle, InputError>, replayed: Option<Record>, repeats: &mut Repeats) -> Item {
        let failed = |id, error: String| (u32::MAX, Task::Failed(Record::failed(id, error)));
        let (cards, task) = match item {
            Err(error) => failed(error.id().to_owned(), error.to_string()),
            Ok(puzzle) => {
                let original = repeats.first(Original::new(index, &puzzle));
                let unsolved = Unsolved { puzzle, original, spent: Spent::default() };
                (unsolved.puzzle.position.cards(), Task::Solve(Box::new(unsolved)))
            }
        };
        let task = match (replayed, task) {
            (None, task) => task,
            (Some(record), Task::Solve(unsolved)) => Task::Replayed(record, Some(unsolved.original)),
            (Some(record), _) => Task::Replayed(record, None),
        };
        Item { cards, index, task }
    }

    /// The number of the puzzle that must be solved before this one.
    fn waits_for(&self) -> Option<u64> {
        let Task::Solve(unsolved) = &self.task else { return None };
        let original = &unsolved.original;
        (original.index != self.index && !original.is_finished()).then_some(original.index)
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.index == other.index
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Item) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    fn cmp(&self, other: &Item) -> Ordering {
        self.cards.cmp(&other.cards).then(other.index.cmp(&self.index))
    }
}

/// Why a batch ends early, other than by its sink.
pub(super) enum Failure {
    Journal(JournalError),
    Certificate(CertificateError),
}

impl<E> From<Failure> for RunError<E> {
    fn from(failure: Failure) -> RunError<E> {
        match failure {
            Failure::Journal(error) => error.into(),
            Failure::Certificate(error) => error.into(),
        }
    }
}

#[derive(Default)]
struct Contents {
    /// Items read and not yet written.
    outstanding: usize,
    /// Items read and not yet finished.
    unfinished: usize,
    ready: BinaryHeap<Item>,
    /// By their number in the input.
    hard: BTreeMap<u64, Item>,
    hard_running: bool,
    /// Repeats of puzzles not yet solved, by these puzzles' numbers.
    parked: HashMap<u64, Vec<Item>>,
    /// Is everything read?
    ended: bool,
    /// Is nothing more wanted?
    over: bool,
    failure: Option<Failure>,
}

/// Shared by reader, workers and writer.
pub(super) struct Window {
    contents: Mutex<Contents>,
    /// There may be an item, or there will be none any more.
    work: Condvar,
    /// There is room for another item.
    room: Condvar,
    quit: StopFlag,
    size: usize,
}

impl Window {
    /// An empty window. Nothing new is begun once `quit` is raised.
    pub fn new(pacing: &Pacing, quit: StopFlag) -> Window {
        let (work, room) = (Condvar::new(), Condvar::new());
        Window { contents: Mutex::default(), work, room, quit, size: pacing.window }
    }

    /// Puts all items in, waiting for room; ends when nothing more is wanted.
    pub fn fill(
        &self,
        items: impl Iterator<Item = Result<Puzzle, InputError>>,
        mut replay: Option<Replay>,
        mut repeats: Repeats,
    ) {
        let mut count = 0;
        for (index, item) in (0..).zip(items) {
            count = index + 1;
            let replayed = match replay.as_mut().map(|replay| replay.take(index, &item)).transpose() {
                Ok(replayed) => replayed.flatten(),
                Err(error) => return self.end(Some(error)),
            };
            if !self.put(Item::new(index, item, replayed, &mut repeats)) {
                return self.end(None);
            }
        }
        self.end(replay.and_then(|replay| replay.end(count).err()));
    }

    /// Puts an item into the window, waiting for room. False if it is no longer wanted.
    fn put(&self, item: Item) -> bool {
        let mut contents = self.contents.lock();
        while contents.outstanding >= self.size && !contents.over {
            self.room.wait_for(&mut contents, PATIENCE);
        }
        contents.outstanding += 1;
        contents.unfinished += 1;
        contents.ready.push(item);
        self.work.notify_one();
        !contents.over
    }

    fn end(&self, error: Option<JournalError>) {
        self.contents.lock().ended = true;
        match error {
            Some(error) => self.fail(Failure::Journal(error)),
            None => drop(self.work.notify_all()),
        }
    }

    /// The next item, and whether it is a hard one. `None` if there will be none.
    pub fn take(&self) -> Option<(Item, bool)> {
        let mut contents = self.contents.lock();
        loop {
            if self.quit.is_stopped() || contents.over || (contents.ended && contents.unfinished == 0) {
                return None;
            }
            if let Some(item) = contents.ready.pop() {
                match item.waits_for() {
                    Some(index) => contents.parked.entry(index).or_default().push(item),
                    None => return Some((item, false)),
                }
                continue;
            }
            if !contents.hard_running
                && let Some((_, item)) = contents.hard.pop_first()
            {
                contents.hard_running = true;
                return Some((item, true));
            }
            self.work.wait_for(&mut contents, PATIENCE);
        }
    }

    /// An item is to be solved with all threads.
    pub fn set_aside(&self, item: Item) {
        let mut contents = self.contents.lock();
        contents.hard.insert(item.index, item);
        self.work.notify_one();
    }

    /// An item is finished; items that waited for it can go on.
    pub fn finished(&self, index: u64, hard: bool) {
        let mut contents = self.contents.lock();
        contents.unfinished -= 1;
        contents.hard_running &= !hard;
        let freed = contents.parked.remove(&index);
        let changed = hard || freed.is_some() || (contents.ended && contents.unfinished == 0);
        contents.ready.extend(freed.into_iter().flatten());
        if changed {
            self.work.notify_all();
        }
    }

    /// A record is written.
    pub fn written(&self) {
        let mut contents = self.contents.lock();
        contents.outstanding -= 1;
        // Not for every free place: waking a thread costs as much as a small puzzle.
        if contents.outstanding == self.size / 4 * 3 {
            self.room.notify_one();
        }
    }

    /// Has the user asked to begin nothing new?
    pub fn is_quitting(&self) -> bool {
        self.quit.is_stopped()
    }

    /// Ends the batch with an error; the first one counts.
    pub fn fail(&self, failure: Failure) {
        let mut contents = self.contents.lock();
        contents.over = true;
        contents.failure.get_or_insert(failure);
        self.work.notify_all();
    }

    /// Ends the batch: nothing more is wanted. Returns why it ended early, if it did.
    pub fn close(&self) -> Option<Failure> {
        let mut contents = self.contents.lock();
        contents.over = true;
        contents.failure.take()
    }
}
