//! The workers: threads of our own that search, so that the runtime's threads only move bytes.
//!
//! Each keeps a solver of its own and its share of the memory. Making a solver takes longer than solving most puzzles, so
//! it is kept from job to job. It is never made again to free its memory for something else: an allocator clears used
//! memory before it hands it out, and clearing gigabytes takes seconds. A grader has a fixed size, which is set aside for
//! it.

use super::metrics::Metrics;
use super::queue::{FairQueue, RequestId};
use canju::grade::GRADER_BYTES;
use canju::requests::{Desk, Remembered};
use canju_engine::search::StopFlag;
use canju_engine::solver::{STACK_BYTES, STACK_TOUCHED};
use parking_lot::{Condvar, Mutex};
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The least memory of a worker, in bytes: for a grader, and as much again for its solver.
pub const LEAST_SHARE: usize = 2 * GRADER_BYTES;

/// The cancellation of a request.
#[derive(Default)]
struct Control {
    stop: StopFlag,
    stopped: OnceLock<Instant>,
}

type Work = Box<dyn FnOnce(&mut Desk, &StopFlag) + Send>;

struct Job {
    work: Work,
    control: Arc<Control>,
}

struct State {
    queue: FairQueue<Job>,
    /// Workers that have a job.
    busy: usize,
    closed: bool,
}

/// The threads and their queue.
pub struct Workers {
    state: Mutex<State>,
    changed: Condvar,
    threads: usize,
    most_waiting: usize,
    numbers: AtomicU64,
    /// Raised when everything must end.
    stop: StopFlag,
    metrics: Arc<Metrics>,
    remembered: Arc<Remembered>,
}

/// Why a request is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The queue is full, mostly of this client's requests. Try again after this many seconds.
    TooMany(u64),
    /// The queue is full, or the wait was too long.
    Busy(u64),
    /// The work panicked.
    Failed,
    /// The server stops.
    Stopping,
}

/// A request's admission to the workers. Dropping it stops the work that it asked for.
pub struct Ticket {
    id: RequestId,
    control: Arc<Control>,
    workers: Arc<Workers>,
}

impl Workers {
    /// Starts the threads. `memory` is divided among them, but for what they remember together.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(
        threads: usize,
        memory: usize,
        most_waiting: usize,
        metrics: Arc<Metrics>,
    ) -> io::Result<Arc<Workers>> {
        let state = State { queue: FairQueue::new(), busy: 0, closed: false };
        let shared = Remembered::share(memory);
        let remembered = Arc::new(Remembered::new(shared));
        let workers = Arc::new(Workers {
            state: Mutex::new(state),
            changed: Condvar::new(),
            threads,
            most_waiting,
            numbers: AtomicU64::new(0),
            stop: StopFlag::default(),
            metrics,
            remembered: remembered.clone(),
        });
        for number in 0..threads {
            let own = workers.clone();
            let memory = ((memory - shared) / threads).saturating_sub(GRADER_BYTES + STACK_TOUCHED);
            let builder = thread::Builder::new().name(format!("canju-serve-{number}")).stack_size(STACK_BYTES);
            let remembered = remembered.clone();
            builder.spawn(move || own.work(Desk::new(memory).remembering(remembered)))?;
        }
        Ok(workers)
    }

    /// How many workers there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// What they remember together.
    pub fn remembered(&self) -> &Remembered {
        &self.remembered
    }

    /// Lets a request in, if there is room for one more. A batch always has room: its jobs are few at a time.
    ///
    /// # Errors
    /// If the queue is full.
    pub fn admit(self: &Arc<Workers>, client: IpAddr, is_batch: bool) -> Result<Ticket, Refused> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let id = RequestId { client, number, counts: !is_batch };
        if !is_batch {
            self.check_room(client)?;
        }
        let control = Control { stop: self.stop.child(), stopped: OnceLock::new() };
        Ok(Ticket { id, control: Arc::new(control), workers: self.clone() })
    }

    fn check_room(&self, client: IpAddr) -> Result<(), Refused> {
        let (waiting, own, idle) = {
            let state = self.state.lock();
            let (waiting, own) = state.queue.waiting(client);
            (waiting, own, self.threads - state.busy)
        };
        match waiting {
            waiting if waiting < self.most_waiting + idle => Ok(()),
            waiting if own * 2 > waiting && own < waiting => Err(Refused::TooMany(self.retry_after(waiting))),
            waiting => Err(Refused::Busy(self.retry_after(waiting))),
        }
    }

    /// The seconds after which `waiting` requests are probably answered.
    fn retry_after(&self, waiting: usize) -> u64 {
        let each = self.metrics.mean_job();
        (each * (waiting as u32 + 1) / self.threads as u32).as_secs().clamp(1, 60)
    }

    /// How many jobs wait, and how many workers have one.
    pub fn load(&self) -> (usize, usize) {
        let state = self.state.lock();
        (state.queue.jobs(), state.busy)
    }

    /// Interrupts everything and takes no more. Running jobs end soon, with the answer that they were interrupted.
    pub fn close(&self) {
        self.stop.stop();
        let mut state = self.state.lock();
        state.closed = true;
        state.queue = FairQueue::new();
        drop(state);
        self.changed.notify_all();
    }

    fn work(&self, mut desk: Desk) {
        while let Some(Job { work, control }) = self.take() {
            if catch_unwind(AssertUnwindSafe(|| work(&mut desk, &control.stop))).is_err() {
                // Nothing that it left behind is trusted. The client is told, because the answer never comes.
                desk = desk.anew();
                self.metrics.panicked();
                tracing::error!("a search panicked: please report it");
            }
            self.state.lock().busy -= 1;
        }
    }

    /// The next job; waits for one. `None` if there will be no more.
    fn take(&self) -> Option<Job> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.queue.pop() {
                state.busy += 1;
                return Some(job);
            }
            self.changed.wait(&mut state);
        }
    }
}

