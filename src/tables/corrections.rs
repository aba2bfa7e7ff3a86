//! The correction history: how far the evaluation was off about positions in which one side held the same cards.
//!
//! Chess engines correct their evaluation by what searches of similar positions found (correction history, since 2023). Here
//! positions are similar if the cards of one side, the trick and the player to move are the same, whatever the other side
//! holds. A winning plan is often the same against many hands that differ by a card or two. So each side's plan, with its
//! error, is remembered under a key of its own (`search/guess_errors.rs`).
//!
//! An entry is a mean of errors and its weight. Later errors count as much as earlier ones until the weight reaches [`MOST`],
//! and more from then on. Entries are guesses about guesses, so each is one word without a lock: a lost update or a wrong entry
//! costs nodes, never a verdict. Older entries are replaced.

use crate::sync::{AtomicU64, Ordering, try_zeroed};
use std::sync::atomic::AtomicBool;

/// Fraction bits of an error, which is a natural logarithm.
pub const ERROR_BITS: u32 = 10;

/// Errors are kept between the negative of this and this.
const MOST_ERROR: i64 = 24 << ERROR_BITS;

/// The most weight of an entry: about that of the last twenty solves.
const MOST: i64 = 40;

/// What a mean is multiplied by, in fifths.
const FIFTHS: i64 = 4;

/// How much a new error weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// From a search that is not finished.
    Unfinished = 1,
    /// From a finished search.
    Solved = 2,
}

/// A bounded table of mean errors by key. It may forget entries, and mixes up two keys once in millions of look-ups.
///
/// An entry is, from the lowest bit: the mean (16 bits), its weight (8), the generation (16), a part of the key (24).
pub struct Corrections {
    all: Box<[AtomicU64]>,
    generation: u16,
    /// Has anything been learned since the last [`Corrections::clear`]?
    used: AtomicBool,
}

/// Bits of an entry before the generation.
const VALUE_BITS: u32 = 24;

impl Corrections {
    /// A table of at most `bytes` bytes, but at least one entry.
    ///
    /// # Panics
    /// If the system has not got the memory.
    pub fn new(bytes: usize) -> Corrections {
        let entries = 1 << (bytes / size_of::<u64>()).max(1).ilog2();
        let Ok(all) = try_zeroed(entries) else { panic!("no memory for corrections") };
        Corrections { all, generation: 1, used: AtomicBool::new(false) }
    }

    /// The place of a key's entry, and all of the entry but its value.
    fn place(&self, key: u64) -> (&AtomicU64, u64) {
        let mixed = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = mixed ^ mixed >> 29;
        let place = &self.all[mixed as usize & (self.all.len() - 1)];
        (place, mixed >> 40 << 40 | (self.generation as u64) << VALUE_BITS)
    }

    /// The mean and the weight of a key's entry.
    fn mean(entry: u64, tag: u64) -> (i64, i64) {
        if entry ^ tag < 1 << VALUE_BITS { (entry as i16 as i64, (entry >> 16) as u8 as i64) } else { (0, 0) }
    }

    /// What to add to a guess about a position with this key. In units of 2^-[`ERROR_BITS`], 0 if nothing is known.
    pub fn of(&self, key: u64) -> i64 {
        let (place, tag) = self.place(key);
        // Relaxed, here and below: an entry is one word, and nothing else is published with it.
        let (mean, weight) = Corrections::mean(place.load(Ordering::Relaxed), tag);
        FIFTHS * mean * weight / (5 * (weight + 1))
    }

    /// Takes note of an error about a position with this key.
    pub fn learn(&self, key: u64, error: i64, weight: Weight) {
        let (place, tag) = self.place(key);
        let (mean, before) = Corrections::mean(place.load(Ordering::Relaxed), tag);
        let sum = (before + weight as i64).min(MOST);
        let mean = mean + (error.clamp(-MOST_ERROR, MOST_ERROR) - mean) * weight as i64 / sum;
        self.used.store(true, Ordering::Relaxed);
        place.store(tag | (sum as u64) << 16 | mean as i16 as u16 as u64, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.used.store(false, Ordering::Relaxed);
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.all.iter().for_each(|entry| entry.store(0, Ordering::Relaxed));
            self.generation = 1;
        }
    }

    /// The bytes that it may take.
    pub fn most_bytes(&self) -> usize {
        size_of_val(&*self.all)
    }

    /// Bytes in use since the last [`Corrections::clear`]: all or none.
    pub fn bytes(&self) -> usize {
        if self.used.load(Ordering::Relaxed) { self.most_bytes() } else { 0 }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const ONE: i64 = 1 << ERROR_BITS;

    #[test]
    fn a_correction_is_a_part_of_the_mean_error() {
        let table = Corrections::new(1 << 12);
        assert_eq!((table.most_bytes(), table.bytes()), (1 << 12, 0));
        assert_eq!(table.of(7), 0);
        table.learn(7, 5 * ONE, Weight::Solved);
        // 4/5 of 5, times 2/3: one solve is not sure.
        assert_eq!(table.of(7), 4 * ONE * 2 / 3);
        assert_eq!(table.bytes(), 1 << 12);
        table.learn(7, 2 * ONE, Weight::Unfinished);
        // The mean is (2 * 5 + 2) / 3 = 4, the weight 3.
        assert_eq!(table.of(7), 4 * ONE * 4 / 5 * 3 / 4);
        assert_eq!(table.of(8), 0);
    }

    #[test]
    fn later_errors_are_followed() {
        let table = Corrections::new(1 << 12);
        (0..1000).for_each(|_| table.learn(1, 10 * ONE, Weight::Solved));
        (0..100).for_each(|_| table.learn(1, -10 * ONE, Weight::Solved));
        assert!(table.of(1) < -7 * ONE, "{}", table.of(1));
    }

    #[test]
    fn extremes_stay_within_their_limits() {
        let table = Corrections::new(0);
        assert_eq!(table.most_bytes(), size_of::<u64>());
        for error in [i64::MAX, i64::MIN] {
            (0..1000).for_each(|_| table.learn(u64::MAX, error, Weight::Solved));
            let expected = 24 * ONE * 4 / 5 * 40 / 41;
            assert!((table.of(u64::MAX).abs() - expected).abs() < ONE / 10, "{}", table.of(u64::MAX));
        }
    }

    #[test]
    fn nothing_of_an_old_generation_is_read() {
        let mut table = Corrections::new(1 << 10);
        // More often than a generation has numbers.
        for round in 0..70_000u64 {
            assert_eq!(table.of(round % 9), 0, "{round}");
            table.learn(round % 9, ONE, Weight::Solved);
            assert_ne!(table.of(round % 9), 0, "{round}");
            table.clear();
            assert_eq!(table.bytes(), 0);
        }
    }

    #[test]
    fn a_key_takes_the_place_of_another() {
        let table = Corrections::new(1 << 6);
        (0..100).for_each(|key| table.learn(key, ONE, Weight::Solved));
        let known = (0..100).filter(|&key| table.of(key) != 0).count();
        assert!((1..=8).contains(&known), "{known} in eight places");
    }
}
