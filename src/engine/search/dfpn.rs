//! Depth-first proof-number search (df-pn, Nagai 2002) on canonical keys: the core of the engine.
//!
//! One winning move proves a node, and all moves must be refuted to disprove it. So the node's proof number `pn` is the
//! least of its children's, and its disproof number `dn` is their sum, all in the view of the node's mover
//! ([`ProofNumbers::of_children`]). The search goes down to the child with the least `pn`. It stays below that child until
//! its numbers reach the thresholds at which another child looks better (`thresholds.rs`). Small positions are first tried by the
//! depth-first search (`depth_first.rs`).
//!
//! Numbers come from the transposition table, and for new positions from the evaluation, which each visit corrects
//! (`guess_errors.rs`). A child's result is used at once and never read back from the table. So the search makes progress
//! with a table of any size.
//!
//! **Overcounting.** The game is a graph, not a tree: two children can lead to one position, and the sum counts it twice.
//! Then `dn` is too large, and a branch that is easy to refute is put off. Verdicts stay right, for only the number 0
//! decides. Three things keep the overcounting small:
//!
//! - Children with equal keys are one child.
//! - A position solved below one child also decides stronger or weaker positions below another one, by the partition table.
//! - Many positions where paths meet are small. Most of them are solved depth-first and have no numbers.
//!
//! **Tries.** A new node with few cards is first searched depth-first, for at most
//! [`Tuning::small_nodes`](crate::Tuning::small_nodes) nodes. Most of them are solved in far fewer: half of them in ten.
//! But two in a hundred took half of all nodes while the search of a small position had no end. Now that search is given
//! up, and the node's children are compared as those of any other node. Positions that the try solved are in the partition
//! table. Only a small root is searched depth-first to the end.
//!
//! How many cards are left is a crude measure of how hard a position is. With three hands a larger position is tried
//! depth-first too if it looks easy, that is if its proof number or its disproof number is small when it is first visited. A
//! depth-first node takes a third of the instructions, and its facts are stored at once. This try is given up after
//! [`Tuning::easy_nodes`](crate::Tuning::easy_nodes) nodes. With two hands it gains nothing. Figures: `benches/history.md`,
//! "Depth-first search".

use super::arena::{Arena, PagePool, Run};
use super::branch::{Branch, Node};
use super::context::{Alarm, Context, Lookup, PartitionSlot, SolveContext, Try, outline};
use super::depth_first::DepthFirst;
use super::dominance::DroppedKickers;
use super::evaluate::Guess;
use super::facts::{Facts, FactsMemo};
use super::hardness::hardness;
use super::statistics::Statistics;
use super::successors::{Made, Open, for_each_successor};
use super::thresholds;
use crate::rules::{Move, Side, State};
use crate::tables::{Entry, Key, ProofNumbers, Work};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where the children of a node are.
#[derive(Clone)]
enum Place {
    /// In the arena, for later visits.
    Arena(Run),
    /// On the stack, for this visit only.
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
enum Start {
    /// A limit is reached.
    Stopped,
    /// The depth-first search has solved it, and has stored it in the partition table: does the side to move win?
    Solved(bool),
    /// It is won by this move.
    Won(Move),
    /// Its children.
    Open(Place),
}

/// One worker's search.
pub struct Searcher<'a, const SEATS: usize> {
    context: Context<'a>,
    depth_first: DepthFirst<SEATS>,
    /// Children of nodes on the current path that are not kept in the arena, and of the node being expanded.
    stack: Vec<Node<SEATS>>,
}

impl<'a> SolveContext<'a> {
    /// A searcher for a worker's memo, which is made when it is first needed: of many workers some may never search.
    #[inline]
    pub fn searcher<const SEATS: usize>(self, memo: &'a mut Option<FactsMemo>) -> Searcher<'a, SEATS> {
        Searcher::new(self, memo.get_or_insert_with(|| FactsMemo::new(self.rules, self.tuning)))
    }
}

impl<'a, const SEATS: usize> Searcher<'a, SEATS> {
    /// A searcher for these tables, with this memo of facts.
    #[inline(always)]
    pub fn new(shared: SolveContext<'a>, facts: &'a mut FactsMemo) -> Self {
        Searcher {
            context: Context::new::<SEATS>(shared, facts),
            depth_first: DepthFirst::default(),
            stack: Vec::new(),
        }
    }

