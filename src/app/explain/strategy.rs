//! Chooses the positions that a page holds, and the moves in them.
//!
//! Whole strategies of full deals have millions of positions, a page has room for some hundred thousand. So those come
//! first that a loser who plays at random most likely reaches. A reader then sees as many games as possible to their end,
//! and where the loser has little choice the page goes deep. A breadth-first order would end every game of a large deal
//! after the third or fourth reply.
//!
//! A position is stored once, however it is reached. Forced passes are ordinary moves here, because the page shows a game
//! as it is played.

use super::numbers::Numbers;
use canju_engine::rules::{AnyState, Move, Position, Side};
use canju_engine::search::Verdict;
use canju_engine::solver::Consultation;
use rustc_hash::FxHashMap;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// A position with more moves than this is not unfolded: two packs have hands with millions.
pub const MOST_MOVES: usize = 5_000;

/// Bytes that a node takes of the budget; measured on full deals, rounded up.
pub const NODE_BYTES: usize = 3;

/// With at most this many cards left, the winner looks for a move that leaves at most this many replies. Each move tried is a
/// search that the verdict did not need: with more cards these take long. If it began with 20 cards only, the largest page
/// would grow by a half; if it never looked, sevenfold.
pub const SMALL: u32 = 24;
const FEW_REPLIES: usize = 6;

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leads {
    /// To the end of the game: its player has no cards left.
    Over,
    /// To this node.
    To(u32),
    /// Unknown, because a limit was reached.
    Unknown,
}

/// A position of the strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageNode {
    /// The winner is to move and plays the move of this number.
    Answer(u32, Leads),
    /// The loser is to move: a list of moves, by its number, and where each leads.
    Replies(u32, Vec<Leads>),
    /// The loser is to move, and the page ends here.
    Cut,
}

/// A first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct First {
    /// Its number.
    pub played: u32,
    /// Does it win for its player? `None` if a limit was reached.
    pub wins: Option<bool>,
    /// Where it leads.
    pub next: Leads,
}

/// The strategy that a page shows.
#[derive(Debug)]
pub struct Strategy {
    /// The positions.
    pub nodes: Vec<PageNode>,
    /// Every first move, in the order of [`Position::moves`].
    pub first: Vec<First>,
    /// The index of the one found to win.
    pub best: Option<usize>,
}

/// The legal moves, `None` if there are too many for a page.
pub fn moves_of(position: &Position) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    let listener = |played| {
        moves.push(played);
        // `pass` comes last and is not counted, so one more may come.
        if moves.len() > MOST_MOVES && played != Move::Pass {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    position.for_each_move(listener).is_continue().then_some(moves)
}

impl Strategy {
    /// Does it hold an answer to every game the loser can play?
    pub fn is_complete(&self) -> bool {
        !self.nodes.contains(&PageNode::Cut) && self.unjudged() == 0
    }

    /// How many first moves are there of which nobody knows whether they win, or by what?
    pub fn unjudged(&self) -> usize {
        self.first.iter().filter(|first| first.next == Leads::Unknown).count()
    }
}

/// A limit was reached.
pub struct LimitReached;

/// A strategy that is being unfolded.
pub struct Unfolding<'a> {
    /// The positions that have nodes, and who wins them.
    ids: FxHashMap<AnyState, (u32, Side)>,
    /// The nodes not yet unfolded, the likelier first. A node may be here more than once.
    open: BinaryHeap<Open>,
    pub numbers: &'a mut Numbers,
    pub found: Strategy,
}

