//! The first moves of a position as a player sees them: sets of cards, each with its exact verdict.
//!
//! For a player an answer is the cards on the table. So two kinds that one set of cards can be (`333444555666`) are one
//! answer, which wins if either does; two kickers that lead to the same thing are two.

use super::Undecided;
use canju_engine::rules::{Hand, Move, Position, Side};
use canju_engine::search::Verdict;
use canju_engine::solver::Consultation;

/// A set of cards that may be played first, and whether it wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The move: if there are several with these cards, a winning one if possible.
    pub played: Move,
    /// Does it win?
    pub wins: bool,
}

/// The cards of a move; none for a pass.
pub fn cards_of(played: Move) -> Hand {
    played.combo().map_or(Hand::EMPTY, |combo| combo.cards)
}

/// Does this side win from here?
///
/// # Errors
/// If a limit is reached.
pub fn wins_for(asked: &mut Consultation<'_>, position: &Position, side: Side) -> Result<bool, Undecided> {
    if let Some(winner) = position.winner() {
        return Ok(winner == side);
    }
    match asked.decide(position).0 {
        Verdict::Unknown(reason) => Err(Undecided(reason)),
        verdict => Ok((verdict == Verdict::Win) == (position.side_to_move() == side)),
    }
}

/// All first moves, each set of cards once, in the order of [`Position::moves`]. Stops as soon as more than `most` of them win.
///
/// # Errors
/// If a limit is reached.
pub fn first_moves(
    asked: &mut Consultation<'_>,
    position: &Position,
    most: usize,
) -> Result<Vec<FirstMove>, Undecided> {
    let side = position.side_to_move();
    let mut found: Vec<FirstMove> = Vec::new();
    let mut winning = 0;
    for played in position.moves() {
        let cards = cards_of(played);
        let same = found.iter_mut().find(|other| cards_of(other.played) == cards);
        if same.as_ref().is_some_and(|same| same.wins) {
            continue;
        }
        let wins = wins_for(asked, &position.after(played), side)?;
        match same {
            Some(same) if wins => *same = FirstMove { played, wins },
            Some(_) => {}
            None => found.push(FirstMove { played, wins }),
        }
        winning += wins as usize;
        if winning > most {
            break;
        }
    }
    Ok(found)
}
