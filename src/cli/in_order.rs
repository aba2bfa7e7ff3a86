//! Work on all cores, the results in the order of the input.
//!
//! The input is read some items ahead, so it may be endless, and memory does not grow. It is read by a thread of its own:
//! a line that a program writes to a pipe is answered without waiting for the next one.

use crossbeam_channel::{RecvTimeoutError, bounded, unbounded};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The most items for each thread that are read and whose results are not yet taken.
const AHEAD: usize = 16;

/// How soon a waiting thread sees that nothing more is wanted.
const PATIENCE: Duration = Duration::from_millis(20);

/// Stack bytes of a worker: as a solver's.
const STACK_BYTES: usize = 4 << 20;

/// Works on every item with one of `threads` workers and hands over the results in the order of the items, until `take` breaks
/// or `is_over`, asked many times a second. `make` makes what a worker keeps from item to item.
///
/// If the system gives no thread, the one that calls does the work.
pub fn in_order<T, R, W>(
    threads: usize,
    items: impl Iterator<Item = T> + Send + 'static,
    make: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> R + Sync,
    is_over: impl Fn() -> bool,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) where
    T: Send + 'static,
    R: Send,
{
    let (places, free) = bounded(AHEAD * threads);
    let (items_in, to_do) = unbounded::<(u64, T)>();
    for _ in 0..AHEAD * threads {
        let _ = places.send(());
    }
    // If there is no thread to read them, they are taken back. The reader is not waited for at the end: it may be waiting for
    // input that never comes.
    let items = Arc::new(Mutex::new(Some(items)));
    let unread = items.clone();
    let reader = move || {
        let items = unread.lock().take();
        for numbered in (0..).zip(items.into_iter().flatten()) {
            if free.recv().is_err() || items_in.send(numbered).is_err() {
                return;
            }
        }
    };
    if thread::Builder::new().name("canju-reader".to_owned()).spawn(reader).is_err() {
        let mut own = make();
        for item in items.lock().take().into_iter().flatten() {
            if is_over() || take(work(&mut own, item)).is_break() {
                return;
            }
        }
        return;
    }
    let (done, results) = unbounded();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let mut workers = 0;
        for number in 0..threads {
            let (to_do, done, make, work, over) = (to_do.clone(), done.clone(), &make, &work, &over);
            let worker = move || {
                let mut own = make();
                while !over.load(Ordering::Relaxed) {
                    match to_do.recv_timeout(PATIENCE) {
                        Ok((index, item)) => {
                            if done.send((index, work(&mut own, item))).is_err() {
                                return;
                            }
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => return,
                    }
                }
            };
            let builder = thread::Builder::new().name(format!("canju-worker-{number}")).stack_size(STACK_BYTES);
            if builder.spawn_scoped(scope, worker).is_err() {
                break;
            }
            workers += 1;
        }
        drop(done);
        if workers == 0 {
            let mut own = make();
            while let Ok((_, item)) = to_do.recv() {
                if is_over() || take(work(&mut own, item)).is_break() {
                    return;
                }
                let _ = places.try_send(());
            }
        }
        drop(to_do);
        let (mut early, mut next) = (BTreeMap::new(), 0);
        'all: while !is_over() {
            match results.recv_timeout(PATIENCE) {
                Ok((index, result)) => drop(early.insert(index, result)),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(result) = early.remove(&next) {
                if is_over() || take(result).is_break() {
                    break 'all;
                }
                next += 1;
                let _ = places.try_send(());
            }
        }
        over.store(true, Ordering::Relaxed);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_reading_stays_close() {
        let read = Arc::new(std::sync::atomic::AtomicU64::new(0));
        let count = read.clone();
        let endless = (0u64..).inspect(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        let mut taken = Vec::new();
        let work = |own: &mut u64, item: u64| {
            *own += 1;
            if item.is_multiple_of(7) {
                thread::sleep(Duration::from_millis(2));
            }
            item * 2
        };
        in_order(
            3,
            endless,
            || 0,
            work,
            || false,
            |result| {
                taken.push(result);
                if taken.len() == 200 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(taken, (0..200).map(|item| item * 2).collect::<Vec<_>>());
        assert!(read.load(Ordering::Relaxed) <= 200 + 3 * AHEAD as u64 + 1);
    }

    #[test]
    fn a_short_input_ends() {
        let mut taken = 0;
        in_order(
            2,
            0..5,
            || (),
            |(), item: i32| item,
            || false,
            |_| {
                taken += 1;
                ControlFlow::Continue(())
            },
        );
        assert_eq!(taken, 5);
        in_order(2, std::iter::repeat(1), || (), |(), item: i32| item, || true, |_| panic!("nothing is wanted"));
    }
}
