//! The replies of a node of the split tree, and what follows from them: the node's numbers, and which reply leads to the idle leaf
//! with the least regret (`split_tree.rs`).
//!
//! All replies are gone through whenever one of them changes, on each level up to the root, under the tree's lock. Sixty-four workers
//! wait for that lock. So what is needed of each reply lies in arrays of its own, of which the processor takes several at a time, and
//! the part of a regret that needs logarithms is kept until the node's disproof number changes: when a job is taken, it does not.

use crate::rules::Move;
use crate::search::{Branch, natural_log};
use crate::tables::{INFINITE, ProofNumbers};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The regret where no leaf is idle: more than any sum of logarithms.
pub const NONE_IDLE: i32 = i32::MAX;

/// The part of the logarithm of q / p that is added to the regret: the denominator.
const DANGER: i64 = 8;

/// Where a node is: its family and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub family: u32,
    pub number: u32,
}

/// A node of the tree.
pub struct SplitNode<const SEATS: usize> {
    /// The move that leads here.
    pub played: Move,
    /// Does the parent's side move here too?
    pub same_side: bool,
    /// What is known about it, and who is at it.
    pub state: Progress<SEATS>,
}

/// The state of a node.
pub enum Progress<const SEATS: usize> {
    /// A leaf that no worker searches, and the nodes visited in it so far.
    Idle(Box<Branch<SEATS>>, u64),
    /// A leaf that a worker searches, and the flag that cancels the job.
    Busy(Arc<AtomicBool>),
    /// An inner node, and the family of its replies.
    Split(u32),
    /// Solved, or below a solved node.
    Done,
}

/// The replies of a position.
pub type Replies<const SEATS: usize> = Vec<(Move, Box<Branch<SEATS>>)>;

/// What a node's parent needs of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// In the view of the parent's mover.
    pub numbers: ProofNumbers,
    /// The least regret of the idle leaves below the node, counted from it; [`NONE_IDLE`] if there is none.
    pub regret: i32,
}

/// All replies of a node.
pub struct Family<const SEATS: usize> {
    /// The replies.
    pub nodes: Vec<SplitNode<SEATS>>,
    /// Their numbers, in the view of the node's mover.
    pn: Vec<u32>,
    dn: Vec<u32>,
    /// The least regrets below them.
    regrets: Vec<i32>,
    /// These regrets with what the replies' own numbers add; [`NONE_IDLE`] if no leaf is idle.
    keys: Vec<i32>,
    /// The sum of all `dn`.
    sum: u64,
    /// The disproof number for which the keys were computed.
    basis: u32,
    /// The node whose replies these are; `None` for the root.
    pub parent: Option<Place>,
    /// How many families have been here before: a job that comes back finds out whether its node is still there.
    pub generation: u32,
    /// The least proof number of all replies but the best.
    pub second: u32,
    /// The reply that leads to the idle leaf with the least regret. If no leaf below is idle, it means nothing.
    pub next: u32,
}

/// What follows from the replies.
pub struct Looked {
    /// The node's numbers.
    pub numbers: ProofNumbers,
    /// The least regret below the node, counted from it.
    pub regret: i32,
}

impl<const SEATS: usize> Family<SEATS> {
    /// The family of these replies, all of them idle.
    pub fn new(replies: Replies<SEATS>) -> Self {
        let seen = replies.iter().map(|(_, branch)| branch.numbers().seen_by_parent(branch.same_side())).collect();
        let nodes = replies.into_iter().map(|(played, branch)| SplitNode {
            played,
            same_side: branch.same_side(),
            state: Progress::Idle(branch, 0),
        });
        Family::of(nodes.collect(), seen, 0)
    }

    /// A family with the root alone, which nobody searches.
    pub fn root(root: SplitNode<SEATS>) -> Self {
        Family::of(vec![root], vec![ProofNumbers { pn: 1, dn: 1 }], NONE_IDLE)
    }

