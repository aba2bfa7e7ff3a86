//! How long locks are waited for and held. `canju bench -v` shows it; nothing else measures, and no decision depends on it.

use crate::clock::Instant;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The locks that the workers of a search take from job to job, and what they are measured against.
#[derive(Default, Debug)]
pub struct LockLog {
    /// The lock of the split tree.
    pub tree: LockTimes,
    /// The locks of the piles of free pages, together.
    pub pages: LockTimes,
    /// From the moment at which a worker that waits is woken until it has the lock.
    pub wakes: Times,
    /// The searches of jobs, without the locks.
    pub jobs: Times,
}

/// How long a lock was waited for and held.
#[derive(Default, Debug)]
pub struct LockTimes {
    /// How often it was taken, and for how long.
    pub held: Times,
    /// How often another thread had it, and how long until it was free.
    pub waited: Times,
}

/// Steps of [`Times`] for each doubling.
const STEPS: u32 = 8;

/// How often something took how long, by a rounded logarithm with eight steps for each doubling.
#[derive(Debug)]
pub struct Times {
    counts: [AtomicU64; 64 * STEPS as usize],
    longest: AtomicU64,
}

impl Default for Times {
    fn default() -> Times {
        Times { counts: [const { AtomicU64::new(0) }; 64 * STEPS as usize], longest: AtomicU64::new(0) }
    }
}

impl Times {
    /// Adds the time since `start`.
    pub fn add_since(&self, start: Instant) {
        self.add(start.elapsed().as_nanos() as u64);
    }

    fn add(&self, nanoseconds: u64) {
        let work = (nanoseconds + 1).ilog2();
        let step = (((nanoseconds + 1) * u64::from(STEPS)) >> work) as u32 - STEPS;
        self.counts[(work * STEPS + step) as usize].fetch_add(1, Ordering::Relaxed);
        self.longest.fetch_max(nanoseconds, Ordering::Relaxed);
    }

    /// How often.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// The mean in nanoseconds, without the longest hundredth: mostly the system gave the core to another program meanwhile.
    pub fn mean(&self) -> u64 {
        let mut left = self.count() * 99 / 100;
        let (mut sum, all) = (0.0, left.max(1));
        for (step, count) in self.counts.iter().enumerate() {
            let count = count.load(Ordering::Relaxed).min(left);
            left -= count;
            // The middle of the step.
            sum += count as f64 * ((step as f64 + 0.5) / f64::from(STEPS)).exp2();
        }
        (sum / all as f64) as u64
    }

    /// The longest, in nanoseconds.
    pub fn longest(&self) -> u64 {
        self.longest.load(Ordering::Relaxed)
    }
}

/// A lock that is held, and whose times are measured if there is somewhere to put them.
pub struct Held<'a, T> {
    guard: MutexGuard<'a, T>,
    since: Option<(Instant, &'a LockTimes)>,
}

/// Takes a lock.
pub fn lock<'a, T>(mutex: &'a Mutex<T>, times: Option<&'a LockTimes>) -> Held<'a, T> {
    let Some(times) = times else { return Held { guard: mutex.lock(), since: None } };
    let guard = mutex.try_lock().unwrap_or_else(|| {
        let start = Instant::now();
        let guard = mutex.lock();
        times.waited.add_since(start);
        guard
    });
    Held { guard, since: Some((Instant::now(), times)) }
}

impl<T> Held<'_, T> {
    /// Gives the lock back until it is woken, for this long at most. This does not count as held.
    pub fn wait(&mut self, woken: &Condvar, most: Option<Duration>) {
        self.note();
        match most {
            Some(most) => drop(woken.wait_for(&mut self.guard, most)),
            None => woken.wait(&mut self.guard),
        }
        if let Some((since, _)) = &mut self.since {
            *since = Instant::now();
        }
    }

    fn note(&self) {
        if let Some((since, times)) = self.since {
            times.held.add_since(since);
        }
    }
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        self.note();
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.guard
    }
}

impl<T> DerefMut for Held<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.guard
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    #[test]
    fn what_is_held_is_counted() {
        let (mutex, times) = (Mutex::new(0), LockTimes::default());
        drop(lock(&mutex, None));
        assert_eq!((times.held.count(), times.waited.count()), (0, 0));
        *lock(&mutex, Some(&times)) += 1;
        assert_eq!((times.held.count(), times.waited.count()), (1, 0));
        assert!(times.held.longest() > 0);
    }

    #[test]
    fn the_mean_leaves_out_what_was_interrupted() {
        let times = Times::default();
        assert_eq!((times.count(), times.mean(), times.longest()), (0, 0, 0));
        (0..990).for_each(|n| times.add(900 + n % 3 * 100));
        (0..10).for_each(|_| times.add(50_000_000));
        assert_eq!((times.count(), times.longest()), (1_000, 50_000_000));
        assert!((950..1_050).contains(&times.mean()), "{}", times.mean());
    }

    #[test]
    fn what_another_thread_holds_is_waited_for() {
        let (mutex, times) = (Mutex::new(()), LockTimes::default());
        let mut tries = 0;
        // Until the other thread comes while this one has it.
        while times.waited.count() == 0 {
            let (say, hear) = mpsc::channel();
            thread::scope(|scope| {
                let held = mutex.lock();
                let (mutex, times) = (&mutex, &times);
                scope.spawn(move || {
                    say.send(()).expect("somebody listens");
                    drop(lock(mutex, Some(times)));
                });
                hear.recv().expect("the thread runs");
                (0..1_000).for_each(|_| thread::yield_now());
                drop(held);
            });
            tries += 1;
        }
        assert_eq!((times.held.count(), times.waited.count()), (tries, 1));
    }

    #[test]
    fn a_lock_that_is_given_back_to_wait_is_not_held() {
        let (mutex, times, woken) = (Mutex::new(false), LockTimes::default(), Condvar::new());
        thread::scope(|scope| {
            let (mutex, times, woken) = (&mutex, &times, &woken);
            scope.spawn(move || {
                let mut held = lock(mutex, Some(times));
                while !*held {
                    held.wait(woken, None);
                }
            });
            while times.held.count() == 0 {
                thread::yield_now();
            }
            *mutex.lock() = true;
            woken.notify_all();
        });
        assert!(times.held.count() >= 2);
    }
}
