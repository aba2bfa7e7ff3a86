//! The reaper: one background thread, the only consumer of a channel, that frees what the search has discarded.
//!
//! A branch that is decided or cancelled may hold many megabytes; giving its pages back is no work for a thread that
//! could search. The unit handed over is a whole branch with its arena, through a bounded channel: when that is full
//! the sender frees in place, so garbage never piles up. Pages in transit still count against their pool's
//! budget. Small branches are freed in place, too (`Tuning::least_reaped_bytes`): waking a thread costs more than they do.
//!
//! All solvers of a process share one reaper: a batch has one solver a worker, and freeing needs no more than one thread.

use crossbeam_channel::{Sender, TrySendError, bounded};
use parking_lot::Mutex;
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;

/// What is handed to the reaper: dropping it is the work.
type Garbage = Box<dyn Send>;

/// Branches waiting at most.
const WAITING: usize = 64;

/// The reaper of this process, as long as a solver lives.
static RUNNING: Mutex<Weak<Reaper>> = Mutex::new(Weak::new());

/// See the module's head. Dropping it waits until everything handed over has been freed.
pub struct Reaper {
    sender: Option<Sender<Garbage>>,
    thread: Option<JoinHandle<()>>,
}

impl Reaper {
    /// Starts the thread; without one, where the system gives none, everything is freed in place.
    pub fn start() -> Reaper {
        let (sender, receiver) = bounded::<Garbage>(WAITING);
        let reap = move || receiver.into_iter().for_each(drop);
        let thread = std::thread::Builder::new().name("canju-reaper".to_owned()).spawn(reap).ok();
        Reaper { sender: thread.is_some().then_some(sender), thread }
    }

    /// The one reaper of this process, started if there is none. It ends with its last solver.
    pub fn shared() -> Arc<Reaper> {
        let mut running = RUNNING.lock();
        running.upgrade().unwrap_or_else(|| {
            let reaper = Arc::new(Reaper::start());
            *running = Arc::downgrade(&reaper);
            reaper
        })
    }

    /// Frees `garbage`, in the background if the reaper has room for it. Returns whether the reaper has taken it.
    pub fn free(&self, garbage: impl Send + 'static) -> bool {
        let Some(sender) = &self.sender else { return false };
        match sender.try_send(Box::new(garbage)) {
            Ok(()) => true,
            Err(TrySendError::Full(garbage) | TrySendError::Disconnected(garbage)) => {
                drop(garbage);
                false
            }
        }
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        drop(self.sender.take());
        if let Some(thread) = self.thread.take() {
            // The thread only drops plain data; if it panicked there is nothing left to do about it.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_freed_when_the_reaper_is_gone() {
        let alive = Arc::new(());
        let reaper = Reaper::start();
        for n in 0..1_000 {
            reaper.free((alive.clone(), vec![0u8; n]));
        }
        drop(reaper);
        assert_eq!(Arc::strong_count(&alive), 1);
    }

    #[test]
    fn solvers_share_one_reaper() {
        let (one, two) = (Reaper::shared(), Reaper::shared());
        assert!(Arc::ptr_eq(&one, &two));
    }
}
