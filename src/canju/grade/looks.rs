//! How a move looks to a player who plans but does not calculate.
//!
//! A player puts its hand into groups that it will play one by one: the fewer, the better ([`canju_engine::search`] calls
//! that number *hands needed*). A move **looks good** if it sheds one of these groups and breaks none: the rest needs one
//! combination less. That is exact, needs no taste, and agrees with how players talk (手数). A pass looks good only where
//! every answer breaks something. A bomb that is played on a lead never looks good while anything else does: nobody leads
//! one.

use super::first_moves::cards_of;
use canju_engine::rules::{Hand, Kind, Move, Position, Ruleset};
use canju_engine::search::HandsNeeded;
use canju_engine::tuning::Tuning;

/// Judges moves by their looks, under one rule set.
pub struct Looks {
    needed: HandsNeeded,
    rules: Ruleset,
}

impl Looks {
    /// Under these rules.
    pub fn new(rules: &Ruleset) -> Looks {
        // A small memo: it is made anew for other rules, and a grade meets few hands.
        let tuning = Tuning { log2_needed: 10, ..Tuning::DEFAULT };
        Looks { needed: HandsNeeded::new(rules, &tuning), rules: *rules }
    }

    /// For these rules.
    pub fn set_rules(&mut self, rules: &Ruleset) {
        if self.rules != *rules {
            self.rules = *rules;
            self.needed.set_rules(rules);
        }
    }

    /// The least number of combinations that shed a hand, as the search guesses it.
    pub fn needed(&mut self, hand: Hand) -> u8 {
        self.needed.of(hand)
    }

    /// How many combinations a move adds to those that the hand needs: 0 for a play that breaks nothing, 1 for a pass.
    pub fn breaks(&mut self, hand: Hand, played: Move) -> u8 {
        let rest = self.needed.of(hand.minus(cards_of(played)));
        (rest + 1).saturating_sub(self.needed.of(hand))
    }

    /// Which of these moves, all that there are, look good?
    pub fn good(&mut self, position: &Position, moves: &[Move]) -> Vec<bool> {
        let hand = position.hand();
        let sheds: Vec<bool> =
            moves.iter().map(|&played| played != Move::Pass && self.breaks(hand, played) == 0).collect();
        let plain = |&(played, sheds): &(&Move, &bool)| *sheds && !is_bomb(*played);
        if !position.has_trick() && moves.iter().zip(&sheds).any(|both| plain(&both)) {
            return moves.iter().zip(&sheds).map(|both| plain(&both)).collect();
        }
        let none = sheds.iter().all(|&sheds| !sheds);
        moves.iter().zip(sheds).map(|(&played, sheds)| sheds || (none && played == Move::Pass)).collect()
    }
}

/// Is it a bomb or the rocket?
pub fn is_bomb(played: Move) -> bool {
    played.combo().is_some_and(|combo| matches!(combo.shape.kind, Kind::Bomb | Kind::Rocket))
}
