//! Hands, turn and rules, each with its column, and how they become a position.
//!
//! The pack format and JSON differ in how the parts are found; what the parts mean is here, once.

use super::error::{TextError, TextErrorKind};
use crate::rules::{
    CardError, Combo, Hand, MOST_STAKE, Move, MoveError, Position, PositionError, Ruleset, RulesetError, Scoring,
    StakesError, Turn, TurnError, parse_cards_from, parse_move, parse_moves_made,
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
    /// How it is scored.
    pub scoring: Option<Located<'a>>,
    /// The stake so far.
    pub stake: Option<Located<'a>>,
    /// How often each hand has played.
    pub moves_made: Option<Located<'a>>,
}

/// What a position that says nothing about it is played by and for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Defaults {
    /// The rules.
    pub rules: Ruleset,
    /// How it is scored.
    pub scoring: Scoring,
    /// The stake, where there are points.
    pub stake: Option<u64>,
}

impl From<Ruleset> for Defaults {
    fn from(rules: Ruleset) -> Defaults {
        Defaults { rules, ..Defaults::default() }
    }
}

impl From<&Ruleset> for Defaults {
    fn from(rules: &Ruleset) -> Defaults {
        Defaults::from(*rules)
    }
}

impl<'a> Draft<'a> {
    /// The place of an attribute's value, if the attribute belongs to the position.
    pub fn slot(&mut self, key: &str) -> Option<&mut Option<Located<'a>>> {
        Some(match key {
            "turn" => &mut self.turn,
            "last" => &mut self.last,
            "by" => &mut self.by,
            "rules" => &mut self.rules,
            "scoring" => &mut self.scoring,
            "stake" => &mut self.stake,
            "moves_made" => &mut self.moves_made,
            _ => return None,
        })
    }

    /// The position. Without rules or a scoring of its own it has those of `defaults`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn build(&self, defaults: &Defaults) -> Result<Position, TextError> {
        let rules = self.parse_rules(defaults)?;
        let hands = self.parse_hands(&rules)?;
        let turn = self.parse_turn(hands.len(), &rules)?;
        let position = Position::new(&hands, turn, rules);
        let position = position.map_err(|error| TextError::new(self.column_of(&error), error))?;
        self.with_stakes(position, defaults)
    }

    /// The position with what it is played for.
    fn with_stakes(&self, position: Position, defaults: &Defaults) -> Result<Position, TextError> {
        let at = |part: &Option<Located<'_>>, error| TextError::new(part.as_ref().map_or(1, |part| part.column), error);
        let scoring = self.parse_scoring(defaults)?;
        // A default stake is for those positions that are played for points.
        let stake = self.parse_stake()?.or(defaults.stake.filter(|_| scoring.has_points()));
        let moves_made = self.moves_made.as_ref().map(|text| parse_moves_made(&text.text)).transpose();
        let moves_made = moves_made.map_err(|error| at(&self.moves_made, error))?;
        position
            .with_stakes(scoring, stake, moves_made.as_deref())
            .map_err(|error| at(if error.field() == "stake" { &self.stake } else { &self.moves_made }, error))
    }

    /// The defaults for positions below this, which has no hands: `before`, but for what it says.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn defaults(&self, before: &Defaults) -> Result<Defaults, TextError> {
        let (rules, scoring) = (self.parse_rules(before)?, self.parse_scoring(before)?);
        Ok(Defaults { rules, scoring, stake: self.parse_stake()?.or(before.stake) })
    }

    /// Has it a `word` of its own, or needs none? That is `rules`, `scoring` or `stake`, which have defaults.
    pub fn says(&self, word: &str) -> bool {
        match word {
            "rules" => self.rules.is_some(),
            "scoring" => self.scoring.is_some(),
            _ => self.stake.is_some() || self.scoring.as_ref().is_some_and(|text| text.text == Scoring::Win.name()),
        }
    }

    fn parse_rules(&self, defaults: &Defaults) -> Result<Ruleset, TextError> {
        match &self.rules {
            None => Ok(defaults.rules),
            Some(text) => text.text.parse().map_err(|error| rules_error(text, error)),
        }
    }

    fn parse_scoring(&self, defaults: &Defaults) -> Result<Scoring, TextError> {
        let Some(text) = &self.scoring else { return Ok(defaults.scoring) };
        let unknown = || TextError::new(text.column, StakesError::UnknownScoring(text.text.to_string()));
        Scoring::from_name(&text.text).ok_or_else(unknown)
    }

    fn parse_stake(&self) -> Result<Option<u64>, TextError> {
        let Some(text) = &self.stake else { return Ok(None) };
        let stake = text.text.parse().ok().filter(|stake| (1..=MOST_STAKE).contains(stake));
        stake.map(Some).ok_or_else(|| TextError::new(text.column, StakesError::Stake(text.text.to_string())))
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
