//! The agenda: what a free worker does next. Only the policy: no thread, no clock, no puzzle. The window (`window.rs`) asks it under its
//! lock, and the simulation (`simulate.rs`) in virtual time.
//!
//! In this order a free worker
//!
//! 1. takes a hard item, the one with the most work expected. It is then the *owner* of that search. Hard items come first, for what
//!    takes longest must not begin last;
//! 2. takes a fresh item and solves it alone: nothing to share, nothing to wait for;
//! 3. helps with a hard item that another worker owns;
//! 4. waits.
//!
//! A hard item is one for which many nodes are expected, or a fresh one that turns out long: then its worker asks whether it may own
//! it ([`Agenda::own`]). While there are other items, each hard one has a single worker: that is the most efficient. When there are
//! none, all workers spread over the hard ones that still run. So nobody is idle before the last of them ends.
//!
//! **Fresh items come first again.** A helper is asked after each job whether it stays. It goes if an item waits that neither a
//! waiting worker nor a helper that has been called back will take. And as long as fresh items may come, one worker at least owns no
//! hard item, so that the lines of a stream are answered while hard puzzles run. A worker that may not own what has turned out long
//! puts it back; its work is lost, but that is rare.

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
    Help,
    /// Nothing now.
    Wait,
}

/// What a worker is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// It solves an item, or is about to ask what is next.
    Works,
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
    /// May fresh items come?
    may_come: bool,
}

