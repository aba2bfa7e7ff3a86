//! The workers of a simulated search and their clocks; see `simulate.rs`.

use super::lobby::Load;
use super::locked_tree::{LockedTree, Next, Scratch, Searched};
use super::simulation::{Costs, Director, Order, Simulated};
use crate::search::{FactsMemo, Searcher};
use std::slice;

/// A simulated worker.
struct Worker<'a, const SEATS: usize> {
    searcher: Searcher<'a, SEATS>,
    scratch: Scratch<SEATS>,
    /// Its number for the director; 0 for the owner. `None` if it is not there.
    number: Option<usize>,
    /// The job that it searches.
    done: Option<Searched<SEATS>>,
    /// When it acts next; while it waits, since when it does.
    at: u64,
    /// When its job began.
    began: u64,
    waits: bool,
}

impl<'a, const SEATS: usize> Worker<'a, SEATS> {
    fn new(searcher: Searcher<'a, SEATS>) -> Self {
        Worker { searcher, scratch: Scratch::default(), number: None, done: None, at: 0, began: 0, waits: false }
    }
}

/// All workers of a search.
pub struct Crew<'a, const SEATS: usize> {
    tree: &'a LockedTree<'a, SEATS>,
    /// The owner comes first. A worker that leaves stays in the list: the next one that joins takes its place.
    workers: Vec<Worker<'a, SEATS>>,
    /// For workers that join.
    memos: slice::IterMut<'a, Option<FactsMemo>>,
    costs: Costs,
    expected: u64,
    /// When the tree's lock is free again.
    lock_free: u64,
}

impl<'a, const SEATS: usize> Crew<'a, SEATS> {
    /// The owner alone. Others will have these memos.
    pub fn new(
        tree: &'a LockedTree<'a, SEATS>,
        owner: Searcher<'a, SEATS>,
        memos: &'a mut [Option<FactsMemo>],
        costs: Costs,
        expected: u64,
    ) -> Self {
        let workers = vec![Worker { number: Some(0), ..Worker::new(owner) }];
        Crew { tree, workers, memos: memos.iter_mut(), costs, expected, lock_free: 0 }
    }

    /// Lets the workers act in the order of their clocks until the root is decided or a limit is reached.
    pub fn run(mut self, director: &mut dyn Director, mut total: Simulated) -> Simulated {
        let nodes_between_looks = self.tree.shared().tuning.nodes_between_looks;
        loop {
            let (place, at) = self.next(director.patience()).expect("a branch is idle or somebody is busy");
            match director.next(at, self.load()) {
                Order::Act => {}
                Order::Join(number, at) => {
                    self.join(number, at);
                    continue;
                }
            }
            let worker = &mut self.workers[place];
            let number = worker.number.expect("it is there");
            if worker.waits {
                // It only asks whether it stays.
                total.idle += at - worker.at;
                worker.at = at;
                if !director.stays(number, at) {
                    self.leave(place, at, director);
                }
                continue;
            }
            let start = worker.at.max(self.lock_free);
            total.blocked += start - worker.at;
            let done = worker.done.take();
            if let Some(done) = &done {
                total.nodes += done.nodes;
                total.busy += worker.at - worker.began;
                total.note_cancelled(worker.scratch.is_cancelled(), done);
            }
            let stays = number == 0 || director.stays(number, worker.at);
            let looks = self.tree.looks();
            let next = self.tree.exchange(&mut worker.scratch, done, stays);
            let held = self.costs.lock + (self.tree.looks() - looks) * self.costs.look;
            (total.locked, total.longest_lock) = (total.locked + held, total.longest_lock.max(held));
            let now = start + held;
            self.lock_free = now;
            self.tree.free(&mut worker.scratch);
            match next {
                Next::Job(job) => {
                    let before = worker.searcher.counts();
                    let searched = self.tree.search(&mut worker.searcher, job);
                    let cost = self.costs.job(total.jobs, &before, &worker.searcher.counts());
                    (worker.began, worker.at) = (now, now + cost);
                    total.jobs += 1;
                    worker.done = Some(searched);
                }
                Next::Wait => {
                    assert!(!self.tree.has_idle(), "a branch is idle, but the worker does not find it");
                    (worker.at, worker.waits) = (now, true);
                }
                Next::End if !stays && self.tree.is_open() => self.leave(place, now, director),
                Next::End => {
                    total.elapsed = now;
                    break;
                }
            }
            self.shorten_cancelled(now, nodes_between_looks);
            self.wake_one(now, &mut total);
        }
        self.end(director, total)
    }

