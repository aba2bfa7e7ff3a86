//! The parts of a line, each with its column, and how they become a puzzle.
//!
//! The pack format and JSON differ in how the parts are found; what the parts mean is here, once.

use super::error::{LineFault, PuzzleErrorKind};
use super::{AnyPosition, Difficulty, DifficultyError, Expectation, Hands, Outcome, Puzzle};
use canju_engine::rules::{
    CardError, Combo, Hand, Move, MoveError, PositionError, Ruleset, RulesetError, Turn, TurnError, parse_cards_from,
    parse_move,
};
use std::borrow::Cow;

/// A piece of a line.
#[derive(Debug)]
pub(super) struct Located<'a> {
    pub text: Cow<'a, str>,
    /// Its column in the line, in characters from 1.
    pub column: usize,
    /// Does the line contain it literally? A value with escapes does not, and then only its start is known.
    pub verbatim: bool,
}

impl Located<'_> {
    /// The column in the line of a column in this text.
    fn at(&self, column: usize) -> usize {
        if self.verbatim { self.column + column - 1 } else { self.column }
    }
}

/// A line taken apart.
#[derive(Debug, Default)]
pub(super) struct Draft<'a> {
    pub id: Option<String>,
    pub hands: Vec<Located<'a>>,
    pub turn: Option<Located<'a>>,
    pub last: Option<Located<'a>>,
    pub by: Option<Located<'a>>,
    pub rules: Option<Located<'a>>,
    pub expect: Option<Located<'a>>,
    pub best: Option<Located<'a>>,
    pub name: Option<String>,
    pub source: Option<String>,
    pub difficulty: Option<Located<'a>>,
    pub level: Option<String>,
    pub seed: Option<String>,
    pub meta: Option<serde_json::Value>,
}

impl Draft<'_> {
    /// The puzzle. `id` and `defaults`, the rules, are used if it has none of its own.
    pub fn build(self, id: String, defaults: &Ruleset) -> Result<Puzzle, LineFault> {
        let rules = match &self.rules {
            None => *defaults,
            Some(text) => text.text.parse().map_err(|error| rules_fault(text, error))?,
        };
        let hands = self.parse_hands(&rules)?;
        let turn = self.parse_turn(hands.as_slice().len(), &rules)?;
        let mut puzzle = Puzzle {
            id: self.id.clone().unwrap_or(id),
            turn,
            name: self.name.clone(),
            source: self.source.clone(),
            difficulty: self.parse_difficulty()?,
            level: self.level.clone(),
            seed: self.seed.clone(),
            meta: self.meta.clone(),
            ..Puzzle::new(hands, rules)
        };
        let position = puzzle.position().map_err(|error| LineFault::new(self.column_of(&error), error))?;
        puzzle.expected = self.parse_expectation(&position, &rules)?;
        Ok(puzzle)
    }

    fn parse_difficulty(&self) -> Result<Option<Difficulty>, LineFault> {
        let Some(text) = &self.difficulty else { return Ok(None) };
        text.text.parse().map(Some).map_err(|error: DifficultyError| LineFault::new(text.column, error))
    }

    fn parse_hands(&self, rules: &Ruleset) -> Result<Hands, LineFault> {
        let mut pool = Hand::deck(rules.packs);
        let parse = |field: &Located<'_>| {
            let fault = |error: CardError| LineFault::new(field.at(error.column), PuzzleErrorKind::Cards(error.kind));
            parse_cards_from(&field.text, &mut pool, rules.packs).map_err(fault)
        };
        let hands: Vec<Hand> = self.hands.iter().map(parse).collect::<Result<_, _>>()?;
        let column = self.hands.get(3).map_or(1, |fourth| fourth.column);
        Hands::new(&hands).ok_or_else(|| LineFault::new(column, PuzzleErrorKind::HandCount(hands.len())))
    }

    fn parse_turn(&self, seats: usize, rules: &Ruleset) -> Result<Turn, LineFault> {
        let number = |field: &Option<Located<'_>>, attribute| match field {
            None => Ok(None),
            Some(text) => text.text.parse().map(Some).map_err(|_| {
                LineFault::new(text.column, PuzzleErrorKind::Number { attribute, text: text.text.clone().into_owned() })
            }),
        };
        let (turn, by) = (number(&self.turn, "turn")?, number(&self.by, "by")?);
        let last = self.parse_last(rules)?;
        Turn::of(seats, turn, last, by).map_err(|error| {
            let error = error.into();
            LineFault::new(self.column_of(&error), error)
        })
    }

    fn parse_last(&self, rules: &Ruleset) -> Result<Option<Combo>, LineFault> {
        let Some(text) = &self.last else { return Ok(None) };
        match parse_move(&text.text, rules).map_err(|error| move_fault("last", text, &error))? {
            Move::Play(combo) => Ok(Some(combo)),
            Move::Pass => Err(LineFault::new(text.column, PositionError::LastIsPass)),
        }
    }

    fn parse_expectation(&self, position: &AnyPosition, rules: &Ruleset) -> Result<Option<Expectation>, LineFault> {
        let outcome =
            match &self.expect {
                None => None,
                Some(text) => Some(Outcome::from_name(&text.text).ok_or_else(|| {
                    LineFault::new(text.column, PuzzleErrorKind::Expect(text.text.clone().into_owned()))
                })?),
            };
        let best = match &self.best {
            None => None,
            Some(text) => {
                let best = parse_move(&text.text, rules).map_err(|error| move_fault("best", text, &error))?;
                position.try_play(best, rules).map_err(|error| {
                    let problem = error.to_string();
                    LineFault::new(text.column, PuzzleErrorKind::Move { attribute: "best", problem })
                })?;
                if outcome == Some(Outcome::Loss) {
                    return Err(LineFault::new(text.column, PuzzleErrorKind::BestOfLoss));
                }
                Some(best)
            }
        };
        // A best move is a winning one: it says that the position is won even without `expect=`.
        let outcome = outcome.or(best.map(|_| Outcome::Win));
        Ok(outcome.map(|outcome| Expectation { outcome, best }))
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

fn move_fault(attribute: &'static str, text: &Located<'_>, error: &MoveError) -> LineFault {
    LineFault::new(text.at(error.column()), PuzzleErrorKind::Move { attribute, problem: error.problem() })
}

/// The fault of rules that can't be read.
pub(super) fn rules_fault(text: &Located<'_>, error: RulesetError) -> LineFault {
    let word = match &error {
        RulesetError::UnknownPreset(word) | RulesetError::UnknownRule(word) => word,
        RulesetError::BadNumber { rule, .. } => rule,
        _ => "-solo",
    };
    let before = text.text.find(word).unwrap_or(0);
    LineFault::new(text.at(text.text[..before].chars().count() + 1), error)
}
