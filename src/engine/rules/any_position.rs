//! Hands and positions of two or three seats.

use super::combo::Move;
use super::hand::Hand;
use super::perft::perft;
use super::position::{IllegalMove, Position, Side, Trick};
use super::ruleset::Ruleset;
use std::any::Any;

/// The hands of a puzzle in seat order.
///
/// ```
/// use canju::{puzzle::Hands, rules::parse_cards};
/// let hands = Hands::new(&[parse_cards("K5")?, parse_cards("44Q")?]).unwrap();
/// assert!(matches!(hands, Hands::Two(_)));
/// assert_eq!(hands.cards(), 5);
/// # Ok::<(), canju::rules::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    /// First and second player.
    Two([Hand; 2]),
    /// Landlord, then the two farmers in playing order.
    Three([Hand; 3]),
}

/// A legal position of two or of three hands.
///
/// ```
/// use canju::{Options, Solver, puzzle::{AnyPosition, Puzzle}, rules::Ruleset};
/// let puzzle = Puzzle::parse(&["K5", "44Q", "6"], None, Ruleset::default())?;
/// let mut solver = Solver::new(Options::default());
/// let report = match puzzle.position()? {
///     AnyPosition::Two(position) => solver.solve(&position, &puzzle.rules),
///     AnyPosition::Three(position) => solver.solve(&position, &puzzle.rules),
/// };
/// assert!(report.verdict.is_decided());
/// # Ok::<(), canju::rules::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyPosition {
    /// First and second player.
    Two(Position<2>),
    /// Landlord and two farmers.
    Three(Position<3>),
}

impl Hands {
    /// The hands in seat order.
    pub fn as_slice(&self) -> &[Hand] {
        match self {
            Hands::Two(hands) => hands,
            Hands::Three(hands) => hands,
        }
    }

    /// Cards of all hands together.
    pub fn cards(&self) -> u32 {
        self.as_slice().iter().map(|hand| hand.len()).sum()
    }

    /// Two or three hands, `None` for any other number.
    pub fn new(hands: &[Hand]) -> Option<Hands> {
        match *hands {
            [first, second] => Some(Hands::Two([first, second])),
            [first, second, third] => Some(Hands::Three([first, second, third])),
            _ => None,
        }
    }
}

impl<const SEATS: usize> From<Position<SEATS>> for AnyPosition {
    fn from(position: Position<SEATS>) -> AnyPosition {
        let position: &dyn Any = &position;
        let two = position.downcast_ref().copied().map(AnyPosition::Two);
        two.or_else(|| position.downcast_ref().copied().map(AnyPosition::Three)).expect("two or three hands")
    }
}

impl AnyPosition {
    /// The side that has won, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        match self {
            AnyPosition::Two(position) => position.winner(),
            AnyPosition::Three(position) => position.winner(),
        }
    }

    /// The hands in seat order.
    pub fn hands(&self) -> &[Hand] {
        match self {
            AnyPosition::Two(position) => position.hands(),
            AnyPosition::Three(position) => position.hands(),
        }
    }

    /// The seat whose turn it is.
    pub fn to_move(&self) -> usize {
        match self {
            AnyPosition::Two(position) => position.to_move(),
            AnyPosition::Three(position) => position.to_move(),
        }
    }

    /// What must be answered; `None` on the lead.
    pub fn trick(&self) -> Option<Trick> {
        match self {
            AnyPosition::Two(position) => position.trick(),
            AnyPosition::Three(position) => position.trick(),
        }
    }

    /// All legal moves: [`Position::moves`].
    pub fn moves(&self, rules: &Ruleset) -> Vec<Move> {
        match self {
            AnyPosition::Two(position) => position.moves(rules),
            AnyPosition::Three(position) => position.moves(rules),
        }
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        match self {
            AnyPosition::Two(position) => position.side_to_move(),
            AnyPosition::Three(position) => position.side_to_move(),
        }
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal, and why.
    pub fn try_play(&self, played: Move, rules: &Ruleset) -> Result<AnyPosition, IllegalMove> {
        Ok(match self {
            AnyPosition::Two(position) => AnyPosition::Two(position.try_play(played, rules)?),
            AnyPosition::Three(position) => AnyPosition::Three(position.try_play(played, rules)?),
        })
    }

    /// How many sequences of `depth` moves there are: [`canju_engine::rules::perft`].
    pub fn perft(&self, rules: &Ruleset, depth: u32) -> u64 {
        match self {
            AnyPosition::Two(position) => perft(position, rules, depth),
            AnyPosition::Three(position) => perft(position, rules, depth),
        }
    }
}