    /// Who acts next, and when: a worker that has ended its job, or one that has waited for so long.
    fn next(&self, patience: Option<u64>) -> Option<(usize, u64)> {
        let at = |worker: &Worker<SEATS>| match worker.number? {
            _ if !worker.waits => Some(worker.at),
            0 => None,
            _ => patience.map(|patience| worker.at + patience),
        };
        let all = self.workers.iter().enumerate().filter_map(|(place, worker)| Some((place, at(worker)?)));
        all.min_by_key(|&(_, at)| at)
    }

    fn load(&self) -> Load {
        let workers = self.workers.iter().filter(|worker| worker.number.is_some()).count();
        let most_workers = self.workers.len() + self.memos.len();
        Load { workers, most_workers, visited: self.tree.visited(), expected: self.expected }
    }

    fn join(&mut self, number: usize, at: u64) {
        let free = self.workers.iter().position(|worker| worker.number.is_none());
        let place = free.unwrap_or_else(|| {
            let memo = self.memos.next().expect("a place for each worker");
            self.workers.push(Worker::new(self.tree.shared().searcher(memo)));
            self.workers.len() - 1
        });
        let worker = &mut self.workers[place];
        (worker.number, worker.at, worker.waits) = (Some(number), at + self.costs.wake, false);
        if self.tree.workers() < self.load().workers {
            self.tree.join();
        }
    }

    fn leave(&mut self, place: usize, at: u64, director: &mut dyn Director) {
        let worker = &mut self.workers[place];
        worker.waits = false;
        let number = worker.number.take().expect("it was there");
        self.tree.leave();
        director.left(number, at);
    }

    /// A job that was cancelled just now ends when its worker next looks at the budget.
    fn shorten_cancelled(&mut self, now: u64, nodes_between_looks: u64) {
        for worker in self.workers.iter_mut().filter(|worker| worker.at > now && worker.scratch.is_cancelled()) {
            let Some(done) = &mut worker.done else { continue };
            let end = look_after(now, worker.began, worker.at, done.nodes, nodes_between_looks);
            done.nodes = done.nodes * (end - worker.began) / (worker.at - worker.began).max(1);
            worker.at = end;
        }
    }

    /// One that waits wakes if there is something to take. It wakes the next.
    fn wake_one(&mut self, now: u64, total: &mut Simulated) {
        let waiting = self.workers.iter_mut().filter(|worker| worker.waits);
        if let Some(worker) = waiting.min_by_key(|worker| worker.at)
            && self.tree.has_idle()
        {
            let woken = now + self.costs.wake;
            total.idle += woken - worker.at;
            (worker.at, worker.waits) = (woken, false);
        }
    }

    /// What the others were at when the root was decided. As real workers they put their jobs back after that.
    fn end(mut self, director: &mut dyn Director, mut total: Simulated) -> Simulated {
        let nodes_between_looks = self.tree.shared().tuning.nodes_between_looks;
        self.workers.sort_unstable_by_key(|worker| worker.at);
        for worker in &mut self.workers {
            let Some(number) = worker.number else { continue };
            let rest = total.elapsed.saturating_sub(if worker.waits { worker.at } else { worker.began });
            let mut left = total.elapsed;
            match worker.done.take() {
                Some(done) => {
                    left = look_after(left, worker.began, worker.at, done.nodes, nodes_between_looks);
                    let share = rest.min(worker.at - worker.began);
                    total.busy += share;
                    total.nodes += done.nodes * share / (worker.at - worker.began).max(1);
                    total.note_cancelled(worker.scratch.is_cancelled(), &done);
                    self.tree.exchange(&mut worker.scratch, Some(done), false);
                }
                None if worker.waits => total.idle += rest,
                None => {}
            }
            if number > 0 {
                director.left(number, left);
            }
        }
        total
    }
}

/// When a worker next looks at the budget after `now`, in a job of so many nodes that began and ends at these times.
fn look_after(now: u64, began: u64, ends: u64, nodes: u64, nodes_between_looks: u64) -> u64 {
    let whole = (ends - began).max(1);
    (now.max(began) + nodes_between_looks * whole / nodes.max(1)).min(ends)
}
