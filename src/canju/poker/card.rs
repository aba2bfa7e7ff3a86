//! Cards with suits, and hands as people type them.
//!
//! A card is one number, so that a pack is an array and a set of cards one word. Ranks are those of the whole crate, with
//! their letters; only their order is poker's: the 2 is the lowest and the ace the highest. Texts are read as elsewhere:
//! nothing is guessed, and what is not understood is an error with its column and the cure.

use canju_engine::InChinese;
use canju_engine::rules::{Rank, plain};
use std::fmt;
use std::str::FromStr;

/// One of the four suits, in the order of their letters.
///
/// ```
/// use canju::poker::Suit;
/// assert_eq!(Suit::ALL.map(Suit::letter), ['C', 'D', 'H', 'S']);
/// assert!(Suit::Clubs.is_black() && !Suit::Hearts.is_black());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The letter this program prints for the suit.
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// Clubs and spades are black, diamonds and hearts red.
    pub const fn is_black(self) -> bool {
        matches!(self, Suit::Clubs | Suit::Spades)
    }

    /// The suit that this sign, in upper case, stands for.
    fn read(sign: char) -> Option<Suit> {
        const SIGNS: [[char; 3]; 4] = [['C', '♣', '♧'], ['D', '♦', '♢'], ['H', '♥', '♡'], ['S', '♠', '♤']];
        Suit::ALL.into_iter().find(|&suit| SIGNS[suit as usize].contains(&sign))
    }
}

/// A card: one of the 52 of a pack, or one of two jokers.
///
/// ```
/// use canju::{poker::{Card, Suit}, rules::Rank};
/// let card = Card::new(Rank::ACE, Suit::Spades);
/// assert_eq!((card.to_string(), card.rank(), card.suit()), ("AS".to_owned(), Some(Rank::ACE), Some(Suit::Spades)));
/// assert_eq!((Card::BLACK_JOKER.to_string(), Card::BLACK_JOKER.rank()), ("?B".to_owned(), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Card(u8);

/// Ranks of a suit.
pub(super) const HEIGHTS: u8 = 13;

impl Card {
    /// The wild card that stands for a black one, `?B`.
    pub const BLACK_JOKER: Card = Card(52);
    /// The wild card that stands for a red one, `?R`.
    pub const RED_JOKER: Card = Card(53);
    /// The pack: 52 cards without jokers, suit by suit and ascending.
    pub const PACK: [Card; 52] = {
        let mut pack = [Card(0); 52];
        let mut number = 0;
        while number < pack.len() {
            pack[number] = Card(number as u8);
            number += 1;
        }
        pack
    };

    /// The card of this rank and suit.
    ///
    /// # Panics
    /// If the rank is one of Dou Dizhu's jokers, which have no suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        assert!(!rank.is_joker(), "a joker has no suit");
        // The 2 comes last in the crate's order and first in poker's.
        let height = (rank.index() as u8 + 1) % HEIGHTS;
        Card(suit as u8 * HEIGHTS + height)
    }

    /// The rank; a joker has none.
    pub fn rank(self) -> Option<Rank> {
        self.height().map(rank_of_height)
    }

    /// The suit; a joker has none.
    pub fn suit(self) -> Option<Suit> {
        Suit::ALL.get(usize::from(self.0 / HEIGHTS)).copied()
    }

    /// The rank's place in poker's order, 0 for the 2 … 12 for the ace; a joker has none.
    pub(super) fn height(self) -> Option<u8> {
        (self.0 < Card::BLACK_JOKER.0).then_some(self.0 % HEIGHTS)
    }

    /// The card as a set: sixteen bits for each suit, of which bit `height` stands for the card. A joker is in none.
    pub(super) const fn bit(self) -> u64 {
        if self.0 < Card::BLACK_JOKER.0 { 1 << (self.0 / HEIGHTS * 16 + self.0 % HEIGHTS) } else { 0 }
    }
}

/// The rank at this place in poker's order.
pub(super) fn rank_of_height(height: u8) -> Rank {
    Rank::from_index(usize::from((height + HEIGHTS - 1) % HEIGHTS))
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{rank}{}", suit.letter()),
            _ => f.write_str(if *self == Card::BLACK_JOKER { "?B" } else { "?R" }),
        }
    }
}

/// Five to seven different cards in the order they were typed.
///
/// ```
/// use canju::poker::Hand;
/// let hand: Hand = "10c 9♦ td,JH5C ?b".parse()?;
/// assert_eq!((hand.to_string(), hand.cards().len()), ("TC 9D TD JH 5C ?B".to_owned(), 6));
/// # Ok::<(), canju::poker::HandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand(Vec<Card>);

impl Hand {
    /// The hand of these cards.
    ///
    /// # Errors
    /// [`HandError::Size`] if they are fewer than five or more than seven.
    ///
    /// # Panics
    /// If a card is there twice.
    pub fn new(cards: Vec<Card>) -> Result<Hand, HandError> {
        let twice = |(number, card): (usize, &Card)| cards[..number].contains(card);
        assert!(!cards.iter().enumerate().any(twice), "a card twice");
        if (5..=7).contains(&cards.len()) { Ok(Hand(cards)) } else { Err(HandError::Size(cards.len())) }
    }

