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
    /// Made when the branch is first searched. Most branches never are, and an arena counts in its pool, which all workers share.
    arena: Option<Arena<Node<SEATS>>>,
}

impl<const SEATS: usize> Branch<SEATS> {
    pub(super) fn new(root: Node<SEATS>) -> Self {
        Branch { root, arena: None }
    }

    /// Its root and its arena, for a search.
    pub(super) fn parts(&mut self, pool: &Arc<PagePool<Node<SEATS>>>) -> (&mut Node<SEATS>, &mut Arena<Node<SEATS>>) {
        (&mut self.root, self.arena.get_or_insert_with(|| Arena::new(pool)))
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
        self.arena.as_ref().map_or(0, Arena::bytes)
    }

    /// Forgets all kept nodes.
    pub fn clear(&mut self) {
        self.root.children = Run::EMPTY;
        self.arena = None;
    }

    /// Makes room: keeps about half of the nodes, those with the most work below them. Returns the old arena, if there was one.
    pub fn compact(&mut self) -> Option<Arena<Node<SEATS>>> {
        let arena = self.arena.take()?;
        // For each level of work: how many records the children of such nodes take.
        let mut records = [0; 256];
        count(&arena, self.root, &mut records);
        let (mut kept, half) = (0, records.iter().sum::<usize>() / 2);
        let least = (0..=255).rev().find(|&work| {
            kept += records[work as usize];
            kept > half
        });
        let mut target = arena.copy_target();
        self.root = copy(&arena, self.root, least.unwrap_or(0), &mut target);
        target.copied();
        self.arena = Some(target);
        Some(arena)
    }
}

/// Adds to each level of work the children of the nodes of that level, from this node down.
fn count<const SEATS: usize>(arena: &Arena<Node<SEATS>>, node: Node<SEATS>, records: &mut [usize; 256]) {
    records[node.work.level() as usize] += node.children.len();
    for &child in arena.get(node.children) {
        count(arena, child, records);
    }
}

/// Copies the node's descendants into `target`, below nodes with more work than `least`. Returns the node with its new run.
fn copy<const SEATS: usize>(
    arena: &Arena<Node<SEATS>>,
    node: Node<SEATS>,
    least: u8,
    target: &mut Arena<Node<SEATS>>,
) -> Node<SEATS> {
    if node.work.level() <= least {
        return Node { children: Run::EMPTY, ..node };
    }
    let children: Vec<_> = arena.get(node.children).iter().map(|&child| copy(arena, child, least, target)).collect();
    Node { children: target.push(&children).unwrap_or(Run::EMPTY), ..node }
}
