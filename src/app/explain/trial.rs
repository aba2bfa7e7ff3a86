//! The data for *try it first*, where the reader plays the winner's side and the page answers for the loser: every possible
//! move, and which ones give the win away.
//!
//! It is the strategy the other way round. There the winner has one move and the loser all; here the loser has one, and the
//! winner all that still win. So it stays small, although nearly every position has several winning moves.

use super::numbers::Numbers;
use super::strategy::{First, Leads, LimitReached, NODE_BYTES, Open, PageNode, SMALL, moves_of};
use canju_engine::rules::{AnyState, Move, Position, Side};
use canju_engine::search::Verdict;
use canju_engine::solver::Consultation;
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;

/// Positions with many cards take long to judge, so at most this many are.
const MOST_LARGE: usize = 12;

/// The games that begin with a winning move. In the nodes, [`PageNode::Answer`] is what the page plays for the loser,
/// [`PageNode::Replies`] is what the reader can play, and [`Leads::Unknown`] is where a move leads that gives the win away.
#[derive(Default, Debug)]
pub struct Trial {
    /// The positions.
    pub nodes: Vec<PageNode>,
    /// Where each first move leads.
    pub first: Vec<Leads>,
}

impl Trial {
    /// Unfolds what follows from the first moves that win, as long as the page takes less than `budget` bytes.
    pub fn unfold(
        position: &Position,
        first: &[First],
        budget: usize,
        numbers: &mut Numbers,
        asked: &mut Consultation<'_>,
    ) -> Trial {
        let reader = position.side_to_move();
        let (ids, open, found) = (FxHashMap::default(), BinaryHeap::new(), Trial::default());
        let mut trying = Trying { asked, numbers, reader, ids, open, found };
        let wins = first.iter().filter(|first| first.wins == Some(true)).count();
        for first in first {
            let next = match first.wins {
                Some(true) => {
                    trying.arrive(position.after(trying.numbers.moves[first.played as usize]), 1.0 / wins as f64)
                }
                _ => Ok(Leads::Unknown),
            };
            trying.found.first.push(next.unwrap_or(Leads::Unknown));
        }
        // The table ends where a limit is reached, or where there is no more room.
        let _ = trying.go_on(budget);
        trying.found
    }
}

struct Trying<'a, 'b> {
    asked: &'a mut Consultation<'b>,
    numbers: &'a mut Numbers,
    reader: Side,
    ids: FxHashMap<AnyState, u32>,
    open: BinaryHeap<Open>,
    found: Trial,
}

impl Trying<'_, '_> {
    /// Judges the reader's moves in one position after the other.
    fn go_on(&mut self, budget: usize) -> Result<(), LimitReached> {
        let mut large = 0;
        while self.numbers.bytes < budget
            && let Some(Open { chance, id, position, .. }) = self.open.pop()
        {
            large += usize::from(position.cards() > SMALL);
            if position.cards() > SMALL && large > MOST_LARGE {
                continue;
            }
            let Some(moves) = moves_of(&position) else { continue };
            let judged: Result<Vec<bool>, LimitReached> =
                moves.iter().map(|&played| self.wins(&position.after(played))).collect();
            let judged = judged?;
            let share = chance / judged.iter().filter(|&&wins| wins).count() as f64;
            let next = moves.iter().zip(judged).map(|(&played, wins)| match wins {
                true => self.arrive(position.after(played), share),
                false => Ok(Leads::Unknown),
            });
            let next = next.collect::<Result<Vec<Leads>, LimitReached>>()?;
            let list = self.numbers.of_list(&moves);
            self.found.nodes[id as usize] = PageNode::Replies(list, next);
        }
        Ok(())
    }

    /// Does the reader still win?
    fn wins(&mut self, position: &Position) -> Result<bool, LimitReached> {
        match self.asked.decide(position).0 {
            Verdict::Unknown(_) => Err(LimitReached),
            verdict => Ok((verdict == Verdict::Win) == (position.side_to_move() == self.reader)),
        }
    }

    /// The node of a position that the reader wins, with the loser's moves up to the reader's next turn.
    fn arrive(&mut self, position: Position, chance: f64) -> Result<Leads, LimitReached> {
        if position.winner().is_some() {
            return Ok(Leads::Over);
        }
        if let Some(&id) = self.ids.get(position.state()) {
            return Ok(Leads::To(id));
        }
        let id = self.found.nodes.len() as u32;
        self.found.nodes.push(PageNode::Cut);
        self.ids.insert(*position.state(), id);
        self.numbers.bytes += NODE_BYTES;
        if position.side_to_move() == self.reader {
            self.open.push(Open { chance, id, position, winner: self.reader });
        } else if let Some(played) = self.resistance(&position)? {
            let next = self.arrive(position.after(played), chance)?;
            self.found.nodes[id as usize] = PageNode::Answer(self.numbers.of_move(played), next);
        }
        Ok(Leads::To(id))
    }

    /// What the loser plays: the move after which the fewest of the reader's moves win, of equals the one that leaves the
    /// reader the least choice. With many cards on the table it goes by the choice alone, for the others take long to judge.
    fn resistance(&mut self, position: &Position) -> Result<Option<Move>, LimitReached> {
        let mut best: Option<((usize, usize), Move)> = None;
        for played in moves_of(position).unwrap_or_default() {
            let after = position.after(played);
            let Some(moves) = moves_of(&after) else { continue };
            let mut winning = 0;
            if position.cards() <= SMALL {
                for &answer in &moves {
                    winning += usize::from(self.wins(&after.after(answer))?);
                    if best.is_some_and(|((least, _), _)| winning > least) {
                        break;
                    }
                }
            }
            if best.is_none_or(|(least, _)| (winning, moves.len()) < least) {
                best = Some(((winning, moves.len()), played));
            }
        }
        Ok(best.map(|(_, played)| played))
    }
}
