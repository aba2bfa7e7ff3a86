//! Hands, turn and rules, each with its column, and how they become a position.
//!
//! The pack format and JSON differ in how the parts are found; what the parts mean is here, once.

use super::error::{TextError, TextErrorKind};
use crate::rules::{
    CardError, Combo, Hand, Move, MoveError, Position, PositionError, Ruleset, RulesetError, Turn, TurnError,
    parse_cards_from, parse_move,
};
use std::borrow::Cow;

/// A piece of a line.
#[derive(Debug)]
pub struct Located<'a> {
    /// What it says.
    pub text: Cow<'a, str>,
    /// Its column in the line, in characters from 1.
    pub column: usize,
    /// Does the line contain it literally? A value with escapes does not, and then only its start is known.
    pub verbatim: bool,
}

impl Located<'_> {
    /// The column in the line of a column in this text.
    pub fn at(&self, column: usize) -> usize {
        if self.verbatim { self.column + column - 1 } else { self.column }
    }
}

/// The parts of a line that make a position.
#[derive(Debug, Default)]
pub struct Draft<'a> {
    /// The hands in seat order.
    pub hands: Vec<Located<'a>>,
    /// The number of the hand to move.
    pub turn: Option<Located<'a>>,
    /// The move to answer.
    pub last: Option<Located<'a>>,
    /// The number of the hand that played it.
    pub by: Option<Located<'a>>,
    /// The rules.
    pub rules: Option<Located<'a>>,
}

impl<'a> Draft<'a> {
    /// The place of an attribute's value, if the attribute belongs to the position.
    pub fn slot(&mut self, key: &str) -> Option<&mut Option<Located<'a>>> {
        Some(match key {
            "turn" => &mut self.turn,
            "last" => &mut self.last,
            "by" => &mut self.by,
            "rules" => &mut self.rules,
            _ => return None,
        })
    }

    /// The position. Without rules of its own it is of the rules `defaults`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn build(&self, defaults: &Ruleset) -> Result<Position, TextError> {
        let rules = match &self.rules {
            None => *defaults,
            Some(text) => text.text.parse().map_err(|error| rules_error(text, error))?,
        };
        let hands = self.parse_hands(&rules)?;
        let turn = self.parse_turn(hands.len(), &rules)?;
        Position::new(&hands, turn, rules).map_err(|error| TextError::new(self.column_of(&error), error))
    }

    fn parse_hands(&self, rules: &Ruleset) -> Result<Vec<Hand>, TextError> {
        let mut pool = Hand::deck(rules.packs());
        let parse = |field: &Located<'_>| {
            let fault = |error: CardError| TextError::new(field.at(error.column), TextErrorKind::Cards(error.kind));
            parse_cards_from(&field.text, &mut pool, rules.packs()).map_err(fault)
        };
        let hands: Vec<Hand> = self.hands.iter().map(parse).collect::<Result<_, _>>()?;
        if !(2..=3).contains(&hands.len()) {
            let column = self.hands.get(3).map_or(1, |fourth| fourth.column);
            return Err(TextError::new(column, TextErrorKind::HandCount(hands.len())));
        }
        Ok(hands)
    }

    fn parse_turn(&self, seats: usize, rules: &Ruleset) -> Result<Turn, TextError> {
        let number = |field: &Option<Located<'_>>, attribute| match field {
            None => Ok(None),
            Some(text) => text.text.parse().map(Some).map_err(|_| {
                TextError::new(text.column, TextErrorKind::Number { attribute, text: text.text.clone().into_owned() })
            }),
        };
        let (turn, by) = (number(&self.turn, "turn")?, number(&self.by, "by")?);
        let last = self.parse_last(rules)?;
        Turn::of(seats, turn, last, by).map_err(|error| {
            let error = error.into();
            TextError::new(self.column_of(&error), error)
        })
    }

    fn parse_last(&self, rules: &Ruleset) -> Result<Option<Combo>, TextError> {
        let Some(text) = &self.last else { return Ok(None) };
        match parse_move(&text.text, rules).map_err(|error| move_error("last", text, error))? {
            Move::Play(combo) => Ok(Some(combo)),
            Move::Pass => Err(TextError::new(text.column, PositionError::LastIsPass)),
        }
    }

    /// The column of what makes the parts an illegal position.
    fn column_of(&self, error: &PositionError) -> usize {
        let column = |part: Option<&Located<'_>>| part.map_or(1, |part| part.column);
        match error {
            PositionError::EmptyHand { seat } => column(self.hands.get(*seat)),
            PositionError::LastNotHeld { .. } => column(self.last.as_ref()),
            PositionError::Turn(TurnError::NoSuchHand { field: "turn", .. }) => column(self.turn.as_ref()),
            PositionError::Turn(_) => column(self.by.as_ref()),
            _ => 1,
        }
    }
}

/// The error of an attribute whose value is not a move.
pub fn move_error(attribute: &'static str, text: &Located<'_>, error: MoveError) -> TextError {
    TextError::new(text.at(error.column()), TextErrorKind::Move { attribute, problem: Box::new(error.into()) })
}

/// The error of rules that can't be read.
pub fn rules_error(text: &Located<'_>, error: RulesetError) -> TextError {
    let word = match &error {
        RulesetError::UnknownPreset(word) | RulesetError::UnknownRule(word) => word,
        RulesetError::BadNumber { rule, .. } => rule,
        RulesetError::NoSolo => "-solo",
    };
    let before = text.text.find(word).unwrap_or(0);
    TextError::new(text.at(text.text[..before].chars().count() + 1), error)
}
