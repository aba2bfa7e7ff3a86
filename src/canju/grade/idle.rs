//! Cards that do not matter: one may be taken away, and nothing changes.
//!
//! A card matters if without it the verdict, or what wins, or what wins as many points, is another one. A puzzle in which every card
//! matters is *minimal*: nothing in it is there only to look busy. A hand's only card always matters.

use super::Undecided;
use super::aim::Aim;
use super::first_moves::{cards_of, first_moves};
use canju_engine::rules::{Hand, Move, Position, Rank};
use canju_engine::solver::Consultation;

/// A card that does not matter. Equal cards of one hand are one.
///
/// ```
/// use canju::{Limits, StopFlag, grade::Grader};
/// let grade = Grader::new(Limits::default(), StopFlag::default()).grade(&"335 | 4A".parse()?)?;
/// let idle: Vec<_> = grade.idle.iter().map(|card| (card.seat, card.rank.symbol())).collect();
/// assert_eq!(idle, [(0, '5'), (1, '4')]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IdleCard {
    /// The hand that holds it, counted from 0.
    pub seat: usize,
    /// The card.
    pub rank: Rank,
}

/// The cards that do not matter, hand by hand, lowest first. `winning` are the position's winning first moves, empty if it
/// is lost.
///
/// # Errors
/// If a limit is reached.
pub fn idle_cards(
    asked: &mut Consultation<'_>,
    position: &Position,
    aim: Aim,
    winning: &[Move],
) -> Result<Vec<IdleCard>, Undecided> {
    let mut found = Vec::new();
    for (seat, hand) in position.hands().iter().enumerate() {
        for rank in hand.ranks() {
            let mut hands = position.hands().to_vec();
            hands[seat] = hand.minus(Hand::of(rank, 1));
            // Without its only card a hand is no hand.
            let Ok(less) = position.with_hands(&hands) else { continue };
            if is_same(asked, &less, aim, winning)? {
                found.push(IdleCard { seat, rank });
            }
        }
    }
    Ok(found)
}

/// Have these hands the same verdict and the same winning moves?
fn is_same(asked: &mut Consultation<'_>, position: &Position, aim: Aim, winning: &[Move]) -> Result<bool, Undecided> {
    // The known moves first: mostly one of them is gone or no longer wins, and the others need not be looked at.
    for &played in winning {
        let Ok(next) = position.play(played) else { return Ok(false) };
        if !aim.is_reached(asked, &next)? {
            return Ok(false);
        }
    }
    let found = first_moves(asked, position, aim, winning.len())?;
    let wins: Vec<Hand> = found.iter().filter(|first| first.wins).map(|first| cards_of(first.played)).collect();
    Ok(wins.len() == winning.len() && winning.iter().all(|&played| wins.contains(&cards_of(played))))
}
