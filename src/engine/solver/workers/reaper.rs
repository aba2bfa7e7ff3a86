//! The reaper: a background thread that frees what the search has discarded. It is the only consumer of a channel.
//!
//! The workers should search, not free memory. So they hand over what takes long to free through a bounded channel. When the
//! channel is full the worker frees it itself, so garbage never piles up. A worker alone frees everything itself, so that
//! its search never depends on how fast another thread is.
//!
//! | garbage | counts until it is freed against |
//! |---|---|
//! | branches that are decided or cancelled, with their arenas | their pool, which takes their pages back |
//! | the pool of a finished solve, whose pages go back to the system | the pool of the solver's next solve |
//! | what is known about lengths of games | the pool of its solve |
//! | answers that a memory shared by solvers has forgotten | that memory |
//!
//! To hand something over costs some ten microseconds, since the reaper must be woken. To free a branch is cheaper as long
//! as it is not large: its pages go back to the pool under one lock. So a worker hands over all branches that a job has
//! discarded together, and only if they are large (`Tuning::least_reaped_bytes`). The tables are no garbage: a solver keeps
//! them, and when it ends it must wait for the reaper anyway.
//!
//! All solvers of a process share one reaper: a batch has a solver for each worker, and one thread is enough to free memory.

use crate::sync::HAS_THREADS;
use crate::sync::channel::{Sender, TrySendError, bounded};
use crate::sync::thread::{Builder, JoinHandle};
use std::sync::{Arc, OnceLock};

/// What is handed to the reaper, which drops it.
type Garbage = Box<dyn Send>;

/// The most branches that wait in the channel.
const WAITING: usize = 64;

/// The reaper of this process. It exists as long as a solver does.
#[cfg(not(loom))]
static RUNNING: parking_lot::Mutex<std::sync::Weak<Reaper>> = parking_lot::Mutex::new(std::sync::Weak::new());

/// See the module's head. Dropping it waits until everything handed over has been freed.
pub struct Reaper {
    sender: Option<Sender<Garbage>>,
    thread: Option<JoinHandle<()>>,
}

impl Reaper {
    /// Starts the thread. If the system gives none, everything is freed by the sender.
    pub fn start() -> Reaper {
        Reaper::with_room(WAITING)
    }

    /// As [`Reaper::start`], with room for `waiting` branches in the channel.
    fn with_room(waiting: usize) -> Reaper {
        let (sender, receiver) = bounded::<Garbage>(waiting);
        let reap = move || receiver.into_iter().for_each(drop);
        let thread = Builder::new().name("canju-reaper".to_owned()).spawn(reap).ok();
        Reaper { sender: thread.is_some().then_some(sender), thread }
    }

    /// The one reaper of this process, started if there is none. It ends with its last solver.
    #[cfg(not(loom))]
    pub fn shared() -> Arc<Reaper> {
        let mut running = RUNNING.lock();
        running.upgrade().unwrap_or_else(|| {
            let reaper = Arc::new(Reaper::start());
            *running = Arc::downgrade(&reaper);
            reaper
        })
    }

    /// A model has no process to share.
    #[cfg(loom)]
    pub fn shared() -> Arc<Reaper> {
        Arc::new(Reaper::start())
    }

    /// Frees `garbage`: by the reaper if the channel has room, else at once. Returns whether the reaper has taken it.
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

/// A way to the reaper. The thread is started when something is first handed over: most puzzles discard little, and a system
/// with little memory may have none for another thread.
#[derive(Default)]
pub struct LazyReaper(OnceLock<Arc<Reaper>>);

impl LazyReaper {
    /// As `Reaper::free`. Where there are no threads, the garbage is freed at once.
    pub fn free(&self, garbage: impl Send + 'static) -> bool {
        HAS_THREADS && self.0.get_or_init(Reaper::shared).free(garbage)
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        drop(self.sender.take());
        if let Some(thread) = self.thread.take() {
            // The thread only drops plain data. If it panicked, nothing can be done about it here.
            let _ = thread.join();
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::mpsc;

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

    /// Says which thread frees it. The reaper then waits until the other end is dropped.
    struct Slow(mpsc::Sender<String>, mpsc::Receiver<()>);

    impl Drop for Slow {
        fn drop(&mut self) {
            let name = std::thread::current().name().unwrap_or_default().to_owned();
            let by_the_reaper = name == "canju-reaper";
            self.0.send(name).expect("somebody listens");
            if by_the_reaper {
                let _ = self.1.recv();
            }
        }
    }

    #[test]
    fn the_reaper_frees_what_it_takes_and_the_sender_what_finds_no_room() {
        let reaper = Reaper::with_room(1);
        let (say, hear) = mpsc::channel();
        let (hold, held) = mpsc::channel();
        let here = std::thread::current().name().unwrap_or_default().to_owned();
        assert!(reaper.free(Slow(say.clone(), held)));
        assert_eq!(hear.recv(), Ok("canju-reaper".to_owned()));
        // The reaper is busy now.
        let alive = Arc::new(());
        assert!(reaper.free(alive.clone()));
        assert!(!reaper.free(Slow(say, mpsc::channel().1)));
        assert_eq!(hear.try_recv(), Ok(here));
        assert_eq!(Arc::strong_count(&alive), 2);
        drop(hold);
        drop(reaper);
        assert_eq!(Arc::strong_count(&alive), 1);
    }

    #[test]
    fn solvers_share_one_reaper() {
        let (one, two) = (LazyReaper::default(), LazyReaper::default());
        assert!(one.0.get().is_none(), "nothing to free yet");
        assert!(one.free(0u8) && two.free(0u8));
        assert!(Arc::ptr_eq(one.0.get().expect("started"), two.0.get().expect("started")));
    }
}

#[cfg(all(test, loom))]
mod model {
    //! The hand-over in every order of steps, with room for one branch. `scripts/check/loom.sh` runs this.

    use super::*;
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicUsize, Ordering};
    use loom::thread::{self, ThreadId};
    use std::sync::atomic::AtomicUsize as Tally;

    /// How many branches the sender and the reaper have freed, over all orders of steps.
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
            // Relaxed: the join of the reaper's thread must make the count visible.
            self.freed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The model also finds deadlocks: the reaper must not wait for a thread that waits for it.
    #[test]
    fn loom_everything_is_freed_once_when_the_reaper_is_gone() {
        loom::model(|| {
            let freed = Arc::new(AtomicUsize::new(0));
            let reaper = Arc::new(Reaper::with_room(1));
            let (ours, counted) = (reaper.clone(), freed.clone());
            let other = thread::spawn(move || {
                ours.free(Branch::new(&counted));
                drop(ours);
            });
            reaper.free(Branch::new(&freed));
            reaper.free(Branch::new(&freed));
            other.join().unwrap();
            // The last one to hold it waits for the thread.
            drop(reaper);
            assert_eq!(freed.load(Ordering::Relaxed), 3);
        });
        assert!(IN_PLACE.load(Ordering::Relaxed) > 0 && BY_THE_REAPER.load(Ordering::Relaxed) > 0);
    }
}
