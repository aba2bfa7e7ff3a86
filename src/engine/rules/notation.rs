//! Reads and writes moves as people type them: cards, and the kind if these have several readings.
//!
//! Nothing is guessed: what is not a move, or could be two, is an error with its column and the cure.

use super::classify::classify;
use super::combo::{Combo, Kind, Move};
use super::hand::Hand;
use super::ruleset::Ruleset;
use super::spelling::{CardError, ascii, parse_cards_from, parse_rank};
use crate::chinese::InChinese;
use std::fmt;

/// What is wrong with a text of a move. The message is the column and the [problem](MoveError::problem).
///
/// ```
/// use canju::rules::{Ruleset, parse_move};
/// let error = parse_move("34", &Ruleset::default()).unwrap_err();
/// assert_eq!((error.column(), error.problem()), (1, "`34` is no combination under huanle".to_owned()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveError {
    /// A token is not a card.
    Cards(CardError),
    /// No cards at all.
    Empty,
    /// The cards are not a combination.
    NoCombo {
        /// The cards.
        cards: Hand,
        /// The rules.
        rules: String,
    },
    /// The cards have several readings.
    Ambiguous {
        /// The cards.
        cards: Hand,
        /// The readings as they can be written.
        readings: Vec<String>,
    },
    /// The text after the colon is not a reading of the cards.
    NoSuchReading {
        /// Where the reading starts, in characters from 1.
        column: usize,
        /// The cards.
        cards: Hand,
        /// What was asked for.
        reading: String,
        /// The readings as they can be written.
        readings: Vec<String>,
    },
}

impl MoveError {
    /// Where the problem is in the text, in characters from 1.
    pub fn column(&self) -> usize {
        match self {
            MoveError::Cards(error) => error.column,
            MoveError::NoSuchReading { column, .. } => *column,
            MoveError::Empty | MoveError::NoCombo { .. } | MoveError::Ambiguous { .. } => 1,
        }
    }

    /// What is wrong, without the column: for a caller to which the text is a part of a longer one.
    pub fn problem(&self) -> String {
        match self {
            MoveError::Cards(error) => error.kind.to_string(),
            MoveError::Empty => "no cards: name the cards of the move, or `pass`".to_owned(),
            MoveError::NoCombo { cards, rules } => format!("`{cards}` is no combination under {rules}"),
            MoveError::Ambiguous { cards, readings } => {
                format!("`{cards}` can be {}: say which one", readings.join(" or "))
            }
            MoveError::NoSuchReading { cards, reading, readings, .. } => {
                format!("`{cards}` is no `{reading}`: expected one of {}", readings.join(", "))
            }
        }
    }

    /// The same in Chinese.
    pub(super) fn problem_in_chinese(&self) -> String {
        match self {
            MoveError::Cards(error) => error.kind.in_chinese(),
            MoveError::Empty => "没有牌：请写出要出的牌，不出写 `pass`".to_owned(),
            MoveError::NoCombo { cards, rules } => format!("`{cards}` 不成牌型（规则 {rules}）"),
            MoveError::Ambiguous { cards, readings } => {
                format!("`{cards}` 可以是 {}：请写明是哪一种", readings.join("、"))
            }
            MoveError::NoSuchReading { cards, reading, readings, .. } => {
                format!("`{cards}` 不是 `{reading}`：可以是 {}", readings.join("、"))
            }
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column(), self.problem())
    }
}

impl std::error::Error for MoveError {}

impl InChinese for MoveError {
    fn in_chinese(&self) -> String {
        format!("第 {} 个字符：{}", self.column(), self.problem_in_chinese())
    }
}

impl From<CardError> for MoveError {
    fn from(error: CardError) -> MoveError {
        MoveError::Cards(error)
    }
}

