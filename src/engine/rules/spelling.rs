//! Reads cards as people type them.
//!
//! Puzzles are copied from chats, screenshots and other programs. So several spellings of a card are read, but nothing is
//! guessed. A token that is not understood, or that two conventions read differently, is an error with the token, its
//! column and the cure. If a card were dropped silently, the answer would be to another puzzle.

use super::card::Rank;
use super::hand::Hand;
use crate::chinese::InChinese;
use std::fmt;

const TEN: Rank = Rank::from_index(7);
const SMALL: Rank = Rank::SMALL_JOKER;
const BIG: Rank = Rank::BIG_JOKER;

/// Other spellings of cards, longer ones first, in upper case. The symbols of [`Rank::SYMBOLS`] come on top.
const SPELLINGS: [(&str, &[Rank]); 13] = [
    ("小王", &[SMALL]),
    ("大王", &[BIG]),
    ("王炸", &[SMALL, BIG]),
    ("BJ", &[SMALL]),
    ("RJ", &[BIG]),
    ("10", &[TEN]),
    ("0", &[TEN]),
    ("小", &[SMALL]),
    ("大", &[BIG]),
    ("Y", &[SMALL]),
    ("Z", &[BIG]),
    ("B", &[SMALL]),
    ("R", &[BIG]),
];

/// Every way to write a card, for messages and help.
pub const CARDS_READ: &str = "3 4 5 6 7 8 9 T J Q K A 2, X (small joker), D (big joker); also 10 and 0 for T; 小王, 小, Y, B \
                              and BJ for X; 大王, 大, Z, R and RJ for D; 王炸 for both jokers; full-width signs are read, \
                              suits (♠♥♣♦) are ignored";

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

impl InChinese for CardError {
    fn in_chinese(&self) -> String {
        format!("第 {} 个字符：{}", self.column, self.kind.in_chinese())
    }
}