    /// Searches a branch until it is solved, its numbers reach the thresholds, `nodes` nodes are visited, `cancel` is
    /// raised or a limit is reached. Its arena has pages of this pool. Returns the number of nodes visited.
    pub fn search(
        &mut self,
        branch: &mut Branch<SEATS>,
        pool: &Arc<PagePool<Node<SEATS>>>,
        thresholds: ProofNumbers,
        nodes: u64,
        cancel: &AtomicBool,
    ) -> u64 {
        let before = self.context.visited;
        self.context.begin(nodes);
        let (root, arena) = branch.parts(pool);
        self.visit(root, thresholds, arena, cancel);
        self.context.end();
        self.context.visited - before
    }

    /// The moves of a position that must be searched, each with a branch of its own.
    ///
    /// # Errors
    /// A move that is known to win, or that a limit is reached.
    pub fn replies(&mut self, position: &State<SEATS>) -> Result<Vec<(Move, Box<Branch<SEATS>>)>, Cut> {
        self.stack.clear();
        let mut moves = Vec::new();
        if let ControlFlow::Break(cut) = self.expand(position, |played| moves.push(played)) {
            return Err(cut);
        }
        let branches = self.stack.drain(..).map(|root| Box::new(Branch::new(root)));
        Ok(moves.into_iter().zip(branches).collect())
    }

    /// What it has counted so far.
    pub fn counts(&self) -> Statistics {
        self.context.lookup.counts
    }

    /// Has a position so few cards that it is decided depth-first?
    pub fn is_small(&self, position: &State<SEATS>) -> bool {
        self.context.lookup.is_small(position)
    }

    /// Rings this alarm, counted from now.
    pub fn set_alarm(&mut self, alarm: Alarm<'a>) {
        self.context.set_alarm(alarm);
    }

    /// Decides a small position depth-first on this thread: `Some(None)` is a loss, `Some(Some(played))` a win by that move. `None`
    /// at a limit, and if `cancel` is raised.
    pub fn decide_small(&mut self, position: &State<SEATS>, cancel: &AtomicBool) -> Option<Option<Move>> {
        self.context.begin(u64::MAX);
        let solved = self.depth_first.solve(&mut self.context, position, u64::MAX, cancel);
        self.context.end();
        solved
    }

    /// The nodes that the network expects a search of the position to take; 0 without the network.
    pub fn expected_nodes(&mut self, position: &State<SEATS>) -> u64 {
        self.guess(position).map_or(0, |guess| guess.nodes())
    }

    /// What the network guesses about a position. `None` without the network.
    pub fn guess(&mut self, position: &State<SEATS>) -> Option<Guess> {
        let has_network = self.context.lookup.shared.techniques.evaluation;
        has_network.then(|| {
            let facts = self.context.facts_of(position);
            self.context.lookup.guess(position, &facts.each_ref())
        })
    }

    /// Does the side to move win? Decided on this thread. `None` at a limit.
    pub fn decide_alone(&mut self, position: &State<SEATS>, pool: &Arc<PagePool<Node<SEATS>>>) -> Option<bool> {
        let facts = self.context.facts_of(position);
        let hands = facts.each_ref();
        if self.context.lookup.static_win(position, &hands).is_some() {
            return Some(true);
        }
        let to_beat = self.context.lookup.to_beat(position, &hands);
        if self.context.lookup.shared.techniques.partition {
            let PartitionSlot { structure, .. } = self.context.lookup.partition_slot_with(position, &hands, to_beat);
            let outline = outline(position, &hands, to_beat);
            if let Some(wins) = self.context.lookup.recall_verdict(&structure, &outline) {
                return Some(wins);
            }
        }
        let key = self.context.lookup.key(position, &hands, to_beat);
        let known = self.context.lookup.probe(key);
        let known = known.unwrap_or(Entry { numbers: ProofNumbers { pn: 1, dn: 1 }, work: Work::default() });
        let Entry { mut numbers, work } = known;
        if !numbers.is_solved() {
            let (position, children, same_side, shape) = (*position, Run::EMPTY, true, None);
            let root = Node { key, position, numbers, children, work, same_side, shape };
            let mut branch = Branch::new(root);
            self.search(&mut branch, pool, thresholds::NONE, u64::MAX, &AtomicBool::new(false));
            numbers = branch.numbers();
        }
        numbers.is_solved().then_some(numbers.pn == 0)
    }

    /// How hard it looks to show that `side` wins.
    pub fn hardness(&mut self, position: &State<SEATS>, side: Side) -> u32 {
        let facts = self.context.facts_of(position);
        hardness(position, &facts.each_ref(), side)
    }

