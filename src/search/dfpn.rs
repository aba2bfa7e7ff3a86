//! Depth-first proof-number search (df-pn) on canonical keys: the sequential core.
//!
//! A node is proven by one winning move and disproven by refuting all; the proof number `pn` of a node is the least of
//! its children's, the disproof number `dn` the sum, each from the mover's view. The search walks down to the move with
//! the least `pn` and stays in a subtree until its numbers pass the thresholds at which a sibling would be better.
//! The second-best threshold is loosened by a quarter (1+ε, Pawlewicz and Lew 2007), which saves re-expansions.
//!
//! Numbers come from the table, for new positions from the evaluation. What a child returned is used directly and
//! never re-read, so the search ends with any table.

use super::branch::{Branch, Node, parent_view};
use super::depth_first::Candidate;
use super::dominance::{Ranks, kicker_order};
use super::evaluate::evaluate;
use super::facts::{Facts, FactsMemo};
use super::knowledge::Knowledge;
use super::limits::Watch;
use super::statics::{self, Win};
use super::successors::{Next, after};
use super::techniques::Techniques;
use crate::arena::{Arena, Pool, Run};
use crate::key::{Key, Keys, Threshold};
use crate::rules::{KickerOrder, Move, Position, Ruleset, Side};
use crate::strength::{self, Strength, Structure};
use crate::table::{INFINITE, Known, Numbers, Work};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search needs from outside.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// What all searches know.
    pub knowledge: &'a Knowledge,
    /// The limits of the solve.
    pub watch: &'a Watch,
    /// What to use.
    pub techniques: Techniques,
}

/// Where the children of a node are.
#[derive(Clone)]
enum Place {
    /// Kept in the arena.
    Arena(Run),
    /// For this visit only.
    Stack(Range<usize>),
}

/// Why not all moves of a position were tried.
pub enum Cut {
    /// This one wins.
    Wins(Move),
    /// A limit is reached.
    Stopped,
}

/// What a visit to a node starts from.
enum Children {
    /// Nothing to search below it for now: its numbers.
    Decided(Numbers),
    /// Its children.
    Open(Place),
}

/// A position measured against others (`strength.rs`).
#[derive(Clone, Copy)]
pub(super) struct Measured {
    /// What beats the trick.
    pub threshold: Option<Threshold>,
    pub structure: Structure,
    pub strength: Strength,
}

/// One worker's search.
pub struct Searcher<'a, const SEATS: usize> {
    shared: Shared<'a>,
    keys: Keys,
    pub(super) facts: &'a mut FactsMemo,
    /// Children of nodes on the current path that are not kept in the arena, and of the node being expanded.
    stack: Vec<Node<SEATS>>,
    /// Positions to try of the depth-first nodes on the current path.
    pub(super) candidates: Vec<Candidate<SEATS>>,
    /// Nodes to visit before looking at the limits again.
    allowance: u64,
    /// Nodes visited since the watch was last told.
    uncounted: u64,
    /// Nodes visited in all.
    visited: u64,
    /// Nodes this search may still visit, beyond the allowance.
    left: u64,
    stopped: bool,
}

/// Nodes between two looks at the limits: about a tenth of a millisecond.
const STRIDE: u64 = 64;

/// Moves of one node between two looks: with two packs a node can have tens of thousands.
const MOVES_BEFORE_LOOKING: u32 = 32;

impl<'a, const SEATS: usize> Searcher<'a, SEATS> {
    /// A searcher with nothing remembered but what the table and the memo know.
    pub fn new(shared: Shared<'a>, facts: &'a mut FactsMemo) -> Self {
        let keys = Keys::new(shared.rules);
        Searcher {
            shared,
            keys,
            facts,
            stack: Vec::new(),
            candidates: Vec::new(),
            allowance: 0,
            uncounted: 0,
            visited: 0,
            left: 0,
            stopped: false,
        }
    }

    /// Searches a branch until it is solved, its numbers reach `bounds`, `nodes` are spent, `cancel` is raised or a
    /// limit is reached. Returns the nodes visited.
    pub fn search(&mut self, branch: &mut Branch<SEATS>, bounds: Numbers, nodes: u64, cancel: &AtomicBool) -> u64 {
        let before = self.visited;
        self.begin(nodes);
        let mut root = branch.root;
        self.visit(&mut root, bounds, &mut branch.arena, cancel);
        branch.root = root;
        self.end();
        self.visited - before
    }

