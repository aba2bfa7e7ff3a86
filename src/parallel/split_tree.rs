//! The top of the search as a tree in memory, from whose leaves the workers take their jobs.
//!
//! The root's replies are its first level. A job is a bounded sequential search of one leaf; a leaf that is still open
//! after its job is split into its own replies, so that a branch that is too large ends up on several cores, wherever
//! it lies. Jobs are chosen best first by proof numbers; a leaf at work is not chosen again, which sends the next
//! worker to its best sibling. When a node is solved, the jobs below it are cancelled.

use crate::rules::{Move, Position};
use crate::search::{Reply, parent_view};
use crate::table::{INFINITE, Numbers};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A node's number in the tree.
pub type Id = u32;

struct Node<const SEATS: usize> {
    played: Move,
    position: Position<SEATS>,
    /// For the side to move here.
    numbers: Numbers,
    /// Does the parent's side move here too?
    same_side: bool,
    parent: Option<Id>,
    children: Range<Id>,
    job: Option<Arc<AtomicBool>>,
}

/// A bounded search to be done by a worker.
pub struct Job<const SEATS: usize> {
    /// The leaf.
    pub id: Id,
    /// Its position.
    pub position: Position<SEATS>,
    /// Raised when the result is no longer wanted.
    pub cancel: Arc<AtomicBool>,
}

/// See the module's head.
pub struct SplitTree<const SEATS: usize> {
    nodes: Vec<Node<SEATS>>,
}

impl<const SEATS: usize> SplitTree<SEATS> {
    /// The tree of a root with its replies.
    pub fn new(position: Position<SEATS>, replies: Vec<Reply<SEATS>>) -> Self {
        let root = Node {
            played: Move::Pass,
            position,
            numbers: Numbers { pn: 1, dn: 1 },
            same_side: true,
            parent: None,
            children: 0..0,
            job: None,
        };
        let mut tree = SplitTree { nodes: vec![root] };
        tree.split(0, replies);
        tree
    }

    /// The root's numbers.
    pub fn numbers(&self) -> Numbers {
        self.nodes[0].numbers
    }

    /// The root's winning move, once one is proven.
    pub fn winning_move(&self) -> Option<Move> {
        let children = self.nodes[0].children.clone();
        children
            .map(|id| &self.nodes[id as usize])
            .find(|node| parent_view(node.numbers, node.same_side).pn == 0)
            .map(|node| node.played)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<SEATS>>()
    }

    /// Takes the most promising leaf that nobody works on.
    pub fn take_job(&mut self) -> Option<Job<SEATS>> {
        let id = self.most_promising(0)?;
        let cancel = Arc::new(AtomicBool::new(false));
        let node = &mut self.nodes[id as usize];
        node.job = Some(cancel.clone());
        Some(Job { id, position: node.position, cancel })
    }

    /// The best free leaf under an open node.
    fn most_promising(&self, id: Id) -> Option<Id> {
        let node = &self.nodes[id as usize];
        if node.children.is_empty() {
            return node.job.is_none().then_some(id);
        }
        let mut open: Vec<(u32, Id)> = node
            .children
            .clone()
            .map(|child| (self.seen_from_parent(child).pn, child))
            .filter(|&(pn, child)| pn != INFINITE && !self.nodes[child as usize].numbers.is_solved())
            .collect();
        open.sort_unstable();
        open.into_iter().find_map(|(_, child)| self.most_promising(child))
    }

    fn seen_from_parent(&self, id: Id) -> Numbers {
        let node = &self.nodes[id as usize];
        parent_view(node.numbers, node.same_side)
    }

    /// Records what a job found; `replies` splits a leaf that is still open.
    pub fn finish(&mut self, id: Id, numbers: Numbers, replies: Vec<Reply<SEATS>>) {
        let node = &mut self.nodes[id as usize];
        node.job = None;
        node.numbers = numbers;
        if !numbers.is_solved() {
            self.split(id, replies);
        } else {
            self.update(self.nodes[id as usize].parent);
        }
    }

    fn split(&mut self, id: Id, replies: Vec<Reply<SEATS>>) {
        let first = self.nodes.len() as Id;
        self.nodes.extend(replies.into_iter().map(|reply| Node {
            played: reply.played,
            position: reply.position,
            numbers: reply.numbers,
            same_side: reply.same_side,
            parent: Some(id),
            children: 0..0,
            job: None,
        }));
        self.nodes[id as usize].children = first..self.nodes.len() as Id;
        self.update(Some(id));
    }

    /// Recomputes the numbers from a node up to the root and cancels what is no longer wanted.
    fn update(&mut self, mut from: Option<Id>) {
        while let Some(id) = from {
            let children = self.nodes[id as usize].children.clone();
            let numbers = Numbers::of_parent(children.map(|child| self.seen_from_parent(child)));
            let node = &mut self.nodes[id as usize];
            node.numbers = numbers;
            from = node.parent;
            if numbers.is_solved() {
                self.cancel_below(id);
            }
        }
    }

    fn cancel_below(&mut self, id: Id) {
        if let Some(cancel) = &self.nodes[id as usize].job {
            cancel.store(true, Ordering::Relaxed);
        }
        for child in self.nodes[id as usize].children.clone() {
            self.cancel_below(child);
        }
    }
}
