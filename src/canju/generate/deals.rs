//! Random deals by number: what a seed and a number stand for never changes, on any machine and in any version.
//!
//! Tables of results name a deal by its seed and its number. So nothing here depends on how a library shuffles: anyone with
//! a ChaCha generator can deal the same hands.
//!
//! 1. The generator is ChaCha with eight rounds and 64 bits each for the block and the stream, as its author defined it
//!    (Bernstein 2008). The key is the seed, its lowest byte first, and 24 bytes of zero; the stream is the deal's number. The
//!    output is read as words of 32 bits, the lowest byte first.
//! 2. The cards lie in order of rank: `3333444…2222XD`, with two packs each twice as often.
//! 3. For each place from the first on, as many as are dealt, a number `n` below the number of cards from there to the
//!    end is drawn, and the card changes places with the one `n` places further on (Fisher and Yates).
//! 4. A number below `m` is the upper half of the product of a word and `m`. If the lower half is below 2^32 mod `m`, the next
//!    word is taken instead, so that all are equally likely (Lemire 2019).
//! 5. The first cards are the first hand, the next ones the second hand, and so on.
//!
//! *Without shuffling* (不洗牌), as some phone games deal so that there are many bombs:
//!
//! 1. Generator, order and numbers are as above in 1, 2 and 4.
//! 2. So many times as is asked, a packet of cards goes to the end of the pack: its first place is a number below the number of cards,
//!    drawn first, and its length one more than a number below the number of cards from there on.
//! 3. The cards are dealt in packets of six from the first on, to one hand after the other, round by round; a hand that needs fewer
//!    gets as many as it needs.
//!
//! Published games don't say how they do it. With 10 packets a deal of 20, 17 and 17 cards has four or five bombs on average, a
//! shuffled one less than one.

use canju_engine::InChinese;
use canju_engine::rules::{Hand, Rank};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;

/// How many cards each hand gets: `17+17`, `20+17+17`.
///
/// ```
/// use canju::generate::DealtSizes;
/// let sizes: DealtSizes = "20+17+17".parse()?;
/// assert_eq!((sizes.hands(), sizes.to_string()), (&[20, 17, 17][..], "20+17+17".to_owned()));
/// # Ok::<(), canju::generate::DealError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealtSizes(Vec<u32>);

/// Why there are no such deals.
///
/// ```
/// use canju::generate::{DealtSizes, Deals};
/// let error = Deals::new("30+30".parse::<DealtSizes>()?, 1, 7).unwrap_err();
/// assert_eq!(error.to_string(), "30+30 are 60 cards, and there are 54: ask for smaller hands");
/// assert!("20+0".parse::<DealtSizes>().is_err());
/// # Ok::<(), canju::generate::DealError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// Sizes that can't be read.
    #[error("`{0}`: expected the cards of two or three hands, at least one each, such as 17+17 or 20+17+17")]
    Sizes(String),
    /// More cards than there are.
    #[error("{sizes} are {cards} cards, and there are {held}: ask for smaller hands")]
    TooMany {
        /// The sizes.
        sizes: DealtSizes,
        /// The cards that these are.
        cards: u64,
        /// The cards of the packs.
        held: u32,
    },
}

impl InChinese for DealError {
    fn in_chinese(&self) -> String {
        match self {
            DealError::Sizes(word) => {
                format!("`{word}`：应是两家或三家的牌数，每家至少一张，例如 17+17 或 20+17+17")
            }
            DealError::TooMany { sizes, cards, held } => {
                format!("{sizes} 共 {cards} 张，而一共只有 {held} 张：请少发几张")
            }
        }
    }
}

/// All deals of a seed, by number; as an iterator, from the first on.
///
/// ```
/// use canju::generate::Deals;
/// let mut deals = Deals::new("20+17+17".parse()?, 1, 7)?;
/// let tenth = deals.deal(9);
/// assert_eq!(deals.nth(9), Some(tenth.clone()));
/// assert_eq!(tenth.iter().map(|hand| hand.len()).collect::<Vec<_>>(), [20, 17, 17]);
/// # Ok::<(), canju::generate::DealError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deals {
    sizes: DealtSizes,
    packs: u8,
    seed: u64,
    next: u64,
    /// The packets that are moved instead of shuffling.
    packets: Option<u32>,
}

/// The cards that a hand gets at a time where the pack is not shuffled.
const PACKET: usize = 6;

impl DealtSizes {
    /// The cards of each hand.
    pub fn hands(&self) -> &[u32] {
        &self.0
    }
}

impl FromStr for DealtSizes {
    type Err = DealError;

    fn from_str(text: &str) -> Result<DealtSizes, DealError> {
        let sizes = text.split('+').map(|hand| hand.trim().parse().ok().filter(|&cards| cards > 0));
        let sizes = sizes.collect::<Option<Vec<u32>>>().filter(|sizes| matches!(sizes.len(), 2 | 3));
        sizes.map(DealtSizes).ok_or_else(|| DealError::Sizes(text.to_owned()))
    }
}

impl fmt::Display for DealtSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(u32::to_string).collect::<Vec<_>>().join("+"))
    }
}

impl Deals {
    /// The deals of these sizes from one or two packs.
    ///
    /// # Errors
    /// If there are not enough cards.
    pub fn new(sizes: DealtSizes, packs: u8, seed: u64) -> Result<Deals, DealError> {
        let (cards, held) = (sizes.0.iter().map(|&cards| u64::from(cards)).sum(), Hand::deck(packs).len());
        if cards > u64::from(held) {
            return Err(DealError::TooMany { sizes, cards, held });
        }
        Ok(Deals { sizes, packs, seed, next: 0, packets: None })
    }

