//! Which of its moves, all of them losing, the losing side plays.
//!
//! In a small position the one that keeps the game longest, the winner then ending it as soon as it can (see
//! `length.rs`). Where that takes more than [`Tuning::length_nodes`](crate::Tuning::length_nodes) nodes, the one that leaves the winner the fewest winning
//! replies: the most ways to go wrong. Replies are counted move by move, so that kickers count, too; where the losing
//! side's other farmer is next, the count is that after its best move. Where that takes more than [`Tuning::reply_nodes`](crate::Tuning::reply_nodes) nodes it is
//! the best of the moves counted so far, and those after which the win looks hardest to the evaluation come first. Among equals
//! that order decides as well, and among equals of that the last: `pass` comes last and keeps cards.
//!
//! That costs more than the search where this is short, as in a batch: 20,000 deals of 8 + 8 cards with one thread take
//! 32.8 billion instructions with lines by the evaluation alone, which is [`Resistance::Quick`], and 484 billion with
//! these. A single puzzle's line takes 2 ms in the mean of those that ship, 67 ms in that of deals of 14 + 14 to 20 + 20
//! cards, 0.27 s at most.
//!
//! Lengths are looked for in positions of up to [`Tuning::length_cards`](crate::Tuning::length_cards) cards. In lines from
//! deals of 12 + 12 cards 10,000 nodes find it for all positions of up to 15 cards, 59 % of those of 16, 47 % of 18, 20 % of 20,
//! 3 % of 22; in lines from 8 + 8 cards for 88 % of those of 16.

use super::length::{After, Lengths, Spent};
use crate::rules::{Move, Position, Ruleset, Side};
use crate::search::Searcher;
use crate::solver::workers::Resources;
use crate::tables::Key;
use rustc_hash::FxHashMap;

/// How much a line of play may cost.
///
/// ```
/// use canju::{Options, Resistance, Solver};
/// let solver = Solver::new(Options { resistance: Resistance::Quick, ..Options::default() });
/// assert_eq!(solver.options().resistance, Resistance::Quick);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Resistance {
    /// The losing side plays the move after which the win looks hardest to the evaluation: costs next to nothing.
    Quick,
    /// It plays the move that keeps the game longest or, where that is too dear, leaves the winner the fewest winning
    /// replies: some milliseconds, for full hands up to some tenths of a second a line.
    #[default]
    Best,
}

/// The whole game from here that the winner ends as soon, and the loser as late as possible; `None` where that is too
/// dear to find.
pub fn exact_game<const SEATS: usize>(
    position: &Position<SEATS>,
    winner: Side,
    resources: &mut Resources<SEATS>,
) -> Option<Vec<Move>> {
    if position.cards() > resources.shared.tuning.length_cards {
        return None;
    }
    let rules = resources.shared.rules;
    let budget = resources.shared.budget.aside(resources.shared.tuning.length_nodes);
    let mut lengths = Lengths::new(resources, &budget, winner);
    let (mut game, mut here) = (Vec::new(), *position);
    while here.winner().is_none() {
        let played = if here.can_play(rules) { exact_move(&here, winner, &mut lengths).ok()? } else { Move::Pass };
        game.push(played);
        here = here.play(played);
    }
    Some(game)
}

/// The winner's quickest move, or the loser's that keeps the game longest.
fn exact_move<const SEATS: usize>(
    here: &Position<SEATS>,
    winner: Side,
    lengths: &mut Lengths<SEATS>,
) -> Result<Move, Spent> {
    let length = lengths.length(here)?;
    let hurries = here.side_to_move() == winner;
    let moves = if hurries { here.moves(lengths.rules()) } else { ranked(here, lengths) };
    for played in moves {
        let fits = match lengths.after(here, played) {
            After::Over => hurries,
            After::Goes { position, key, plies } if hurries => {
                plies < length && lengths.is_won(&position)? && lengths.within(&position, key, length - plies)?
            }
            After::Goes { position, key, plies } => {
                plies + 1 >= length || !lengths.within(&position, key, length - plies - 1)?
            }
        };
        if fits {
            return Ok(played);
        }
    }
    Err(Spent)
}

/// The losing side's move that leaves the winner the fewest winning replies.
pub fn fewest_replies<const SEATS: usize>(
    position: &Position<SEATS>,
    winner: Side,
    resources: &mut Resources<SEATS>,
) -> Option<Move> {
    let budget = resources.shared.budget.aside(resources.shared.tuning.reply_nodes);
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
    position: &Position<SEATS>,
    winner: Side,
    rules: &Ruleset,
    searcher: &mut Searcher<SEATS>,
) -> Option<Move> {
    // The last of the hardest: `pass` comes last and keeps cards.
    position
        .moves(rules)
        .into_iter()
        .max_by_key(|played| searcher.guessed_proof_number(&position.play(*played), winner))
}

/// The moves, those after which the win looks hardest first, of equals the last first.
fn ranked<const SEATS: usize>(position: &Position<SEATS>, lengths: &mut Lengths<SEATS>) -> Vec<Move> {
    let mut moves = position.moves(lengths.rules());
    moves.reverse();
    moves.sort_by_cached_key(|&played| std::cmp::Reverse(lengths.guessed_proof_number(position, played)));
    moves
}

/// Counts winning replies.
struct Counter<'a, const SEATS: usize> {
    lengths: Lengths<'a, SEATS>,
    winner: Side,
    /// By position whether the winner still wins.
    known: FxHashMap<Key, bool>,
}

impl<const SEATS: usize> Counter<'_, SEATS> {
    /// The winner's winning replies in a position it wins, those beyond `enough` not counted.
    fn replies(&mut self, position: &Position<SEATS>, enough: u32) -> Result<u32, Spent> {
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

    fn keeps_win(&mut self, position: &Position<SEATS>, played: Move) -> Result<bool, Spent> {
        let After::Goes { position, key, .. } = self.lengths.after(position, played) else { return Ok(true) };
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let won = self.lengths.is_won(&position)?;
        self.known.insert(key, won);
        Ok(won)
    }
}