    fn of(nodes: Vec<SplitNode<SEATS>>, seen: Vec<ProofNumbers>, regret: i32) -> Self {
        let (pn, dn): (Vec<u32>, Vec<u32>) = seen.iter().map(|numbers| (numbers.pn, numbers.dn)).unzip();
        let sum = dn.iter().map(|&dn| u64::from(dn)).sum();
        let all = nodes.len();
        let mut family = Family {
            nodes,
            pn,
            dn,
            regrets: vec![regret; all],
            keys: vec![NONE_IDLE; all],
            sum,
            basis: 0,
            parent: None,
            generation: 0,
            second: INFINITE,
            next: 0,
        };
        family.rebase(family.disproof_number());
        family
    }

    /// What the parent needs of a reply.
    pub fn seen(&self, number: u32) -> Seen {
        let number = number as usize;
        Seen { numbers: ProofNumbers { pn: self.pn[number], dn: self.dn[number] }, regret: self.regrets[number] }
    }

    /// Changes what the parent needs of a reply.
    pub fn set(&mut self, number: u32, Seen { numbers, regret }: Seen) {
        let number = number as usize;
        self.sum = self.sum - u64::from(self.dn[number]) + u64::from(numbers.dn);
        (self.pn[number], self.dn[number], self.regrets[number]) = (numbers.pn, numbers.dn, regret);
        self.keys[number] = self.key(number);
    }

    /// Sets the least regret below a reply.
    pub fn set_regret(&mut self, number: u32, regret: i32) {
        self.set(number, Seen { regret, ..self.seen(number) });
    }

    /// The first reply that is known to win.
    pub fn winning_move(&self) -> Option<Move> {
        self.pn.iter().position(|&pn| pn == 0).map(|number| self.nodes[number].played)
    }

    /// Goes through the replies, and takes note of the one that leads to the least regret. Of equal regrets the reply with the least
    /// proof number counts.
    pub fn look(&mut self) -> Looked {
        let least = self.pn.iter().fold(INFINITE, |least, &pn| least.min(pn));
        let is_shared = self.pn.iter().filter(|&&pn| pn == least).count() > 1;
        let others =
            self.pn.iter().fold(INFINITE, |least_other, &pn| least_other.min(if pn == least { INFINITE } else { pn }));
        self.second = if is_shared { least } else { others };
        if least == 0 {
            return Looked { numbers: ProofNumbers::WIN, regret: NONE_IDLE };
        }
        let dn = self.disproof_number();
        if dn != self.basis {
            self.rebase(dn);
        }
        let key = self.keys.iter().fold(NONE_IDLE, |least, &key| least.min(key));
        let regret = if key == NONE_IDLE {
            NONE_IDLE
        } else {
            let is_next = |number: &usize| self.keys[*number] == key;
            let next = (0..self.keys.len()).filter(is_next).min_by_key(|&number| self.pn[number]);
            self.next = next.expect("the least of them") as u32;
            key.saturating_sub(needless(least, self.basis)).min(NONE_IDLE - 1)
        };
        Looked { numbers: ProofNumbers { pn: least, dn }, regret }
    }

    /// The node's disproof number, unless it is won.
    fn disproof_number(&self) -> u32 {
        self.sum.min(INFINITE as u64 - 1) as u32
    }

    /// Computes all keys for this disproof number.
    fn rebase(&mut self, dn: u32) {
        self.basis = dn;
        for number in 0..self.keys.len() {
            self.keys[number] = self.key(number);
        }
    }

    fn key(&self, number: usize) -> i32 {
        match self.regrets[number] {
            NONE_IDLE => NONE_IDLE,
            regret => regret.saturating_add(needless(self.pn[number], self.basis)).min(NONE_IDLE - 1),
        }
    }
}

/// The negative logarithm of the probability that the work below a reply with this proof number is needed, but for a part that is
/// the same for all replies of a node with this disproof number.
pub fn needless(pn: u32, dn: u32) -> i32 {
    let log = natural_log(pn);
    // At most 20 in units of 2^-20.
    (log - natural_log(pn + dn) + log / DANGER) as i32
}
