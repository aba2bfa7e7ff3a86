//! The progress bar: on standard error, on a terminal only.

use super::plan::OutputPlan;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// Shows how far a batch has come. Without a terminal it does nothing.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar over `total` items, or if their number is not known a count.
    pub fn new(plan: &OutputPlan, total: Option<u64>) -> Progress {
        if !plan.shows_progress() {
            return Progress { bar: ProgressBar::hidden() };
        }
        let (bar, template) = match total {
            Some(total) => (ProgressBar::new(total), "{bar:30} {pos}/{len}  {elapsed} (eta {eta})  {wide_msg}"),
            None => (ProgressBar::new_spinner(), "{spinner} {pos}  {elapsed}  {wide_msg}"),
        };
        // The template is ours: should it ever be wrong, the default style serves.
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar }
    }

    /// Is there anything to see?
    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// What is being solved now.
    pub fn now(&self, id: &str) {
        if !self.is_hidden() {
            self.bar.set_message(id.to_owned());
        }
    }

    /// One more is done: writes it with the bar out of the way.
    pub fn done<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.inc(1);
        self.bar.suspend(write)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
