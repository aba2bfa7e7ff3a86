//! The writer: finished records to the journal as they come, and to the sink in input order.
//!
//! It runs on the caller's thread, so a sink need not be `Send`. A record goes to the journal first: what a user has seen
//! is never solved again.

use super::journal::Journal;
use super::record::Record;
use super::settings::{RunError, Schedule};
use super::summary::Summary;
use super::window::{Done, Window};
use canju_engine::search::Reason;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub(super) struct RecordWriter<'a, S> {
    schedule: &'a Schedule,
    window: &'a Window,
    journal: Option<Journal>,
    sink: S,
    summary: Summary,
    /// The reorder buffer: records that wait for one before them.
    waiting: BTreeMap<u64, Record>,
    /// The number of the record to be written next.
    next: u64,
    /// How many have been written since the window was told.
    written: usize,
}

/// The window is told after this many records at the latest: so that the reader goes on.
const MOST_WRITTEN: usize = 64;

/// Are further records wanted?
type Flow<E> = Result<ControlFlow<()>, RunError<E>>;

impl<'a, E, S: FnMut(Record) -> Result<(), E>> RecordWriter<'a, S> {
    pub fn new(schedule: &'a Schedule, window: &'a Window, journal: Option<Journal>, sink: S) -> RecordWriter<'a, S> {
        let (summary, waiting) = (Summary::default(), BTreeMap::new());
        RecordWriter { schedule, window, journal, sink, summary, waiting, next: 0, written: 0 }
    }

    /// Writes all records, or those up to the one that ends the batch.
    pub fn write_all(&mut self) -> Result<(), RunError<E>> {
        let mut records = Vec::new();
        while self.window.take_records(&mut records, std::mem::take(&mut self.written)) {
            for done in records.drain(..) {
                if self.accept(done)?.is_break() {
                    return Ok(());
                }
            }
        }
        // After an interruption: finished records are written although some before them are missing.
        for record in std::mem::take(&mut self.waiting).into_values() {
            let _ = self.write(record)?;
        }
        Ok(())
    }

    fn accept(&mut self, Done { index, record, replayed }: Done) -> Flow<E> {
        if let Some(journal) = self.journal.as_mut().filter(|_| !replayed && !is_interrupted(&record)) {
            journal.append(index, &record)?;
        }
        if self.schedule.unordered {
            return self.write(record);
        }
        self.waiting.insert(index, record);
        while let Some(record) = self.waiting.remove(&self.next) {
            self.next += 1;
            if self.write(record)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn write(&mut self, record: Record) -> Flow<E> {
        self.summary.add(&record);
        self.written += 1;
        if self.written == MOST_WRITTEN {
            self.window.written(std::mem::take(&mut self.written));
        }
        let bad = matches!(&record, Record::Failed(_)) || matches!(&record, Record::Solved(r) if r.ok == Some(false));
        (self.sink)(record).map_err(RunError::Sink)?;
        Ok(if self.schedule.fail_fast && bad { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Puts the journal on the disk.
    pub fn finish(self) -> Result<Summary, RunError<E>> {
        self.journal.map(Journal::finish).transpose()?;
        Ok(self.summary)
    }
}

fn is_interrupted(record: &Record) -> bool {
    matches!(record, Record::Solved(record) if record.reason.as_deref() == Some(Reason::Interrupted.name()))
}
