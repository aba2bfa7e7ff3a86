//! The window: items that are read and not yet written. The reader puts items in, workers take them and put records in, and the
//! writer takes those. What a worker takes is for the agenda to say (`agenda.rs`).
//!
//! Reading stops when [`Pacing::window`] items are read and not yet written, so memory is bounded however long the
//! input is.
//!
//! # One lock, few wakings
//!
//! Easy puzzles take a tenth of a millisecond, and to wake a thread takes a tenth of that. So a worker takes the lock once for each
//! item: it leaves a record there and takes the next item. As long as fresh items wait, more records will come soon, and the writer
//! naps instead of being woken for each. It is woken when there are no fresh items: so a stream is answered line by line.
//!
//! # Repeats
//!
//! The reader asks of each puzzle whether its position came before ([`Repeats::first`]), so neither threads nor a journal
//! have a part in the answer: an item that a journal has is asked about as well. A repeat of one that is not yet solved is parked
//! until that one has its record. It is no hard item unless it was tried: mostly it only takes over an answer.
//!
//! [`Pacing::window`]: super::settings::Pacing::window

use super::agenda::{Agenda, Next};
use super::discover::InputError;
use super::journal::{JournalError, Replay};
use super::record::Record;
use super::repeats::{Original, Repeats};
use super::run::CertificateError;
use super::settings::RunError;
use crate::puzzle::Puzzle;
use crate::words::ErrorText;
use canju_engine::search::StopFlag;
use canju_engine::solver::{Joining, Lobby};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How soon a waiting thread sees that a flag was raised.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long the writer naps while more records will come soon.
const NAP: Duration = Duration::from_millis(2);

/// An item to be finished.
pub(super) struct Item {
    /// The item's number in the input.
    pub index: u64,
    /// The nodes that it is expected to take, if it is hard.
    pub expected: Option<u64>,
    pub todo: Todo,
}

/// What is to be done about an item.
pub(super) enum Todo {
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
}

/// A finished item.
pub(super) struct Done {
    pub index: u64,
    pub record: Record,
    /// Is the record the journal's?
    pub replayed: bool,
}

/// What a worker has finished.
pub(super) struct Finished {
    pub done: Done,
    /// Was it a hard item?
    pub is_hard: bool,
}

/// The nodes that a puzzle is expected to take, if it is hard.
pub(super) type Estimate<'a> = &'a mut dyn FnMut(&Puzzle) -> Option<u64>;

impl Item {
    fn new(
        index: u64,
        item: Result<Puzzle, InputError>,
        replayed: Option<Record>,
        repeats: &mut Repeats,
        estimate: Estimate,
    ) -> Item {
        let todo = match item {
            Err(error) => {
                // Not the journal's, which has what is wrong in English only.
                let record = Record::failed(error.id(), ErrorText::of(&error));
                if replayed.is_some() { Todo::Replayed(record, None) } else { Todo::Failed(record) }
            }
            Ok(puzzle) => {
                let original = repeats.first(Original::new(index, &puzzle));
                match replayed {
                    Some(record) => Todo::Replayed(record, Some(original)),
                    None => Todo::Solve(Box::new(Unsolved { puzzle, original })),
                }
            }
        };
        let expected = match &todo {
            Todo::Solve(unsolved) if unsolved.original.index == index => estimate(&unsolved.puzzle),
            _ => None,
        };
        Item { index, expected, todo }
    }

