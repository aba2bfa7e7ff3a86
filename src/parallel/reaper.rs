//! The reaper: one background thread, the only consumer of a channel, that frees what the search has discarded.
//!
//! A branch that is decided or cancelled may hold many megabytes; giving its pages back is no work for a thread that
//! could search. The unit handed over is a whole branch with its arena, through a bounded channel: when that is full
//! the sender frees in place, so garbage never piles up. Pages in transit still count against their pool's
//! budget. Small branches are freed in place, too: waking a thread costs more than they do.

use crossbeam_channel::{Sender, TrySendError, bounded};
use std::thread::JoinHandle;

/// What is handed to the reaper: dropping it is the work.
type Garbage = Box<dyn Send>;

/// Branches waiting at most.
const WAITING: usize = 64;

/// The least bytes worth handing over.
const LEAST_BYTES: usize = 256 << 10;

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

    /// Frees `garbage` of about `bytes` bytes, here or in the background.
    pub fn free(&self, garbage: impl Send + 'static, bytes: usize) {
        let Some(sender) = self.sender.as_ref().filter(|_| bytes >= LEAST_BYTES) else { return };
        if let Err(TrySendError::Full(garbage) | TrySendError::Disconnected(garbage)) =
            sender.try_send(Box::new(garbage))
        {
            drop(garbage);
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
    use std::sync::Arc;

    #[test]
    fn everything_is_freed_when_the_reaper_is_gone() {
        let alive = Arc::new(());
        let reaper = Reaper::start();
        for n in 0..1_000 {
            reaper.free(alive.clone(), n * (LEAST_BYTES / 100));
        }
        drop(reaper);
        assert_eq!(Arc::strong_count(&alive), 1);
    }
}
