//! Cards and moves as people type them.
//!
//! Puzzles are copied from chats, screenshots and other programs. So several spellings of a card are read, but nothing is
//! guessed. A token that is not understood is an error with the token, its column and the cure. If a card were dropped
//! silently, the answer would be to another puzzle.

use super::card::Rank;
use super::classify::classify;
use super::combo::{Combo, Kind, Move};
use super::hand::Hand;
use super::ruleset::Ruleset;
use std::fmt;

/// Other spellings of a card, longer ones first. The symbols of [`Rank::SYMBOLS`] are read in either case.
const SPELLINGS: [(&str, Rank); 10] = [
    ("小王", Rank::SMALL_JOKER),
    ("大王", Rank::BIG_JOKER),
    ("10", Rank::from_index(7)),
    ("0", Rank::from_index(7)),
    ("小", Rank::SMALL_JOKER),
    ("大", Rank::BIG_JOKER),
    ("y", Rank::SMALL_JOKER),
    ("Y", Rank::SMALL_JOKER),
    ("z", Rank::BIG_JOKER),
    ("Z", Rank::BIG_JOKER),
];

/// What is wrong with a text of cards, and where.
///
/// ```
/// use canju::rules::{CardErrorKind, parse_cards};
/// let error = parse_cards("34?").unwrap_err();
/// assert_eq!((error.column, error.kind), (3, CardErrorKind::Unknown('?')));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {kind}")]
#[non_exhaustive]
pub struct CardError {
    /// The column of the token in the text, in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: CardErrorKind,
}

/// What is wrong with a token.
///
/// ```
/// use canju::rules::parse_cards;
/// assert_eq!(parse_cards("77777").unwrap_err().kind.to_string(), "5th card of rank 7: one pack holds four");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CardErrorKind {
    /// No card is written like this.
    Unknown(char),
    /// More cards of a rank than the packs hold.
    TooMany {
        /// The rank.
        rank: Rank,
        /// How many packs are in play.
        packs: u8,
    },
}

impl fmt::Display for CardErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CardErrorKind::Unknown(token) => {
                write!(
                    f,
                    "unknown card `{}`: cards are 3 4 5 6 7 8 9 T J Q K A 2, X (small joker), D (big joker)",
                    token.escape_debug()
                )
            }
            CardErrorKind::TooMany { rank, packs } => {
                const NUMBERS: [&str; 9] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
                let copies = rank.copies(packs);
                let ordinal = match copies + 1 {
                    2 => "2nd".to_owned(),
                    3 => "3rd".to_owned(),
                    n => format!("{n}th"),
                };
                let held = NUMBERS[copies as usize];
                match packs {
                    1 => write!(f, "{ordinal} card of rank {rank}: one pack holds {held}"),
                    _ => write!(f, "{ordinal} card of rank {rank}: two packs hold {held}"),
                }
            }
        }
    }
}

/// The cards of a text in any order, with or without spaces or commas; at most what one pack holds.
///
/// # Errors
/// The first token that is not a card, or that is one card too many.
///
/// ```
/// use canju::rules::parse_cards;
/// assert_eq!(parse_cards("大王 10,j q0")?.to_string(), "TTJQD");
/// assert_eq!(parse_cards("7777 7").unwrap_err().to_string(), "column 6: 5th card of rank 7: one pack holds four");
/// # Ok::<(), canju::rules::CardError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Hand, CardError> {
    parse_cards_from(text, &mut Hand::deck(1), 1)
}

/// The cards of a text, taken out of `pool`. The pool is what the other hands have left of `packs` packs.
///
/// # Errors
/// The first token that is not a card, or of which the pool has no more. Then the pool is unchanged.
pub fn parse_cards_from(text: &str, pool: &mut Hand, packs: u8) -> Result<Hand, CardError> {
    let (mut hand, mut left) = (Hand::EMPTY, *pool);
    let (mut rest, mut column) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let mut taken = first.len_utf8();
        if !(first.is_whitespace() || first == ',' || first == '，') {
            let error = |kind| CardError { column, kind };
            let (rank, len) = next_card(rest).ok_or_else(|| error(CardErrorKind::Unknown(first)))?;
            let card = Hand::of(rank, 1);
            left = left.checked_minus(card).ok_or_else(|| error(CardErrorKind::TooMany { rank, packs }))?;
            hand = hand.plus(card);
            taken = len;
        }
        column += rest[..taken].chars().count();
        rest = &rest[taken..];
    }
    *pool = left;
    Ok(hand)
}

/// The card at the start of a text and how many bytes it takes.
fn next_card(text: &str) -> Option<(Rank, usize)> {
    if let Some((spelling, rank)) = SPELLINGS.into_iter().find(|(spelling, _)| text.starts_with(spelling)) {
        return Some((rank, spelling.len()));
    }
    let symbol = text.chars().next()?.to_ascii_uppercase();
    let index = Rank::SYMBOLS.into_iter().position(|s| s == symbol)?;
    Some((Rank::from_index(index), 1))
}

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
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column(), self.problem())
    }
}

impl std::error::Error for MoveError {}

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
    if matches!(text.trim().to_ascii_lowercase().as_str(), "pass" | "过" | "不要" | "要不起") {
        return Ok(Move::Pass);
    }
    let (text, reading) = match text.split_once(':') {
        None => (text, None),
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
        && rank.map(str::trim).is_none_or(|text| next_card(text) == Some((combo.shape.rank, text.len())))
}
