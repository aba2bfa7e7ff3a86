//! The first moves of a position as a player sees them: sets of cards, each with its exact verdict.
//!
//! For a player an answer is the cards on the table. So two kinds that one set of cards can be (`333444555666`) are one
//! answer, which wins if either does; two kickers that lead to the same thing are two.

use super::Undecided;
use super::aim::Aim;
use canju_engine::rules::{Hand, Move, Position};
use canju_engine::solver::Consultation;

/// A set of cards that may be played first, and whether it wins what its player is after.
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

/// All first moves, each set of cards once, in the order of [`Position::moves`], for an aim of the side to move. Stops as soon as more than
/// `most` of them win.
///
/// # Errors
/// If a limit is reached.
pub fn first_moves(
    asked: &mut Consultation<'_>,
    position: &Position,
    aim: Aim,
    most: usize,
) -> Result<Vec<FirstMove>, Undecided> {
    let mut found: Vec<FirstMove> = Vec::new();
    let mut winning = 0;
    for played in position.moves() {
        let cards = cards_of(played);
        let same = found.iter_mut().find(|other| cards_of(other.played) == cards);
        if same.as_ref().is_some_and(|same| same.wins) {
            continue;
        }
        let wins = aim.is_reached(asked, &position.after(played))?;
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