    /// The cards.
    pub fn cards(&self) -> &[Card] {
        &self.0
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(number, card)| {
            let space = if number > 0 { " " } else { "" };
            write!(f, "{space}{card}")
        })
    }
}

/// A text that is not a hand.
///
/// ```
/// use canju::poker::{Hand, HandError};
/// let error = "TC 9D".parse::<Hand>().unwrap_err();
/// assert_eq!(error, HandError::Size(2));
/// assert_eq!(error.to_string(), "2 cards: a hand has five, six or seven");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandError {
    /// A token that is not a card, or a card for the second time.
    #[error(transparent)]
    Card(#[from] CardError),
    /// Too few cards or too many.
    #[error("{}: a hand has five, six or seven", number_of_cards(*.0))]
    Size(usize),
}

impl InChinese for HandError {
    fn in_chinese(&self) -> String {
        match self {
            HandError::Card(error) => error.in_chinese(),
            HandError::Size(count) => format!("有 {count} 张：一手是五、六或七张"),
        }
    }
}

fn number_of_cards(number: usize) -> String {
    match number {
        0 => "no cards".to_owned(),
        1 => "1 card".to_owned(),
        more => format!("{more} cards"),
    }
}

/// What is wrong with a card of a text, and where.
///
/// ```
/// use canju::poker::{CardErrorKind, Hand, HandError};
/// let Err(HandError::Card(error)) = "TC 9D TC".parse::<Hand>() else { panic!("a card twice") };
/// assert!(matches!(error.kind, CardErrorKind::Twice(_)) && error.column == 7);
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
/// use canju::poker::Hand;
/// let problem = |text: &str| text.parse::<Hand>().unwrap_err().to_string();
/// assert_eq!(problem("TC 9D TC 5C 4C"), "column 7: second TC: one pack holds one of each card, so leave it out");
/// assert!(problem("TC 9X").starts_with("column 4: unknown card `9X`: a card is a rank"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CardErrorKind {
    /// No card is written like this.
    #[error(
        "unknown card `{}`: a card is a rank, 2 3 4 5 6 7 8 9 T (or 10) J Q K A, and a suit, C D H S or ♣ ♦ ♥ ♠; a joker is \
         ?B (black) or ?R (red)", .0.escape_debug()
    )]
    Unknown(String),
    /// The hand has this card already.
    #[error("second {0}: one pack holds one of each card, so leave it out")]
    Twice(Card),
}

impl InChinese for CardErrorKind {
    fn in_chinese(&self) -> String {
        match self {
            CardErrorKind::Unknown(card) => format!(
                "不认识的牌 `{}`：牌写作点数 2 3 4 5 6 7 8 9 T（或 10）J Q K A 加花色 C D H S 或 ♣ ♦ ♥ ♠；王是 ?B（黑）、?R（红）",
                card.escape_debug()
            ),
            CardErrorKind::Twice(card) => format!("第二张 {card}：一副牌里每张只有一张，去掉一张"),
        }
    }
}

impl FromStr for Hand {
    type Err = HandError;

    /// Cards with or without spaces or commas between them, in either case and in full-width signs.
    fn from_str(text: &str) -> Result<Hand, HandError> {
        let typed: Vec<char> = text.chars().collect();
        let signs: Vec<char> = typed.iter().copied().map(plain).collect();
        let (mut cards, mut at) = (Vec::new(), 0);
        while at < signs.len() {
            if separates(signs[at]) {
                at += 1;
                continue;
            }
            let error = |kind| CardError { column: at + 1, kind };
            let (card, len) = next_card(&signs[at..])
                .map_err(|len| error(CardErrorKind::Unknown(typed[at..at + len].iter().collect())))?;
            if cards.contains(&card) {
                return Err(error(CardErrorKind::Twice(card)).into());
            }
            cards.push(card);
            at += len;
        }
        Hand::new(cards)
    }
}

/// Is this sign between cards? The last two ask for the coloured or the plain picture of the suit before them.
fn separates(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, ',' | '\u{FE0E}' | '\u{FE0F}')
}

/// The card at the start of these signs and how many it takes; else how many are no card.
fn next_card(signs: &[char]) -> Result<(Card, usize), usize> {
    let (rank, rank_len) = if signs.starts_with(&['1', '0']) { ('T', 2) } else { (signs[0], 1) };
    let second = signs.get(rank_len).copied().filter(|&sign| !separates(sign));
    let len = rank_len + usize::from(second.is_some());
    let card = match (rank, second) {
        ('?', Some('B')) => Some(Card::BLACK_JOKER),
        ('?', Some('R')) => Some(Card::RED_JOKER),
        (rank, second) => {
            let is_rank = |height: &u8| rank_of_height(*height).symbol() == rank;
            let height = (0..HEIGHTS).find(is_rank);
            height.zip(second.and_then(Suit::read)).map(|(height, suit)| Card::new(rank_of_height(height), suit))
        }
    };
    card.map(|card| (card, len)).ok_or(len)
}
