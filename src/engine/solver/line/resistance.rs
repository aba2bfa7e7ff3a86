//! The losing side's move in a line of play. All its moves lose, so this file chooses the one that resists most.
//!
//! 1. In a small position it is the move that keeps the game longest, if the winner then ends the game as soon as it can
//!    (`shortest.rs`).
//! 2. If that takes more than [`Tuning::line_nodes`](crate::Tuning::line_nodes) nodes, it is the move that leaves the
//!    winner the fewest winning replies. Replies are counted move by move, so kickers count too. If the other farmer of the
//!    losing side is next, the count after its best move counts.
//! 3. If that takes more nodes than these, too, it is the best of the moves counted so far. The moves after which the win
//!    looks hardest to the evaluation are counted first.
//!
//! This order by the evaluation also decides among equal moves. If the evaluation is equal too, the last move is taken:
//! `pass` comes last and keeps cards.
//!
//! Where the search is short, as in a batch, this costs more than the search: for small deals fifteen times as many instructions
//! as lines by the evaluation alone, which is [`Resistance::Quick`]. Lengths are searched in positions of up to
//! [`Tuning::length_cards`](crate::Tuning::length_cards) cards, since with more they are seldom found in time. Figures:
//! `benches/history.md`, "Lines of play".

use super::length::{CountedSuccessor, Lengths, Spent};
use crate::rules::{Move, Ruleset, Side, State};
use crate::search::Searcher;
use crate::solver::ranking::sort_greatest_first;
use crate::solver::workers::Resources;
use crate::tables::Key;
use rustc_hash::FxHashMap;

/// How much work a line of play may take.
///
/// ```
/// use canju::{Position, Resistance, Solver, Task, Verdict};
/// let position: Position = "346999Q2 | 34JAAD".parse()?;
/// let task = Task { resistance: Resistance::Quick, ..Task::default() };
/// let report = Solver::default().solve(&position, &task);
/// assert!(report.verdict() == Verdict::Win && !report.line().is_empty());
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Resistance {
    /// The losing side plays the move after which the win looks hardest to the evaluation. This costs next to nothing.
    Quick,
    /// The losing side plays the move that keeps the game longest. If that takes too much work to find, it plays the move
    /// that leaves the winner the fewest winning replies. A line takes some milliseconds, for full hands up to some tenths
    /// of a second.
    #[default]
    Best,
}

/// The losing side's move that leaves the winner the fewest winning replies.
pub fn fewest_replies<const SEATS: usize>(
    position: &State<SEATS>,
    winner: Side,
    resources: &mut Resources<SEATS>,
) -> Option<Move> {
    let budget = resources.shared.budget.aside(resources.shared.tuning.line_nodes);
    let mut counter =
        Counter { lengths: Lengths::new(resources, &budget, winner), winner, known: FxHashMap::default() };
    let moves = ranked(position, &mut counter.lengths);
    let (mut best, mut fewest) = (moves.first().copied(), u32::MAX);
    for played in moves {
        match counter.replies(&position.play(played), fewest) {
            Ok(replies) if replies < fewest => (best, fewest) = (Some(played), replies),
            Ok(_) => {}
            Err(Spent) => break,
        }
    }
    best
}

/// The losing side's move after which the win looks hardest.
pub fn hardest_looking<const SEATS: usize>(
    position: &State<SEATS>,
    winner: Side,
    rules: &Ruleset,
    searcher: &mut Searcher<SEATS>,
) -> Option<Move> {
    // `max_by_key` takes the last of equals: `pass` comes last and keeps cards.
    position.moves(rules).into_iter().max_by_key(|played| searcher.hardness(&position.play(*played), winner))
}

/// All moves. Those after which the win looks hardest come first; among equals the last move of the list comes first.
pub fn ranked<const SEATS: usize>(position: &State<SEATS>, lengths: &mut Lengths<SEATS>) -> Vec<Move> {
    let mut moves = position.moves(lengths.rules());
    moves.reverse();
    sort_greatest_first(&mut moves, |played| lengths.hardness(position, played));
    moves
}

/// Counts winning replies.
struct Counter<'a, const SEATS: usize> {
    lengths: Lengths<'a, SEATS>,
    winner: Side,
    /// By key: does the winner still win?
    known: FxHashMap<Key, bool>,
}

impl<const SEATS: usize> Counter<'_, SEATS> {
    /// How many winning replies the winner has in a position that it wins. The count stops at `enough`.
    fn replies(&mut self, position: &State<SEATS>, enough: u32) -> Result<u32, Spent> {
        let moves = position.moves(self.lengths.rules());
        if position.side_to_move() != self.winner {
            let mut fewest = enough;
            for played in moves {
                fewest = fewest.min(self.replies(&position.play(played), fewest)?);
            }
            return Ok(fewest);
        }
        let mut winning = 0;
        for played in moves {
            winning += self.keeps_win(position, played)? as u32;
            if winning >= enough {
                break;
            }
        }
        Ok(winning)
    }

    fn keeps_win(&mut self, position: &State<SEATS>, played: Move) -> Result<bool, Spent> {
        let CountedSuccessor::State { position, key, .. } = self.lengths.counted_successor(position, played) else {
            return Ok(true);
        };
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let won = self.lengths.is_won(&position)?;
        self.known.insert(key, won);
        Ok(won)
    }
}
