//! The agenda: what a free worker does next. Only the policy: no thread, no clock, no puzzle. The window (`window.rs`) asks it under its
//! lock, and the simulation (`simulate.rs`) in virtual time.
//!
//! In this order a free worker
//!
//! 1. becomes the *second* of two workers in a search that its owner has had to itself for long, where many workers are at work. A
//!    second worker costs hardly a node (benches/README.md), and of long searches those that have run for long run longest. Where the
//!    search that ends last is joined by dozens only at the end, they search far more nodes;
//! 2. takes a hard item, the one with the most work expected. It is then the *owner* of that search. Hard items come first, for what
//!    takes longest must not begin last;
//! 3. takes a fresh item and solves it alone: nothing to share, nothing to wait for;
//! 4. helps with a hard item that another worker owns;
//! 5. waits.
//!
//! A hard item is one for which many nodes are expected, or a fresh one that turns out long: then its worker asks whether it may own
//! it ([`Agenda::own`]). While there are other items, each hard one has one worker or two: that is the most efficient. When there are
//! none, all workers spread over the hard ones that still run. So nobody is idle before the last of them ends.
//!
//! **Fresh items come first again.** A helper is asked after each job whether it stays. It goes if an item waits that neither a
//! waiting worker nor a helper that has been called back will take; a second worker stays to the end. And as long as fresh items may
//! come, one worker at least is neither owner nor second, so that the lines of a stream are answered while hard puzzles run. A worker
//! that may not own what has turned out long puts it back; its work is lost, but that is rare.

use canju_engine::solver::Joining;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a worker does next.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Next<T> {
    /// Solve this alone.
    Alone(T),
    /// Solve this hard item.
    Own(T),
    /// Join a search that another worker owns.
    Help(Joining),
    /// Nothing now.
    Wait,
}

/// What a worker is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// It solves an item, or is about to ask what is next.
    Works,
    /// It is the second of a search.
    Seconds,
    Helps,
    /// It helps, and has been told to leave.
    Leaves,
    Waits,
}

/// An item with its place in a queue: the greatest first, and of equals the one that came first.
struct Queued<T> {
    place: (u64, Reverse<u64>),
    item: T,
}

impl<T> PartialEq for Queued<T> {
    fn eq(&self, other: &Queued<T>) -> bool {
        self.place == other.place
    }
}

impl<T> Eq for Queued<T> {}