impl Ticket {
    /// Has a worker do this when it is the request's turn. The answer never comes if the work panics, or if it is
    /// withdrawn.
    pub fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Desk, &StopFlag) -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (answer, receiver) = oneshot::channel();
        let (control, metrics) = (self.control.clone(), self.workers.metrics.clone());
        let work = move |desk: &mut Desk, stop: &StopFlag| {
            let start = Instant::now();
            let found = work(desk, stop);
            // All is counted before the answer goes out: with the answer the request may end.
            metrics.job_done(start.elapsed());
            if let Some(stopped) = control.stopped.get() {
                metrics.cancelled(stopped.elapsed());
            }
            // Nobody listens any more: then the answer is thrown away.
            let _ = answer.send(found);
        };
        let mut state = self.workers.state.lock();
        // Who reads a batch may begin one more line after the client has gone.
        if !state.closed && !self.control.stop.is_stopped() {
            state.queue.push(self.id, Job { work: Box::new(work), control: self.control.clone() });
            drop(state);
            self.workers.changed.notify_one();
        }
        receiver
    }

    /// As [`Ticket::start`]; waits for the answer, but at most `patience` for the work to begin.
    ///
    /// # Errors
    /// See [`Refused`].
    pub async fn run<T: Send + 'static>(
        &self,
        patience: Duration,
        work: impl FnOnce(&mut Desk, &StopFlag) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let mut answer = self.start(work);
        let found = match tokio::time::timeout(patience, &mut answer).await {
            Ok(found) => found,
            Err(_) if self.withdraw() > 0 => return Err(Refused::Busy(self.workers.retry_after(1))),
            // It has begun, so its own limit of time holds.
            Err(_) => answer.await,
        };
        found.map_err(|_| if self.workers.stop.is_stopped() { Refused::Stopping } else { Refused::Failed })
    }

    /// Stops the running work of this request and withdraws its waiting jobs.
    pub fn cancel(&self) {
        let _ = self.control.stopped.set(Instant::now());
        // Both at once, or a worker that ends because of the flag takes the next of these jobs.
        let withdrawn = {
            let mut state = self.workers.state.lock();
            self.control.stop.stop();
            state.queue.withdraw(self.id)
        };
        self.workers.metrics.withdrawn(withdrawn);
    }

    fn withdraw(&self) -> usize {
        self.workers.state.lock().queue.withdraw(self.id)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const BOB: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn workers(most_waiting: usize) -> Arc<Workers> {
        Workers::start(1, 2 * LEAST_SHARE, most_waiting, Arc::default()).expect("a thread")
    }

    /// A request that keeps the worker until its ticket is dropped.
    fn holding(workers: &Arc<Workers>, client: IpAddr) -> Result<(Ticket, oneshot::Receiver<()>), Refused> {
        let ticket = workers.admit(client, false)?;
        let answer = ticket.start(|_, stop| {
            while !stop.is_stopped() {
                thread::yield_now();
            }
        });
        Ok((ticket, answer))
    }

    fn until(is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(60), "it does not come");
            thread::yield_now();
        }
    }

    #[test]
    fn a_full_queue_refuses_and_says_whose_fault_it_is() {
        let workers = workers(3);
        let mut held = vec![holding(&workers, ADA).expect("room")];
        until(|| workers.load() == (0, 1));
        for client in [ADA, ADA, BOB] {
            held.push(holding(&workers, client).expect("room"));
        }
        assert_eq!(workers.load(), (3, 1));
        assert!(matches!(holding(&workers, ADA), Err(Refused::TooMany(1))));
        assert!(matches!(holding(&workers, BOB), Err(Refused::Busy(1))));
        assert!(workers.admit(BOB, true).is_ok(), "a batch holds itself back");
        drop(held);
        until(|| workers.load() == (0, 0));
        assert!(holding(&workers, BOB).is_ok());
        workers.close();
    }

    #[test]
    fn a_panic_is_an_answer_that_never_comes_and_the_worker_goes_on() {
        let workers = workers(3);
        let ticket = workers.admit(ADA, false).expect("room");
        let failed = ticket.start::<()>(|_, _| panic!("planted"));
        let answer = ticket.start(|_, _| 7);
        assert!(failed.blocking_recv().is_err());
        assert_eq!(answer.blocking_recv(), Ok(7));
        workers.close();
        until(|| workers.load().1 == 0);
        assert!(ticket.start(|_, _| 7).blocking_recv().is_err(), "nothing is begun any more");
    }
}
