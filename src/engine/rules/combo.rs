//! Combinations (牌型) and what beats what.
//!
//! A combination is a [`Shape`] and its cards. The shape decides what it beats, and the cards decide what is left of the
//! hand. Names follow RLCard, the field's published vocabulary.

use super::card::{Rank, RankMask};
use super::hand::Hand;
use std::cmp::Ordering;
use std::fmt;

/// The kinds of combinations.
///
/// Where a shape is packed, a kind has four bits, which with the length of the body tell all kinds apart (`Kind::low_bits`): the chains
/// of quads with kickers have the bits of 四带二, whose length is always 1.
///
/// ```
/// use canju::rules::Kind;
/// assert_eq!(Kind::from_name("trio_solo"), Some(Kind::TrioSolo));
/// assert!(Kind::SoloChain.is_chain() && !Kind::Bomb.is_chain());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// 单张: one card.
    Solo,
    /// 对子: two equal cards.
    Pair,
    /// 三张: three equal cards.
    Trio,
    /// 三带一: three equal cards and one of another rank.
    TrioSolo,
    /// 三带二: three equal cards and a pair of another rank.
    TrioPair,
    /// 顺子: five or more consecutive ranks.
    SoloChain,
    /// 连对: three or more consecutive pairs.
    PairChain,
    /// 飞机: two or more consecutive trios.
    TrioChain,
    /// 飞机带单翅膀: n ≥ 2 consecutive trios and n cards of other ranks.
    TrioSoloChain,
    /// 飞机带双翅膀: n ≥ 2 consecutive trios and n pairs of other ranks.
    TrioPairChain,
    /// 四带二: four equal cards and two others; not a bomb.
    FourTwoSolo,
    /// 四带两对: four equal cards and two pairs; not a bomb.
    FourTwoPair,
    /// 航天飞机: two or more consecutive quads; not a bomb. Only some sites have it, with kickers and without.
    QuadChain = 14,
    /// 航天飞机带小翼: n ≥ 2 consecutive quads and 2n cards of other ranks.
    QuadSoloChain = 15,
    /// 航天飞机带大翼: n ≥ 2 consecutive quads and 2n pairs of other ranks.
    QuadPairChain = 16,
    /// 炸弹: four equal cards (in two packs four to eight).
    Bomb = 12,
    /// 王炸: all jokers.
    Rocket = 13,
}

impl Kind {
    /// Does a combination of this kind double the stake? A bomb and the rocket do.
    pub const fn doubles(self) -> bool {
        matches!(self, Kind::Bomb | Kind::Rocket)
    }

    /// All kinds, in the order in which they are listed everywhere.
    pub const ALL: [Kind; 17] = [
        Kind::Solo,
        Kind::Pair,
        Kind::Trio,
        Kind::TrioSolo,
        Kind::TrioPair,
        Kind::SoloChain,
        Kind::PairChain,
        Kind::TrioChain,
        Kind::TrioSoloChain,
        Kind::TrioPairChain,
        Kind::FourTwoSolo,
        Kind::FourTwoPair,
        Kind::QuadChain,
        Kind::QuadSoloChain,
        Kind::QuadPairChain,
        Kind::Bomb,
        Kind::Rocket,
    ];