impl<T> PartialOrd for Queued<T> {
    fn partial_cmp(&self, other: &Queued<T>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Queued<T> {
    fn cmp(&self, other: &Queued<T>) -> std::cmp::Ordering {
        self.place.cmp(&other.place)
    }
}

/// See the module's head.
pub(super) struct Agenda<T> {
    /// To be solved alone, those with the most cards first.
    fresh: BinaryHeap<Queued<T>>,
    /// Those with the most work expected first.
    hard: BinaryHeap<Queued<T>>,
    doing: Vec<Doing>,
    /// Workers that wait, and helpers that leave.
    available: usize,
    /// Workers that own a hard item.
    owners: usize,
    /// Workers that are second in a search.
    seconds: usize,
    /// After how many nodes a search gets a second worker, if any does.
    second_after: Option<u64>,
    /// May fresh items come?
    may_come: bool,
}

impl<T> Agenda<T> {
    /// For so many workers. A search that one of them has had to itself for so many nodes gets a second one.
    pub fn new(workers: usize, second_after: Option<u64>) -> Agenda<T> {
        let (fresh, hard, doing) = (BinaryHeap::new(), BinaryHeap::new(), vec![Doing::Works; workers]);
        Agenda { fresh, hard, doing, available: 0, owners: 0, seconds: 0, second_after, may_come: true }
    }

    /// An item to be solved alone. `number`: its place among all items.
    pub fn add(&mut self, item: T, cards: u32, number: u64) {
        self.fresh.push(Queued { place: (cards.into(), Reverse(number)), item });
    }

    /// A hard item, with the nodes that it is expected to take. One that turned out long may be put back as one.
    pub fn add_hard(&mut self, item: T, expected: u64, number: u64) {
        self.hard.push(Queued { place: (expected, Reverse(number)), item });
    }

    /// May fresh items come soon?
    pub fn expect(&mut self, may_come: bool) {
        self.may_come = may_come;
    }

    /// Is there an item to be solved alone?
    pub fn has_fresh(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// What this worker, which is free now, does next. `is_open`: is there a search to join in this way?
    pub fn next(&mut self, worker: usize, is_open: impl Fn(Joining) -> bool) -> Next<T> {
        self.set(worker, Doing::Works);
        if let Some(after) = self.second_after
            && self.owners > 0
            && self.bound() < self.most_bound()
            && is_open(Joining::AsSecond(after))
        {
            self.set(worker, Doing::Seconds);
            return Next::Help(Joining::AsSecond(after));
        }
        if self.startable() > 0
            && let Some(Queued { item, .. }) = self.hard.pop()
        {
            self.owners += 1;
            return Next::Own(item);
        }
        if let Some(Queued { item, .. }) = self.fresh.pop() {
            return Next::Alone(item);
        }
        if is_open(Joining::Any) {
            self.set(worker, Doing::Helps);
            return Next::Help(Joining::Any);
        }
        self.set(worker, Doing::Waits);
        Next::Wait
    }

    /// May a worker own an item that has turned out long? If so it does.
    pub fn own(&mut self) -> bool {
        let may = self.bound() < self.most_bound();
        self.owners += may as usize;
        may
    }

    /// A hard item is finished.
    pub fn disown(&mut self) {
        self.owners -= 1;
    }

    /// Does this helper stay? If not, it must ask for what is next.
    pub fn stays(&mut self, worker: usize) -> bool {
        if self.doing[worker] == Doing::Seconds {
            return true;
        }
        if self.fresh.len() + self.startable() > self.available {
            self.set(worker, Doing::Leaves);
        }
        self.doing[worker] != Doing::Leaves
    }

    /// How many hard items may begin now.
    fn startable(&self) -> usize {
        self.hard.len().min(self.most_bound().saturating_sub(self.bound()))
    }

    /// How many workers are in a search for as long as it takes.
    fn bound(&self) -> usize {
        self.owners + self.seconds
    }

    /// How many may be: one keeps free for what may come.
    fn most_bound(&self) -> usize {
        let workers = self.doing.len();
        if self.may_come { (workers - 1).max(1) } else { workers }
    }

    fn set(&mut self, worker: usize, doing: Doing) {
        let is_available = |doing| matches!(doing, Doing::Waits | Doing::Leaves) as usize;
        let before = std::mem::replace(&mut self.doing[worker], doing);
        self.available = self.available + is_available(doing) - is_available(before);
        self.seconds = self.seconds + (doing == Doing::Seconds) as usize - (before == Doing::Seconds) as usize;
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
        agenda.add(1, 16, 0);
        agenda.add(2, 20, 1);
        agenda.add_hard(3, 50_000, 2);
        agenda.add_hard(4, 90_000, 3);
        agenda.add(5, 20, 4);
        let order = [Next::Own(4), Next::Own(3), Next::Alone(2), Next::Alone(5), Next::Alone(1), HELP];
        for (turn, next) in order.into_iter().enumerate() {
            assert_eq!(agenda.next(turn % 3, |_| true), next, "{turn}");
        }
        assert_eq!(agenda.next(0, |_| false), Next::Wait);
    }

    #[test]
    fn one_worker_is_free_for_what_may_come() {
        for (workers, may_come, owners) in [(4, true, 3), (4, false, 4), (2, true, 1), (2, false, 2), (1, true, 1)] {
            let mut agenda = Agenda::new(workers, None);
            agenda.expect(may_come);
            (0..10u32).for_each(|number| agenda.add_hard(number, 1, number.into()));
            let next: Vec<_> = (0..workers).map(|worker| agenda.next(worker, |_| true)).collect();
            let owned = next.iter().filter(|next| matches!(next, Next::Own(_))).count();
            assert_eq!(owned, owners, "{workers} {may_come}: {next:?}");
            // What turns out long counts, too.
            assert!(!agenda.own());
            agenda.disown();
            assert!(agenda.own() && !agenda.own());
        }
    }

    #[test]
    fn a_helper_leaves_for_a_hard_item_that_may_begin() {
        let mut agenda = Agenda::new(3, None);
        (0..3u32).for_each(|number| agenda.add_hard(number, 5, number.into()));
        assert_eq!((agenda.next(0, |_| false), agenda.next(1, |_| false)), (Next::Own(0), Next::Own(1)));
        assert_eq!(agenda.next(2, |_| true), HELP);
        assert!(agenda.stays(2));
        agenda.expect(false);
        assert!(!agenda.stays(2));
        assert_eq!(agenda.next(2, |_| true), Next::Own(2));
    }

    #[test]
    fn as_many_helpers_leave_as_there_are_items_that_nobody_else_will_take() {
        let mut agenda = Agenda::new(8, None);
        agenda.add_hard(0, 1, 0);
        assert_eq!(agenda.next(0, |_| false), Next::Own(0));
        assert_eq!(agenda.next(1, |_| false), Next::Wait);
        (2..8).for_each(|worker| assert_eq!(agenda.next(worker, |_| true), HELP));
        // The worker that waits takes the first.
        (0..3u32).for_each(|number| agenda.add(number, 1, number.into()));
        let leaving: Vec<usize> = (2..8).filter(|&worker| !agenda.stays(worker)).collect();
        assert_eq!(leaving, [2, 3]);
        assert!(!agenda.stays(3), "once told, for good");
        for worker in [1, 2, 3] {
            assert!(matches!(agenda.next(worker, |_| true), Next::Alone(_)));
        }
        assert!((4..8).all(|worker| agenda.stays(worker)));
    }

    #[test]
    fn a_long_search_gets_a_second_worker_before_anything_else_is_begun() {
        let mut agenda = Agenda::new(4, Some(300));
        (0..3u32).for_each(|number| agenda.add_hard(number, 5, number.into()));
        agenda.add(3, 9, 3);
        // Nobody owns anything yet, so nothing can be long.
        assert_eq!((agenda.next(0, |_| true), agenda.next(1, |_| true)), (Next::Own(0), SECOND));
        assert_eq!(agenda.next(2, |joining| joining == Joining::Any), Next::Own(1));
        // Three are bound. The last one is free for what may come, and for nothing else.
        assert_eq!(agenda.next(3, |_| true), Next::Alone(3));
        assert!(!agenda.own());
        assert_eq!(agenda.next(3, |_| true), HELP);
        agenda.add(4, 9, 4);
        assert!(agenda.stays(1) && !agenda.stays(3), "a second one stays to the end");
        assert_eq!(agenda.next(3, |_| true), Next::Alone(4));
        agenda.expect(false);
        assert_eq!(agenda.next(3, |_| true), SECOND);
        // When both are free again, the last hard one can begin.
        agenda.disown();
        assert_eq!(
            [0, 1, 3].map(|worker| agenda.next(worker, |joining| joining == Joining::Any)),
            [Next::Own(2), HELP, HELP]
        );
        assert_eq!((agenda.owners, agenda.seconds), (2, 0));
    }

    /// Random batches: every item is finished once, no worker waits or helps while there is something that it could take, and while
    /// items may come never all workers own one.
    #[test]
    fn no_item_is_lost_and_nobody_is_idle_without_need() {
        let mut state = 1u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let (mut helped, mut left, mut put_back, mut owned, mut second) = (0, 0, 0, 0, 0);
        for batch in 0..300 {
            let workers = 1 + random(6) as usize;
            let second_after = (random(2) == 0).then_some(300);
            // An item, and whether it turns out long.
            let mut agenda: Agenda<(u64, bool)> = Agenda::new(workers, second_after);
            let (mut unread, mut number) = (random(60), 0);
            let mut done = BTreeSet::new();
            // What each worker is at.
            let mut at: Vec<Option<Next<(u64, bool)>>> = (0..workers).map(|_| None).collect();
            let owners = |at: &[Option<Next<_>>]| at.iter().filter(|at| matches!(at, Some(Next::Own(_)))).count();
            let is_bound = |at: &&Option<_>| matches!(at, Some(Next::Own(_) | Next::Help(Joining::AsSecond(_))));
            let bound = |at: &[Option<Next<_>>]| at.iter().filter(is_bound).count();
            for _ in 0..20_000 {
                if unread > 0 && random(3) == 0 {
                    unread -= 1;
                    match random(4) == 0 {
                        true => agenda.add_hard((number, true), random(9), number),
                        false => agenda.add((number, random(3) == 0), random(9) as u32, number),
                    }
                    number += 1;
                    agenda.expect(unread > 0);
                }
                let worker = random(workers as u64) as usize;
                assert_eq!((owners(&at), bound(&at)), (agenda.owners, agenda.bound()));
                match at[worker].take() {
                    Some(Next::Help(joining)) => {
                        let is_over = owners(&at) == 0 || random(8) == 0;
                        if !is_over && agenda.stays(worker) {
                            at[worker] = Some(Next::Help(joining));
                            continue;
                        }
                        assert!(is_over || joining == Joining::Any, "a second one stays to the end");
                        left += !is_over as u64;
                    }
                    Some(Next::Own((item, _))) => {
                        agenda.disown();
                        assert!(done.insert(item), "{item} twice");
                    }
                    Some(Next::Alone((item, true))) => {
                        let before = bound(&at);
                        if agenda.own() {
                            assert!(unread == 0 || before + 1 < workers || workers == 1);
                            at[worker] = Some(Next::Own((item, true)));
                            owned += 1;
                            continue;
                        }
                        agenda.add_hard((item, true), 5, item);
                        put_back += 1;
                    }
                    Some(Next::Alone((item, false))) => assert!(done.insert(item), "{item} twice"),
                    Some(Next::Wait) | None => {}
                }
                let (is_open, is_alone) = (owners(&at) > 0, random(4) == 0);
                let next = agenda.next(worker, |joining| is_open && (joining == Joining::Any || is_alone));
                match next {
                    Next::Help(Joining::AsSecond(after)) => {
                        assert!(is_alone && second_after == Some(after) && (unread == 0 || bound(&at) + 1 < workers));
                        second += 1;
                    }
                    Next::Help(Joining::Any) | Next::Wait => {
                        assert_eq!((agenda.fresh.len(), agenda.startable()), (0, 0));
                        assert_eq!(next != Next::Wait, is_open);
                        helped += is_open as u64;
                    }
                    _ => {}
                }
                at[worker] = Some(next);
                let available = agenda.doing.iter().filter(|doing| matches!(doing, Doing::Waits | Doing::Leaves));
                assert_eq!(available.count(), agenda.available);
                if unread == 0 && done.len() as u64 == number {
                    break;
                }
            }
            assert_eq!((unread, done.len() as u64), (0, number), "batch {batch}: something was lost");
        }
        let counts = [helped, left, put_back, owned, second];
        assert!(counts.iter().zip([1_000, 100, 50, 100, 100]).all(|(&count, least)| count > least), "{counts:?}");
    }
}