    /// The number of the puzzle that must be solved before this one.
    fn waits_for(&self) -> Option<u64> {
        let Todo::Solve(unsolved) = &self.todo else { return None };
        let original = &unsolved.original;
        (original.index != self.index && !original.is_finished()).then_some(original.index)
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

struct Contents {
    /// Items read and not yet written.
    outstanding: usize,
    /// Items read and not yet finished.
    unfinished: usize,
    agenda: Agenda<Item>,
    /// Repeats of puzzles not yet solved, by these puzzles' numbers.
    parked: HashMap<u64, Vec<Item>>,
    /// Records that the writer has not taken yet.
    records: Vec<Done>,
    /// Must the writer be woken for a record?
    writer_sleeps: bool,
    /// Workers that have not ended.
    workers: usize,
    /// Is everything read?
    ended: bool,
    /// Is nothing more wanted?
    over: bool,
    failure: Option<Failure>,
}

/// What a worker is to do.
pub(super) enum Turn {
    /// Solve this.
    Solve(Item),
    /// Join a search.
    Help(Joining),
    /// Nothing more.
    End,
}

/// Shared by reader, workers and writer.
pub(super) struct Window {
    contents: Mutex<Contents>,
    /// There may be an item or a search to join, or there will be none any more.
    work: Condvar,
    /// There is room for another item.
    room: Condvar,
    /// There is a record, or there will be none any more.
    recorded: Condvar,
    quit: StopFlag,
    size: usize,
}

impl Contents {
    fn queue(&mut self, item: Item) {
        let index = item.index;
        match item.expected {
            Some(expected) => self.agenda.add_hard(item, expected, index),
            None => self.agenda.add(item, index),
        }
    }

    /// Nothing more is wanted, because of this; the first failure counts.
    fn fail(&mut self, failure: Failure) {
        self.over = true;
        self.failure.get_or_insert(failure);
    }

    /// May fresh items come soon?
    fn expect_items(&mut self, size: usize) {
        self.agenda.expect(!self.ended && self.outstanding < size);
    }
}

impl Window {
    /// An empty window of this size, for so many workers; for `second_after` see the agenda. Nothing new is begun once `quit` is raised.
    pub fn new(size: usize, workers: usize, second_after: Option<u64>, quit: StopFlag) -> Window {
        let contents = Contents {
            outstanding: 0,
            unfinished: 0,
            agenda: Agenda::new(workers, second_after),
            parked: HashMap::new(),
            records: Vec::new(),
            writer_sleeps: false,
            workers,
            ended: false,
            over: false,
            failure: None,
        };
        let [work, room, recorded] = [(); 3].map(|()| Condvar::new());
        Window { contents: Mutex::new(contents), work, room, recorded, quit, size }
    }

    /// Puts all items in, waiting for room; ends when nothing more is wanted.
    pub fn fill(
        &self,
        items: impl Iterator<Item = Result<Puzzle, InputError>>,
        mut replay: Option<Replay>,
        mut repeats: Repeats,
        estimate: Estimate,
    ) {
        let mut count = 0;
        for (index, item) in (0..).zip(items) {
            count = index + 1;
            let replayed = match replay.as_mut().map(|replay| replay.take(index, &item)).transpose() {
                Ok(replayed) => replayed.flatten(),
                Err(error) => return self.end(Some(error)),
            };
            if !self.put(Item::new(index, item, replayed, &mut repeats, estimate)) {
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
        contents.queue(item);
        contents.expect_items(self.size);
        self.work.notify_one();
        !contents.over
    }

    /// No more items come. An error is known at the same moment, or who sees the end first would take the batch for a whole one.
    fn end(&self, error: Option<JournalError>) {
        let mut contents = self.contents.lock();
        contents.ended = true;
        contents.expect_items(self.size);
        if let Some(error) = error {
            contents.fail(Failure::Journal(error));
        }
        self.work.notify_all();
    }

    /// What a worker is to do, after it has finished an item, if it has. `lobby`: where searches are joined.
    pub fn next(&self, finished: Option<Finished>, lobby: &Lobby) -> Turn {
        let mut contents = self.contents.lock();
        if let Some(finished) = finished {
            self.finish(&mut contents, finished);
        }
        loop {
            if self.quit.is_stopped() || contents.over || (contents.ended && contents.unfinished == 0) {
                return Turn::End;
            }
            match contents.agenda.next(|joining| lobby.is_open(joining)) {
                Next::Solve(item) => match item.waits_for() {
                    Some(index) => contents.parked.entry(index).or_default().push(item),
                    None => return Turn::Solve(item),
                },
                Next::Help(joining) => return Turn::Help(joining),
                Next::Wait => drop(self.work.wait_for(&mut contents, PATIENCE)),
            }
        }
    }

    /// Does a helper that has joined in this way stay where it is?
    pub fn stays(&self, joining: Joining) -> bool {
        if self.quit.is_stopped() {
            return false;
        }
        let contents = self.contents.lock();
        !contents.over && contents.agenda.stays(joining)
    }

    /// A helper that has joined in this way has left.
    pub fn left(&self, joining: Joining) {
        if joining != Joining::Any {
            self.contents.lock().agenda.release();
        }
    }

    /// An item is finished; items that waited for it can go on.
    fn finish(&self, contents: &mut MutexGuard<Contents>, Finished { done, is_hard }: Finished) {
        contents.unfinished -= 1;
        if is_hard {
            contents.agenda.release();
        }
        let freed = contents.parked.remove(&done.index);
        let changed = freed.is_some() || (contents.ended && contents.unfinished == 0);
        freed.into_iter().flatten().for_each(|item| contents.queue(item));
        if changed {
            self.work.notify_all();
        }
        contents.records.push(done);
        if contents.writer_sleeps {
            self.recorded.notify_one();
        }
    }

    /// There may be a search to join now.
    pub fn wake(&self) {
        let _contents = self.contents.lock();
        self.work.notify_all();
    }

    /// Swaps an empty list for the records that have come since the last time, waiting for one; `written` others have been written
    /// meanwhile. False if there will be none any more.
    pub fn take_records(&self, records: &mut Vec<Done>, written: usize) -> bool {
        let mut contents = self.contents.lock();
        self.note_written(&mut contents, written);
        while contents.records.is_empty() {
            if contents.workers == 0 {
                return false;
            }
            if contents.agenda.has_fresh() {
                self.recorded.wait_for(&mut contents, NAP);
            } else {
                contents.writer_sleeps = true;
                self.recorded.wait(&mut contents);
                contents.writer_sleeps = false;
            }
        }
        std::mem::swap(&mut contents.records, records);
        true
    }

    /// So many records are written.
    pub fn written(&self, count: usize) {
        self.note_written(&mut self.contents.lock(), count);
    }

    fn note_written(&self, contents: &mut Contents, count: usize) {
        let before = contents.outstanding;
        contents.outstanding -= count;
        contents.expect_items(self.size);
        // Not for every free place: waking a thread costs as much as a small puzzle.
        let few = self.size / 4 * 3;
        if before > few && contents.outstanding <= few {
            self.room.notify_one();
        }
    }

    /// A worker ends. If it has panicked, so do all: what it was at is lost.
    pub fn leave(&self, has_panicked: bool) {
        let mut contents = self.contents.lock();
        contents.workers -= 1;
        contents.over |= has_panicked;
        if has_panicked {
            self.work.notify_all();
        }
        self.recorded.notify_one();
    }

    /// Ends the batch with an error; the first one counts.
    pub fn fail(&self, failure: Failure) {
        self.contents.lock().fail(failure);
        self.work.notify_all();
    }

    /// Ends the batch: nothing more is wanted. Returns why it ended early, if it did.
    pub fn close(&self) -> Option<Failure> {
        let mut contents = self.contents.lock();
        contents.over = true;
        self.work.notify_all();
        contents.failure.take()
    }
}
