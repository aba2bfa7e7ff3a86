//! Branches and their nodes: the subtrees that workers search, with the nodes kept between visits.

use super::arena::{Arena, PagePool, Run};
use crate::rules::{Combo, Move, Shape, State};
use crate::tables::{Key, ProofNumbers, Work};
use std::sync::Arc;

/// A node of the search, as its parent stores it.
#[derive(Clone, Copy)]
pub struct Node<const SEATS: usize> {
    pub(super) key: Key,
    pub(super) position: State<SEATS>,
    /// In the view of the side to move here.
    pub(super) numbers: ProofNumbers,
    /// Its children, if they were generated and kept.
    pub(super) children: Run,
    pub(super) work: Work,
    /// Does the parent's side move here too?
    pub(super) same_side: bool,
    /// The shape of the move that leads here; `None` for a pass. Its cards are those that the mover no longer holds.
    pub(super) shape: Option<Shape>,
}

const _: () = assert!(size_of::<Node<2>>() <= 64 && size_of::<Node<3>>() <= 72);

impl<const SEATS: usize> Node<SEATS> {
    /// Its numbers in the view of its parent's mover.
    pub(super) fn seen(&self) -> ProofNumbers {
        self.numbers.seen_by_parent(self.same_side)
    }

    /// The move that leads here from the parent's position.
    pub(super) fn played(&self, parent: &State<SEATS>) -> Move {
        let me = parent.to_move();
        let cards = |shape| Combo { cards: parent.hands()[me].minus(self.position.hands()[me]), shape };
        self.shape.map_or(Move::Pass, |shape| Move::Play(cards(shape)))
    }
}

/// A subtree of the search: a position to be solved and the nodes kept between visits.
pub struct Branch<const SEATS: usize> {
    pub(super) root: Node<SEATS>,
    pub(super) arena: Arena<Node<SEATS>>,
}

impl<const SEATS: usize> Branch<SEATS> {
    pub(super) fn new(root: Node<SEATS>, pool: &Arc<PagePool<Node<SEATS>>>) -> Self {
        Branch { root, arena: Arena::new(pool) }
    }

    /// The position.
    pub fn position(&self) -> &State<SEATS> {
        &self.root.position
    }

    /// Its numbers, in the view of its side to move.
    pub fn numbers(&self) -> ProofNumbers {
        self.root.numbers
    }

    /// Does its parent's side move here too?
    pub fn same_side(&self) -> bool {
        self.root.same_side
    }

    /// The bytes of its arena.
    pub fn bytes(&self) -> usize {
        self.arena.bytes()
    }

    /// Forgets all kept nodes.
    pub fn clear(&mut self) {
        self.root.children = Run::EMPTY;
        self.arena.clear();
    }

    /// Makes room: keeps about half of the nodes, those with the most work below them. Returns the old arena.
    pub fn compact(&mut self) -> Arena<Node<SEATS>> {
        // For each level of work: how many records the children of such nodes take.
        let mut records = [0; 256];
        self.count(self.root, &mut records);
        let (mut kept, half) = (0, records.iter().sum::<usize>() / 2);
        let least = (0..=255).rev().find(|&work| {
            kept += records[work as usize];
            kept > half
        });
        let mut target = self.arena.copy_target();
        self.root = self.copy(self.root, least.unwrap_or(0), &mut target);
        target.copied();
        std::mem::replace(&mut self.arena, target)
    }

    fn count(&self, node: Node<SEATS>, records: &mut [usize; 256]) {
        records[node.work.level() as usize] += node.children.len();
        for &child in self.arena.get(node.children) {
            self.count(child, records);
        }
    }

    /// Copies the node's descendants into `target`, below nodes with more work than `least`. Returns the node with its new
    /// run.
    fn copy(&self, node: Node<SEATS>, least: u8, target: &mut Arena<Node<SEATS>>) -> Node<SEATS> {
        if node.work.level() <= least {
            return Node { children: Run::EMPTY, ..node };
        }
        let children: Vec<_> =
            self.arena.get(node.children).iter().map(|&child| self.copy(child, least, target)).collect();
        Node { children: target.push(&children).unwrap_or(Run::EMPTY), ..node }
    }
}
