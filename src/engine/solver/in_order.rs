//! A parallel map: each item is processed by one of several threads, and the results come in the order of the items.
//!
//! ```text
//! items ──┬──► slots, in order ──────────────────► the taker waits for the first of them
//!         └──► jobs ──► workers, who fill the slots
//! ```
//!
//! The number of open slots is bounded, and with it what is read and not yet taken: the input may be endless.
//!
//! `solve_many`, `canju grade` and `canju generate` are such maps. A batch and the server's batch are not: each says why at the
//! head of its file.

use super::STACK_BYTES;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use parking_lot::Mutex;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Who does the work.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    /// The threads' name.
    pub name: &'static str,
    /// How many threads. If the system gives fewer there are fewer; if it gives none, the thread that takes the results works.
    pub threads: usize,
    /// The most items for each thread that are read and whose results are not yet taken.
    pub ahead: usize,
}

/// A result, or the panic of its worker.
type Outcome<R> = thread::Result<R>;

/// Where the result of one item will be.
type Slot<R> = Receiver<Outcome<R>>;

/// An item and the other end of its slot.
type Job<T, R> = (T, Sender<Outcome<R>>);

/// Where items go in.
struct Feed<T, R> {
    slots: Sender<Slot<R>>,
    jobs: Sender<Job<T, R>>,
}

impl<T, R> Feed<T, R> {
    /// Puts an item in, waiting for room. False if nothing more is wanted.
    fn put(&self, item: T) -> bool {
        let (result, slot) = bounded(1);
        self.slots.send(slot).is_ok() && self.jobs.send((item, result)).is_ok()
    }
}

/// Does the next job with `own`; waits for one. A panic is passed to the thread that takes the results, and nothing that it
/// left behind is trusted. False if there are no more jobs.
fn work<T, R, W: FnMut(T) -> R>(jobs: &Receiver<Job<T, R>>, own: &mut W, make: impl Fn() -> W) -> bool {
    let Ok((item, result)) = jobs.recv() else { return false };
    let outcome = catch_unwind(AssertUnwindSafe(|| own(item)));
    if outcome.is_err() {
        *own = make();
    }
    // If nobody waits for it, nobody misses it.
    let _ = result.send(outcome);
    true
}

/// The results of work on many items, in the order of the items. Dropping it ends the work: nothing new is begun.
pub struct InOrder<I: Iterator, R> {
    /// The items still to be read on this thread, and where they go.
    input: Option<(I, Feed<I::Item, R>)>,
    slots: Receiver<Slot<R>>,
    /// The slot of the next result, if its turn has come.
    next: Option<Slot<R>>,
    is_over: Arc<AtomicBool>,
    /// Does a job on this thread: if the system gives no others.
    alone: Option<Box<dyn FnMut() -> bool + Send>>,
}

/// The next result is not there yet.
///
/// ```
/// use canju::{NotYet, Position, Solver, Task};
/// use std::time::Duration;
/// let position: Position = "346999Q2 | 34JAAD".parse()?;
/// match Solver::default().solve_many([position], &Task::default()).next_within(Duration::from_millis(1)) {
///     Ok(report) => assert!(report.is_some()),
///     Err(NotYet) => {} // it is still searched
/// }
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotYet;