    /// Visits a node: searches below it until its numbers reach the thresholds.
    fn visit(
        &mut self,
        node: &mut Node<SEATS>,
        thresholds: ProofNumbers,
        arena: &mut Arena<Node<SEATS>>,
        cancel: &AtomicBool,
    ) {
        self.context.tick(cancel);
        self.context.lookup.counts.proof_number_nodes += 1;
        let before = self.context.visited;
        let base = self.stack.len();
        let (mut winning, mut is_remembered) = (None, false);
        match self.start(node, arena, cancel) {
            Start::Stopped => {}
            Start::Solved(wins) => {
                node.numbers = numbers_of(wins);
                is_remembered = true;
            }
            Start::Won(played) => {
                node.numbers = ProofNumbers::WIN;
                winning = Some(played);
            }
            Start::Open(place) => loop {
                let kept = place.clone();
                let children = match &place {
                    Place::Arena(run) => arena.get_mut(*run),
                    Place::Stack(range) => &mut self.stack[range.clone()],
                };
                // 1. The node's numbers follow from its children's numbers as they are now. If the node is solved, nothing
                //    is left to do. If a number reaches its threshold, another child of the parent looks better.
                let found = ProofNumbers::of_children(children.iter().map(Node::seen));
                node.numbers = found.numbers;
                let passed = found.numbers.pn >= thresholds.pn || found.numbers.dn >= thresholds.dn;
                if found.numbers.is_solved() || passed || self.context.stopped {
                    winning = (node.numbers.pn == 0).then(|| children[found.best].played(&node.position));
                    break;
                }
                // 2. The child with the least proof number is searched next. If the table knows more about it than the copy
                //    here, the copy is updated. The choice may then be another one, so the loop starts again.
                let mut child = children[found.best];
                if let Some(known) = self.context.lookup.probe(child.key)
                    && known.numbers != child.numbers
                    && (known.numbers.is_solved() || known.work > child.work)
                {
                    (children[found.best].numbers, children[found.best].work) = (known.numbers, known.work);
                    continue;
                }
                // 3. The child is searched until it is no longer the best one, or until it brings the node to a threshold.
                //    Its own numbers and thresholds are in the view of its own mover.
                let below = thresholds::of_child(thresholds, found.numbers, child.seen(), found.second);
                let below = below.seen_by_parent(child.same_side);
                self.visit(&mut child, below, arena, cancel);
                // 4. The child as it returned replaces the copy here. So the loop goes on from there, whatever the table
                //    has kept.
                match kept {
                    Place::Arena(run) => arena.get_mut(run)[found.best] = child,
                    Place::Stack(range) => self.stack[range][found.best] = child,
                }
            },
        }
        self.stack.truncate(base);
        if node.numbers.is_solved() && !is_remembered {
            self.remember(node, winning);
        }
        let work = Work::of(self.context.visited - before);
        node.work = node.work.max(work);
        self.learn(node);
        self.context.lookup.store(node.key, Entry { numbers: node.numbers, work: node.work });
    }

    /// The children of a node, from the arena or generated, unless it can be decided at once.
    fn start(&mut self, node: &mut Node<SEATS>, arena: &mut Arena<Node<SEATS>>, cancel: &AtomicBool) -> Start {
        if !node.children.is_empty() {
            return Start::Open(Place::Arena(node.children));
        }
        if let Some(why) = self.context.lookup.reason_to_try(&node.position, node.numbers) {
            if let Some(best) = self.try_depth_first(node, why, cancel) {
                return Start::Solved(best.is_some());
            }
            if self.context.stopped {
                return Start::Stopped;
            }
        }
        let base = self.stack.len();
        match self.expand(&node.position, |_| {}) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(Cut::Wins(played)) => return Start::Won(played),
            ControlFlow::Break(Cut::Stopped) => {
                self.context.stopped = true;
                return Start::Stopped;
            }
        }
        let kept = if self.context.lookup.shared.techniques.arenas { arena.push(&self.stack[base..]) } else { None };
        match kept {
            Some(run) => {
                self.stack.truncate(base);
                node.children = run;
                Start::Open(Place::Arena(run))
            }
            None => {
                self.context.lookup.counts.nodes_not_kept += 1;
                Start::Open(Place::Stack(base..self.stack.len()))
            }
        }
    }

    /// Searches a node depth-first for a few nodes. Its results are kept, even if it is given up. The position counts
    /// twice: as a proof-number node, and as the root of the depth-first search.
    ///
    /// A small node that has been given up and whose children were not kept is tried again each time it is visited. Then it gets as
    /// many nodes as the longest visit so far had: with so little memory that nothing is kept, it is solved at last.
    fn try_depth_first(&mut self, node: &Node<SEATS>, why: Try, cancel: &AtomicBool) -> Option<Option<Move>> {
        let tuning = self.context.lookup.shared.tuning;
        let nodes = match why {
            Try::Small => tuning.small_nodes.max(node.work.nodes()),
            Try::Easy => tuning.easy_nodes,
        };
        let solved = self.depth_first.solve(&mut self.context, &node.position, nodes, cancel);
        let counts = &mut self.context.lookup.counts;
        let (tries, given_up) = match why {
            Try::Small => (&mut counts.small_tries, &mut counts.small_tries_given_up),
            Try::Easy => (&mut counts.easy_tries, &mut counts.easy_tries_given_up),
        };
        *tries += 1;
        *given_up += solved.is_none() as u64;
        solved
    }

