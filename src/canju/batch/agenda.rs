//! The agenda: what a free worker does next. Only the policy: no thread, no clock, no puzzle. The window (`window.rs`) asks it under its
//! lock, and the simulation (`simulate.rs`) in virtual time.
//!
//! In this order a free worker
//!
//! 1. becomes the *second* of two workers in a search that its owner has had to itself for long, where many workers are at work. A
//!    second worker costs hardly a node (benches/README.md), and of long searches those that have run for long run longest. Where the
//!    search that ends last is joined by dozens only at the end, they search far more nodes;
//! 2. begins a hard item, one for which many nodes are expected: the one with the most. Hard items come first, for what takes longest must
//!    not begin last;
//! 3. begins a fresh item, one that is not hard;
//! 4. helps with a search that has turned out long;
//! 5. waits.
//!
//! Who begins an item ends it. While there are other items, each search has one worker or two: that is the most efficient. When there
//! are none, all workers spread over the long searches that still run. So nobody is idle before the last of them ends.
//!
//! A helper is asked after each job whether it stays. It goes if there is an item that may begin; a second worker stays to the end. And as
//! long as items may come, one worker at least has no hard item and is no second, so that the lines of a stream are answered while hard
//! puzzles run.

use canju_engine::solver::Joining;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What a worker does next.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Next<T> {
    /// Solve this.
    Solve(T),
    /// Join a search of another worker.
    Help(Joining),
    /// Nothing now.
    Wait,
}

/// See the module's head.
pub(super) struct Agenda<T> {
    /// Those with the most work expected first, and of equal ones the one that came first.
    hard: BTreeMap<(Reverse<u64>, u64), T>,
    /// In the order of the input.
    fresh: BTreeMap<u64, T>,
    workers: usize,
    /// Workers that have a hard item or are second in a search: for as long as it takes.
    bound: usize,
    /// After how many nodes a search gets a second worker, if any does.
    second_after: Option<u64>,
    /// May items come?
    may_come: bool,
}

impl<T> Agenda<T> {
    /// For so many workers. A search that one of them has had to itself for so many nodes gets a second one.
    pub fn new(workers: usize, second_after: Option<u64>) -> Agenda<T> {
        let (hard, fresh) = (BTreeMap::new(), BTreeMap::new());
        Agenda { hard, fresh, workers, bound: 0, second_after, may_come: true }
    }

    /// An item that is not hard. `number`: its place among all items.
    pub fn add(&mut self, item: T, number: u64) {
        self.fresh.insert(number, item);
    }

    /// A hard item, with the nodes that it is expected to take.
    pub fn add_hard(&mut self, item: T, expected: u64, number: u64) {
        self.hard.insert((Reverse(expected), number), item);
    }

    /// May items come soon?
    pub fn expect(&mut self, may_come: bool) {
        self.may_come = may_come;
    }

