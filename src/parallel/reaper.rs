//! The reaper: one background thread, the only consumer of a channel, that frees what the search has discarded.
//!
//! A branch that is decided or cancelled may hold many megabytes; giving its pages back is no work for a thread that
//! could search. The unit handed over is a whole branch with its arena, through a bounded channel: when that is full
//! the sender frees in place, so garbage never piles up. Pages in transit still count against their pool's
//! budget. Small branches are freed in place, too: waking a thread costs more than they do.

use crate::sync::channel::{Sender, TrySendError, bounded};
use crate::sync::thread::{Builder, JoinHandle};

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
        Reaper::with_room(WAITING)
    }

    /// As [`Reaper::start`] with room for so many branches.
    fn with_room(waiting: usize) -> Reaper {
        let (sender, receiver) = bounded::<Garbage>(waiting);
        let reap = move || receiver.into_iter().for_each(drop);
        let thread = Builder::new().name("canju-reaper".to_owned()).spawn(reap).ok();
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

#[cfg(all(test, not(loom)))]
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

#[cfg(all(test, loom))]
mod model {
    //! The hand-over under every order of steps, with room for one branch: `scripts/loom.sh` runs this.

    use super::*;
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicUsize, Ordering};
    use loom::thread::{self, ThreadId};
    use std::sync::atomic::AtomicUsize as Tally;

    /// Freed by whoever was the sender, and by the reaper: in all orders of steps together.
    static IN_PLACE: Tally = Tally::new(0);
    static BY_THE_REAPER: Tally = Tally::new(0);

    struct Branch {
        sender: ThreadId,
        freed: Arc<AtomicUsize>,
    }

    impl Branch {
        fn new(freed: &Arc<AtomicUsize>) -> Branch {
            Branch { sender: thread::current().id(), freed: freed.clone() }
        }
    }

    impl Drop for Branch {
        fn drop(&mut self) {
            let here = thread::current().id() == self.sender;
            if here { &IN_PLACE } else { &BY_THE_REAPER }.fetch_add(1, Ordering::Relaxed);
            // Relaxed: that the count can be seen is what the join of the reaper's thread has to provide.
            self.freed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A deadlock would end the model, too: the reaper must not wait for a thread that waits for it.
    #[test]
    fn loom_everything_is_freed_once_when_the_reaper_is_gone() {
        loom::model(|| {
            let freed = Arc::new(AtomicUsize::new(0));
            let reaper = Arc::new(Reaper::with_room(1));
            let (ours, counted) = (reaper.clone(), freed.clone());
            let other = thread::spawn(move || {
                ours.free(Branch::new(&counted), LEAST_BYTES);
                drop(ours);
            });
            reaper.free(Branch::new(&freed), LEAST_BYTES);
            reaper.free(Branch::new(&freed), LEAST_BYTES);
            other.join().unwrap();
            // The last one to hold it waits for the thread.
            drop(reaper);
            assert_eq!(freed.load(Ordering::Relaxed), 3);
        });
        assert!(IN_PLACE.load(Ordering::Relaxed) > 0 && BY_THE_REAPER.load(Ordering::Relaxed) > 0);
    }
}