    /// Pushes the children of a node and calls `listener` with their moves. Breaks if a move wins or a limit is reached.
    fn expand(&mut self, position: &State<SEATS>, mut listener: impl FnMut(Move)) -> ControlFlow<Cut> {
        let Searcher { context, stack, .. } = self;
        let base = stack.len();
        let facts = context.facts_of(position);
        let (me, hands) = (position.to_move(), facts.each_ref());
        let mut tried = 0;
        for_each_successor(context, position, &hands, DroppedKickers::All, places, |context, played, made| {
            let lookup = &mut context.lookup;
            tried += 1;
            if tried % lookup.shared.tuning.moves_between_looks == 0 && lookup.shared.budget.expired().is_some() {
                return ControlFlow::Break(Cut::Stopped);
            }
            let open = match made {
                Made::Won | Made::StaticWin(_, _, true) => return ControlFlow::Break(Cut::Wins(played)),
                Made::Missed | Made::StaticWin(..) => return ControlFlow::Continue(()),
                Made::Open(open) => open,
            };
            if stack[base..].iter().any(|child| child.key == open.places.key) {
                lookup.counts.equal_moves += 1;
                return ControlFlow::Continue(());
            }
            let hands = context.facts.after_move(&hands, me, open.position.hands()[me]);
            let child = child(lookup, &open, &hands, played);
            match child.seen() {
                ProofNumbers { pn: 0, .. } => return ControlFlow::Break(Cut::Wins(played)),
                ProofNumbers { dn: 0, .. } => {}
                _ => {
                    stack.push(child);
                    listener(played);
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Compares what was found out about a node with the evaluation's guess.
    fn learn(&mut self, node: &Node<SEATS>) {
        let techniques = self.context.lookup.shared.techniques;
        if techniques.evaluation && techniques.corrections {
            let facts = self.context.facts_of(&node.position);
            self.context.lookup.learn(&node.position, &facts.each_ref(), node.numbers, node.work);
        }
    }

    /// Stores a solved node in the partition table. `winning` is a move that wins, if there is one and it is known.
    fn remember(&mut self, node: &Node<SEATS>, winning: Option<Move>) {
        if self.context.lookup.shared.techniques.partition {
            self.depth_first.remember(&mut self.context, &node.position, node.numbers.pn == 0, winning);
        }
    }
}

/// Where a position is looked up.
struct Places {
    key: Key,
    /// With the partition table only.
    slot: Option<PartitionSlot>,
}

fn places<const SEATS: usize>(lookup: &Lookup<'_>, next: &State<SEATS>, hands: &[&Facts; SEATS]) -> Places {
    let to_beat = lookup.to_beat(next, hands);
    let key = lookup.key(next, hands, to_beat);
    lookup.shared.tables.transposition.prefetch(key);
    let slot = lookup.shared.techniques.partition.then(|| lookup.partition_slot_with(next, hands, to_beat));
    Places { key, slot }
}

/// The child for a position with these hands, after this move: with the numbers that are known, or those that a new position has.
fn child<const SEATS: usize>(
    lookup: &mut Lookup<'_>,
    open: &Open<Places, SEATS>,
    hands: &[&Facts; SEATS],
    played: Move,
) -> Node<SEATS> {
    let &Open { position, same_side, places: Places { key, ref slot } } = open;
    let known = lookup.probe(key);
    let solved = match known {
        Some(known) if known.numbers.is_solved() => None,
        _ => slot.as_ref().and_then(|&PartitionSlot { to_beat, ref structure }| {
            lookup.recall_verdict(structure, &outline(&position, hands, to_beat))
        }),
    };
    let (numbers, work) = match (solved, known) {
        (Some(wins), _) => (numbers_of(wins), Work::default()),
        (None, Some(known)) => (known.numbers, known.work),
        (None, None) => (lookup.evaluate(&position, hands), Work::default()),
    };
    let shape = played.combo().map(|combo| combo.shape);
    Node { key, position, numbers, children: Run::EMPTY, work, same_side, shape }
}

/// The numbers of a solved position.
fn numbers_of(wins: bool) -> ProofNumbers {
    if wins { ProofNumbers::WIN } else { ProofNumbers::LOSS }
}
