//! A shuffled pack, and hands dealt from it: the same for a seed on every machine.
//!
//! The generator is ChaCha with eight rounds. Its numbers are fixed by its definition, unlike those of `rand`'s standard
//! generator, which may be another one in the next version.

use super::card::Card;
use canju_engine::InChinese;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// More cards are to be dealt than the pack holds.
///
/// ```
/// use canju::poker::deal;
/// let error = deal(11, 5, 1).unwrap_err();
/// assert_eq!(error.to_string(), "11 × 5 cards are 55, and the pack holds 52: deal fewer hands or cards");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{hands} × {cards} cards are {}, and the pack holds {}: deal fewer hands or cards", hands * cards, Card::PACK.len())]
pub struct TooManyCards {
    /// How many hands.
    pub hands: usize,
    /// How many cards each.
    pub cards: usize,
}

impl InChinese for TooManyCards {
    fn in_chinese(&self) -> String {
        let TooManyCards { hands, cards } = self;
        format!("{hands} × {cards} 张，超过了一副牌的 {} 张：少发几家或几张", Card::PACK.len())
    }
}

/// Shuffles the pack once and deals `hands` hands of `cards` cards, a card to each hand in turn.
///
/// # Errors
/// If these are more cards than the pack holds.
///
/// ```
/// use canju::poker::{Card, deal};
/// let hands = deal(4, 13, 2024)?;
/// let mut dealt: Vec<String> = hands.concat().iter().map(Card::to_string).collect();
/// dealt.sort();
/// dealt.dedup();
/// assert_eq!((hands.len(), dealt.len()), (4, 52));
/// assert_eq!(hands, deal(4, 13, 2024)?);
/// # Ok::<(), canju::poker::TooManyCards>(())
/// ```
pub fn deal(hands: usize, cards: usize, seed: u64) -> Result<Vec<Vec<Card>>, TooManyCards> {
    if hands.checked_mul(cards).is_none_or(|dealt| dealt > Card::PACK.len()) {
        return Err(TooManyCards { hands, cards });
    }
    let mut pack = Card::PACK;
    pack.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    Ok((0..hands).map(|first| pack.iter().copied().skip(first).step_by(hands).take(cards).collect()).collect())
}