    /// A search of at most so many nodes begins.
    pub(super) fn begin(&mut self, nodes: u64) {
        self.left = nodes;
        self.stopped = false;
    }

    /// It has ended: what it has visited is counted.
    pub(super) fn end(&mut self) {
        self.shared.watch.count(std::mem::take(&mut self.uncounted));
        self.allowance = 0;
    }

    /// The replies that matter in a position as branches of their own.
    ///
    /// # Errors
    /// A move that is known to win, or that a limit is reached.
    pub fn replies(
        &mut self,
        position: &Position<SEATS>,
        pool: &Arc<Pool<Node<SEATS>>>,
    ) -> Result<Vec<(Move, Branch<SEATS>)>, Cut> {
        self.stack.clear();
        let mut moves = Vec::new();
        if let ControlFlow::Break(cut) = self.expand(position, |played| moves.push(played)) {
            return Err(cut);
        }
        let branches = self.stack.drain(..).map(|root| Branch::new(root, pool));
        Ok(moves.into_iter().zip(branches).collect())
    }

    /// Does the side to move win? Decided by this worker alone; `None` if a limit is reached.
    pub fn wins(&mut self, position: &Position<SEATS>, pool: &Arc<Pool<Node<SEATS>>>) -> Option<bool> {
        let (mine, theirs) = self.facts_of(position);
        if self.wins_at_sight(position, &mine, &theirs).is_some() {
            return Some(true);
        }
        if let Some(wins) = self.known_to_win(position, &mine, &theirs) {
            return Some(wins);
        }
        let key = self.key_with(position, mine.links | theirs.links);
        let known = self.shared.knowledge.table.probe(key);
        let known = known.unwrap_or(Known { numbers: Numbers { pn: 1, dn: 1 }, work: Work::default() });
        let Known { mut numbers, work } = known;
        if !numbers.is_solved() {
            let root = Node { key, position: *position, numbers, children: Run::EMPTY, work, same_side: true };
            let mut branch = Branch::new(root, pool);
            self.search(&mut branch, Numbers { pn: INFINITE, dn: INFINITE }, u64::MAX, &AtomicBool::new(false));
            numbers = branch.numbers();
        }
        numbers.is_solved().then_some(numbers.pn == 0)
    }

    /// How hard a win looks for a side.
    pub fn hardness(&mut self, position: &Position<SEATS>, side: Side) -> u32 {
        let (mine, theirs) = self.facts_of(position);
        let numbers = evaluate(&mine, &theirs, position.trick().map(|trick| trick.shape));
        if position.side_to_move() == side { numbers.pn } else { numbers.dn }
    }

    /// Visits a node: searches below it until its numbers reach the bounds.
    fn visit(&mut self, node: &mut Node<SEATS>, bounds: Numbers, arena: &mut Arena<Node<SEATS>>, cancel: &AtomicBool) {
        self.tick(cancel);
        let before = self.visited;
        let base = self.stack.len();
        match self.children(node, arena, cancel) {
            Children::Decided(numbers) => node.numbers = numbers,
            Children::Open(place) => loop {
                let kept = place.clone();
                let children = match &place {
                    Place::Arena(run) => arena.get_mut(*run),
                    Place::Stack(range) => &mut self.stack[range.clone()],
                };
                let (numbers, best, second) = summary(children);
                node.numbers = numbers;
                if numbers.is_solved() || numbers.pn >= bounds.pn || numbers.dn >= bounds.dn || self.stopped {
                    break;
                }
                let mut child = children[best];
                if let Some(known) = self.shared.knowledge.table.probe(child.key)
                    && known.numbers != child.numbers
                    && (known.numbers.is_solved() || known.work > child.work)
                {
                    (children[best].numbers, children[best].work) = (known.numbers, known.work);
                    continue;
                }
                let loosened = (second as u64 + second as u64 / 4 + 1).min(INFINITE as u64) as u32;
                let room = if bounds.dn == INFINITE { INFINITE } else { bounds.dn - (numbers.dn - child.seen().dn) };
                let limits = Numbers { pn: bounds.pn.min(loosened), dn: room };
                let limits = parent_view(limits, child.same_side);
                self.visit(&mut child, limits, arena, cancel);
                match kept {
                    Place::Arena(run) => arena.get_mut(run)[best] = child,
                    Place::Stack(range) => self.stack[range][best] = child,
                }
            },
        }
        self.stack.truncate(base);
        if node.numbers.is_solved() {
            self.remember_node(node);
        }
        let work = Work::of(self.visited - before);
        node.work = node.work.max(work);
        self.shared.knowledge.table.store(node.key, Known { numbers: node.numbers, work: node.work });
    }