/// A move: `pass` (过, 不要, 要不起), or cards, followed by `:kind` or `:kind@rank` where the cards have several readings.
///
/// # Errors
/// A token that is not a card, cards that are not a combination, or cards with several readings and none named.
///
/// ```
/// use canju::rules::{parse_move, Move, Ruleset};
/// let rules = Ruleset::default();
/// assert_eq!(parse_move("9939", &rules)?.to_string(), "3999");
/// assert_eq!(parse_move("pass", &rules)?, Move::Pass);
/// assert_eq!(parse_move("要不起", &rules)?, Move::Pass);
/// assert!(parse_move("345", &rules).is_err());
/// # Ok::<(), canju::rules::MoveError>(())
/// ```
pub fn parse_move(text: &str, rules: &Ruleset) -> Result<Move, MoveError> {
    let text: String = text.chars().map(ascii).collect();
    if matches!(text.trim().to_ascii_lowercase().as_str(), "pass" | "过" | "不要" | "要不起") {
        return Ok(Move::Pass);
    }
    let (text, reading) = match text.split_once(':') {
        None => (text.as_str(), None),
        Some((cards, reading)) => (cards, Some((reading.trim(), cards.chars().count() + 2))),
    };
    let cards = parse_cards_from(text, &mut Hand::deck(rules.packs), rules.packs)?;
    if cards.is_empty() {
        return Err(MoveError::Empty);
    }
    let readings = classify(cards, rules);
    let written = || readings.iter().map(|&combo| rules.notation(Move::Play(combo))).collect();
    let fits = |combo: &&Combo| reading.is_none_or(|(name, _)| is_reading(combo, name));
    let mut fitting = readings.iter().filter(fits);
    match (fitting.next(), fitting.next(), reading) {
        (Some(&combo), None, _) => Ok(Move::Play(combo)),
        (Some(_), Some(_), _) => Err(MoveError::Ambiguous { cards, readings: written() }),
        (None, _, Some((name, column))) if !readings.is_empty() => {
            Err(MoveError::NoSuchReading { column, cards, reading: name.to_owned(), readings: written() })
        }
        (None, ..) => Err(MoveError::NoCombo { cards, rules: rules.to_string() }),
    }
}

/// Is `name`, a kind or `kind@rank`, a name of this combination?
fn is_reading(combo: &Combo, name: &str) -> bool {
    let (kind, rank) = match name.split_once('@') {
        None => (name, None),
        Some((kind, rank)) => (kind, Some(rank)),
    };
    Kind::from_name(&kind.trim().to_ascii_lowercase()) == Some(combo.shape.kind)
        && rank.is_none_or(|text| parse_rank(text.trim()) == Some(combo.shape.rank))
}

impl Ruleset {
    /// A move as text that [`parse_move`] reads back: the cards or `pass`. If the cards have several readings under
    /// these rules, `:kind` follows, or `:kind@rank` if the kind is not enough.
    ///
    /// ```
    /// use canju::rules::{Ruleset, parse_move, Move};
    /// let rules = Ruleset::default();
    /// let Move::Play(four) = parse_move("333444555666:trio_chain", &rules).unwrap() else { panic!() };
    /// assert_eq!(rules.notation(Move::Play(four)), "333444555666:trio_chain");
    /// assert!(parse_move("333444555666", &rules).is_err());
    /// ```
    pub fn notation(&self, played: Move) -> String {
        let Move::Play(combo) = played else { return "pass".to_owned() };
        // Up to five cards have one reading at most.
        if combo.cards.len() <= 5 {
            return combo.cards.to_string();
        }
        let readings = classify(combo.cards, self);
        let same_kind = |other: &&Combo| other.shape.kind == combo.shape.kind;
        match (readings.len(), readings.iter().filter(same_kind).count()) {
            (0 | 1, _) => combo.cards.to_string(),
            (_, 1) => format!("{}:{}", combo.cards, combo.shape.kind),
            _ => format!("{}:{}@{}", combo.cards, combo.shape.kind, combo.shape.rank),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_combination_has_no_other_reading() {
        let parse = |text| parse_move(text, &Ruleset::default()).expect_err("no move");
        assert!(matches!(parse("34:trio"), MoveError::NoCombo { .. }));
        assert!(matches!(parse("33:trio"), MoveError::NoSuchReading { .. }));
    }
}