    /// Where it is in [`Kind::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Kind::QuadChain => 12,
            Kind::QuadSoloChain => 13,
            Kind::QuadPairChain => 14,
            Kind::Bomb => 15,
            Kind::Rocket => 16,
            kind => kind as usize,
        }
    }

    /// Four bits, not all of them ones, that tell kinds of one length apart.
    pub(crate) const fn low_bits(self) -> u8 {
        if self as u8 > Kind::QuadChain as u8 { self as u8 - 5 } else { self as u8 }
    }

    /// The name in rule strings and in output, `trio_solo_chain`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Solo => "solo",
            Kind::Pair => "pair",
            Kind::Trio => "trio",
            Kind::TrioSolo => "trio_solo",
            Kind::TrioPair => "trio_pair",
            Kind::SoloChain => "solo_chain",
            Kind::PairChain => "pair_chain",
            Kind::TrioChain => "trio_chain",
            Kind::TrioSoloChain => "trio_solo_chain",
            Kind::TrioPairChain => "trio_pair_chain",
            Kind::FourTwoSolo => "four_two_solo",
            Kind::FourTwoPair => "four_two_pair",
            Kind::Bomb => "bomb",
            Kind::Rocket => "rocket",
            Kind::QuadChain => "quad_chain",
            Kind::QuadSoloChain => "quad_solo_chain",
            Kind::QuadPairChain => "quad_pair_chain",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Is the length a part of the shape (顺子, 连对, 飞机, 航天飞机)?
    pub const fn is_chain(self) -> bool {
        self.body_copies_in_chain() != 0
    }

    /// How many equal cards each rank of the body has: 1 for a solo or 顺子 … 4 for 四带二. 0 for bombs and rockets, since their
    /// size varies.
    pub const fn body_copies(self) -> u8 {
        match self {
            Kind::Solo | Kind::SoloChain => 1,
            Kind::Pair | Kind::PairChain => 2,
            Kind::Trio
            | Kind::TrioSolo
            | Kind::TrioPair
            | Kind::TrioChain
            | Kind::TrioSoloChain
            | Kind::TrioPairChain => 3,
            Kind::FourTwoSolo | Kind::FourTwoPair | Kind::QuadChain | Kind::QuadSoloChain | Kind::QuadPairChain => 4,
            Kind::Bomb | Kind::Rocket => 0,
        }
    }

    const fn body_copies_in_chain(self) -> u8 {
        match self {
            Kind::SoloChain
            | Kind::PairChain
            | Kind::TrioChain
            | Kind::TrioSoloChain
            | Kind::TrioPairChain
            | Kind::QuadChain
            | Kind::QuadSoloChain
            | Kind::QuadPairChain => self.body_copies(),
            _ => 0,
        }
    }

    /// How many equal cards a kicker or wing has: 1 or 2, and 0 for a kind without kickers.
    pub const fn kicker_copies(self) -> u8 {
        match self {
            Kind::TrioSolo | Kind::TrioSoloChain | Kind::FourTwoSolo | Kind::QuadSoloChain => 1,
            Kind::TrioPair | Kind::TrioPairChain | Kind::FourTwoPair | Kind::QuadPairChain => 2,
            _ => 0,
        }
    }

    /// How many kickers go with a body of `len` ranks.
    pub const fn kickers(self, len: u8) -> u8 {
        match self {
            Kind::TrioSolo | Kind::TrioPair | Kind::TrioSoloChain | Kind::TrioPairChain => len,
            Kind::FourTwoSolo | Kind::FourTwoPair => 2,
            Kind::QuadSoloChain | Kind::QuadPairChain => 2 * len,
            _ => 0,
        }
    }
}

/// The order of [`Kind::ALL`].
impl Ord for Kind {
    fn cmp(&self, other: &Kind) -> Ordering {
        self.index().cmp(&other.index())
    }
}

impl PartialOrd for Kind {
    fn partial_cmp(&self, other: &Kind) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of kinds.
///
/// ```
/// use canju::rules::{Kind, KindSet};
/// let no_bombs = KindSet::ALL.without(Kind::Bomb);
/// assert!(!no_bombs.has(Kind::Bomb) && no_bombs.has(Kind::Rocket));
/// assert!(no_bombs.has_all(KindSet::EMPTY.with(Kind::Solo).with(Kind::Pair)) && !no_bombs.has_all(KindSet::ALL));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KindSet(u32);

impl KindSet {
    /// Every kind.
    pub const ALL: KindSet = {
        let (mut all, mut n) = (KindSet::EMPTY, 0);
        while n < Kind::ALL.len() {
            all = all.with(Kind::ALL[n]);
            n += 1;
        }
        all
    };
    /// 航天飞机, with kickers and without.
    pub const QUAD_CHAINS: KindSet =
        KindSet::EMPTY.with(Kind::QuadChain).with(Kind::QuadSoloChain).with(Kind::QuadPairChain);
    /// No kind.
    pub const EMPTY: KindSet = KindSet(0);

    /// Is `kind` in the set?
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// Is any of these kinds in the set?
    pub const fn has_any(self, kinds: KindSet) -> bool {
        self.0 & kinds.0 != 0
    }

    /// Are all of these kinds in the set?
    pub const fn has_all(self, kinds: KindSet) -> bool {
        self.0 & kinds.0 == kinds.0
    }