impl<I: Iterator, R: Send + 'static> InOrder<I, R>
where
    I::Item: Send + 'static,
{
    /// Starts the threads. Each makes a function of its own, which keeps what it needs from item to item. The items are read
    /// on the thread that takes the results, before each of them.
    pub fn new<W>(crew: Crew, items: I, make: impl Fn() -> W + Send + Sync + 'static) -> InOrder<I, R>
    where
        W: FnMut(I::Item) -> R + Send + 'static,
    {
        let (slots_in, slots) = bounded((crew.ahead * crew.threads).max(1));
        let (jobs_in, jobs) = unbounded();
        let is_over = Arc::new(AtomicBool::new(false));
        let make = Arc::new(make);
        let spawn = |number: usize| {
            let (jobs, make, is_over) = (jobs.clone(), make.clone(), is_over.clone());
            let builder = thread::Builder::new().name(format!("{}-{number}", crew.name)).stack_size(STACK_BYTES);
            builder.spawn(move || {
                let mut own = make();
                while !is_over.load(Ordering::Relaxed) && work(&jobs, &mut own, &*make) {}
            })
        };
        let workers = (0..crew.threads).map_while(|number| spawn(number).ok()).count();
        let alone = (workers == 0).then(|| {
            let mut own = make();
            Box::new(move || work(&jobs, &mut own, &*make)) as Box<dyn FnMut() -> bool + Send>
        });
        let input = Some((items, Feed { slots: slots_in, jobs: jobs_in }));
        InOrder { input, slots, next: None, is_over, alone }
    }

    /// Reads the items on a thread of their own, so that results are given out while the input is silent.
    ///
    /// That thread is not waited for: it may be waiting for input that never comes.
    pub fn read_apart(mut self) -> InOrder<I, R>
    where
        I: Send + 'static,
    {
        // If there is no thread, the input is taken back.
        let input = Arc::new(Mutex::new(self.input.take()));
        let given = input.clone();
        let read = move || {
            let taken = given.lock().take();
            if let Some((mut items, feed)) = taken {
                while let Some(item) = items.next()
                    && feed.put(item)
                {}
            }
        };
        if thread::Builder::new().name("canju-reader".to_owned()).spawn(read).is_err() {
            self.input = input.lock().take();
        }
        self
    }

    /// The next result, as [`Iterator::next`] gives it, if it comes soon: for a caller that has something else to look after.
    /// Items that are read on this thread are waited for as long as it takes.
    ///
    /// # Errors
    /// [`NotYet`]. Ask again.
    ///
    /// # Panics
    /// If the work on the item did.
    pub fn next_within(&mut self, patience: Duration) -> Result<Option<R>, NotYet> {
        while let Some((items, feed)) = &mut self.input
            && !feed.slots.is_full()
        {
            match items.next() {
                Some(item) => drop(feed.put(item)),
                None => self.input = None,
            }
        }
        let slot = match self.next.take() {
            Some(slot) => slot,
            None => {
                let slot = match self.slots.recv_timeout(patience) {
                    Ok(slot) => slot,
                    Err(RecvTimeoutError::Timeout) => return Err(NotYet),
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                };
                if let Some(work) = &mut self.alone {
                    work();
                }
                slot
            }
        };
        match slot.recv_timeout(patience) {
            Ok(Ok(result)) => Ok(Some(result)),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => {
                self.next = Some(slot);
                Err(NotYet)
            }
            Err(RecvTimeoutError::Disconnected) => unreachable!("every job is done while somebody takes results"),
        }
    }
}

/// How long [`Iterator::next`] waits at a time. It then waits again.
const PATIENCE: Duration = Duration::from_secs(3600);

impl<I: Iterator, R: Send + 'static> Iterator for InOrder<I, R>
where
    I::Item: Send + 'static,
{
    type Item = R;

    fn next(&mut self) -> Option<R> {
        loop {
            if let Ok(result) = self.next_within(PATIENCE) {
                return result;
            }
        }
    }
}

impl<I: Iterator, R> Drop for InOrder<I, R> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;
    use std::sync::atomic::AtomicU64;
    use std::sync::mpsc;

    const AHEAD: usize = 5;

    fn crew(threads: usize) -> Crew {
        Crew { name: "test", threads, ahead: AHEAD }
    }

    /// With workers and without, the items read on the taker's thread and on one of their own.
    fn each_way(test: impl Fn(usize, bool)) {
        for threads in [0, 1, 3] {
            for apart in [false, true] {
                test(threads, apart);
            }
        }
    }

    fn map<T: Send + 'static, R: Send + 'static>(
        (threads, apart): (usize, bool),
        items: impl Iterator<Item = T> + Send + 'static,
        work: impl Fn(T) -> R + Copy + Send + Sync + 'static,
    ) -> InOrder<impl Iterator<Item = T>, R> {
        let map = InOrder::new(crew(threads), items, move || work);
        if apart { map.read_apart() } else { map }
    }

    #[test]
    fn results_come_in_order_and_reading_stays_close() {
        each_way(|threads, apart| {
            let read = Arc::new(AtomicU64::new(0));
            let count = read.clone();
            let endless = (0u64..).inspect(move |_| {
                count.fetch_add(1, Ordering::SeqCst);
            });
            // Some take longer, so later ones are done first.
            let slow = |item: u64| {
                if item.is_multiple_of(7) {
                    thread::sleep(Duration::from_millis(1));
                }
                item * 2
            };
            for (taken, result) in (0..200).zip(map((threads, apart), endless, slow)) {
                assert_eq!(result, taken * 2);
                // Open slots, this result, and what a reader holds in its hand.
                let most = (AHEAD * threads).max(1) as u64 + 2;
                assert!(read.load(Ordering::SeqCst) - taken <= most, "{threads} {apart}");
            }
        });
    }

    #[test]
    fn a_short_input_ends() {
        each_way(|threads, apart| {
            for count in [0, 1, 40] {
                let mut results = map((threads, apart), 0..count, |item: i32| item);
                assert!(results.by_ref().eq(0..count), "{threads} {apart}");
                assert_eq!(results.next(), None, "and stays ended");
            }
        });
    }

    #[test]
    fn what_a_worker_keeps_goes_from_item_to_item() {
        let make = || {
            let mut count = 0;
            move |_: i32| {
                count += 1;
                count
            }
        };
        assert!(InOrder::new(crew(1), 0..20, make).eq(1..=20));
    }

    #[test]
    fn errors_and_panics_come_in_their_places() {
        each_way(|threads, apart| {
            let work = |item: i32| {
                assert_ne!(item % 10, 0, "no tens");
                if item % 2 == 0 { Ok(item) } else { Err(item) }
            };
            let mut results = map((threads, apart), 1..=100, work);
            for item in 1..=100 {
                // More panics than threads: each goes on with a fresh start.
                match catch_unwind(AssertUnwindSafe(|| results.next())) {
                    Ok(result) => assert_eq!(result, Some(work(item))),
                    Err(_) => assert_eq!(item % 10, 0, "{threads} {apart}"),
                }
            }
            assert_eq!(results.next(), None);
        });
    }

    #[test]
    fn a_worker_starts_afresh_after_a_panic() {
        let make = || {
            let mut count = 0;
            move |item: i32| {
                count += 1;
                assert_ne!(item, 3);
                count
            }
        };
        let mut results = InOrder::new(crew(1), 1..=5, make);
        let found = [(); 5].map(|()| catch_unwind(AssertUnwindSafe(|| results.next())).ok().flatten());
        assert_eq!(found, [Some(1), Some(2), None, Some(1), Some(2)]);
    }

    #[test]
    fn the_taker_may_have_something_else_to_do() {
        let (open, gate) = bounded(0);
        let make = move || {
            let gate = gate.clone();
            move |item| {
                gate.recv().expect("opened");
                item
            }
        };
        let mut results = InOrder::new(crew(2), [1, 2].into_iter(), make);
        assert_eq!(results.next_within(Duration::from_millis(1)), Err(NotYet));
        open.send(()).expect("a worker waits");
        open.send(()).expect("a worker waits");
        assert!(results.eq([1, 2]));
    }

    #[test]
    fn results_are_given_out_while_the_input_is_silent() {
        let (line, input) = mpsc::channel();
        let mut results = InOrder::new(crew(2), input.into_iter(), || |item: i32| item + 1).read_apart();
        for item in 0..3 {
            line.send(item).expect("read");
            assert_eq!(results.next(), Some(item + 1));
        }
        assert_eq!(results.next_within(Duration::from_millis(1)), Err(NotYet));
        drop(line);
        assert_eq!(results.next(), None);
    }

    /// Each part has a sender: when all are gone, all parts have ended.
    #[test]
    fn when_the_taker_stops_so_do_reader_and_workers() {
        each_way(|threads, apart| {
            let (alive, ended) = mpsc::channel::<()>();
            let reader = alive.clone();
            let endless = iter::repeat_with(move || drop(reader.clone()));
            let begun = Arc::new(AtomicU64::new(0));
            let count = begun.clone();
            let make = move || {
                let (alive, count) = (alive.clone(), count.clone());
                move |()| {
                    drop(alive.clone());
                    count.fetch_add(1, Ordering::SeqCst);
                }
            };
            let results = InOrder::new(crew(threads), endless, make);
            let mut results = if apart { results.read_apart() } else { results };
            assert_eq!(results.by_ref().take(20).count(), 20);
            drop(results);
            assert!(ended.recv().is_err(), "nobody is left");
            let most = 20 + (AHEAD * threads).max(1) as u64 + 1;
            assert!(begun.load(Ordering::SeqCst) <= most, "{threads} {apart}");
        });
    }

    #[test]
    fn what_is_read_but_not_begun_is_left() {
        let (open, gate) = bounded(0);
        let (alive, ended) = mpsc::channel::<()>();
        let begun = Arc::new(AtomicU64::new(0));
        let count = begun.clone();
        let make = move || {
            let (alive, gate, count) = (alive.clone(), gate.clone(), count.clone());
            move |()| {
                drop(alive.clone());
                count.fetch_add(1, Ordering::SeqCst);
                gate.recv().is_ok()
            }
        };
        let mut results = InOrder::new(crew(1), iter::repeat(()), make);
        assert_eq!(results.next_within(Duration::from_millis(1)), Err(NotYet));
        open.send(()).expect("the worker waits");
        assert_eq!(results.next(), Some(true));
        drop(results);
        drop(open);
        assert!(ended.recv().is_err());
        // The one that is answered, and the one that may have been begun when nobody wanted more.
        assert!(begun.load(Ordering::SeqCst) <= 2);
    }
}