    /// The children of a node, from the arena or generated, unless it can be decided at once.
    fn children(&mut self, node: &mut Node<SEATS>, arena: &mut Arena<Node<SEATS>>, cancel: &AtomicBool) -> Children {
        if !node.children.is_empty() {
            return Children::Open(Place::Arena(node.children));
        }
        if self.is_small(&node.position) {
            let solved = self.solve_small(&node.position, cancel);
            return Children::Decided(solved.map_or(node.numbers, numbers_of));
        }
        let base = self.stack.len();
        match self.expand(&node.position, |_| {}) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(Cut::Wins(_)) => return Children::Decided(Numbers::WIN),
            ControlFlow::Break(Cut::Stopped) => {
                self.stopped = true;
                return Children::Decided(node.numbers);
            }
        }
        let kept = if self.shared.techniques.arenas { arena.push(&self.stack[base..]) } else { None };
        match kept {
            Some(run) => {
                self.stack.truncate(base);
                node.children = run;
                Children::Open(Place::Arena(run))
            }
            None => Children::Open(Place::Stack(base..self.stack.len())),
        }
    }

    /// Pushes the children of a node, telling their moves, unless one of these wins.
    fn expand(&mut self, position: &Position<SEATS>, mut tell: impl FnMut(Move)) -> ControlFlow<Cut> {
        let base = self.stack.len();
        let mut tried = 0;
        self.for_each_move(position, Ranks::All, |searcher, played| {
            tried += 1;
            if tried % MOVES_BEFORE_LOOKING == 0 && searcher.shared.watch.expired().is_some() {
                return ControlFlow::Break(Cut::Stopped);
            }
            let length = searcher.stack.len();
            searcher.push(position, played, base)?;
            if searcher.stack.len() > length {
                tell(played);
            }
            ControlFlow::Continue(())
        })
    }

    /// Calls `visit` with each move that need be tried, `kickers` being those that may be left out, until it breaks.
    pub(super) fn for_each_move<B>(
        &mut self,
        position: &Position<SEATS>,
        kickers: Ranks,
        mut visit: impl FnMut(&mut Self, Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let rules = self.shared.rules;
        let order = match self.shared.techniques.kicker_dominance {
            true => kicker_order(position.hand(), kickers, rules),
            false => KickerOrder::default(),
        };
        if position.trick().is_some() {
            visit(self, Move::Pass)?;
        }
        position.for_each_combo(rules, order, |combo| visit(self, Move::Play(combo)))
    }

    /// Pushes the child after a move unless an equivalent one is there or it is known to be lost; breaks if it wins.
    fn push(&mut self, position: &Position<SEATS>, played: Move, base: usize) -> ControlFlow<Cut> {
        let Next::Position(next) = after(position, played, self.shared.rules) else {
            return ControlFlow::Break(Cut::Wins(played));
        };
        let same_side = next.side_to_move() == position.side_to_move();
        let (mine, theirs) = self.facts_of(&next);
        if self.wins_at_sight(&next, &mine, &theirs).is_some() {
            return if same_side { ControlFlow::Break(Cut::Wins(played)) } else { ControlFlow::Continue(()) };
        }
        let key = self.key_with(&next, mine.links | theirs.links);
        if self.stack[base..].iter().any(|child| child.key == key) {
            return ControlFlow::Continue(());
        }
        let known = self.shared.knowledge.table.probe(key);
        let solved = match known {
            Some(known) if known.numbers.is_solved() => None,
            _ => self.known_to_win(&next, &mine, &theirs),
        };
        let (numbers, work) = match known {
            _ if let Some(wins) = solved => (numbers_of(wins), Work::default()),
            Some(known) => (known.numbers, known.work),
            None if self.shared.techniques.evaluation => {
                (evaluate(&mine, &theirs, next.trick().map(|trick| trick.shape)), Work::default())
            }
            None => (Numbers { pn: 1, dn: 1 }, Work::default()),
        };
        let node = Node { key, position: next, numbers, children: Run::EMPTY, work, same_side };
        match node.seen() {
            Numbers { pn: 0, .. } => return ControlFlow::Break(Cut::Wins(played)),
            Numbers { dn: 0, .. } => {}
            _ => self.stack.push(node),
        }
        ControlFlow::Continue(())
    }

    /// The facts about the hand to move and the other side's; with three hands the stronger-looking of that side.
    pub(super) fn facts_of(&mut self, position: &Position<SEATS>) -> (Facts, Facts) {
        let mine = self.facts.of(position.hand());
        let side = position.side_to_move();
        let seats = (0..SEATS).filter(|&seat| Position::<SEATS>::side(seat) != side);
        let theirs = seats.map(|seat| self.facts.of(position.hands()[seat])).min_by_key(|facts| facts.needed);
        (mine, theirs.unwrap_or(mine))
    }

    /// The key of a position; for two hands the links of both are known.
    pub(super) fn key_with(&self, position: &Position<SEATS>, links: u16) -> Key {
        if SEATS == 2 { self.keys.key_with(position, links) } else { self.keys.key(position) }
    }

    pub(super) fn wins_at_sight(&self, position: &Position<SEATS>, mine: &Facts, theirs: &Facts) -> Option<Win> {
        if SEATS != 2 || !self.shared.techniques.static_wins {
            return None;
        }
        statics::wins(mine, theirs, position.trick().map(|trick| trick.shape), self.shared.rules)
    }

    pub(super) fn rules(&self) -> &'a Ruleset {
        self.shared.rules
    }

    pub(super) fn techniques(&self) -> Techniques {
        self.shared.techniques
    }

    pub(super) fn uses_frontier(&self) -> bool {
        SEATS == 2 && self.shared.techniques.frontier
    }

    /// What beats the trick.
    pub(super) fn threshold(&self, position: &Position<SEATS>) -> Option<Threshold> {
        position.trick().map(|trick| self.keys.threshold(position, trick.shape, trick.owner as usize))
    }

    pub(super) fn measured(&self, position: &Position<SEATS>, mover: &Facts, other: &Facts) -> Measured {
        let threshold = self.threshold(position);
        let (structure, strength) = strength::of(&mover.layout, &other.layout, threshold);
        Measured { threshold, structure, strength }
    }

    /// Whether the frontier says that the side to move wins, and by which entry.
    pub(super) fn recall(&self, measured: &Measured) -> Option<(bool, Strength)> {
        self.shared.knowledge.frontier.probe(&measured.structure, &measured.strength)
    }

    /// Tells the frontier.
    pub(super) fn remember(&self, structure: &Structure, strength: &Strength, wins: bool) {
        self.shared.knowledge.frontier.store(structure, strength, wins);
    }

    /// Does the frontier know whether the side to move wins?
    fn known_to_win(&self, position: &Position<SEATS>, mine: &Facts, theirs: &Facts) -> Option<bool> {
        let recalled = self.uses_frontier().then(|| self.recall(&self.measured(position, mine, theirs)));
        recalled.flatten().map(|(wins, _)| wins)
    }

    /// Adds a solved node to the frontier, with all that is true of it: the search does not tell what its value rests on.
    fn remember_node(&mut self, node: &Node<SEATS>) {
        if self.uses_frontier() && !self.is_small(&node.position) {
            let (mine, theirs) = self.facts_of(&node.position);
            let Measured { structure, strength, .. } = self.measured(&node.position, &mine, &theirs);
            self.remember(&structure, &strength, node.numbers.pn == 0);
        }
    }

    /// Nodes visited in all.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Is it time to end?
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Counts a node and now and then looks at the limits.
    pub(super) fn tick(&mut self, cancel: &AtomicBool) {
        if self.allowance == 0 {
            self.shared.watch.count(std::mem::take(&mut self.uncounted));
            self.allowance = self.shared.watch.allowance(STRIDE.min(self.left));
            self.left -= self.allowance;
            if self.allowance == 0 || cancel.load(Ordering::Relaxed) || self.shared.watch.expired().is_some() {
                self.stopped = true;
                self.allowance = 1;
            }
        }
        self.allowance -= 1;
        self.uncounted += 1;
        self.visited += 1;
    }
}

/// The numbers of a solved position.
fn numbers_of(wins: bool) -> Numbers {
    if wins { Numbers::WIN } else { Numbers::LOSS }
}

/// The numbers of a node with these children, its best child and the second-best proof number.
fn summary<const SEATS: usize>(children: &[Node<SEATS>]) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u64);
    for (index, child) in children.iter().enumerate() {
        let Numbers { pn, dn } = child.seen();
        sum += dn as u64;
        if pn < least {
            (best, least, second) = (index, pn, least);
        } else if pn < second {
            second = pn;
        }
    }
    let dn = if least == 0 { INFINITE } else { sum.min(INFINITE as u64 - 1) as u32 };
    (Numbers { pn: least, dn }, best, second)
}
