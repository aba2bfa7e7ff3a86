//! Simple players: each prefers moves by a habit, and none looks ahead.
//!
//! If such a player wins, the puzzle is easy. So these are the habits that people really have:
//!
//! | habit | leads | answers |
//! |---|---|---|
//! | [`Habit::Longest`] | the most cards, of these the lowest | as low as it can, with a bomb if it must |
//! | [`Habit::Lowest`] | what contains its lowest card, as long as possible | as low as it can; passes before it bombs |
//! | [`Habit::Careful`] | what breaks nothing, the most cards, of these the lowest | as low as it can without breaking anything; else it passes |
//!
//! All play their last cards when they can.

use super::first_moves::cards_of;
use super::looks::{Looks, is_bomb};
use canju_engine::rules::{Move, Position};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// What a simple player prefers.
///
/// ```
/// use canju::grade::Habit;
/// assert_eq!(Habit::ALL.map(Habit::name), ["longest", "lowest", "careful"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Habit {
    /// The longest combination first.
    Longest,
    /// The lowest card first.
    Lowest,
    /// Never breaks a chain, a trio or a bomb.
    Careful,
}

impl Habit {
    /// All of them.
    pub const ALL: [Habit; 3] = [Habit::Longest, Habit::Lowest, Habit::Careful];

    /// `longest`, `lowest` or `careful`.
    pub const fn name(self) -> &'static str {
        match self {
            Habit::Longest => "longest",
            Habit::Lowest => "lowest",
            Habit::Careful => "careful",
        }
    }

    /// All moves of a position that is not over, the one that the habit prefers first.
    pub(super) fn ranked(self, position: &Position, looks: &mut Looks) -> Vec<Move> {
        let moves = position.moves();
        let hand = position.hand();
        let leads = !position.has_trick();
        let lowest = hand.ranks().lowest();
        let last = position.finishing_move();
        let mut key = |&played: &Move| {
            let Move::Play(combo) = played else { return (false, 2, 0, 0, 0) };
            let (bomb, cards) = (is_bomb(played), cards_of(played));
            let with_lowest = lowest.is_some_and(|rank| cards.count(rank) > 0);
            let breaks = looks.breaks(hand, played);
            // A pass is in class 2.
            let class = match self {
                Habit::Longest if bomb => 1,
                Habit::Longest => 0,
                Habit::Lowest if bomb => 3,
                Habit::Lowest if leads && !with_lowest => 1,
                Habit::Lowest => 0,
                Habit::Careful if breaks > 0 => 4 + breaks,
                Habit::Careful if bomb => 3,
                Habit::Careful => 0,
            };
            // Of answers the lowest; they are all equally long but for bombs.
            let fewer = u32::MAX - cards.len();
            (Some(played) != last, class, fewer, combo.shape.rank.index(), cards.bits())
        };
        // A heap takes far less code in the module for the web than a sort.
        let places = moves.iter().enumerate().map(|(place, played)| Reverse((key(played), place)));
        let mut heap: BinaryHeap<_> = places.collect();
        std::iter::from_fn(|| heap.pop()).map(|Reverse((_, place))| moves[place]).collect()
    }
}

impl fmt::Display for Habit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