    /// Is there an item that is not hard?
    pub fn has_fresh(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// What a worker that is free does next. `is_open`: is there a search to join in this way?
    pub fn next(&mut self, is_open: impl Fn(Joining) -> bool) -> Next<T> {
        if self.may_bind() {
            if let Some(joining) = self.second_after.map(Joining::AsSecond).filter(|&joining| is_open(joining)) {
                self.bound += 1;
                return Next::Help(joining);
            }
            if let Some((_, item)) = self.hard.pop_first() {
                self.bound += 1;
                return Next::Solve(item);
            }
        }
        match self.fresh.pop_first() {
            Some((_, item)) => Next::Solve(item),
            None if is_open(Joining::Any) => Next::Help(Joining::Any),
            None => Next::Wait,
        }
    }

    /// A worker has ended a hard item, or has left the search in which it was second.
    pub fn release(&mut self) {
        self.bound -= 1;
    }

    /// Does a helper that has joined in this way stay? If not, it asks what is next.
    pub fn stays(&self, joining: Joining) -> bool {
        joining != Joining::Any || self.fresh.is_empty() && (self.hard.is_empty() || !self.may_bind())
    }

    /// May another worker have a hard item or be second? One keeps free for what may come.
    fn may_bind(&self) -> bool {
        let free = self.workers - self.bound;
        free > 1 || !self.may_come || self.workers == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const HELP: Next<u32> = Next::Help(Joining::Any);
    const SECOND: Next<u32> = Next::Help(Joining::AsSecond(300));

    #[test]
    fn hard_items_come_first_and_the_hardest_of_them() {
        let mut agenda = Agenda::new(3, None);
        agenda.add(1, 0);
        agenda.add(2, 1);
        agenda.add_hard(3, 50_000, 2);
        agenda.add_hard(4, 90_000, 3);
        agenda.add(5, 4);
        for item in [4, 3, 1, 2, 5] {
            assert_eq!(agenda.next(|_| true), Next::Solve(item));
        }
        assert_eq!([agenda.next(|_| true), agenda.next(|_| false)], [HELP, Next::Wait]);
    }

    #[test]
    fn one_worker_is_free_for_what_may_come() {
        for (workers, may_come, begun) in [(4, true, 3), (4, false, 4), (2, true, 1), (2, false, 2), (1, true, 1)] {
            let mut agenda = Agenda::new(workers, None);
            agenda.expect(may_come);
            (0..10u32).for_each(|number| agenda.add_hard(number, 1, number.into()));
            let next: Vec<_> = (0..workers).map(|_| agenda.next(|_| true)).collect();
            let solved = next.iter().filter(|next| matches!(next, Next::Solve(_))).count();
            assert_eq!(solved, begun, "{workers} {may_come}: {next:?}");
        }
    }

    #[test]
    fn a_helper_leaves_for_an_item_that_may_begin() {
        let mut agenda = Agenda::new(3, None);
        (0..3u32).for_each(|number| agenda.add_hard(number, 5, number.into()));
        assert_eq!([agenda.next(|_| false), agenda.next(|_| false)], [Next::Solve(0), Next::Solve(1)]);
        assert_eq!(agenda.next(|_| true), HELP);
        assert!(agenda.stays(Joining::Any), "the last hard one may not begin");
        agenda.add(3, 3);
        assert!(!agenda.stays(Joining::Any));
        assert_eq!(agenda.next(|_| true), Next::Solve(3));
        assert!(agenda.stays(Joining::Any));
        agenda.expect(false);
        assert!(!agenda.stays(Joining::Any));
        assert_eq!(agenda.next(|_| true), Next::Solve(2));
    }

    #[test]
    fn a_long_search_gets_a_second_worker_before_anything_else_is_begun() {
        let mut agenda = Agenda::new(4, Some(300));
        (0..3u32).for_each(|number| agenda.add_hard(number, 5, number.into()));
        agenda.add(3, 3);
        assert_eq!([agenda.next(|_| false), agenda.next(|_| true)], [Next::Solve(0), SECOND]);
        let shared = |joining| joining == Joining::Any;
        assert_eq!(agenda.next(shared), Next::Solve(1));
        // Three are bound. The last one is free for what may come, and for nothing else.
        assert_eq!([agenda.next(|_| true), agenda.next(|_| true)], [Next::Solve(3), HELP]);
        agenda.add(4, 4);
        assert!(agenda.stays(Joining::AsSecond(300)) && !agenda.stays(Joining::Any), "a second one stays to the end");
        assert_eq!(agenda.next(|_| true), Next::Solve(4));
        agenda.expect(false);
        assert_eq!(agenda.next(|_| true), SECOND);
        // When the first search is over, the last hard one can begin.
        (0..3).for_each(|_| agenda.release());
        assert_eq!([agenda.next(shared), agenda.next(shared)], [Next::Solve(2), HELP]);
        assert_eq!(agenda.bound, 2);
    }

    /// Random batches: every item is finished once, no worker waits or helps while there is something that it could take, and while
    /// items may come never all workers have a hard one.
    #[test]
    fn no_item_is_lost_and_nobody_is_idle_without_need() {
        let mut state = 1u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut helped, mut left, mut second) = (0, 0, 0);
        for batch in 0..300 {
            let workers = 1 + random(6) as usize;
            let second_after = (random(2) == 0).then_some(300);
            // An item, and whether it is hard.
            let mut agenda: Agenda<(u64, bool)> = Agenda::new(workers, second_after);
            let (mut unread, mut number) = (random(60), 0);
            let mut done = BTreeSet::new();
            // What each worker is at.
            let mut at: Vec<Option<Next<(u64, bool)>>> = (0..workers).map(|_| None).collect();
            let is_bound =
                |at: &&Option<_>| matches!(at, Some(Next::Solve((_, true)) | Next::Help(Joining::AsSecond(_))));
            let bound = |at: &[Option<Next<_>>]| at.iter().filter(is_bound).count();
            for _ in 0..20_000 {
                if unread > 0 && random(3) == 0 {
                    unread -= 1;
                    match random(4) == 0 {
                        true => agenda.add_hard((number, true), random(9), number),
                        false => agenda.add((number, false), number),
                    }
                    number += 1;
                    agenda.expect(unread > 0);
                }
                let worker = random(workers as u64) as usize;
                assert_eq!(bound(&at), agenda.bound);
                match at[worker].take() {
                    Some(Next::Help(joining)) => {
                        let is_over = bound(&at) == 0 || random(8) == 0;
                        if !is_over && agenda.stays(joining) {
                            at[worker] = Some(Next::Help(joining));
                            continue;
                        }
                        match joining {
                            Joining::Any => left += !is_over as u64,
                            Joining::AsSecond(_) if is_over => agenda.release(),
                            Joining::AsSecond(_) => panic!("a second one stays to the end"),
                        }
                    }
                    Some(Next::Solve((item, is_hard))) => {
                        is_hard.then(|| agenda.release());
                        assert!(done.insert(item), "{item} twice");
                    }
                    Some(Next::Wait) | None => {}
                }
                let (is_open, is_alone) = (bound(&at) > 0, random(4) == 0);
                let next = agenda.next(|joining| is_open && (joining == Joining::Any || is_alone));
                match next {
                    Next::Help(Joining::AsSecond(after)) => {
                        assert!(is_alone && second_after == Some(after));
                        second += 1;
                    }
                    Next::Help(Joining::Any) | Next::Wait => {
                        let may_begin = !agenda.hard.is_empty() && (unread == 0 || agenda.bound + 1 < workers);
                        assert!(agenda.fresh.is_empty() && !may_begin);
                        assert_eq!(next != Next::Wait, is_open);
                        helped += is_open as u64;
                    }
                    Next::Solve(_) => {}
                }
                at[worker] = Some(next);
                assert!(unread == 0 || workers == 1 || bound(&at) < workers);
                if unread == 0 && done.len() as u64 == number {
                    break;
                }
            }
            assert_eq!((unread, done.len() as u64), (0, number), "batch {batch}: something was lost");
        }
        let counts = [helped, left, second];
        assert!(counts.iter().zip([1_000, 100, 100]).all(|(&count, least)| count > least), "{counts:?}");
    }
}
