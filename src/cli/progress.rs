//! The progress bar: on standard error, on a terminal only.

use super::plan::OutputPlan;
use crate::batch::Observer;
use crate::puzzle::Puzzle;
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use std::time::{Duration, Instant};

/// Shows how far a batch has come. Without a terminal it does nothing.
pub(super) struct Progress {
    bar: ProgressBar,
    hidden: bool,
    /// What each worker is at, and since when.
    running: Mutex<Vec<Option<(Instant, String)>>>,
}

impl Progress {
    /// A bar over `total` items, or if their number is not known a count.
    pub fn new(plan: &OutputPlan, total: Option<u64>) -> Progress {
        Progress::shown(plan.shows_progress(), total)
    }

    /// The same, shown or not.
    pub fn shown(shown: bool, total: Option<u64>) -> Progress {
        let running = Mutex::default();
        if !shown {
            return Progress { bar: ProgressBar::hidden(), hidden: true, running };
        }
        // The time that remains is what the rest would take at the rate so far, which the hard ones may prove wrong.
        let (bar, template) = match total {
            Some(total) => {
                (ProgressBar::new(total), "{bar:30} {pos}/{len}  {per_sec}  {elapsed}, about {eta} more  {wide_msg}")
            }
            None => (ProgressBar::new_spinner(), "{spinner} {pos}  {per_sec}  {elapsed}  {wide_msg}"),
        };
        // The template is ours: should it ever be wrong, the default style serves.
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, hidden: false, running }
    }

    /// What is being solved now.
    pub fn now(&self, what: &str) {
        if !self.hidden {
            self.bar.set_message(what.to_owned());
        }
    }

    /// One more is done: writes it with the bar out of the way.
    pub fn done<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.hidden {
            return write();
        }
        self.bar.inc(1);
        self.bar.suspend(write)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows the puzzle that has been running longest.
    fn show_slowest(&self, running: &[Option<(Instant, String)>]) {
        let slowest = running.iter().flatten().min_by_key(|(since, _)| *since);
        self.bar.set_message(slowest.map_or_else(String::new, |(_, id)| id.clone()));
    }
}

impl Observer for Progress {
    fn begins(&self, worker: usize, puzzle: &Puzzle) {
        if self.hidden {
            return;
        }
        let mut running = self.running.lock();
        if running.len() <= worker {
            running.resize(worker + 1, None);
        }
        running[worker] = Some((Instant::now(), puzzle.id.clone()));
        self.show_slowest(&running);
    }

    fn ends(&self, worker: usize) {
        if !self.hidden {
            self.running.lock()[worker] = None;
        }
    }
}
