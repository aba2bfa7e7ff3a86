//! Positions: a raw [`Setup`], as typed, becomes a validated [`Position`]; what the search sees is always legal.
//!
//! `SEATS` is 2 (first player against second) or 3 (landlord, then the two farmers in playing order, who win together).
//! A position holds the hands in seat order, whose turn it is and the trick to be answered, if any. Cards only ever
//! leave hands and a round of passes hands over the lead, so positions never repeat: the game graph has no cycles.

use super::card::Rank;
use super::classify::classify;
use super::combo::{Combo, Move, Shape};
use super::hand::Hand;
use super::movegen::{can_answer, combos};
use super::notation::{CardError, CardErrorKind, MoveError, parse_cards_from, parse_move};
use super::ruleset::Ruleset;

/// One of the two sides: seat 0 alone, or the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Seat 0: the first player, or the landlord.
    First,
    /// Every other seat: the second player, or the farmers.
    Others,
}

impl Side {
    /// The side against this one.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::First => Side::Others,
            Side::Others => Side::First,
        }
    }
}

/// The combination on the table and who played it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trick {
    /// What must be beaten.
    pub shape: Shape,
    /// The seat that played it.
    pub owner: u8,
}

/// A position as someone describes it, not yet checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup<const SEATS: usize> {
    /// The hands in seat order; seat 0 is to move.
    pub hands: [Hand; SEATS],
    /// What seat 0 must answer: played by the last seat, cards already out of its hand.
    pub last: Option<Combo>,
}

/// A legal position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const SEATS: usize> {
    hands: [Hand; SEATS],
    to_move: u8,
    trick: Option<Trick>,
}

/// Why a description is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// A token of a hand is no card, or one too many.
    #[error("hand {}: {error}", seat + 1)]
    Cards {
        /// Whose hand, from 0.
        seat: usize,
        /// What is wrong with it.
        error: CardError,
    },
    /// A hand has no cards: the game is over.
    #[error("hand {} is empty: every player needs at least one card", seat + 1)]
    EmptyHand {
        /// Whose hand, from 0.
        seat: usize,
    },
    /// The move to answer is no combination.
    #[error("last: {0}")]
    Last(#[from] MoveError),
    /// A pass leaves nothing to answer.
    #[error("last: `pass` leaves nothing to answer: leave it out, the first hand leads")]
    LastIsPass,
    /// Its player can't have held the move to answer: with the hands it is more than the packs hold.
    #[error("last: `{cards}` can't have been played: {kind}")]
    LastNotHeld {
        /// The cards of the move.
        cards: Hand,
        /// Which card is one too many.
        kind: CardErrorKind,
    },
    /// Three hands of two packs: their positions don't fit the solver's keys.
    #[error("three hands can be solved with one pack only")]
    TwoPacksOfThreeHands,
    /// More cards of a rank than the packs hold, in a setup made by a program.
    #[error("the hands together: {0}")]
    TooMany(CardErrorKind),
}

/// Why a move can't be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A leader must play.
    #[error("a leader can't pass")]
    PassOnLead,
    /// Not these cards.
    #[error("`{0}` is not in the hand")]
    NotHeld(Hand),
    /// The rules don't know the combination.
    #[error("`{0}` is no such combination under these rules")]
    NoCombo(Hand),
    /// It does not beat what is on the table.
    #[error("`{0}` does not beat what was played")]
    DoesNotBeat(Hand),
}

impl<const SEATS: usize> Setup<SEATS> {
    /// The position described.
    ///
    /// # Errors
    /// Empty hands, more cards than the packs hold, and a `last` that is no combination or that can't have been held.
    pub fn validate(&self, rules: &Ruleset) -> Result<Position<SEATS>, PositionError> {
        const { assert!(SEATS == 2 || SEATS == 3) };
        if SEATS == 3 && rules.packs > 1 {
            return Err(PositionError::TwoPacksOfThreeHands);
        }
        let mut pool = Hand::deck(rules.packs);
        for (seat, &hand) in self.hands.iter().enumerate() {
            if hand.is_empty() {
                return Err(PositionError::EmptyHand { seat });
            }
            pool = take(pool, hand, rules).map_err(PositionError::TooMany)?;
        }
        if let Some(combo) = self.last {
            let cards = combo.cards;
            if !classify(cards, rules).contains(&combo) {
                return Err(MoveError::NoCombo { cards, rules: rules.to_string() }.into());
            }
            take(pool, cards, rules).map_err(|kind| PositionError::LastNotHeld { cards, kind })?;
        }
        let trick = self.last.map(|combo| Trick { shape: combo.shape, owner: SEATS as u8 - 1 });
        Ok(Position { hands: self.hands, to_move: 0, trick })
    }
}

/// The pool without these cards, or which of them is one too many.
fn take(pool: Hand, cards: Hand, rules: &Ruleset) -> Result<Hand, CardErrorKind> {
    let missing = |&rank: &Rank| cards.count(rank) > pool.count(rank);
    match cards.ranks().find(missing) {
        Some(rank) => Err(CardErrorKind::TooMany { rank, packs: rules.packs }),
        None => Ok(pool.minus(cards)),
    }
}