    /// The set with `kind`.
    #[must_use]
    pub const fn with(self, kind: Kind) -> KindSet {
        KindSet(self.0 | 1 << kind as u8)
    }

    /// The set without `kind`.
    #[must_use]
    pub const fn without(self, kind: Kind) -> KindSet {
        KindSet(self.0 & !(1 << kind as u8))
    }

    /// The set without any of `kinds`.
    #[must_use]
    pub const fn without_any(self, kinds: KindSet) -> KindSet {
        KindSet(self.0 & !kinds.0)
    }
}

/// What decides which combinations a combination beats: kind, length of the body, lowest rank of the body.
///
/// ```
/// use canju::rules::{Kind, Rank, Shape};
/// let chain = Shape { kind: Kind::PairChain, len: 3, rank: Rank::THREE };
/// assert_eq!(chain.body_cards().to_string(), "334455");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    /// The kind.
    pub kind: Kind,
    /// How many ranks the body has: 1 outside chains. For a bomb the number of equal cards, for a rocket the number of
    /// jokers.
    pub len: u8,
    /// The lowest rank of the body. For a rocket the small joker.
    pub rank: Rank,
}

impl Shape {
    /// Does a combination of this shape beat one of shape `other`? All rule sets agree on this.
    ///
    /// ```
    /// use canju::rules::{Kind, Rank, Shape};
    /// let solo = |index| Shape { kind: Kind::Solo, len: 1, rank: Rank::from_index(index) };
    /// assert!(solo(5).beats(solo(4)));
    /// assert!(!solo(4).beats(solo(4)));
    /// ```
    pub fn beats(self, other: Shape) -> bool {
        match (self.kind, other.kind) {
            (_, Kind::Rocket) => false,
            (Kind::Rocket, _) => true,
            (Kind::Bomb, Kind::Bomb) => (self.len, self.rank) > (other.len, other.rank),
            (Kind::Bomb, _) => true,
            (kind, beaten) => kind == beaten && self.len == other.len && self.rank > other.rank,
        }
    }

    /// The ranks of the body.
    pub fn body(self) -> RankMask {
        match self.kind {
            Kind::Rocket => RankMask::JOKERS,
            Kind::Bomb => RankMask::run(self.rank, 1),
            _ => RankMask::run(self.rank, self.len),
        }
    }

    /// The cards of the body.
    ///
    /// # Panics
    /// If no combination has this shape: a bomb of more than eight cards, a chain beyond the big joker.
    pub fn body_cards(self) -> Hand {
        match self.kind {
            Kind::Rocket => Hand::of_each(RankMask::JOKERS, self.len / 2),
            Kind::Bomb => Hand::of(self.rank, self.len),
            kind => Hand::run(self.rank, self.len, kind.body_copies()),
        }
    }

    /// [`Shape::body_cards`] without the checks, for a shape that was found in a hand.
    #[doc(hidden)]
    pub fn body_cards_unchecked(self) -> Hand {
        match self.kind {
            Kind::Rocket => Hand::of_each(RankMask::JOKERS, self.len / 2),
            Kind::Bomb => Hand::of_unchecked(self.rank, self.len),
            kind => Hand::run_unchecked(self.rank, self.len, kind.body_copies()),
        }
    }
}

/// A combination: its shape and its cards.
///
/// ```
/// use canju::rules::{Kind, Ruleset, parse_move};
/// let combo = parse_move("3999", &Ruleset::default())?.combo().unwrap();
/// assert_eq!((combo.shape.kind, combo.kickers().to_string()), (Kind::TrioSolo, "3".to_owned()));
/// # Ok::<(), canju::rules::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Combo {
    /// Its shape, which decides what it beats.
    pub shape: Shape,
    /// All its cards, kickers included.
    pub cards: Hand,
}

impl Combo {
    /// The combination of this shape with these kickers.
    ///
    /// # Panics
    /// As [`Shape::body_cards`] and [`Hand::plus`].
    ///
    /// ```
    /// use canju::rules::{Combo, Kind, Rank, parse_cards};
    /// let combo = Combo::new(Kind::TrioSolo, 1, Rank::ACE, parse_cards("3")?);
    /// assert_eq!(combo.to_string(), "3AAA");
    /// # Ok::<(), canju::rules::CardError>(())
    /// ```
    pub fn new(kind: Kind, len: u8, rank: Rank, kickers: Hand) -> Combo {
        let shape = Shape { kind, len, rank };
        Combo { shape, cards: shape.body_cards().plus(kickers) }
    }

