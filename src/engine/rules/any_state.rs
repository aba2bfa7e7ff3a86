//! States of two or three hands: the part of the public [`Position`](super::Position) without its rules.

use super::hand::Hand;
use super::state::{Side, State, Trick};
use std::any::Any;

/// The state of a game of two or of three hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyState {
    /// First and second player.
    Two(State<2>),
    /// Landlord and two farmers.
    Three(State<3>),
}

/// Does the same with a state of two hands and with one of three.
macro_rules! with_state {
    ($any:expr, $state:ident => $does:expr) => {
        match $any {
            $crate::rules::AnyState::Two($state) => $does,
            $crate::rules::AnyState::Three($state) => $does,
        }
    };
}
pub(crate) use with_state;

impl<const SEATS: usize> From<State<SEATS>> for AnyState {
    fn from(state: State<SEATS>) -> AnyState {
        let state: &dyn Any = &state;
        let two = state.downcast_ref().copied().map(AnyState::Two);
        two.or_else(|| state.downcast_ref().copied().map(AnyState::Three)).expect("two or three hands")
    }
}

impl AnyState {
    /// The side that has won, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        with_state!(self, state => state.winner())
    }

    /// The hands in seat order.
    pub fn hands(&self) -> &[Hand] {
        with_state!(self, state => state.hands())
    }

    /// The seat whose turn it is.
    pub fn to_move(&self) -> usize {
        with_state!(self, state => state.to_move())
    }

    /// What must be answered; `None` on the lead.
    pub fn trick(&self) -> Option<Trick> {
        with_state!(self, state => state.trick())
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        with_state!(self, state => state.side_to_move())
    }
}