impl<T> Agenda<T> {
    /// For so many workers.
    pub fn new(workers: usize) -> Agenda<T> {
        let (fresh, hard, doing) = (BinaryHeap::new(), BinaryHeap::new(), vec![Doing::Works; workers]);
        Agenda { fresh, hard, doing, available: 0, owners: 0, may_come: true }
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

    /// What this worker, which is free now, does next. `is_open`: is there a search to join?
    pub fn next(&mut self, worker: usize, is_open: impl FnOnce() -> bool) -> Next<T> {
        self.set(worker, Doing::Works);
        if self.startable() > 0
            && let Some(Queued { item, .. }) = self.hard.pop()
        {
            self.owners += 1;
            return Next::Own(item);
        }
        if let Some(Queued { item, .. }) = self.fresh.pop() {
            return Next::Alone(item);
        }
        if is_open() {
            self.set(worker, Doing::Helps);
            return Next::Help;
        }
        self.set(worker, Doing::Waits);
        Next::Wait
    }

    /// May a worker own an item that has turned out long? If so it does.
    pub fn own(&mut self) -> bool {
        let may = self.owners < self.most_owners();
        self.owners += may as usize;
        may
    }

    /// A hard item is finished.
    pub fn disown(&mut self) {
        self.owners -= 1;
    }

    /// Does this helper stay? If not, it must ask for what is next.
    pub fn stays(&mut self, worker: usize) -> bool {
        if self.fresh.len() + self.startable() > self.available {
            self.set(worker, Doing::Leaves);
        }
        self.doing[worker] != Doing::Leaves
    }

    /// How many hard items may begin now.
    fn startable(&self) -> usize {
        self.hard.len().min(self.most_owners().saturating_sub(self.owners))
    }

    /// How many workers may own hard items: one keeps free for what may come.
    fn most_owners(&self) -> usize {
        let workers = self.doing.len();
        if self.may_come { (workers - 1).max(1) } else { workers }
    }

    fn set(&mut self, worker: usize, doing: Doing) {
        let is_available = |doing| matches!(doing, Doing::Waits | Doing::Leaves) as usize;
        let before = std::mem::replace(&mut self.doing[worker], doing);
        self.available = self.available + is_available(doing) - is_available(before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn hard_items_come_first_and_the_hardest_of_them() {
        let mut agenda = Agenda::new(3);
        agenda.add(1, 16, 0);
        agenda.add(2, 20, 1);
        agenda.add_hard(3, 50_000, 2);
        agenda.add_hard(4, 90_000, 3);
        agenda.add(5, 20, 4);
        let order = [Next::Own(4), Next::Own(3), Next::Alone(2), Next::Alone(5), Next::Alone(1), Next::Help];
        for (turn, next) in order.into_iter().enumerate() {
            assert_eq!(agenda.next(turn % 3, || true), next, "{turn}");
        }
        assert_eq!(agenda.next(0, || false), Next::Wait);
    }

    #[test]
    fn one_worker_is_free_for_what_may_come() {
        for (workers, may_come, owners) in [(4, true, 3), (4, false, 4), (2, true, 1), (2, false, 2), (1, true, 1)] {
            let mut agenda = Agenda::new(workers);
            agenda.expect(may_come);
            (0..10u32).for_each(|number| agenda.add_hard(number, 1, number.into()));
            let next: Vec<_> = (0..workers).map(|worker| agenda.next(worker, || true)).collect();
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
        let mut agenda = Agenda::new(3);
        (0..3u32).for_each(|number| agenda.add_hard(number, 5, number.into()));
        assert_eq!((agenda.next(0, || false), agenda.next(1, || false)), (Next::Own(0), Next::Own(1)));
        assert_eq!(agenda.next(2, || true), Next::Help);
        assert!(agenda.stays(2));
        agenda.expect(false);
        assert!(!agenda.stays(2));
        assert_eq!(agenda.next(2, || true), Next::Own(2));
    }

    #[test]
    fn as_many_helpers_leave_as_there_are_items_that_nobody_else_will_take() {
        let mut agenda = Agenda::new(8);
        agenda.add_hard(0, 1, 0);
        assert_eq!(agenda.next(0, || false), Next::Own(0));
        assert_eq!(agenda.next(1, || false), Next::Wait);
        (2..8).for_each(|worker| assert_eq!(agenda.next(worker, || true), Next::Help));
        // The worker that waits takes the first.
        (0..3u32).for_each(|number| agenda.add(number, 1, number.into()));
        let leaving: Vec<usize> = (2..8).filter(|&worker| !agenda.stays(worker)).collect();
        assert_eq!(leaving, [2, 3]);
        assert!(!agenda.stays(3), "once told, for good");
        for worker in [1, 2, 3] {
            assert!(matches!(agenda.next(worker, || true), Next::Alone(_)));
        }
        assert!((4..8).all(|worker| agenda.stays(worker)));
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
        let (mut helped, mut left, mut put_back, mut owned) = (0, 0, 0, 0);
        for batch in 0..300 {
            let workers = 1 + random(6) as usize;
            // An item, and whether it turns out long.
            let mut agenda: Agenda<(u64, bool)> = Agenda::new(workers);
            let (mut unread, mut number) = (random(60), 0);
            let mut done = BTreeSet::new();
            // What each worker is at.
            let mut at: Vec<Option<Next<(u64, bool)>>> = (0..workers).map(|_| None).collect();
            let owners = |at: &[Option<Next<_>>]| at.iter().filter(|at| matches!(at, Some(Next::Own(_)))).count();
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
                assert_eq!(owners(&at), agenda.owners);
                match at[worker].take() {
                    Some(Next::Help) => {
                        if owners(&at) > 0 && agenda.stays(worker) {
                            at[worker] = Some(Next::Help);
                            continue;
                        }
                        left += 1;
                    }
                    Some(Next::Own((item, _))) => {
                        agenda.disown();
                        assert!(done.insert(item), "{item} twice");
                    }
                    Some(Next::Alone((item, true))) => {
                        let before = owners(&at);
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
                let is_open = owners(&at) > 0;
                let next = agenda.next(worker, || is_open);
                if matches!(next, Next::Help | Next::Wait) {
                    assert_eq!((agenda.fresh.len(), agenda.startable()), (0, 0));
                    assert_eq!(matches!(next, Next::Help), is_open);
                }
                helped += matches!(next, Next::Help) as u64;
                at[worker] = Some(next);
                let available = agenda.doing.iter().filter(|doing| matches!(doing, Doing::Waits | Doing::Leaves));
                assert_eq!(available.count(), agenda.available);
                if unread == 0 && done.len() as u64 == number {
                    break;
                }
            }
            assert_eq!((unread, done.len() as u64), (0, number), "batch {batch}: something was lost");
        }
        assert!(helped > 1_000 && left > 100 && put_back > 50 && owned > 100, "{helped} {left} {put_back} {owned}");
    }
}