    /// The combination of this shape, which was found in a hand, without kickers.
    #[doc(hidden)]
    pub fn bare(kind: Kind, len: u8, rank: Rank) -> Combo {
        let shape = Shape { kind, len, rank };
        Combo { shape, cards: shape.body_cards_unchecked() }
    }

    /// The cards beside the body.
    ///
    /// # Panics
    /// If the cards do not contain the body. A generated combination always contains it.
    pub fn kickers(&self) -> Hand {
        self.cards.minus(self.shape.body_cards())
    }
}

impl fmt::Display for Combo {
    /// The cards, ascending. [`super::Ruleset::notation`] adds the reading if the cards have several.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cards, f)
    }
}

impl fmt::Debug for Combo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}@{}", self.cards, self.shape.kind, self.shape.rank)
    }
}

/// A player's move: a combination or a pass.
///
/// `Display` writes its cards. There is no `FromStr`, since the rules decide which combination cards are: [`parse_move`]
/// reads a move under rules, and [`Ruleset::notation`] writes one so that this reads it back.
///
/// [`parse_move`]: super::parse_move
/// [`Ruleset::notation`]: super::Ruleset::notation
///
/// ```
/// use canju::rules::{Move, Ruleset, parse_move};
/// let rules = Ruleset::default();
/// assert_eq!(parse_move("pass", &rules)?, Move::Pass);
/// assert_eq!(parse_move("DX", &rules)?.to_string(), "XD");
/// # Ok::<(), canju::rules::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// 不要: play nothing. Not allowed on the lead.
    Pass,
    /// Play a combination.
    Play(Combo),
}

impl Move {
    /// The combination played, if any.
    pub fn combo(self) -> Option<Combo> {
        match self {
            Move::Pass => None,
            Move::Play(combo) => Some(combo),
        }
    }

    /// Does it double the stake ([`Kind::doubles`])?
    pub fn doubles(self) -> bool {
        self.combo().is_some_and(|combo| combo.shape.kind.doubles())
    }
}

impl fmt::Display for Move {
    /// `pass`, or the cards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.pad("pass"),
            Move::Play(combo) => fmt::Display::fmt(combo, f),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.pad("pass"),
            Move::Play(combo) => fmt::Debug::fmt(combo, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_all_of_another_if_none_is_missing() {
        let set = KindSet::EMPTY.with(Kind::Solo).with(Kind::Bomb);
        assert!(set.has_all(set) && set.has_all(KindSet::EMPTY) && KindSet::ALL.has_all(set));
        assert!(!set.without(Kind::Bomb).has_all(set) && !KindSet::EMPTY.has_all(set));
    }

    #[test]
    fn low_bits_and_length_tell_kinds_apart() {
        let codes = |kind: Kind| {
            let lens = if kind.is_chain() { 2..=12 } else { 1..=1 };
            lens.map(move |len| kind.low_bits() | len << 4)
        };
        let all: std::collections::BTreeSet<u8> = Kind::ALL.into_iter().flat_map(codes).collect();
        assert_eq!(all.len(), Kind::ALL.into_iter().flat_map(codes).count());
        assert!(Kind::ALL.iter().enumerate().all(|(n, kind)| kind.index() == n && kind.low_bits() < 15));
    }

    #[test]
    fn a_body_has_the_ranks_of_its_cards() {
        let shape = |kind, len, rank| Shape { kind, len, rank };
        for shape in [
            shape(Kind::Solo, 1, Rank::TWO),
            shape(Kind::TrioPairChain, 3, Rank::THREE),
            shape(Kind::Bomb, 4, Rank::THREE),
            shape(Kind::Bomb, 8, Rank::THREE),
            shape(Kind::Rocket, 2, Rank::SMALL_JOKER),
            shape(Kind::Rocket, 4, Rank::SMALL_JOKER),
        ] {
            assert_eq!(shape.body(), shape.body_cards().ranks(), "{shape:?}");
        }
    }
}