impl<const SEATS: usize> Position<SEATS> {
    /// The position of these hands, typed as text, seat 0 to move; with `last`, a move it must answer.
    ///
    /// # Errors
    /// See [`PositionError`]; tokens come with their hand and column.
    ///
    /// ```
    /// use canju::rules::{Position, Ruleset};
    /// let rules = Ruleset::default();
    /// let position = Position::<2>::parse(["K5", "44Q"], Some("J"), &rules)?;
    /// assert_eq!(position.moves(&rules).len(), 2); // K, pass
    /// let error = Position::<2>::parse(["K5", "4?Q"], None, &rules).unwrap_err();
    /// assert!(error.to_string().starts_with("hand 2: column 2: unknown card `?`"));
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    pub fn parse(hands: [&str; SEATS], last: Option<&str>, rules: &Ruleset) -> Result<Position<SEATS>, PositionError> {
        let mut pool = Hand::deck(rules.packs);
        let mut parsed = [Hand::EMPTY; SEATS];
        for (seat, (text, hand)) in hands.into_iter().zip(&mut parsed).enumerate() {
            *hand =
                parse_cards_from(text, &mut pool, rules.packs).map_err(|error| PositionError::Cards { seat, error })?;
        }
        let last = match last.map(|text| parse_move(text, rules)).transpose()? {
            None => None,
            Some(Move::Play(combo)) => Some(combo),
            Some(Move::Pass) => return Err(PositionError::LastIsPass),
        };
        Setup { hands: parsed, last }.validate(rules)
    }

    /// The hands in seat order.
    pub fn hands(&self) -> &[Hand; SEATS] {
        &self.hands
    }

    /// Cards of all hands together.
    pub fn cards(&self) -> u32 {
        self.hands.iter().map(|hand| hand.len()).sum()
    }

    /// The seat whose turn it is.
    pub fn to_move(&self) -> usize {
        self.to_move as usize
    }

    /// The hand of the player whose turn it is.
    pub fn hand(&self) -> Hand {
        self.hands[self.to_move()]
    }

    /// What must be answered; `None` on the lead.
    pub fn trick(&self) -> Option<Trick> {
        self.trick
    }

    /// The side of a seat.
    pub fn side(seat: usize) -> Side {
        if seat == 0 { Side::First } else { Side::Others }
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        Self::side(self.to_move())
    }

    /// The side that has won, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        self.hands.iter().position(|hand| hand.is_empty()).map(Self::side)
    }

    /// All legal moves: combinations by kind, length, rank and kickers, then `pass` unless on the lead. Empty if the
    /// game is over.
    pub fn moves(&self, rules: &Ruleset) -> Vec<Move> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let beating = self.trick.map(|trick| trick.shape);
        let pass = beating.map(|_| Move::Pass);
        combos(self.hand(), beating, rules).into_iter().map(Move::Play).chain(pass).collect()
    }

    /// Has the player to move anything but `pass`?
    pub fn can_play(&self, rules: &Ruleset) -> bool {
        let Some(trick) = self.trick else { return !self.hand().is_empty() };
        can_answer(self.hand(), trick.shape, rules)
    }

    /// The position after a legal move. [`Position::try_play`] checks that it is one.
    #[must_use]
    pub fn play(&self, played: Move) -> Position<SEATS> {
        let mut next = *self;
        next.to_move = (self.to_move + 1) % SEATS as u8;
        match played {
            Move::Play(combo) => {
                next.hands[self.to_move()] = self.hand().minus(combo.cards);
                next.trick = Some(Trick { shape: combo.shape, owner: self.to_move });
            }
            Move::Pass => {
                if self.trick.is_some_and(|trick| trick.owner == next.to_move) {
                    next.trick = None;
                }
            }
        }
        next
    }

    /// The position after a move, if the move is legal.
    ///
    /// # Errors
    /// Why it is not.
    pub fn try_play(&self, played: Move, rules: &Ruleset) -> Result<Position<SEATS>, IllegalMove> {
        if self.winner().is_some() {
            return Err(IllegalMove::GameOver);
        }
        match played {
            Move::Pass if self.trick.is_none() => return Err(IllegalMove::PassOnLead),
            Move::Pass => {}
            Move::Play(Combo { cards, .. }) if !self.hand().contains(cards) => return Err(IllegalMove::NotHeld(cards)),
            Move::Play(combo) if !classify(combo.cards, rules).contains(&combo) => {
                return Err(IllegalMove::NoCombo(combo.cards));
            }
            Move::Play(combo) if self.trick.is_some_and(|trick| !combo.shape.beats(trick.shape)) => {
                return Err(IllegalMove::DoesNotBeat(combo.cards));
            }
            Move::Play(_) => {}
        }
        Ok(self.play(played))
    }
}

const _: () = assert!(size_of::<Position<2>>() == 24);