impl<'a> Unfolding<'a> {
    /// Nothing unfolded yet.
    pub fn new(numbers: &'a mut Numbers) -> Unfolding<'a> {
        let found = Strategy { nodes: Vec::new(), first: Vec::new(), best: None };
        Unfolding { ids: FxHashMap::default(), open: BinaryHeap::new(), numbers, found }
    }

    /// Decides the first move of this number among `moves`, all that there are, and finds the refutation of a losing one. The
    /// moves come in their order. `best` is a winning one, if there is any.
    pub fn begin(
        &mut self,
        asked: &mut Consultation<'_>,
        position: &Position,
        moves: &[Move],
        number: usize,
        best: Option<Move>,
    ) {
        let (played, mover) = (moves[number], position.side_to_move());
        // Half of the page for the move that wins, the other half for all others.
        let share = if best.is_some() { 0.5 / (moves.len() - 1).max(1) as f64 } else { 1.0 / moves.len() as f64 };
        let after = position.after(played);
        let is_best = best == Some(played);
        if is_best {
            self.found.best = Some(number);
        }
        let wins = if best.is_none() { Some(false) } else { wins(asked, &after, mover, is_best) };
        let winner = wins.map(|wins| if wins { mover } else { mover.opponent() });
        let chance = if is_best { 0.5 } else { share };
        let next = winner.and_then(|winner| self.arrive(asked, after, winner, chance).ok()).unwrap_or(Leads::Unknown);
        let played = self.numbers.of_move(played);
        self.found.first.push(First { played, wins, next });
    }

    /// Unfolds one position after the other until all are, the budget is spent or a limit is reached. Tells `watch` how many
    /// there are.
    pub fn go_on(&mut self, asked: &mut Consultation<'_>, budget: usize, watch: &dyn Fn(usize)) {
        while self.numbers.bytes < budget
            && let Some(Open { chance, id, position, winner }) = self.open.pop()
        {
            if self.found.nodes[id as usize] != PageNode::Cut {
                continue;
            }
            let Some(moves) = moves_of(&position) else { continue };
            let share = chance / moves.len() as f64;
            let next = moves.iter().map(|&played| self.arrive(asked, position.after(played), winner, share));
            let Ok(next) = next.collect::<Result<Vec<Leads>, LimitReached>>() else { return };
            let list = self.numbers.of_list(&moves);
            self.found.nodes[id as usize] = PageNode::Replies(list, next);
            watch(self.found.nodes.len());
        }
    }

    /// The node of a position that `winner` wins, with the winner's moves up to the loser's next turn.
    fn arrive(
        &mut self,
        asked: &mut Consultation<'_>,
        position: Position,
        winner: Side,
        chance: f64,
    ) -> Result<Leads, LimitReached> {
        if position.winner().is_some() {
            return Ok(Leads::Over);
        }
        let turn = position.side_to_move() == winner;
        let id = match self.ids.get(position.state()) {
            Some(&(id, _)) => id,
            None => {
                let node = if turn { self.answer(asked, &position, winner, chance)? } else { PageNode::Cut };
                let id = self.found.nodes.len() as u32;
                self.found.nodes.push(node);
                self.ids.insert(*position.state(), (id, winner));
                self.numbers.bytes += NODE_BYTES;
                id
            }
        };
        if !turn {
            self.open.push(Open { chance, id, position, winner });
        }
        Ok(Leads::To(id))
    }

    /// What the winner plays: its last cards if it can, else a move to a position that the page already holds, else one
    /// that leaves the loser few replies, else the solver's move.
    fn answer(
        &mut self,
        asked: &mut Consultation<'_>,
        position: &Position,
        winner: Side,
        chance: f64,
    ) -> Result<PageNode, LimitReached> {
        let moves = moves_of(position).unwrap_or_default();
        let ends = |played: &&Move| position.after(**played).winner().is_some();
        let known =
            |played: &&Move| self.ids.get(position.after(**played).state()).is_some_and(|&(_, side)| side == winner);
        let forced = Some(&moves).filter(|moves| moves.len() == 1).and_then(|moves| moves.first());
        let played = match forced.or_else(|| moves.iter().find(ends)).or_else(|| moves.iter().find(known)) {
            Some(&played) => played,
            None => match self.tight(asked, position, winner, &moves)? {
                Some(played) => played,
                None => asked.decide(position).1.ok_or(LimitReached)?,
            },
        };
        let next = self.arrive(asked, position.after(played), winner, chance)?;
        Ok(PageNode::Answer(self.numbers.of_move(played), next))
    }

    /// The winning move that leaves the loser the fewest replies, if these are few; of equals the one with most cards. A
    /// page gets several times smaller by it, and a reader sees sooner why the loser is lost.
    fn tight(
        &mut self,
        asked: &mut Consultation<'_>,
        position: &Position,
        winner: Side,
        moves: &[Move],
    ) -> Result<Option<Move>, LimitReached> {
        if position.cards() > SMALL {
            return Ok(None);
        }
        let mut few: Vec<(usize, Move)> =
            moves.iter().map(|&played| (self.replies(position, played, winner), played)).collect();
        few.retain(|&(replies, _)| replies <= FEW_REPLIES);
        few.sort_by_key(|&(replies, played)| (replies, Reverse(played.combo().map_or(0, |combo| combo.cards.len()))));
        for (_, played) in few {
            match asked.decide(&position.after(played)).0 {
                Verdict::Loss => return Ok(Some(played)),
                Verdict::Win => {}
                Verdict::Unknown(_) => return Err(LimitReached),
            }
        }
        Ok(None)
    }

    /// The number of replies that a move leaves the loser, counted only as far as it matters. A move that leaves the turn
    /// with the winner's side counts as leaving many.
    fn replies(&self, position: &Position, played: Move, winner: Side) -> usize {
        let after = position.after(played);
        if after.side_to_move() == winner {
            return usize::MAX;
        }
        let mut replies = 0;
        let count = |_| {
            replies += 1;
            if replies > FEW_REPLIES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let _ = after.for_each_move(count);
        replies
    }
}

/// Does the mover win after a first move? `None` if a limit is reached.
fn wins(asked: &mut Consultation<'_>, after: &Position, mover: Side, is_best: bool) -> Option<bool> {
    if is_best || after.winner().is_some() {
        return Some(true);
    }
    match asked.decide(after).0 {
        Verdict::Unknown(_) => None,
        verdict => Some((verdict == Verdict::Win) == (after.side_to_move() == mover)),
    }
}

/// A node to unfold.
pub struct Open {
    /// How likely a player that plays at random gets here.
    pub chance: f64,
    /// The node.
    pub id: u32,
    /// Its position.
    pub position: Position,
    /// The side that wins it.
    pub winner: Side,
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.chance.total_cmp(&other.chance).then(other.id.cmp(&self.id))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Open {}
