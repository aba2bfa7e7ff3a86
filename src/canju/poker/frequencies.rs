//! How often each kind of hand comes: of all hands, or of a sample.
//!
//! All hands are gone through one by one, 133,784,560 of seven cards. That takes seconds, and rests on nothing but the ranking
//! of a hand. Rayon divides them by their first two cards. A sample is divided into blocks, each with a stream of
//! random numbers of its own, so that neither the threads nor their number change what is drawn.

use super::card::Card;
use super::strength::{Kind, kind};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Hands of a sample that are drawn from one stream of random numbers.
const BLOCK: u64 = 1 << 16;

/// Counts by [`Kind`].
type Counts = [u64; Kind::ALL.len()];

/// How often each kind comes among hands of so many cards.
///
/// ```
/// use canju::poker::{Frequencies, Kind};
/// let all = Frequencies::exact(5);
/// assert_eq!((all.total(), all.count(Kind::StraightFlush)), (2_598_960, 40));
/// assert_eq!(all.odds_against(Kind::StraightFlush), Some(64_973.0));
///
/// let sample = Frequencies::sampled(5, 100_000, 1);
/// let (low, high) = sample.interval(Kind::OnePair);
/// assert!(low < all.share(Kind::OnePair) && all.share(Kind::OnePair) < high);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frequencies {
    counts: Counts,
}

impl Frequencies {
    /// Counts all hands of `cards` cards, by their best five. It runs on the threads of the rayon pool it is called in.
    ///
    /// # Panics
    /// If `cards` is not 5, 6 or 7.
    pub fn exact(cards: usize) -> Frequencies {
        assert_hand(cards);
        let first_two = (0..Card::PACK.len()).flat_map(|first| (0..first).map(move |second| (first, second)));
        let first_two: Vec<(usize, usize)> = first_two.collect();
        let counts = first_two.into_par_iter().map(|(first, second)| {
            let mut counts = Counts::default();
            let held = Card::PACK[first].bit() | Card::PACK[second].bit();
            count(held, &Card::PACK[..second], cards - 2, &mut counts);
            counts
        });
        Frequencies { counts: counts.reduce(Counts::default, sum) }
    }

    /// Counts `samples` random hands of `cards` cards, each from a full pack: the same ones for a seed on every machine, with
    /// any number of threads.
    ///
    /// # Panics
    /// If `cards` is not 5, 6 or 7.
    pub fn sampled(cards: usize, samples: u64, seed: u64) -> Frequencies {
        assert_hand(cards);
        let blocks = (0..samples.div_ceil(BLOCK)).into_par_iter().map(|block| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(block);
            let (mut counts, mut pack) = (Counts::default(), Card::PACK);
            for _ in 0..BLOCK.min(samples - block * BLOCK) {
                // The first steps of a shuffle. Whatever the order of the pack is before, each hand is as likely as any other.
                for place in 0..cards {
                    pack.swap(place, random.random_range(place..Card::PACK.len()));
                }
                let held = pack[..cards].iter().fold(0, |held, card| held | card.bit());
                counts[kind(held) as usize] += 1;
            }
            counts
        });
        Frequencies { counts: blocks.reduce(Counts::default, sum) }
    }

    /// How many hands are of this kind.
    pub fn count(&self, kind: Kind) -> u64 {
        self.counts[kind as usize]
    }

    /// How many hands were counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The share of hands that are of this kind, from 0 to 1.
    pub fn share(&self, kind: Kind) -> f64 {
        self.count(kind) as f64 / self.total() as f64
    }

    /// How many other hands there are for one of this kind; `None` if there is none of this kind.
    pub fn odds_against(&self, kind: Kind) -> Option<f64> {
        let count = self.count(kind);
        (count > 0).then(|| (self.total() - count) as f64 / count as f64)
    }

    /// For a sample: the interval that holds the share among all hands, at a confidence of 95 %.
    ///
    /// This is Wilson's score interval (E. B. Wilson, *Probable Inference, the Law of Succession, and Statistical Inference*,
    /// 1927). It also holds for the rarest kinds, where the usual `p ± 1.96 s` is too narrow or empty.
    pub fn interval(&self, kind: Kind) -> (f64, f64) {
        /// The normal distribution has 95 % within this many standard deviations.
        const DEVIATIONS: f64 = 1.959_963_984_540_054;
        let (share, total) = (self.share(kind), self.total() as f64);
        let weight = DEVIATIONS * DEVIATIONS / total;
        let middle = (share + weight / 2.0) / (1.0 + weight);
        let half = (share * (1.0 - share) * weight + weight * weight / 4.0).sqrt() / (1.0 + weight);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }
}

fn assert_hand(cards: usize) {
    assert!((5..=7).contains(&cards), "{cards} cards are no hand");
}

/// Counts the hands that have these cards and `missing` more of `pack`.
fn count(held: u64, pack: &[Card], missing: usize, counts: &mut Counts) {
    if missing == 0 {
        counts[kind(held) as usize] += 1;
        return;
    }
    for (place, card) in pack.iter().enumerate().skip(missing - 1) {
        count(held | card.bit(), &pack[..place], missing - 1, counts);
    }
}

fn sum(mut counts: Counts, more: Counts) -> Counts {
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
    counts
}