    /// The same without shuffling: so many packets are moved, and the cards are dealt six at a time.
    ///
    /// ```
    /// use canju::generate::Deals;
    /// let deals = Deals::new("20+17+17".parse()?, 1, 7)?.without_shuffling(0);
    /// assert_eq!(deals.deal(0)[0].to_string(), "333344778888QQQQKKXD");
    /// # Ok::<(), canju::generate::DealError>(())
    /// ```
    #[must_use]
    pub fn without_shuffling(self, packets: u32) -> Deals {
        Deals { packets: Some(packets), ..self }
    }

    /// The deal with this number.
    pub fn deal(&self, number: u64) -> Vec<Hand> {
        if let Some(packets) = self.packets {
            return self.dealt_in_packets(&moved_by_number(Hand::deck(self.packs), packets, self.seed, number));
        }
        let dealt = self.sizes.0.iter().sum();
        let cards = drawn_by_number(Hand::deck(self.packs), dealt, self.seed, number);
        let mut rest = &cards[..];
        let hand = |&size: &u32| {
            let (own, others) = rest.split_at(size as usize);
            rest = others;
            own.iter().fold(Hand::EMPTY, |hand, &rank| hand.plus(Hand::of(rank, 1)))
        };
        self.sizes.0.iter().map(hand).collect()
    }

    /// Deals these cards six at a time.
    fn dealt_in_packets(&self, cards: &[Rank]) -> Vec<Hand> {
        let mut hands = vec![Hand::EMPTY; self.sizes.0.len()];
        let mut rest = cards;
        let dealt: u32 = self.sizes.0.iter().sum();
        while hands.iter().map(|hand| hand.len()).sum::<u32>() < dealt {
            for (hand, &size) in hands.iter_mut().zip(&self.sizes.0) {
                let (own, others) = rest.split_at(PACKET.min((size - hand.len()) as usize));
                rest = others;
                *hand = own.iter().fold(*hand, |hand, &rank| hand.plus(Hand::of(rank, 1)));
            }
        }
        hands
    }
}

impl Iterator for Deals {
    type Item = Vec<Hand>;

    fn next(&mut self) -> Option<Vec<Hand>> {
        self.nth(0)
    }

    fn nth(&mut self, skipped: usize) -> Option<Vec<Hand>> {
        let number = self.next.checked_add(skipped as u64)?;
        self.next = number.checked_add(1)?;
        Some(self.deal(number))
    }
}

/// So many of these cards, in the order in which they are drawn: steps 1 to 4 with these cards in the place of the packs.
pub(crate) fn drawn_by_number(cards: Hand, count: u32, seed: u64, number: u64) -> Vec<Rank> {
    let mut random = generator(seed, number);
    let mut cards: Vec<Rank> = cards.cards().collect();
    for place in 0..count as usize {
        let n = below(&mut random, (cards.len() - place) as u32);
        cards.swap(place, place + n as usize);
    }
    cards.truncate(count as usize);
    cards
}

/// These cards after so many packets have gone to the end.
fn moved_by_number(cards: Hand, packets: u32, seed: u64, number: u64) -> Vec<Rank> {
    let mut random = generator(seed, number);
    let mut cards: Vec<Rank> = cards.cards().collect();
    for _ in 0..packets {
        let place = below(&mut random, cards.len() as u32) as usize;
        let length = 1 + below(&mut random, (cards.len() - place) as u32) as usize;
        cards[place..].rotate_left(length);
    }
    cards
}

/// The generator of step 1, at its beginning.
fn generator(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha8Rng::from_seed(key);
    random.set_stream(stream);
    random
}

/// A number below `most`, drawn as in step 4.
fn below(random: &mut impl Rng, most: u32) -> u32 {
    let unfair = most.wrapping_neg() % most;
    loop {
        let product = u64::from(random.next_u32()) * u64::from(most);
        if product as u32 >= unfair {
            return (product >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives these words.
    struct Words(Vec<u32>);

    impl rand::TryRng for Words {
        type Error = std::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(self.0.remove(0))
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            unreachable!("only words are drawn")
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            unreachable!("only words are drawn")
        }
    }

    /// The first block of ChaCha8 with a key and a stream of zeros (Strombergson's test vectors, TC1 with 256 bits).
    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = generator(0, 0);
        let mut bytes = [0; 16];
        random.fill_bytes(&mut bytes);
        assert_eq!(
            bytes,
            [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1]
        );
    }

    #[test]
    fn words_that_would_make_a_number_likelier_are_not_used() {
        // 2^32 = 10 * 429,496,729 + 6. The first words of three rows have products with a lower half of 0, 4 and 0, below 6.
        for (words, number) in [
            (vec![0, u32::MAX], 9),
            (vec![1], 0),
            (vec![429_496_730, 429_496_731], 1),
            (vec![2_147_483_648, 1 << 31 | 1], 5),
        ] {
            assert_eq!(below(&mut Words(words.clone()), 10), number, "{words:?}");
        }
        assert_eq!(below(&mut Words(vec![0]), 1), 0);
    }

    #[test]
    fn every_card_is_dealt_equally_often() {
        let deals = Deals::new("1+2".parse().expect("sizes"), 1, 3).expect("enough cards");
        let mut counts = [0u32; Rank::COUNT];
        for number in 0..54_000 {
            let hands = deals.deal(number);
            counts[hands[0].cards().next().expect("a card").index()] += 1;
        }
        for (rank, count) in counts.into_iter().enumerate() {
            let expected: u32 = if rank < 13 { 4_000 } else { 1_000 };
            // Four standard deviations.
            assert!(count.abs_diff(expected).pow(2) < 16 * expected, "rank {rank}: {count}");
        }
    }
}
