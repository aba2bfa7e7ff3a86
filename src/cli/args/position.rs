//! Hands, and whose turn it is.

use canju_engine::rules::CARDS_READ;
use clap::Args;

/// How cards and moves are typed, for the help: a line for each paragraph, which the help wraps to the terminal.
pub fn cards() -> String {
    format!(
        "Cards, in any order and either case, with or without spaces or commas: {CARDS_READ}. A hand with spaces needs \
         quotes. BJ and RJ are jokers; a joker and a jack are B J.\n\n\
         Moves: the cards, or pass. If the cards can be more than one combination, say which: 333444555666:trio_chain."
    )
}

/// Two or three hands, whose turn it is, and the move to be answered.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// The first player's or the landlord's hand; or, with no other hand, a file, or FILE:LINE for one puzzle of a pack
    #[arg(value_name = "HAND|FILE[:LINE]", index = 1)]
    pub first: String,
    /// The other hand; with three hands the next farmer's
    #[arg(value_name = "HAND", index = 2)]
    pub second: Option<String>,
    /// The last farmer's hand
    #[arg(value_name = "HAND", index = 3)]
    pub third: Option<String>,
    #[command(flatten)]
    pub turn: TurnArgs,
}

/// Whose turn it is, and the move to be answered.
#[derive(Args, Debug)]
pub struct TurnArgs {
    /// The hand to move, counted from 1 in playing order [default: 1]
    #[arg(long, value_name = "N")]
    pub turn: Option<usize>,
    /// What it must answer; the cards of this move are no longer in a hand
    #[arg(long, value_name = "MOVE")]
    pub last: Option<String>,
    /// The hand that played this move [default: the one before the hand to move]
    #[arg(long, value_name = "N", requires = "last")]
    pub by: Option<usize>,
}

impl TurnArgs {
    /// Was anything said about whose turn it is?
    pub fn is_given(&self) -> bool {
        self.turn.is_some() || self.last.is_some()
    }
}