/// What is wrong with a token.
///
/// ```
/// use canju::rules::parse_cards;
/// let problem = |text| parse_cards(text).unwrap_err().kind.to_string();
/// assert_eq!(problem("77777"), "5th card of rank 7: one pack holds four");
/// assert_eq!(problem("03 04 05"), "`03` can be T3 or 3: write the one you mean");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CardErrorKind {
    /// No card is written like this.
    Unknown(char),
    /// Two conventions read different cards.
    TwoReadings {
        /// What was typed.
        token: Box<str>,
        /// Both readings, as cards.
        readings: Box<[String; 2]>,
    },
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
        match self {
            CardErrorKind::Unknown(token) => {
                write!(f, "unknown card `{}`: cards are {CARDS_READ}", token.escape_debug())
            }
            CardErrorKind::TwoReadings { token, readings } => {
                let [one, other] = &**readings;
                write!(f, "`{token}` can be {one} or {other}: write the one you mean")
            }
            &CardErrorKind::TooMany { rank, packs } => {
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

impl InChinese for CardErrorKind {
    fn in_chinese(&self) -> String {
        match self {
            CardErrorKind::Unknown(token) => format!(
                "不认识的牌 `{}`：牌写作 3 4 5 6 7 8 9 T J Q K A 2，小王 X，大王 D；10 也是 T，小王、大王、王炸也能读",
                token.escape_debug()
            ),
            CardErrorKind::TwoReadings { token, readings } => {
                let [one, other] = &**readings;
                format!("`{token}` 可以是 {one}，也可以是 {other}：请写明是哪一种")
            }
            &CardErrorKind::TooMany { rank, packs } => {
                let held = rank.copies(packs);
                format!("第 {} 张 {rank} 多了：{packs} 副牌里只有 {held} 张", held + 1)
            }
        }
    }
}

/// The cards of a text in any order, with or without suits, spaces or commas; at most what one pack holds.
///
/// # Errors
/// The first token that is not a card, that has two readings, or that is one card too many.
///
/// ```
/// use canju::rules::parse_cards;
/// assert_eq!(parse_cards("大王 10,j q0")?.to_string(), "TTJQD");
/// assert_eq!(parse_cards("♠️3♥10 Ｊ BJ R")?.to_string(), "3TJXD");
/// assert_eq!(parse_cards("7777 7").unwrap_err().to_string(), "column 6: 5th card of rank 7: one pack holds four");
/// # Ok::<(), canju::rules::CardError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Hand, CardError> {
    parse_cards_from(text, &mut Hand::deck(1), 1)
}

/// The cards of a text, taken out of `pool`. The pool is what the other hands have left of `packs` packs.
///
/// # Errors
/// The first token that is not a card, that has two readings, or of which the pool has no more. Then the pool is unchanged.
pub fn parse_cards_from(text: &str, pool: &mut Hand, packs: u8) -> Result<Hand, CardError> {
    let signs: Vec<char> = text.chars().map(plain).collect();
    let (mut hand, mut left, mut at) = (Hand::EMPTY, *pool, 0);
    while at < signs.len() {
        let error = |kind| CardError { column: at + 1, kind };
        if is_ignored(&signs, at) {
            at += 1;
            continue;
        }
        if let Some((token, readings)) = two_readings(&signs, at) {
            return Err(error(CardErrorKind::TwoReadings { token: token.into(), readings: readings.into() }));
        }
        // The sign as it was typed, not as it was read.
        let unknown = || CardErrorKind::Unknown(text.chars().nth(at).unwrap_or_default());
        let (cards, len) = next_cards(&signs[at..]).ok_or_else(|| error(unknown()))?;
        for rank in cards.cards() {
            let card = Hand::of(rank, 1);
            left = left.checked_minus(card).ok_or_else(|| error(CardErrorKind::TooMany { rank, packs }))?;
            hand = hand.plus(card);
        }
        at += len;
    }
    *pool = left;
    Ok(hand)
}

/// The rank that a text names, if that is all it says.
pub(super) fn parse_rank(text: &str) -> Option<Rank> {
    let signs: Vec<char> = text.chars().map(plain).collect();
    let (cards, len) = next_cards(&signs)?;
    cards.ranks().lowest().filter(|_| len == signs.len() && cards.len() == 1)
}

/// A sign in upper case, and in ASCII if it is the full-width form of such a sign. One sign stays one, so columns stay.
pub fn plain(sign: char) -> char {
    ascii(sign).to_ascii_uppercase()
}

/// The sign of which this is the full-width form, else the sign itself.
pub(super) fn ascii(sign: char) -> char {
    match sign {
        '！'..='～' => char::from_u32(sign as u32 - '！' as u32 + '!' as u32).unwrap_or(sign),
        _ => sign,
    }
}

/// The cards at the start of a text and how many signs they take. No other spelling begins with a symbol.
fn next_cards(signs: &[char]) -> Option<(Hand, usize)> {
    if let Some(index) = Rank::SYMBOLS.iter().position(|symbol| signs.first() == Some(symbol)) {
        return Some((Hand::of(Rank::from_index(index), 1), 1));
    }
    let starts = |spelling: &str| spelling.chars().eq(signs.iter().copied().take(spelling.chars().count()));
    let (spelling, cards) = SPELLINGS.into_iter().find(|(spelling, _)| starts(spelling))?;
    Some((cards.iter().copied().collect(), spelling.chars().count()))
}

fn is_suit(sign: char) -> bool {
    matches!(sign, '♠' | '♥' | '♣' | '♦' | '♤' | '♡' | '♧' | '♢')
}

/// Does Unicode use this sign to ask for the coloured or the plain picture of the one before it?
fn is_selector(sign: char) -> bool {
    matches!(sign, '\u{FE0E}' | '\u{FE0F}')
}

/// Is this sign between cards and none itself: a space, a comma, a suit?
fn is_ignored(signs: &[char], at: usize) -> bool {
    let after_suit = || at > 0 && is_suit(signs[at - 1]);
    separates(signs[at]) && (!is_selector(signs[at]) || after_suit())
}

fn separates(sign: char) -> bool {
    sign.is_whitespace() || sign == ',' || is_suit(sign) || is_selector(sign)
}

/// The token that starts here and its two readings, if two conventions are in use that read it differently.
///
/// `03`, alone between separators, can be a ten and a 3, or a 3 with a leading zero. `BJ` is a joker, but beside a joker
/// written `R`, or before another `J`, it can be a joker and a jack.
fn two_readings(signs: &[char], at: usize) -> Option<(String, [String; 2])> {
    if !matches!(signs[at], '0' | 'B' | 'R' | 'J') {
        return None;
    }
    let token = |belongs: fn(char) -> bool| {
        let first = at == 0 || !belongs(signs[at - 1]);
        signs[at..].iter().take_while(|&&sign| first && belongs(sign)).collect::<String>()
    };
    let word = token(|sign| !separates(sign));
    if !word.is_empty() && word.len().is_multiple_of(2) && word.as_bytes().chunks(2).all(is_zero_and_digit) {
        let readings = [word.replace('0', "T"), word.replace('0', "")];
        return Some((word, readings));
    }
    let jokers = token(|sign| matches!(sign, 'B' | 'R' | 'J'));
    let by_pairs = jokers.replace("BJ", "X").replace("RJ", "D");
    if by_pairs != jokers && by_pairs.contains(['B', 'R']) || by_pairs.contains("XJ") || by_pairs.contains("DJ") {
        let by_letters = |text: &str| text.replace('B', "X").replace('R', "D");
        let readings = [by_letters(&by_pairs), by_letters(&jokers)];
        return Some((jokers, readings));
    }
    None
}

fn is_zero_and_digit(pair: &[u8]) -> bool {
    matches!(pair, [b'0', b'2'..=b'9'])
}
